"""Where a long sentence continues in new rows of words: balanced ones, which cut few arcs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import inf
from typing import NamedTuple
from unicodedata import category

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.views.arcs.edges import Edge

OPEN_END = 18.0  # how far an arc that goes on in another row runs past the last word, in pixels
ONWARD_GAP = 5.0  # between the label of an arc that goes on and whose it is
LONGEST = 14  # characters of the word that an arc goes on to
COST_OF_ARC = 2.5  # one that is cut: it has a lane in both rows, and its word is named twice
COST_OF_ROOM = 80.0  # a row whose room is not used; squared, so that rows are equally long
COST_OF_MARK = 8.0  # a row that begins with punctuation
COST_OF_MARKS = 1e4  # one that holds nothing else
COST_OF_WIDTH = 1e6  # one that is too wide


class Extents(NamedTuple):
    """How far each column reaches left and right of its centre, and the least distances."""

    lefts: list[float]
    rights: list[float]
    gaps: list[float]
    pad: float  # by which an arc is wider than its label


class Word(NamedTuple):
    """A word as an arc that goes on names it, with the width of an arrow and it, and whether it is punctuation."""

    text: str
    width: float
    is_mark: bool

    @staticmethod
    def of(text: str, ruler: Ruler) -> Word:
        """The word of a form, cut where it is long: it stands beside a label."""
        short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        is_mark = bool(text) and all(category(character)[0] == "P" for character in text)
        return Word(short, ruler.width(Role.LABEL, f"→ {short}"), is_mark)


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


def breaking(
    xs: Sequence[float],
    extents: Extents,
    groups: Sequence[Iterable[Edge]],
    ties: Iterable[tuple[int, int]],
    words: Sequence[Word],
) -> Breaking:
    """What rows may hold of columns that would have their centres at ``xs`` in a single one; ``ties`` are not cut."""
    edges = list(chain.from_iterable(groups))
    changes = [0] * (len(xs) + 1)
    for edge in edges:
        changes[edge.left] += 1
        changes[edge.right] -= 1
    over = [float(number) for number in accumulate(changes)][: len(xs)]
    for first, last in ties:
        over[first:last] = [inf] * (last - first)
    after = [OPEN_END if passing else 0.0 for passing in over]
    before = [0.0, *after[:-1]]
    for edge in edges:
        left, right = edge.left, edge.right
        end = xs[left] + edge.left_port + open_width(edge, words[right]) + extents.pad
        for column in range(left, right):
            if end - xs[column] <= OPEN_END:
                break
            after[column] = max(after[column], end - xs[column])
        start = xs[right] + edge.right_port - open_width(edge, words[left]) - extents.pad
        for column in range(right, left, -1):
            if xs[column] - start <= OPEN_END:
                break
            before[column] = max(before[column], xs[column] - start)
    return Breaking(xs, extents.lefts, extents.rights, over, before, after, [word.is_mark for word in words])


def open_width(edge: Edge, onward: Word) -> float:
    """The width of the label of an arc that goes on, with the word that it goes on to."""
    return edge.width + (ONWARD_GAP if edge.width else 0.0) + onward.width


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
        used = reach + given.after[last]
        if used > width:
            cost = COST_OF_WIDTH * min(used / max(width, 1.0), 1e6)
        else:
            cost = COST_OF_ROOM * (1 - used / width) ** 2
        if not found or cost < COST_OF_WIDTH:
            found.append((last, cost + begins + COST_OF_MARKS * only_marks + COST_OF_ARC * cut))
    return found
