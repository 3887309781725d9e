"""Bins of distances, lengths and the like as people read them; files for programs have eval.pl's names. No Qt."""

from __future__ import annotations

_BINNED = ("direction", "distance", "span", "length")
_WORDS = {"to_root": "root", "self": "itself"}
_BEYOND = "-..."


def is_binned(column: str) -> bool:
    """Whether a column of this name has bins, where it has texts: ``distance``, ``gold_direction``."""
    return column.rpartition("_")[2] in _BINNED


def in_words(value: str) -> str:
    """A bin in words: ``to_root`` is root, ``3-6`` is 3–6, ``7-...`` is 7 and more."""
    if value.endswith(_BEYOND):
        return f"{value.removesuffix(_BEYOND)} and more"
    return _WORDS.get(value, value.replace("-", "–"))
