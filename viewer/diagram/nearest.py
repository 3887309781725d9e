"""The nearest place on a line that is free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Extent: TypeAlias = tuple[float, float]
"""Where something begins and ends."""


def nearest_free(wanted: float, walls: Sequence[Extent]) -> float:
    """The place outside all walls that is nearest to the one wanted."""
    joined: list[Extent] = []
    for low, high in sorted(walls):
        if joined and low < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    for low, high in joined:
        if low < wanted < high:
            return low if wanted - low <= high - wanted else high
    return wanted
