"""Texts in Markdown."""

from __future__ import annotations

import pytest

from goldleaf.viewer.text.markdown import plain, table_lines


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a|b", r"a\|b"),
        ("*", r"\*"),
        ("<img src=x>", "&lt;img src=x&gt;"),
        ("exact_match", "exact_match"),
        ("_ and _x_", r"\_ and \_x\_"),
        ("a\nb", "a<br>b"),
    ],
)
def test_no_text_is_markup(text, written):
    assert plain(text) == written


def test_columns_of_figures_stand_right():
    assert [*table_lines(["a", "b"], [["x", "1"]], [False, True])] == ["| a | b |", "| --- | --: |", "| x | 1 |"]
    assert [*table_lines(["a", "b"], [])][1] == "| --- | --- |"
