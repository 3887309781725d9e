"""Any string can be drawn."""

from __future__ import annotations

import pytest

from goldleaf.viewer.text.characters import drawable


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
