"""Breakdowns of several parses side by side."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown.beside import beside
from goldleaf.core.analysis.breakdown.table import Table


def table(*rows: tuple) -> Table:
    schema = {"tag": pl.String, "words": pl.UInt32, "right": pl.UInt32, "share": pl.Float64}
    return Table("t", "T", pl.DataFrame(rows, schema, orient="row"), "", lambda _row, _column: "")


ONE = table(("N", 4, 3, 0.75), (None, 2, 1, 0.5))
OTHER = table((None, 2, 2, 1.0), ("V", 5, 1, 0.2))


def test_rows_are_those_of_all_in_the_order_of_the_first():
    keys, one, other, difference = beside({"one": ONE, "other": OTHER})
    assert keys.frame.rows() == [("N", 4), (None, 2), ("V", 5)]  # the gold's words stand once
    assert one.frame.rows() == [(3, 0.75), (1, 0.5), (None, None)]
    assert other.frame.rows() == [(None, None), (2, 1.0), (1, 0.2)]
    assert difference.name == "one – other"
    assert difference.frame.rows() == [(None, None), (-1, -0.5), (None, None)]


def test_counts_of_the_gold_stand_for_each_parse_where_words_differ():
    keys, one, *_ = beside({"one": ONE, "other": table(("N", 3, 3, 1.0))})
    assert keys.frame.columns == ["tag"]
    assert one.frame.columns == ["words", "right", "share"]


def test_three_parses_have_no_difference():
    assert [group.name for group in beside({"a": ONE, "b": OTHER, "c": ONE})] == ["", "a", "b", "c"]


def test_a_rank_has_no_difference():
    frame = pl.DataFrame({"error": [1], "description": ["x"], "count": [3]})
    ranked = Table("t", "T", frame, "", lambda _row, _column: "")
    assert beside({"a": ranked, "b": ranked})[-1].frame.columns == ["count"]


def test_what_is_true_or_false_has_no_difference():
    frames = [pl.DataFrame({"class": ["coordination"], "needs": [True], "brackets": [n]}) for n in (5, 3)]
    tables = {name: Table("t", "T", frame, "", lambda *_: "") for name, frame in zip("ab", frames, strict=True)}
    *_, difference = beside(tables)
    assert difference.frame.to_dicts() == [{"brackets": 2}]
