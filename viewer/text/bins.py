"""Bins of distances, lengths and the like as people read them; files for programs have eval.pl's names. No Qt."""

from __future__ import annotations

import re

_BINNED = ("direction", "distance", "span", "length", "class")
_ROOT = "to_root"
_FROM_TO = re.compile(r"(\d+)-(\d+|\.\.\.)")


def is_binned(column: str) -> bool:
    """Whether a column of this name has bins where it has texts, among others: ``distance``, ``gold_direction``."""
    return column.removesuffix("_bin").rpartition("_")[2] in _BINNED


def in_words(value: str) -> str:
    """A bin in words: ``to_root`` is root, ``3-6`` is 3–6, ``7-...`` is 7 and more; other texts as they are."""
    if value == _ROOT:
        return "root"
    found = _FROM_TO.fullmatch(value)
    if found is None:
        return value
    return f"{found[1]} and more" if found[2] == "..." else f"{found[1]}–{found[2]}"
