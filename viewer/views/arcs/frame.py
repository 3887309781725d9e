"""The frame that all panes of a sentence share: where each column stands, in which row, and where arcs meet it.

An arc meets a word at a port: one that comes in alone points at the word's centre, the others spread by distance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import MARGIN
from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions
from goldleaf.viewer.views.arcs.columns import Gaps, TextRow
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.wrap import OPEN_END, Extents, Word, break_rows, breaking, open_width

FIRST = 7.0  # from the centre to the first port beside an arrowhead, in pixels
STEP = 4.8  # to the next port
FAN = 34.0  # the ports of one side of a word crowd together beyond this
CLEAR = 3.0  # beside the outermost port


@dataclass(frozen=True, slots=True)
class Stretch:
    """The columns ``first`` to ``last`` in one row of words.

    ``xs`` are the centres of the columns, between the row's left edge (its first item) and its right edge (its last).
    """

    first: int
    last: int
    xs: tuple[float, ...]

    def __contains__(self, column: int) -> bool:
        return self.first <= column <= self.last

    def x(self, column: int) -> float:
        """The centre of a column of this row."""
        return self.xs[column - self.first + 1]


class Piece(NamedTuple):
    """The part of an edge in one row of words.

    ``left`` and ``right`` index the row's ``xs``; at its edges the piece is open and goes on in another row.
    ``onward`` is the word that it goes on to; ``width`` is that of its label, with this word.
    """

    edge: Edge
    left: int
    right: int
    width: float
    onward: Word | None = None

    @property
    def open_left(self) -> bool:
        """Whether it comes from a row above."""
        return self.left == 0

    @property
    def open_right(self) -> bool:
        """Whether it goes on in a row below."""
        return self.onward is not None and self.left > 0


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below the words asks for: distances, half the widths of texts that the row's edges must hold,
    and the first and last columns of what no break may cut."""

    needs: Sequence[Need] = ()
    halves: Sequence[tuple[int, float]] = ()
    ties: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """All rows of words, each with the pieces of each group of edges in it; ``width`` with the margins."""

    stretches: tuple[Stretch, ...]
    pieces: tuple[tuple[list[Piece], ...], ...]  # by stretch, by group
    width: float


def frame(
    count: int,
    rows: Iterable[TextRow],
    groups: Sequence[Sequence[Edge]],
    below: Below,
    options: Options,
    words: Callable[[], Sequence[Word]],
) -> Frame:
    """Places ``count`` columns so that the text rows, the ports and labels of each group of edges, and the rest fit.

    Sets the edges' ports. The options say how close, and how wide a row may be with its margins; ``words`` are asked
    for where it is too narrow for all columns.
    """
    if not count:
        return Frame((Stretch(0, -1, (MARGIN, MARGIN)),), (tuple([] for _ in groups),), 2 * MARGIN)
    extents, wrap = _extents(count, rows, groups, Gaps.of(options)), options.wrap
    whole = tuple([Piece(edge, edge.left + 1, edge.right + 1, edge.width) for edge in group] for group in groups)
    stretch = _stretch(0, count - 1, extents, whole, below)
    if wrap is None or stretch.xs[-1] + MARGIN <= wrap:
        return Frame((stretch,), (whole,), stretch.xs[-1] + MARGIN)
    # What goes on in another row needs room for whose it is, so arcs are measured anew row by row.
    named = words()
    given = breaking(stretch.xs[1:-1], extents, groups, below.ties, named)
    stretches, pieces = [], []
    for first, last in break_rows(given, wrap - 2 * MARGIN):
        parts = tuple(_pieces(group, first, last, named) for group in groups)
        stretches.append(_stretch(first, last, extents, parts, below))
        pieces.append(parts)
    return Frame(tuple(stretches), tuple(pieces), max(stretch.xs[-1] for stretch in stretches) + MARGIN)


def _extents(count: int, rows: Iterable[TextRow], groups: Sequence[Sequence[Edge]], least: Gaps) -> Extents:
    lefts, rights = [0.0] * count, [0.0] * count
    for group in groups:
        left, right = _assign_ports(group, count)
        lefts, rights = list(map(max, lefts, left)), list(map(max, rights, right))
    gaps = [right + left + least.ports for right, left in zip(rights, lefts[1:], strict=False)]
    for row in set(rows):
        gaps = list(map(max, gaps, gaps_between(row.widths, row.gap)))
        halves = [width / 2 for width in row.widths]
        lefts, rights = list(map(max, lefts, halves)), list(map(max, rights, halves))
    return Extents(lefts, rights, gaps, least.label)


def _assign_ports(edges: Sequence[Edge], columns: int) -> tuple[list[float], list[float]]:
    """Sets the ports of the edges; returns how far ports and stubs reach left and right of each column's centre.

    The farther the other end, the nearer to the centre: so no two edges on one side of a word touch.
    """
    reach_left, reach_right = [0.0] * columns, [0.0] * columns
    at_right, at_left, around = (defaultdict[int, list[Edge]](list) for _ in range(3))
    incoming: defaultdict[int, int] = defaultdict(int)
    directed = {(edge.head, edge.dependent) for edge in edges}
    for edge in edges:
        head, dependent = edge.head, edge.dependent
        incoming[dependent] += 1
        if head == dependent:
            half = edge.width / 2 + CLEAR
            reach_left[head], reach_right[head] = max(reach_left[head], half), max(reach_right[head], half)
            continue
        at_left[edge.right].append(edge)
        if head < dependent and (dependent, head) in directed:
            # Of two words that head each other the left one's edge leaves on its far side, and so goes around the
            # right one's: on the near side the two would cross.
            around[head].append(edge)
        else:
            at_right[edge.left].append(edge)
    for groups, reach in ((at_right, reach_right), (at_left, reach_left)):
        for column, meeting in groups.items():
            meeting.sort(key=lambda edge: edge.left - edge.right)  # the farthest-reaching first
            step = STEP if incoming[column] < 2 else FIRST  # several incoming ones need room for their arrowheads
            step = min(step, FAN / max(len(meeting) - 1, 1))
            place = FIRST + STEP * len(around[column]) * (groups is at_left)
            for edge in meeting:
                alone = incoming[column] == 1 and edge.dependent == column
                offset = 0.0 if alone else place
                place += 0.0 if alone else step
                if groups is at_right:
                    edge.left_port = offset
                else:
                    edge.right_port = -offset
            reach[column] = max(reach[column], offset + CLEAR)
    for column, leaving in around.items():
        for number, edge in enumerate(leaving):
            edge.left_port = -(FIRST + STEP * number)
            reach_left[column] = max(reach_left[column], CLEAR - edge.left_port)
    return reach_left, reach_right


def _stretch(first: int, last: int, extents: Extents, groups: Sequence[Sequence[Piece]], below: Below) -> Stretch:
    """Places the columns of one row; its pieces are in the row's own numbers."""
    right_edge = last - first + 2
    pieces = [piece for group in groups for piece in group]
    before = OPEN_END * any(piece.left == 0 for piece in pieces)
    after = OPEN_END * any(piece.right == right_edge for piece in pieces)
    local = [extents.lefts[first] + before, *extents.gaps[first:last], extents.rights[last] + after]
    needs = []
    for piece in pieces:
        if piece.left < piece.right:  # else a stub, of which `_assign_ports` tells
            within = 0.0 if piece.open_left else piece.edge.left_port
            within += 0.0 if piece.open_right else -piece.edge.right_port
            needs.append(Need(piece.left, piece.right, piece.width + extents.pad + within))
    for left, right, distance in below.needs:
        if left >= first and right <= last:
            needs.append(Need(left - first + 1, right - first + 1, distance))
    for column, half in below.halves:
        if first <= column <= last:
            here = column - first + 1
            needs += [Need(0, here, half), Need(here, right_edge, half)]
    return Stretch(first, last, tuple([x + MARGIN for x in positions(local, needs)]))


def _pieces(group: Iterable[Edge], first: int, last: int, words: Sequence[Word]) -> list[Piece]:
    """The pieces of the edges in a row of words; of those that only pass over it there is none."""
    found = []
    for edge in group:
        begins, ends = edge.left >= first, edge.right <= last
        if edge.right < first or edge.left > last or not (begins or ends):
            continue
        onward = None if begins and ends else words[edge.right if begins else edge.left]
        width = edge.width if onward is None else open_width(edge, onward)
        left, right = max(edge.left, first - 1) - first + 1, min(edge.right, last + 1) - first + 1
        found.append(Piece(edge, left, right, width, onward))
    return found
