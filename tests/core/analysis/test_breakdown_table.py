"""Order, ties and conditions of breakdown tables."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Breakdown, equals, has, most_frequent, ordered, side_by_side


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


def table(*rows: tuple) -> Breakdown:
    schema = {"tag": pl.String, "words": pl.UInt32, "right": pl.UInt32, "share": pl.Float64}
    return Breakdown("t", "T", pl.DataFrame(rows, schema, orient="row"), "", lambda _row, _column: "")


def beside(tables):
    return side_by_side(tables, lambda condition, _: condition).groups


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


def test_of_three_parses_the_first_is_told_from_each_of_the_others():
    groups = beside({"a": ONE, "b": OTHER, "c": ONE})
    assert [group.name for group in groups] == ["", "a", "b", "c", "a – b", "a – c"]
    assert groups[-1].frame.rows() == [(0, 0.0), (0, 0.0), (None, None)]


def test_figures_that_one_parse_alone_has_are_no_difference():
    frames = [pl.DataFrame({"label": ["x"], "count": [1], own: [2]}) for own in ("forgiven", "other")]
    tables = {name: Breakdown("t", "T", frame, "", lambda *_: "") for name, frame in zip("ab", frames, strict=True)}
    assert beside(tables)[-1].frame.to_dicts() == [{"count": 0}]


def test_rows_of_the_same_name_stand_beside_each_other_in_their_order():
    frames = [pl.DataFrame({"label": ["x"] * len(counts), "count": counts}) for counts in ([3, 2], [9, 8, 7])]
    tables = {name: Breakdown("t", "T", frame, "", lambda *_: "") for name, frame in zip("ab", frames, strict=True)}
    keys, one, other, difference = beside(tables)
    assert keys.frame["label"].to_list() == ["x"] * 3
    assert (one.frame["count"].to_list(), other.frame["count"].to_list()) == ([3, 2, None], [9, 8, 7])
    assert difference.frame["count"].to_list() == [-6, -6, None]


def test_figures_of_parses_in_one_table_open_their_own_sentences():
    def named(name):
        frame = pl.DataFrame({"tag": [name, "N"], "words": [1, 2], "right": [1, len(name)]})
        return Breakdown("t", "T", frame, "note", lambda row, column: f"has({row['tag']} {column})")

    table = side_by_side({"a": named("a"), "bb": named("b")}, lambda condition, name: f"{name}:{condition}")
    assert table.frame.columns == ["tag", "words", "a\nright", "bb\nright", "a – bb\nright"]
    place = table.frame["tag"].to_list().index("N")
    assert table.condition(place, "a\nright") == "a:has(N right)"
    assert table.condition(place, "bb\nright") == "bb:has(N right)"
    assert table.condition(place, "a – bb\nright") == "a:has(N right) or bb:has(N right)"
    assert table.condition(place, "words") == "a:has(N words)"
    assert table.condition(place, "tag") == "a:has(N tag) or bb:has(N tag)"
    alone = table.frame["tag"].to_list().index("a")
    assert table.condition(alone, "bb\nright") == table.condition(alone, "a – bb\nright") == ""
    assert table.condition(alone, "a\nright") == "a:has(a right)" and table.note == "note"


def test_a_rank_has_no_difference():
    frame = pl.DataFrame({"error": [1], "description": ["x"], "count": [3]})
    ranked = Breakdown("t", "T", frame, "", lambda _row, _column: "")
    assert beside({"a": ranked, "b": ranked})[-1].frame.columns == ["count"]


def test_what_is_true_or_false_has_no_difference():
    frames = [pl.DataFrame({"class": ["coordination"], "needs": [True], "brackets": [n]}) for n in (5, 3)]
    tables = {name: Breakdown("t", "T", frame, "", lambda *_: "") for name, frame in zip("ab", frames, strict=True)}
    *_, difference = beside(tables)
    assert difference.frame.to_dicts() == [{"brackets": 2}]
