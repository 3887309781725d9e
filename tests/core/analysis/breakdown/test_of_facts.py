"""Precision and recall of facts: constituents by label, worked by hand and adding up to ParsEval's own counts, and
arguments by the tag of their predicate and their role. Of induction, heads by relation and by length of arc; figures
add up, and cells find what they count; the mapping of induced tags, and how often they occur with the gold's.

Also tests `sides.fact_table`.
"""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.analysis.breakdown.of_facts import (
    by_tag_and_role,
    constituents_by_label,
    heads,
    label_confusions,
    tag_contingency,
    tag_mapping,
)
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.formats import read
from goldleaf.core.metrics.clustering import Clustering
from goldleaf.core.metrics.induction import Induction
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.semantic import Semantic
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core import trees
from tests.core.metrics.phrases import both, pairs, sums
from tests.core.metrics.test_clustering import words
from tests.core.propositions import rows, treebank

METRIC = ParsEval()

CHOSEN = [
    ("(S (NP-SBJ (N a)) (VP (V b) (NP (N c))))", "(S (NP (N a)) (VP (V b)) (ADJP (N c)))"),
    ("(TOP (S (ADVP (R a))))", "(TOP (S (PRT (R a))))"),
]


@pytest.fixture
def table():
    return constituents_by_label(METRIC, fact_table(METRIC, *both(CHOSEN)))


def test_the_example_worked_by_hand(table):
    assert table.frame.rows() == [
        ("NP", 2, 1, 1, 1, 0, 0.5, 1.0, pytest.approx(2 / 3)),
        ("S", 2, 2, 2, 0, 0, 1.0, 1.0, 1.0),
        ("ADVP", 1, 1, 1, 0, 0, 1.0, 1.0, 1.0),
        ("VP", 1, 0, 1, 1, 1, 0.0, 0.0, 0.0),
        ("ADJP", 0, 0, 1, 0, 1, None, 0.0, 0.0),
    ]
    assert table.frame.columns == [
        "label", "gold", "correct", "system", "missing", "extra", "recall", "precision", "f1",
    ]  # fmt: skip


def test_conditions_find_the_sentences_behind_a_figure(table):
    gold, parse = both(CHOSEN)
    sentences = finished(sentence_table_steps(gold, {"p": parse}, {"p": {"parseval": score(METRIC, gold, parse)}}))

    def found(row, column):
        facts = {"parseval": fact_table(METRIC, gold, parse)}
        return filter_sentences(sentences, None, table.condition(row, column), tables=facts).rows.tolist()

    assert found(0, "missing") == [0]
    assert found(1, "gold") == [0, 1]
    assert found(1, "missing") == []
    assert found(4, "precision") == [0]


@given(pairs(gaps=True))
def test_it_adds_up_to_the_counts(chosen):
    gold, parse = both(chosen)
    for metric in (METRIC, ParsEval(errors="penalize", discontinuous_only="true")):
        frame = constituents_by_label(metric, fact_table(metric, gold, parse)).frame
        found = sums(score(metric, gold, parse).counts)
        assert frame.select("gold", "correct", "system").sum().row(0) == (
            found["gold_brackets"],
            found["matched"],
            found["parse_brackets"],
        )


ROLES = Semantic()
COUNTS = ("gold", "correct", "system")


def arguments_table(gold, parse):
    return by_tag_and_role(ROLES, fact_table(ROLES, gold, parse))


def test_each_side_has_its_own_tags_and_senses_are_left_out():
    gold = treebank(rows("a b/V c/N", [(2, "b.1", {1: "A0", 3: "A1"}), (3, "c.1", {1: "A0"})]))
    parse = treebank(rows("a b/V c/V", [(2, "b.1", {1: "A0", 3: "A2"}), (3, "c.2", {1: "A1"})]))
    found = arguments_table(gold, parse)
    assert (found.name, found.keys) == ("tag_role", ["predicate_tag", "label"])
    assert {tuple(row[:2]): row[2:] for row in found.frame.select(*found.keys, *COUNTS).iter_rows()} == {
        ("V", "A0"): (1, 1, 1),
        ("N", "A0"): (1, 0, 0),
        ("V", "A1"): (1, 0, 1),
        ("V", "A2"): (0, 0, 1),
    }
    row = found.frame.rows().index(next(row for row in found.frame.rows() if row[:2] == ("V", "A1")))
    condition = "kind = 'argument' and predicate_tag = 'V' and label = 'A1'"
    assert found.condition(row, "system") == f"has(semantic, {condition} and in_parse)"
    assert found.condition(row, "missing") == f"has(semantic, {condition} and missing)"


@pytest.mark.shared
def test_official_figures_of_arguments():
    gold, parse = (read(trees.SHARED / "english" / name) for name in ("roles.conll09", "roles-parse.conll09"))
    counts = {
        tuple(row[:2]): row[2:]
        for row in arguments_table(gold, parse).frame.select("predicate_tag", "label", *COUNTS).rows()
    }
    # eval09.pl 0.4, table of PPOSS(pred) + ARG.
    assert len(counts) == 355
    assert counts["VBP", "ARG1"] == (451, 271, 271)
    assert counts["VBZ", "A1"] == (0, 0, 400)
    assert counts["VBZ", "ARGM-DIS"] == (13, 7, 7)
    assert counts["JJ", "ARGM-EXT"] == (56, 39, 39)
    assert [sum(found) for found in zip(*counts.values(), strict=True)] == [14661, 8818, 13937]


def test_what_is_taken_for_what_and_what_stands_alone():
    found = label_confusions(METRIC, fact_table(METRIC, *both(CHOSEN)))
    assert found.frame.rows() == [
        ("constituent", "NP", "ADJP", 1), ("constituent", "VP", None, 1), ("constituent", None, "VP", 1),
        ("constituent", "S", "S", 2), ("tag", "N", "N", 2), ("constituent", "ADVP", "ADVP", 1),
        ("constituent", "NP", "NP", 1), ("tag", "R", "R", 1), ("tag", "V", "V", 1),
    ]  # fmt: skip


HEADS_GOLD = trees.treebank("sleeps/V/0/root at/P/4/case ,/P/4/punct home/N/1/obl now/A/1/advmod")
HEADS_PARSE = trees.treebank("sleeps/V/0/root at/P/1/x ,/P/4/punct home/N/2/y now/A/4/advmod")


def of_induction(column, gold, parse):
    return heads(Induction(), fact_table(Induction(), gold, parse), column)


def test_heads_by_relation():
    table = of_induction("relation", HEADS_GOLD, HEADS_PARSE)
    assert table.frame.drop("directed_share", "undirected_share", "ned_share").rows() == [
        ("advmod", 1, 0, 0, 0),
        ("case", 1, 0, 0, 1),
        ("obl", 1, 0, 1, 1),
        ("root", 1, 1, 1, 1),
    ]
    assert table.condition(1, "ned_share") == (
        "has(induction, in_gold and relation = 'case' and counts_as in ('directed', 'undirected', 'ned'))"
    )
    assert table.condition(1, "words") == "has(induction, in_gold and relation = 'case')"


def test_lengths_are_over_words_that_score():
    # The arc from home to at passes a comma: in a sentence without punctuation it has the length 1.
    frame = of_induction("arc_length", HEADS_GOLD, HEADS_PARSE).frame
    assert frame.select("arc_length", "words", "directed").rows() == [
        ("root", 1, 1),
        ("1", 1, 0),
        ("2", 1, 0),
        ("3", 1, 0),
    ]


@pytest.mark.shared
@pytest.mark.parametrize("language", ["danish", "english"])
def test_the_tables_add_up_to_the_scores(language):
    gold, parse = (read(trees.SHARED / language / f"{side}.conllx") for side in ("gold", "parse"))
    found = score(Induction(), gold, parse).scores()
    for column in ("relation", "arc_length"):
        sums = of_induction(column, gold, parse).frame.sum().row(0, named=True)
        for figure in ("directed", "undirected", "ned"):
            assert (sums[figure], sums["words"]) == (found[figure].right, found[figure].total)


TAGS, INDUCED = words("N N N V V D"), words("1 1 2 2 3 2")


def of_clusters(table, gold, parse):
    metric = Clustering(parse_column="coarse_tag")
    return table(metric, fact_table(metric, gold, parse))


def test_the_mapping():
    found = of_clusters(tag_mapping, TAGS, INDUCED)
    assert found.frame.drop("right_share").rows() == [
        ("2", "D", "D", "D", 3, 1),
        ("1", "N", "N", "N", 2, 2),
        ("3", "V", "V", "V", 1, 1),
    ]
    assert found.condition(0, "words") == "has(clustering, in_gold and parse_tag = '2')"
    assert found.condition(0, "right_share") == "has(clustering, in_gold and parse_tag = '2' and gold_tag = 'D')"


def test_the_table_of_counts():
    found = of_clusters(tag_contingency, TAGS, INDUCED)
    assert found.frame.columns == ["induced", "words", "N", "V", "D"]
    assert found.headings == {"N": "N", "V": "V", "D": "D"}
    assert found.frame.rows() == [("2", 3, 1, 1, 1), ("1", 2, 2, 0, 0), ("3", 1, 0, 1, 0)]
    assert found.condition(1, "V") == "has(clustering, in_gold and parse_tag = '1' and gold_tag = 'V')"
    assert found.condition(1, "words") == "has(clustering, in_gold and parse_tag = '1')"


def test_a_tag_may_be_called_as_a_column():
    assert of_clusters(tag_contingency, words("words N"), INDUCED.slice(0, 0)).frame.is_empty()
    table = of_clusters(tag_contingency, words("words N"), words("1 2"))
    assert table.condition(0, "words (tag)").endswith("gold_tag = 'words')")


def test_nothing_has_empty_tables():
    for table in (tag_mapping, tag_contingency):
        frame = of_clusters(table, words(), words()).frame
        assert frame.is_empty() and frame.schema["induced"] == pl.String
