"""The frame that all panes of a sentence share: where each column stands, and in which row of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from math import inf
from typing import NamedTuple

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import MARGIN
from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions
from goldleaf.viewer.views.arcs.columns import TextRow
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.gaps import Gaps, gaps_of
from goldleaf.viewer.views.arcs.ports import assign_ports
from goldleaf.viewer.views.arcs.wrap import OPEN_END, Breaking, break_rows

ONWARD_GAP = 5.0  # between the label of an arc that goes on and whose it is


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

    @property
    def within_ports(self) -> tuple[float, float]:
        """How far its ends are inside of the columns' centres."""
        return 0.0 if self.open_left else self.edge.left_port, 0.0 if self.open_right else -self.edge.right_port


class Word(NamedTuple):
    """A word as an arc that goes on names it, with the width of an arrow and it, and whether it is punctuation."""

    text: str
    width: float
    is_mark: bool


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
    extents, wrap = _extents(count, rows, groups, gaps_of(options)), options.wrap
    whole = [[Piece(edge, edge.left + 1, edge.right + 1, edge.width) for edge in group] for group in groups]
    stretch = _stretch(0, count - 1, extents, whole, below)
    if wrap is None or stretch.xs[-1] + MARGIN <= wrap:
        return Frame((stretch,), (tuple(whole),), stretch.xs[-1] + MARGIN)
    return _wrapped(stretch.xs[1:-1], extents, groups, below, wrap, words())


class _Extents(NamedTuple):
    """How far each column reaches left and right of its centre, and the least distances."""

    lefts: list[float]
    rights: list[float]
    gaps: list[float]
    pad: float  # by which an arc is wider than its label


def _wrapped(
    natural: Sequence[float],
    extents: _Extents,
    groups: Sequence[Sequence[Edge]],
    below: Below,
    wrap: float,
    words: Sequence[Word],
) -> Frame:
    """The columns in several rows; ``natural`` are their centres in a single one."""
    over, marks = _over_gaps(len(natural), groups, below), [word.is_mark for word in words]
    before, after = _beside(natural, over, groups, words, extents.pad)
    given = Breaking(natural, extents.lefts, extents.rights, over, before, after, marks)
    stretches, pieces = [], []
    for first, last in break_rows(given, wrap - 2 * MARGIN):
        parts = [_pieces(group, first, last, words) for group in groups]
        stretches.append(_stretch(first, last, extents, parts, below))
        pieces.append(tuple(parts))
    return Frame(tuple(stretches), tuple(pieces), max(stretch.xs[-1] for stretch in stretches) + MARGIN)


def _beside(
    xs: Sequence[float],
    over: Sequence[float],
    groups: Iterable[Iterable[Edge]],
    words: Sequence[Word],
    pad: float,
) -> tuple[list[float], list[float]]:
    """What the open ends of arcs want before each column if it begins a row, and after it if it ends one."""
    after = [OPEN_END if passing else 0.0 for passing in over]
    before = [0.0, *after[:-1]]
    for edge in chain.from_iterable(groups):
        left, right = edge.left, edge.right
        end = xs[left] + edge.left_port + _open_width(edge, words[right]) + pad
        for column in range(left, right):
            if end - xs[column] <= OPEN_END:
                break
            after[column] = max(after[column], end - xs[column])
        start = xs[right] + edge.right_port - _open_width(edge, words[left]) - pad
        for column in range(right, left, -1):
            if xs[column] - start <= OPEN_END:
                break
            before[column] = max(before[column], xs[column] - start)
    return before, after


def _open_width(edge: Edge, onward: Word) -> float:
    """The width of the label of an arc that goes on, with the word that it goes on to."""
    return edge.width + (ONWARD_GAP if edge.width else 0.0) + onward.width


def _extents(count: int, rows: Iterable[TextRow], groups: Sequence[Sequence[Edge]], least: Gaps) -> _Extents:
    lefts, rights = [0.0] * count, [0.0] * count
    for group in groups:
        left, right = assign_ports(group, count)
        lefts, rights = list(map(max, lefts, left)), list(map(max, rights, right))
    gaps = [right + left + least.ports for right, left in zip(rights, lefts[1:], strict=False)]
    for row in set(rows):
        gaps = list(map(max, gaps, gaps_between(row.widths, row.gap)))
        halves = [width / 2 for width in row.widths]
        lefts, rights = list(map(max, lefts, halves)), list(map(max, rights, halves))
    return _Extents(lefts, rights, gaps, least.label)


def _label_needs(groups: Iterable[Iterable[Piece]], pad: float) -> list[Need]:
    return [
        Need(piece.left, piece.right, piece.width + pad + sum(piece.within_ports))
        for group in groups
        for piece in group
        if piece.left < piece.right
    ]


def _below_needs(below: Below, first: int, last: int) -> list[Need]:
    """What stands below the words from ``first`` to ``last``, in the numbers of their row."""
    needs = [
        Need(left - first + 1, right - first + 1, distance)
        for left, right, distance in below.needs
        if left >= first and right <= last
    ]
    for column, half in below.halves:
        if first <= column <= last:
            needs += [Need(0, column - first + 1, half), Need(column - first + 1, last - first + 2, half)]
    return needs


def _stretch(first: int, last: int, extents: _Extents, pieces: Sequence[Sequence[Piece]], below: Below) -> Stretch:
    """Places the columns of one row; its pieces are in the row's own numbers."""
    right_edge = last - first + 2
    before = OPEN_END * any(piece.left == 0 for group in pieces for piece in group)
    after = OPEN_END * any(piece.right == right_edge for group in pieces for piece in group)
    local = [extents.lefts[first] + before, *extents.gaps[first:last], extents.rights[last] + after]
    xs = positions(local, [*_label_needs(pieces, extents.pad), *_below_needs(below, first, last)])
    return Stretch(first, last, tuple([x + MARGIN for x in xs]))


def _pieces(group: Iterable[Edge], first: int, last: int, words: Sequence[Word]) -> list[Piece]:
    """The pieces of the edges in a row of words; of those that only pass over it there is none."""
    found = []
    for edge in group:
        begins, ends = edge.left >= first, edge.right <= last
        if edge.right < first or edge.left > last or not (begins or ends):
            continue
        onward = None if begins and ends else words[edge.right if begins else edge.left]
        width = edge.width if onward is None else _open_width(edge, onward)
        left, right = max(edge.left, first - 1) - first + 1, min(edge.right, last + 1) - first + 1
        found.append(Piece(edge, left, right, width, onward))
    return found


def _over_gaps(count: int, groups: Sequence[Sequence[Edge]], below: Below) -> list[float]:
    """How many edges pass over the gap after each column; infinitely many where no row may end."""
    changes = [0] * (count + 1)
    for left, right in [(edge.left, edge.right) for group in groups for edge in group]:
        changes[left] += 1
        changes[right] -= 1
    over = [float(number) for number in accumulate(changes)][:count]
    for first, last in below.ties:
        over[first:last] = [inf] * (last - first)
    return over
