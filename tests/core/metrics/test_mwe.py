"""Multiword expressions in trees and in dependencies: worked by hand, and as bags."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Mark
from goldleaf.core.metrics.mwe import MultiwordExpressions
from goldleaf.core.treebank import TEXT
from tests.core.metrics.phrases import both, phrases, sums
from tests.core.trees import made, treebank

METRIC = MultiwordExpressions()
UD = MultiwordExpressions(dep_cpd="fixed,flat,compound")

GOLD = "(S (P+ (P à) (D l') (N instar) (P de)) (NP (N+ (N pomme) (P de) (N terre)) (A verte)))"
PARSE = "(S (ADV+ (P à) (D l') (N instar) (P de)) (NP (N pomme) (PP (P de) (NP (N+ (N terre) (A verte))))))"


def values(metric, gold, parse):
    return {name: (one.right, one.total) for name, one in metric.micro(metric.count(gold, parse)).items()}


def with_features(sentences, *features):
    return replace(sentences, words=sentences.words.with_columns(features=pl.Series(features, dtype=TEXT)))


def test_trees_worked_by_hand():
    # The parse finds one of two expressions, with another tag, and of six components the three after à.
    gold, parse = both([(GOLD, PARSE)])
    assert values(METRIC, gold, parse) == {
        "f_mwe": (2, 4), "p_mwe": (1, 2), "r_mwe": (1, 2),
        "f_mwe_pos": (0, 4), "p_mwe_pos": (0, 2), "r_mwe_pos": (0, 2),
        "f_comp": (6, 9), "p_comp": (3, 4), "r_comp": (3, 5),
    }  # fmt: skip
    expressions = METRIC.facts(gold, parse).filter(pl.col("kind") == "expression")
    assert expressions.select("words", "tag", "mark", "unlabeled", "side").rows() == [
        ([1, 2, 3, 4], "P+", Mark.MISSING, Mark.MATCHED, "gold"),
        ([5, 6, 7], "N+", Mark.MISSING, Mark.MISSING, "gold"),
        ([1, 2, 3, 4], "ADV+", Mark.EXTRA, Mark.MATCHED, "parse"),
        ([7, 8], "N+", Mark.EXTRA, Mark.EXTRA, "parse"),
    ]


def test_positions_are_those_of_the_file():
    gold, parse = both([("(S (N a) (-NONE- *) (X+ (P b) (-NONE- *) (D c)))", "(S (N a) (X+ (P b) (D c)))")])
    facts = METRIC.facts(gold, parse)
    assert facts.select("kind", "side", "position", "words").rows() == [
        ("expression", "both", 3, [3, 5]),
        ("component", "both", 5, [5, 3]),
    ]
    facts = METRIC.facts(gold, both([("", "(S (X+ (N a) (P b)) (D c))")])[1])
    assert facts.filter(pl.col("side") == "parse")["words"].to_list() == [[1, 2], [2, 1]]


def test_dependencies_worked_by_hand():
    gold = with_features(
        treebank("à/P/0/root l'/D/1/dep_cpd instar/N/1/dep_cpd de/P/1/dep_cpd lui/PRO/1/obj"),
        "mwehead=P+|pred=y", "_", "_", "_", "_",
    )  # fmt: skip
    parse = with_features(
        treebank("à/P/0/root l'/D/1/dep_cpd instar/N/1/dep_cpd de/P/1/dep lui/PRO/4/dep_cpd", name="parse.conllx"),
        "g=m|mwehead=P+", "_", "_", "_", "_",
    )  # fmt: skip
    assert values(METRIC, gold, gold)["f_mwe_pos"] == (2, 2)
    assert values(METRIC, gold, parse) == {
        "f_mwe": (0, 3), "p_mwe": (0, 2), "r_mwe": (0, 1),
        "f_mwe_pos": (0, 3), "p_mwe_pos": (0, 2), "r_mwe_pos": (0, 1),
        "f_comp": (4, 6), "p_comp": (2, 3), "r_comp": (2, 3),
    }  # fmt: skip
    other_tag = with_features(gold, "mwehead=ADV+", "_", "_", "_", "_")
    assert values(METRIC, gold, other_tag)["f_mwe"] == (2, 2)
    assert values(METRIC, gold, other_tag)["f_mwe_pos"] == (0, 2)


def test_labels_of_ud_with_subtypes_and_the_tag_of_the_whole():
    gold = with_features(
        treebank("because/S/3/mark of/P/1/fixed Ann/N/0/root Lee/N/3/flat:name"), "ExtPos=ADP", "_", "_", "_"
    )
    assert values(METRIC, gold, gold)["f_mwe"] == (0, 0)
    assert values(UD, gold, gold)["f_mwe_pos"] == (4, 4)
    facts = UD.facts(gold, gold)
    assert facts["words"].to_list() == [[1, 2], [3, 4], [2, 1], [4, 3]]
    assert facts["tag"].to_list() == ["ADP", "", "fixed", "flat:name"]


def test_heads_that_are_no_words_make_no_expression():
    odd = treebank("a/N/1/fixed b/N/0/fixed c/N/_/fixed d/N/9/fixed")
    assert sums(UD.count(odd, odd))["gold_mwe"] == 0


def test_an_unparsed_sentence_is_missed_and_other_words_are_an_error():
    gold, parse = both([(GOLD, ""), (GOLD, GOLD.replace("verte", "rouge")), (GOLD, GOLD)])
    counts = METRIC.count(gold, parse)
    assert values(METRIC, gold, parse)["r_mwe"] == (2, 4)
    assert counts["error"].to_list() == [0, 1, 0]
    assert METRIC.why_not(counts.row(1, named=True))
    assert values(MultiwordExpressions(errors="penalize"), gold, parse)["r_mwe"] == (2, 6)


def test_a_trace_is_no_word_of_an_expression():
    gold, parse = both([("(S (N+ (-NONE- *) (N a) (N b)))", "(S (N+ (N a) (N b)))")])
    assert values(METRIC, gold, parse)["f_comp"] == (2, 2)


def test_expressions_may_have_gaps():
    gold, parse = both([("(S (V+ (V 0=make) (N 2=up)) (N 1=it))", "(S (V+ (V 0=make) (N 1=it) (N 2=up)))")])
    assert values(METRIC, gold, gold)["f_mwe"] == (2, 2)
    assert values(METRIC, gold, parse)["f_mwe"] == (0, 2)


def test_an_empty_label_is_refused():
    with pytest.raises(OptionError, match="dep_cpd fixed,: expected labels with commas between them"):
        MultiwordExpressions(dep_cpd="fixed,")


arcs = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["fixed", "flat:x", "obj"])), min_size=4, max_size=4)


@given(arcs, arcs)
def test_dependencies_as_bags(gold, parse):
    ours, theirs = (made([[("w", "N", head, label) for head, label in side]]) for side in (gold, parse))
    found = sums(UD.count(ours, theirs))
    for kind, bag in (("mwe", expressions), ("comp", components)):
        assert found[f"matched_{kind}"] == sum((bag(gold) & bag(parse)).values())
        assert found[f"gold_{kind}"] == sum(bag(gold).values())
        assert found[f"parse_{kind}"] == sum(bag(parse).values())


def components(side):
    return Counter(
        (place, head, label)
        for place, (head, label) in enumerate(side, start=1)
        if label != "obj" and head not in (0, place)
    )


def expressions(side):
    found = components(side)
    heads = {head for _, head, _ in found}
    return Counter(frozenset([head, *(place for place, other, _ in found if other == head)]) for head in heads)


def test_nothing_at_all():
    assert METRIC.count(phrases(), phrases()).height == 0
    assert METRIC.facts(treebank(), treebank()).height == 0
