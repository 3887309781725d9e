"""Any string can be drawn."""

from __future__ import annotations

import pytest

from goldleaf.viewer.text.characters import drawable, holds, plain, table_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("word", "word"),
        ("", ""),
        ("a\tb\r\nc", "a b  c"),
        ("\x00\x1b\x7f\x85", "\ufffd\ufffd\ufffd "),
        ("\ud800x\uffff", "\ufffdx\ufffd"),
        ("e\u0301 \u200d\u200f 🙂", "e\u0301 \u200d\u200f 🙂"),  # joiners and direction marks are text
        ("a\u00a0b", "a\u00a0b"),
    ],
)
def test_drawable(text: str, expected: str) -> None:
    assert drawable(text) == expected


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


@pytest.mark.parametrize(
    ("before", "after", "held"),
    [
        ("word", ",", True),
        ("word", ".)", True),
        ("word", "؟", True),
        ("(", "word", True),
        ("«", "word", True),
        ("word", "(", False),
        (",", "word", False),
        ("word", '"', False),  # who knows whether it opens or closes
        ('"', "word", False),
        ("-", "word", False),
        ("word", ".NET", False),
        ("", "", False),
    ],
)
def test_lines_do_not_end_before_what_closes_or_after_what_opens(before: str, after: str, held: bool) -> None:
    assert holds(before, after) is held
