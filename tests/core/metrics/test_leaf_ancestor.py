"""Leaf-ancestor: the example of its authors, and any pair against lineages made word by word."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read as read_bytes
from goldleaf.core.metrics.leaf_ancestor import FILLING, LeafAncestor, SymbolEdit, distances, lineage_edits
from tests.core.metrics.phrases import both, close, pairs, phrases, read, sums

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


def test_without_markers_lineages_are_labels_alone():
    gold, parse = both([("(S (X (N a)) (X (N b)))", "(S (X (N a) (N b)))")])
    plain = LeafAncestor(markers="false")
    assert plain.facts(gold, parse)["lineage"].to_list() == ["X S", "X S"]
    assert plain.micro(plain.count(gold, parse))["la_words"].value == 1
    assert METRIC.micro(METRIC.count(gold, parse))["la_words"].value < 1, "brackets that differ are seen by marks alone"


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


# Distances of many lineages at once against one pair at a time; edits cost as much, and lead from one to the other.

RELATED = np.array([0, 0, 1, 2])
LABELS = ("N", "N1", "NP", "VP", "[", "]")
lineages = st.lists(st.sampled_from(LABELS), max_size=7)
sequences = st.lists(st.sampled_from([0, 1, 2, 3, -2, -3]), max_size=6)


def naive(one, other, related=None):
    @cache
    def cost(i, j):
        if i == 0 or j == 0:
            return i + j
        a, b = one[i - 1], other[j - 1]
        change = 0 if a == b else 2
        if related is not None and a != b and min(a, b) >= 0 and related[a] == related[b]:
            change = 0.5
        return min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + change)

    return cost(len(one), len(other))


def longest_common_subsequence(one, other):
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def filled(rows):
    width = max(map(len, rows), default=0)
    return np.array([[*row, *[FILLING] * (width - len(row))] for row in rows], np.int64).reshape(len(rows), width)


@given(st.lists(st.tuples(sequences, sequences), max_size=8))
def test_many_at_once(pairs):
    one, other = filled([pair[0] for pair in pairs]), filled([pair[1] for pair in pairs])
    found = distances(one, other).tolist()
    assert found == [naive(tuple(a), tuple(b)) for a, b in pairs]
    assert found == [len(a) + len(b) - 2 * longest_common_subsequence(a, b) for a, b in pairs]
    assert distances(one, other, RELATED).tolist() == [naive(tuple(a), tuple(b), RELATED) for a, b in pairs]


def test_more_than_fit_at_once(monkeypatch):
    monkeypatch.setattr("goldleaf.core.metrics.leaf_ancestor.AT_ONCE", 3)
    rows = [[0] * length for length in range(10)]
    assert distances(filled(rows), filled(rows[::-1])).tolist() == [abs(9 - 2 * length) for length in range(10)]


def cost(edit: SymbolEdit) -> float:
    if edit.gold == edit.parse:
        return 0
    return 0.5 if edit.gold and edit.parse else 1


def test_edits_of_the_example_of_the_paper():
    assert lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"]) == [
        SymbolEdit("N1", ""), SymbolEdit("]", ""), SymbolEdit("N1", ""), SymbolEdit("", "NP"), SymbolEdit("S", "S"),
    ]  # fmt: skip
    related = lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"], families=True)
    assert sum(map(cost, related)) == 2.5 and SymbolEdit("N1", "NP") in related


def test_a_symbol_of_the_parse_alone_costs_as_much_as_one_of_the_gold_alone():
    """Two substitutions in a family and one insertion (2) are cheaper than a match with three symbols alone (3)."""
    edits = lineage_edits(["A", "Ax"], ["B", "Ax", "A"], families=True)
    assert edits == [SymbolEdit("", "B"), SymbolEdit("A", "Ax"), SymbolEdit("Ax", "A")]


@given(lineages, lineages, st.booleans())
def test_their_costs_are_the_distance(gold, parse, families):
    edits = lineage_edits(gold, parse, families=families)
    assert [edit.gold for edit in edits if edit.gold] == gold
    assert [edit.parse for edit in edits if edit.parse] == parse
    number = {label: place for place, label in enumerate(LABELS)}
    symbols = [[-2 - (one == "]") if one in "[]" else number[one] for one in side] for side in (gold, parse)]
    assert sum(map(cost, edits)) == naive(tuple(symbols[0]), tuple(symbols[1]), [0, 0, 0, 1] if families else None)
