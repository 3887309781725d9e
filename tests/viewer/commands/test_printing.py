"""Tables on the terminal."""

from __future__ import annotations

import polars as pl

from goldleaf.viewer.commands.terminal import print_rows, print_table
from goldleaf.viewer.tables import beside, of_frame

FRAME = pl.DataFrame({"tag": ["N"], "right_share": [0.5], "f1": pl.Series([None], dtype=pl.Float64)})


def lines(capsys) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_text_stands_left_and_figures_right(capsys):
    print_rows("Title", ["a", "b"], [["long name", "1.00"], ["x", "100.00"]])
    assert lines(capsys) == ["Title", "a               b", "long name    1.00", "x          100.00"]


def test_a_table_of_wide_characters_is_straight(capsys):
    print_rows("", ["form", "n"], [["木村", "1"], ["ab", "22"]])
    assert lines(capsys) == ["form   n", "木村   1", "ab    22"]


def test_a_table_without_rows_has_its_headings(capsys):
    print_rows("T", ["a", "b"], [])
    assert lines(capsys) == ["T", "a  b"]


def test_a_long_table_is_not_cut(capsys):
    print_rows("", ["a"], [["x" * 2000]])
    assert lines(capsys)[1] == "x" * 2000


def test_shares_are_in_per_cent_and_nothing_is_a_dash(capsys):
    print_table(of_frame("T", FRAME, "A note."))
    assert lines(capsys) == ["T", "tag  right %  f1 %", "N      50.00     –", "A note."]


def test_groups_stand_below_their_names(capsys):
    keys, one = pl.DataFrame({"tag": ["N", "V"]}), pl.DataFrame({"n": [3, 4]})
    groups = [("", keys), ("a long name", one), ("b", one), ("a – b", pl.DataFrame({"n": [1, -2]}))]
    print_table(beside("T", groups))
    assert lines(capsys) == [
        "T",
        "     a long name  b  a – b",
        "tag            n  n      n",
        "N              3  3     +1",
        "V              4  4     -2",
    ]
