"""Where a long sentence continues in new rows of words: balanced ones, which cut few arcs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

OPEN_END = 18.0  # how far an arc that goes on in another row runs past the last word, in pixels
COST_OF_ROOM = 80.0  # arcs that a row is worth whose room is not used; squared, so that rows are equally long
COST_OF_MARK = 8.0  # a row that begins with punctuation
COST_OF_MARKS = 1e4  # one that holds nothing else
COST_OF_WIDTH = 1e6  # one that is too wide


@dataclass(frozen=True, slots=True)
class Breaking:
    """What a row may hold, by column.

    ``xs`` are the columns' centres in one long row, ``lefts`` and ``rights`` how far they reach. ``over`` is how many
    arcs pass over the gap after each column; no row ends where these are infinitely many. ``before`` and ``after`` are
    what the open ends of arcs want beside a column that is the first or the last of its row. ``marks`` are
    punctuation.
    """

    xs: Sequence[float]
    lefts: Sequence[float]
    rights: Sequence[float]
    over: Sequence[float]
    before: Sequence[float]
    after: Sequence[float]
    marks: Sequence[bool]


def break_rows(given: Breaking, width: float) -> list[tuple[int, int]]:
    """The first and last columns of each row. A row holds at least one column, however narrow ``width`` is.

    The cheapest way by dynamic programming, as TeX breaks paragraphs (Knuth and Plass 1981).
    """
    count = len(given.xs)
    best = [0.0] + [inf] * count  # by how many columns are in rows
    begin = [0] * (count + 1)  # of the last of these rows
    for first in range(count):
        if best[first] == inf:
            continue
        for last, cost in _rows_from(given, first, width):
            if best[first] + cost < best[last + 1]:
                best[last + 1], begin[last + 1] = best[first] + cost, first
    rows, end = [], count
    while end:
        rows.append((begin[end], end - 1))
        end = begin[end]
    return rows[::-1]


def _rows_from(given: Breaking, first: int, width: float) -> list[tuple[int, float]]:
    """Where a row may end that begins with a column, and what it costs; only the shortest is ever too wide."""
    found: list[tuple[int, float]] = []
    start = given.xs[first] - given.lefts[first] - given.before[first]
    end, only_marks = len(given.xs) - 1, True
    begins = COST_OF_MARK * (first > 0) * given.marks[first]
    for last in range(first, end + 1):
        only_marks = only_marks and given.marks[last]
        reach, cut = given.xs[last] + given.rights[last] - start, given.over[last] if last < end else 0.0
        if found and reach > width:
            break
        if cut == inf:
            continue
        cost = _cost_of_width(reach + given.after[last], width)
        if not found or cost < COST_OF_WIDTH:
            found.append((last, cost + begins + COST_OF_MARKS * only_marks + cut))
    return found


def _cost_of_width(used: float, width: float) -> float:
    """What room that a row does not use costs, or room that it does not have."""
    if used > width:
        return COST_OF_WIDTH * min(used / max(width, 1.0), 1e6)
    return COST_OF_ROOM * (1 - used / width) ** 2
