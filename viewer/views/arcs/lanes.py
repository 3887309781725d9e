"""Lanes: how high the flat top of each arc lies, so that no two tops of a lane overlap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]


def lanes(spans: Sequence[Span], lengths: Sequence[int]) -> list[int]:
    """The lane of each span of columns, from 1, the lane next to the words.

    A span has the first lane that is free over all its gaps when the shorter spans have theirs; so it lies above all
    that are inside it (what is in lane n overlaps something in each lane below). A span of one column is a stub, such
    as a root's arrow: it lies above all that begin or end there. A span may be a part of its arc: of equal spans the
    one with the longer arc (``lengths``) lies above.
    """
    result = [0] * len(spans)
    taken = [0]  # by lane: the gaps between columns that it covers, a bit each
    touching: defaultdict[int, int] = defaultdict(int)  # by column: the highest lane that begins or ends there
    order = sorted((right - left, lengths[index], left, index) for index, (left, right) in enumerate(spans))
    for length, _, left, index in order:
        if length:
            result[index] = lane = _free(taken, ((1 << length) - 1) << left)
            touching[left] = max(touching[left], lane)
            touching[left + length] = max(touching[left + length], lane)
    for index, (left, right) in enumerate(spans):
        if left == right:
            result[index] = touching[left] = _free_stub(taken, touching[left] + 1, left)
    return result


def _free(taken: list[int], gaps: int) -> int:
    """The first lane where none of the gaps is taken; takes them."""
    lane = 1
    while lane < len(taken) and taken[lane] & gaps:
        lane += 1
    if lane == len(taken):
        taken.append(0)
    taken[lane] |= gaps
    return lane


def _free_stub(taken: list[int], lane: int, column: int) -> int:
    """The first lane from ``lane`` on whose spans do not pass over the column."""
    sides = 0b11 << (column - 1) if column else 0
    while sides and lane < len(taken) and taken[lane] & sides == sides:
        lane += 1
    return lane
