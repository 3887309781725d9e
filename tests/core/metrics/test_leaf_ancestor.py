"""Leaf-ancestor: the example of its authors, and any pair against lineages made word by word."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read as read_bytes
from goldleaf.core.metrics.leaf_ancestor import LeafAncestor
from tests.core.metrics.phrases import both, close, pairs, phrases, read, sums
from tests.core.metrics.test_lineage_edits import naive

METRIC, SAMPSON = LeafAncestor(), LeafAncestor(costs="sampson")

# Sampson & Babarczy 2003: two words of the phrase score 0.917 and two 0.583, the others 1, if N1 and NP are related.
GOLD = "(S (N1 (M two) (N1 (N tax) (N revision)) (N bills)) (V were) (V passed))"
PARSE = "(S (NP (M two) (N tax) (N revision) (N bills)) (V were) (V passed))"


def test_the_example_of_the_paper():
    gold, parse = both([(GOLD, PARSE)])
    table = SAMPSON.facts(gold, parse)
    ours, theirs = table.filter(pl.col("side") != "parse"), table.filter(pl.col("side") != "gold")
    assert ours["lineage"].to_list() == ["N1 [ S", "[ N1 N1 S", "N1 ] N1 S", "N1 ] S", "S", "S ]"]
    assert theirs["lineage"].to_list() == ["NP [ S", "NP S", "NP S", "NP ] S", "S", "S ]"]
    for side in (ours, theirs):
        assert side["similarity"].to_list() == pytest.approx([1 - 0.5 / 6, *[1 - 2.5 / 6] * 2, 1 - 0.5 / 6, 1, 1])
    assert ours["mark"].to_list() == [*[Mark.MISSING] * 4, *[Mark.MATCHED] * 2]
    assert theirs["mark"].to_list() == [*[Mark.EXTRA] * 4, *[Mark.MATCHED] * 2]
    assert SAMPSON.micro(SAMPSON.count(gold, parse))["la_words"].value == pytest.approx(5 / 6)
    plain = METRIC.facts(gold, parse).filter(pl.col("side") != "parse")["similarity"].to_list()
    assert plain == pytest.approx([4 / 6, 1 / 3, 1 / 3, 4 / 6, 1, 1])


def test_words_and_sentences():
    gold, parse = both([(GOLD, GOLD), ("(S (X (N a)))", "(S (Y (N a)))")])
    found = METRIC.micro(METRIC.count(gold, parse))
    # [ S X ] of one word: it begins and ends both, so the marks stand at S.
    assert METRIC.facts(gold, parse)["lineage"][6] == "X [ S ]"
    assert found["la_words"].value == pytest.approx((6 + 6 / 8) / 7)
    assert found["la_sentences"].value == pytest.approx((1 + 6 / 8) / 2)


def test_unparsed_sentences_have_no_similarity():
    gold, parse = both([(GOLD, ""), (GOLD, GOLD.replace("(S ", "(NOPARSE ", 1)), (GOLD, GOLD)])
    counts = METRIC.count(gold, parse)
    assert METRIC.micro(counts)["la_words"].value == pytest.approx(1 / 3)
    assert METRIC.micro(counts)["la_sentences"].value == pytest.approx(1 / 3)
    assert counts["unparsed"].to_list() == [1, 1, 0]
    assert METRIC.why_not(counts.row(0, named=True)) == "the sentence has no parse"
    assert METRIC.why_not(counts.row(2, named=True)) is None
    ours = METRIC.facts(gold, parse).filter(pl.col("side") != "parse")
    assert ours["similarity"].to_list() == [*[0.0] * 6, *[1.0] * 6]


def test_sentences_whose_words_differ():
    gold, parse = both([(GOLD, GOLD.replace("two", "three")), (GOLD, GOLD)])
    assert METRIC.micro(METRIC.count(gold, parse))["la_words"].value == 1
    penalized = LeafAncestor(errors="penalize")
    assert penalized.micro(penalized.count(gold, parse))["la_words"].value == 1 / 2
    assert METRIC.why_not(METRIC.count(gold, parse).row(0, named=True)) == "gold and parse have different words"


def test_traces_are_no_words_and_the_outer_bracket_no_label():
    gold, parse = both([("( (S (NP (-NONE- *)) (VP (V go))))", "(S (VP (V go)))")])
    assert METRIC.count(gold, parse).select("words", "similarity").row(0) == (1, 1.0)


@pytest.mark.parametrize(("constituents", "words"), [(6_000, 6_001), (9_000, 1)])
def test_trees_that_are_too_deep_are_refused_with_their_line(constituents, words):
    own = [f"(T w{number})" for number in range(words)]
    deep = f"(TOP {' '.join(own[constituents:])} {''.join(f'(X {word} ' for word in own[:constituents])}"
    deep += "(X " * (constituents - len(own[:constituents])) + "(T w)" + ")" * constituents + ")"
    bank = read_bytes(BytesIO(f"(TOP (T a))\n{deep}\n".encode()), format="brackets")
    with pytest.raises(PairError, match=rf":2: {constituents + 1:,} constituents stand in one another"):
        LeafAncestor().count(bank, bank)


def test_words_without_constituents():
    gold, parse = both([("(N a) (N b)", "(N a) (N b)"), ("(S (N a))", "(N a)")])
    assert METRIC.count(gold, parse)["similarity"].to_list() == [2.0, 0.0]


def lineage(line):
    """The lineage of each word that is no trace, made from the tree itself."""
    words, nodes = read(line)
    kept = [word for word in words if word[1] != "-NONE-"]
    chains = []
    for _, _, node in kept:
        chain = []
        while node:
            if nodes[node - 1][0]:
                chain.append(node)
            node = nodes[node - 1][1]
        chains.append(chain)
    spans = {node: [place for place, chain in enumerate(chains) if node in chain] for chain in chains for node in chain}
    labels = [label.partition("-SBJ")[0] for label, _ in nodes]
    result = []
    for place, chain in enumerate(chains):
        begun = [node for node in chain if min(spans[node]) == place]
        ended = [node for node in chain if max(spans[node]) == place]
        symbols = []
        for node in chain:
            symbols += ["["] * (begun[-1:] == [node]) + [labels[node - 1]] + ["]"] * (ended[-1:] == [node])
        result.append(symbols)
    return [form for form, _, _ in kept], result


@pytest.mark.slow
@given(pairs(gaps=True))
def test_any_pair_like_the_oracle(chosen):
    gold, parse = both(chosen)
    found, sampson = METRIC.count(gold, parse), SAMPSON.count(gold, parse)
    for number, pair in enumerate(chosen):
        (ours, our_lineages), (theirs, their_lineages) = map(lineage, pair)
        unparsed = not theirs or (read(pair[0])[1] and not read(pair[1])[1])
        if unparsed or ours != theirs:
            assert found["similarity"][number] == 0
            assert found["words"][number] == (len(ours) if unparsed else 0)
            continue
        for counts, related in ((found, False), (sampson, True)):
            expected = sum(
                1 - distance(one, other, related) / max(len(one) + len(other), 1)
                for one, other in zip(our_lineages, their_lineages, strict=True)
            )
            assert counts["similarity"][number] == pytest.approx(expected), pair


def distance(one, other, related):
    """As `test_distances.naive`, with labels for numbers."""
    labels = sorted({*one, *other} - {"[", "]"})
    codes = {label: code for code, label in enumerate(labels)} | {"[": -2, "]": -3}
    families = [label[0] for label in labels] if related else None
    return naive(tuple(codes[symbol] for symbol in one), tuple(codes[symbol] for symbol in other), families)


@given(pairs(gaps=True))
def test_perfect_alone_symmetric_and_additive(chosen):
    gold, parse = both(chosen)
    alone = METRIC.count(gold, gold)
    assert alone["similarity"].to_list() == alone["words"].to_list()
    whole = METRIC.count(gold, parse)
    back = METRIC.count(parse, gold)
    compared = (whole["error"] + whole["unparsed"] + back["unparsed"]) == 0
    there, again = (side.filter(compared)["similarity"].to_list() for side in (whole, back))
    assert there == pytest.approx(again)
    halves = [METRIC.count(gold.slice(*part), parse.slice(*part)) for part in ((0, 2), (2, len(gold)))]
    assert close(sums(pl.concat(halves)), sums(whole))


def test_nothing_at_all():
    assert METRIC.count(phrases(), phrases()).height == 0
    assert METRIC.micro(METRIC.count(phrases(), phrases()))["la_words"].value is None
    assert METRIC.facts(phrases(), phrases()).height == 0
    assert np.isfinite(METRIC.count(phrases(""), phrases(""))["sentence_similarity"][0])
