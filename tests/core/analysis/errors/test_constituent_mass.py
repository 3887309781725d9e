"""What classes of errors in constituents cost, and examples of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core import formats
from goldleaf.core.analysis.errors.constituent_errors import errors
from goldleaf.core.analysis.errors.constituent_mass import error_mass, examples
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.scoring import score

DEMO = Path(__file__).parents[4] / "assets" / "demo"
GOLD, PARSE = (formats.read(DEMO / name) for name in ("trees-gold.mrg", "trees-parse.mrg"))
ERRORS = errors(GOLD, PARSE)
SCORED = score(ParsEval(), GOLD, PARSE)


def test_the_classes_hold_all_brackets_that_are_wrong():
    found = error_mass(ERRORS, SCORED.counts).frame
    sums = SCORED.counts.select("matched", "gold_brackets", "parse_brackets").sum().row(0)
    assert found["brackets"].sum() == sums[1] + sums[2] - 2 * sums[0]
    assert found["mass_share"].sum() == pytest.approx(1)


def test_without_a_class_f1_is_that_of_a_parse_without_its_wrong_brackets():
    f1 = SCORED.scores()["f1"]
    found = error_mass(ERRORS, SCORED.counts).frame.row(1, named=True)
    assert found["class"] == "PP attachment"
    assert found["without_share"] == pytest.approx((f1.right + found["brackets"]) / f1.total)


def test_examples_are_the_words_concerned_in_brackets():
    found = examples(ERRORS, GOLD)
    rows = [row for row in found.frame.to_dicts() if (row["from"], row["to"]) == ("NP", "VP")]
    assert [(row["count"], row["brackets"], row["number"]) for row in rows] == [(3, 6, 1), (3, 6, 2), (3, 6, 5)]
    assert rows[0]["text"] == "The binder repaired the old atlas [with a thin strip of linen] ."
    table = ERRORS.columns.with_row_index("number", 1)
    assert filter_sentences(table, None, found.condition(1, "number")).rows.tolist() == [0]
    of_kind = filter_sentences(table, None, found.condition(1, "count"), tables={"repair": ERRORS.table}).rows.tolist()
    assert of_kind == [0, 1, 4]


def test_some_sentences_only():
    chosen = ERRORS.only(ERRORS.table["sentence"].unique().sort().head(1))
    assert chosen.table["sentence"].n_unique() == 1
    assert chosen.compared.sum() == 1


def test_a_perfect_parse_has_none():
    none = errors(GOLD, GOLD)
    assert error_mass(none, score(ParsEval(), GOLD, GOLD).counts).frame.height == 0
    assert examples(none, GOLD).frame.height == 0
