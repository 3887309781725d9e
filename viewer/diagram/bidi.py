"""Which way text runs, from the Unicode bidirectional classes of its characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional

_RIGHT = frozenset({"R", "AL"})


@lru_cache(maxsize=65536)
def strength(text: str) -> int:
    """Its letters that run from right to left less those that run from left to right; 0 without letters."""
    if text.isascii():
        return -sum(map(str.isalpha, text))
    classes = [bidirectional(character) for character in text]
    return sum(name in _RIGHT for name in classes) - classes.count("L")


def mostly_right_to_left(texts: Iterable[str]) -> bool:
    """Whether most of the letters run from right to left."""
    return sum(map(strength, texts)) > 0


def turns(text: str, otherwise: bool) -> bool:
    """Whether a text runs from right to left; ``otherwise`` if it has no letters."""
    runs = strength(text)
    return runs > 0 if runs else otherwise


def isolated(text: str) -> str:
    """The text so that it does not turn the direction of what stands beside it in a line."""
    return f"\u2068{text}\u2069" if strength(text) > 0 else text


MOST_WORDS = 6  # of a constituent that are quoted in full
KEPT_WORDS = 2  # of a longer one, at either end
MOST_PARTS = 3  # between gaps, of each of which the ends are quoted


def in_quotes(forms: Sequence[str]) -> str:
    """Words, such as ``‘the old house’``; of many those at either end, with few gaps (``…``) those at each end of every
    part: what lies in another begins and ends as that does where both have a gap."""
    if not forms:
        return "no words"
    if len(forms) > MOST_WORDS:
        parts = [[*part] for gap, part in groupby(forms, "…".__eq__) if not gap]
        if 1 < len(parts) <= MOST_PARTS:
            ends = [" ".join(part if len(part) <= KEPT_WORDS else [part[0], "…", part[-1]]) for part in parts]
            return f"‘{isolated(' … '.join(ends))}’"
        forms = [*forms[:KEPT_WORDS], "…", *forms[-KEPT_WORDS:]]
    return f"‘{isolated(' '.join(forms))}’"
