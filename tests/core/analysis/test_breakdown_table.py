"""Order, ties and conditions of breakdown tables."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import equals, has, most_frequent, ordered


def test_order_is_by_count_then_by_name_in_code_points():
    frame = pl.DataFrame({"name": ["b", "é", "B", "a", "z"], "count": [2, 2, 2, 2, 3]})
    assert ordered(frame, "count", "name")["name"].to_list() == ["z", "B", "a", "b", "é"]


def test_categoricals_are_ordered_by_name_and_numbers_by_size():
    frame = pl.DataFrame(
        {"name": ["b", "a"], "number": [10, 9], "count": [1, 1]}, schema_overrides={"name": pl.Categorical}
    )
    assert ordered(frame, "count", "name")["name"].to_list() == ["a", "b"]
    assert ordered(frame, "count", "number")["number"].to_list() == [9, 10]


def test_rows_as_frequent_as_the_last_are_kept():
    frame = pl.DataFrame({"count": [1, 5, 3, 3, 2, 3]})
    assert most_frequent(frame, "count", 2)["count"].to_list() == [5, 3, 3, 3]
    assert most_frequent(frame, "count", 6)["count"].to_list() == frame["count"].to_list()


def test_conditions():
    assert has("scoring", None, equals("form", "it's")) == "has(scoring and form = 'it''s')"
    assert equals("offset", -2) == "offset = -2"
    assert equals("label", None) == "label is null"
