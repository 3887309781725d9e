"""Figures and bins as people read them."""

from __future__ import annotations

import pytest

from goldleaf.viewer.text.numbers import coefficient, count, in_words, is_binned, percent, plain, probability, signed


def test_figures():
    assert [percent(0.12345), plain(1.005), coefficient(0.5), probability(0.05), count(12345)] == [
        "12.35", "1.00", "0.500", "0.0500", "12,345"
    ]  # fmt: skip
    assert {write(None) for write in (percent, plain, coefficient, probability, count)} == {"–"}
    assert [signed(value, "x") for value in (0.1, 0, -0.1, None)] == ["+x", "x", "x", "x"]


@pytest.mark.parametrize(
    ("value", "said"), [("to_root", "root"), ("3-6", "3–6"), ("7-...", "7 and more"), ("x-6", "x-6"), ("left", "left")]
)
def test_bins(value, said):
    assert in_words(value) == said


def test_names_of_columns():
    assert [is_binned(name) for name in ("distance", "gold_direction", "span", "deprel", "distance_x")] == [
        True, True, True, False, False
    ]  # fmt: skip
