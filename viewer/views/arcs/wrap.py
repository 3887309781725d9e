"""Where a long sentence continues in a new row of words."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

OPEN_END = 18.0  # how far an arc that goes on in another row runs past the last word, in pixels
LOOSE = 0.3  # a row may end this much of its width early, where fewer arcs are cut
COST_OF_LOSS = 10.0  # arcs that a row is worth


def break_rows(
    xs: Sequence[float],
    lefts: Sequence[float],
    rights: Sequence[float],
    over: Sequence[float],
    width: float,
) -> list[tuple[int, int]]:
    """The first and last columns of each row.

    ``xs`` are the columns' centres in one long row, ``lefts`` and ``rights`` how far they reach, ``over`` how many
    arcs pass over the gap after each column; no row ends where these are infinitely many. A row holds at least one
    column, however narrow ``width`` is.
    """
    rows, first, count = [], 0, len(xs)
    room = width - 2 * OPEN_END
    while first < count:
        start = xs[first] - lefts[first]
        last = first
        while last + 1 < count and xs[last + 1] + rights[last + 1] - start <= room:
            last += 1
        if last + 1 < count:
            lengths = [xs[column] + rights[column] - start for column in range(first, last + 1)]
            last = first + _best_break(lengths, over[first : last + 1], room)
        while last + 1 < count and over[last] == inf:
            last += 1
        rows.append((first, last))
        first = last + 1
    return rows


def _best_break(lengths: Sequence[float], over: Sequence[float], room: float) -> int:
    """After which of the columns of a row to end it: the last one, or an earlier one where fewer arcs are cut."""
    best, best_cost = len(lengths) - 1, inf
    for column in range(len(lengths) - 1, -1, -1):
        lost = 1 - lengths[column] / room if room > 0 else 0.0
        if lost > LOOSE and best_cost < inf:
            break
        cost = over[column] + COST_OF_LOSS * lost
        if cost < best_cost:
            best, best_cost = column, cost
    return best
