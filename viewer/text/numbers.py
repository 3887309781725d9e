"""Figures and bins as people read them, on the terminal, in tables, and in the window; lengths in pictures. No Qt."""

from __future__ import annotations

import re

_BINNED = ("direction", "distance", "span", "length", "class")
_FROM_TO = re.compile(r"(\d+)-(\d+|\.\.\.)")


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def plain(value: float | None) -> str:
    """A figure with two digits, – where there is none."""
    return "–" if value is None else f"{value:.2f}"


def coefficient(value: float | None) -> str:
    """A coefficient of agreement with three digits, – where it is undefined."""
    return "–" if value is None else f"{value:.3f}"


def probability(value: float | None) -> str:
    """A p value with four digits, – where there is none."""
    return "–" if value is None else f"{value:.4f}"


def count(value: float | None) -> str:
    """A whole number with commas between thousands, – where there is none."""
    return "–" if value is None else f"{value:,}"


def signed(value: float | None, written: str) -> str:
    """What is written of a difference, with + before one above 0."""
    return f"+{written}" if value is not None and value > 0 else written


def decimal(value: float) -> str:
    """``value`` as SVG and TeX have it: at most two decimals, no trailing zeros and no negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_binned(column: str) -> bool:
    """Whether a column of this name has bins where it has texts, among others: ``distance``, ``gold_direction``."""
    return column.removesuffix("_bin").rpartition("_")[2] in _BINNED


def in_words(value: str) -> str:
    """A bin in words: ``to_root`` is root, ``3-6`` is 3–6, ``7-...`` is 7 and more; other texts as they are.

    Files for programs have these names of eval.pl.
    """
    if value == "to_root":
        return "root"
    if (stretch := _FROM_TO.fullmatch(value)) is None:
        return value
    return f"{stretch[1]} and more" if stretch[2] == "..." else f"{stretch[1]}–{stretch[2]}"
