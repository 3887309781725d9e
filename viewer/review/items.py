"""Items of judgements that name several words: yields of constituents, predicates with their arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable

_RANGES = re.compile(r"\d+(-\d+)?(\+\d+(-\d+)?)*", re.ASCII)
_ROLE = re.compile(r"(\d+)(?:>(\d+))?", re.ASCII)


def yield_item(positions: Iterable[int]) -> str:
    """A set of words as ranges of IDs, as `sides.layers` has them: ``3-5``, ``3-5+8-8``."""
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
    found: set[int] = set()
    for part in item.split("+"):
        first, _, last = part.partition("-")
        if int(last or first) - int(first) > 100_000:
            return None
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found) or None


def role_item(predicate: int, argument: int) -> str:
    """A predicate and its argument: ``8>3``; ``8`` for the predicate's sense, the argument being 0."""
    return f"{predicate}>{argument}" if argument else f"{predicate}"


def role_of(item: str) -> tuple[int, int] | None:
    """The predicate and argument (0 for the sense) of such an item, None for what is none."""
    found = _ROLE.fullmatch(item)
    return (int(found[1]), int(found[2] or 0)) if found else None
