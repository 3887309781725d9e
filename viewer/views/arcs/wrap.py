"""Where a long sentence continues in a new row of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from math import inf
from typing import NamedTuple

OPEN_END = 18.0  # how far an arc that goes on in another row runs past the last word, in pixels
COST_OF_LOSS = 12.0  # arcs that an empty row is worth
COST_OF_LIGHT = 1e6  # no number of arcs is worth a row of nothing but punctuation


class _Plan(NamedTuple):
    """The cheapest rows from a column to the end: how many, what they cost, where the first one ends."""

    rows: int
    cost: float
    last: int


def break_rows(
    xs: Sequence[float],
    lefts: Sequence[float],
    rights: Sequence[float],
    over: Sequence[float],
    width: float,
    light: Set[int] = frozenset(),
) -> list[tuple[int, int]]:
    """The first and last columns of each row: as few rows as can be, about equally long, cutting few arcs.

    ``xs`` are the columns' centres in one long row, ``lefts`` and ``rights`` how far they reach, ``over`` how many
    arcs pass over the gap after each column; no row ends where these are infinitely many. Columns that are ``light``
    have no row to themselves, if that can be avoided. A row holds at least one column, however narrow ``width`` is.
    """
    count = len(xs)
    plans: dict[int, _Plan] = {count: _Plan(0, 0.0, count)}
    heavy = [0]
    for column in range(count):
        heavy.append(heavy[-1] + (column not in light))
    for first in range(count - 1, -1, -1):
        found = []
        for last, length in _ends(first, xs, lefts, rights, over, width):
            rest = plans[last + 1]
            cost = COST_OF_LOSS * (1 - length / width) ** 2 if width > 0 else 0.0
            cost += over[last] if last + 1 < count else 0.0
            cost += COST_OF_LIGHT * (heavy[last + 1] == heavy[first])
            found.append(_Plan(rest.rows + 1, rest.cost + cost, last))
        plans[first] = min(found)
    starts, first = [], 0
    while first < count:
        starts.append(first)
        first = plans[first].last + 1
    return [(first, end - 1) for first, end in pairwise([*starts, count])]


def _ends(
    first: int,
    xs: Sequence[float],
    lefts: Sequence[float],
    rights: Sequence[float],
    over: Sequence[float],
    width: float,
) -> Iterator[tuple[int, float]]:
    """Where a row may end that begins with a column, and its length then; the nearest end if none is near enough."""
    start, found = xs[first] - lefts[first] - OPEN_END * (first > 0), False
    for last in range(first, len(xs)):
        at_end = last + 1 == len(xs)
        length = xs[last] + rights[last] - start + (0.0 if at_end else OPEN_END)
        if found and length > width and xs[last] + rights[last] - start > width:
            return
        if (at_end or over[last] != inf) and (length <= width or not found):
            found = True
            yield last, length
