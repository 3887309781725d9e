"""What a review is made of: judgements of reviewers about places, and the acts that set and remove them.

Items of judgements that name several words, yields and predicates with their arguments, are written and read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer

GOLD, PARSE, BOTH, NEITHER, UNSURE, SKIP = VERDICTS = ("gold", "parse", "both", "neither", "unsure", "skip")
"""Verdicts that every review knows; names of sides and third readings (``3:obj``, ``=NOUN``) are verdicts, too."""

REVIEWED = "reviewed"
"""The mark, on a whole sentence without a layer, that a reviewer is done with it."""

MIXED = "mixed"
"""What stands for the verdict of a sentence that has several."""

TAG_SEPARATOR = ";"

_RANGES = re.compile(r"\d+(-\d+)?(\+\d+(-\d+)?)*", re.ASCII)
_ROLE = re.compile(r"(\d+)(?:>(\d+))?", re.ASCII)
_LONGEST = 100_000  # words: a typo of nine digits is no set to be made


class Side(NamedTuple):
    """A treebank that is reviewed: its name, its file, and how that is read (format_name, encoding, separator)."""

    name: str
    path: str
    options: dict[str, str] = {}


class Place(NamedTuple):
    """What a judgement is about. ``sentence`` is the store's key of it.

    ``item`` is empty for the whole sentence, else the ID of a word (``4``), the yield of a constituent as ranges of IDs
    (``3-5+8-8``), or a predicate and its argument (``8>3``; ``8`` for the predicate's sense).
    """

    sentence: int
    layer: Layer | None = None
    item: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one reviewer says of one place; the verdict is empty where there is only a note."""

    place: Place
    reviewer: str
    verdict: str
    note: str = ""
    tags: tuple[str, ...] = ()
    time: str = ""  # ISO 8601; the store fills it in

    @property
    def says_nothing(self) -> bool:
        """Whether to keep it would be to keep nothing."""
        return not (self.verdict or self.note or self.tags)


@dataclass(frozen=True, slots=True)
class Change:
    """What an act did to the judgement of one reviewer at one place; None where there is none."""

    place: Place
    reviewer: str
    before: Judgement | None
    after: Judgement | None


@dataclass(frozen=True, slots=True)
class Act:
    """What one key, or one command, did. ``undone`` says whether it was taken back."""

    number: int
    reviewer: str
    what: str
    time: str
    changes: tuple[Change, ...] = field(repr=False)
    undone: bool = False


def is_reading(verdict: str) -> bool:
    """Whether a verdict is a third reading: ``head:label``, or a value after ``=``."""
    return verdict.startswith("=") or verdict.partition(":")[0].isdecimal()


def yield_item(positions: Iterable[int]) -> str:
    """A set of words as ranges of IDs, as `core.analysis.sides.layers` has them: ``3-5``, ``3-5+8-8``."""
    ranges: list[list[int]] = []
    for position in sorted(positions):
        if ranges and ranges[-1][1] == position - 1:
            ranges[-1][1] = position
        else:
            ranges.append([position, position])
    return "+".join(f"{first}-{last}" for first, last in ranges)


def yield_of(item: str) -> frozenset[int] | None:
    """The words of such an item, in which single ones may stand by themselves (``3-5+8``); None for what is none."""
    if not _RANGES.fullmatch(item):
        return None
    words: set[int] = set()
    for part in item.split("+"):
        first, _, last = part.partition("-")
        if int(last or first) - int(first) > _LONGEST:
            return None
        words.update(range(int(first), int(last or first) + 1))
    return frozenset(words) or None


def role_item(predicate: int, argument: int) -> str:
    """A predicate and its argument: ``8>3``; ``8`` for the predicate's sense, the argument being 0."""
    return f"{predicate}>{argument}" if argument else f"{predicate}"


def role_of(item: str) -> tuple[int, int] | None:
    """The predicate and argument (0 for the sense) of such an item, None for what is none."""
    match = _ROLE.fullmatch(item)
    return (int(match[1]), int(match[2] or 0)) if match else None
