"""The table of constituents by label: worked by hand, and adding up to ParsEval's own counts."""

from __future__ import annotations

import pytest
from hypothesis import given

from goldleaf.core.analysis.breakdown.constituent_recall import label_table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.sentence_table import sentence_table
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.scoring import score
from tests.core.metrics.phrases import both, pairs, sums

METRIC = ParsEval()

CHOSEN = [
    ("(S (NP-SBJ (N a)) (VP (V b) (NP (N c))))", "(S (NP (N a)) (VP (V b)) (ADJP (N c)))"),
    ("(TOP (S (ADVP (R a))))", "(TOP (S (PRT (R a))))"),
]


@pytest.fixture
def table():
    return label_table(METRIC, *both(CHOSEN))


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
    sentences = sentence_table(gold, {"p": parse}, {"p": {"parseval": score(METRIC, gold, parse)}})

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
        frame, found = label_table(metric, gold, parse).frame, sums(score(metric, gold, parse).counts)
        assert frame.select("gold", "correct", "system").sum().row(0) == (
            found["gold_brackets"],
            found["matched"],
            found["parse_brackets"],
        )
