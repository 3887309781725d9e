"""Figures and bins as people read them, on the terminal, in tables, and in the window; lengths in pictures. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable

_BINNED = ("direction", "distance", "span", "length", "class")
_FROM_TO = re.compile(r"(\d+)-(\d+|\.\.\.)")


def _writer(form: str, factor: float = 1) -> Callable[[float | None], str]:
    """Writes a figure in a form, and – where there is none."""
    return lambda value: "–" if value is None else format(factor * value, form)


percent = _writer(".2f", 100)  # of a fraction
plain = _writer(".2f")
coefficient = _writer(".3f")  # of agreement
probability = _writer(".4f")
count = _writer(",")


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
    """A bin, by its name of eval.pl, in words: ``to_root`` is root, ``3-6`` is 3–6, ``7-...`` is 7 and more."""
    if value == "to_root":
        return "root"
    if (stretch := _FROM_TO.fullmatch(value)) is None:
        return value
    return f"{stretch[1]} and more" if stretch[2] == "..." else f"{stretch[1]}–{stretch[2]}"
