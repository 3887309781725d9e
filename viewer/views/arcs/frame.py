"""The frame that all panes of a sentence share: where each column stands, and in which row of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import NamedTuple

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import MARGIN, Role
from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions
from goldleaf.viewer.views.arcs.columns import TextRow
from goldleaf.viewer.views.arcs.edges import Edge
from goldleaf.viewer.views.arcs.gaps import Gaps, gaps_of
from goldleaf.viewer.views.arcs.ports import assign_ports
from goldleaf.viewer.views.arcs.wrap import OPEN_END, break_rows

TRIES = 3  # at rows that are narrow enough


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
    """

    edge: Edge
    left: int
    right: int
    labelled: bool = True


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
) -> Frame:
    """Places ``count`` columns so that the text rows, the ports and labels of each group of edges, and the rest fit.

    Sets the edges' ports. The options say how close, and how wide a row may be with its margins.
    """
    if not count:
        return Frame((Stretch(0, -1, (MARGIN, MARGIN)),), (tuple([] for _ in groups),), 2 * MARGIN)
    rows = list(rows)
    extents, wrap = _extents(count, rows, groups, gaps_of(options)), options.wrap
    whole = [[Piece(edge, edge.left + 1, edge.right + 1) for edge in group] for group in groups]
    stretch = _stretch(0, count - 1, extents, whole, below)
    if wrap is None or stretch.xs[-1] + MARGIN <= wrap:
        return Frame((stretch,), (tuple(whole),), stretch.xs[-1] + MARGIN)
    return _wrapped(stretch.xs[1:-1], extents, groups, below, wrap, _light(rows))


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
    light: Set[int],
) -> Frame:
    """The columns in several rows; ``natural`` are their centres in a single one, ``light`` those of punctuation."""
    room = wrap
    found = _in_rows(natural, extents, groups, below, room, light)
    for _ in range(TRIES):  # a label of which only a part of its arc is in the row may ask for more
        if found.width <= wrap:
            break
        room -= found.width - wrap
        narrower = _in_rows(natural, extents, groups, below, room, light)
        found = min(found, narrower, key=lambda one: one.width)
    return found


def _in_rows(
    natural: Sequence[float],
    extents: _Extents,
    groups: Sequence[Sequence[Edge]],
    below: Below,
    room: float,
    light: Set[int],
) -> Frame:
    over = _over_gaps(len(natural), groups, below)
    breaks = break_rows(natural, extents.lefts, extents.rights, over, room - 2 * MARGIN, light)
    labelled = [_labelled(group, breaks, natural) for group in groups]
    stretches, pieces = [], []
    for row, (first, last) in enumerate(breaks):
        parts = [_pieces(group, first, last, row, chosen) for group, chosen in zip(groups, labelled, strict=True)]
        stretches.append(_stretch(first, last, extents, parts, below))
        pieces.append(tuple(parts))
    return Frame(tuple(stretches), tuple(pieces), max(stretch.xs[-1] for stretch in stretches) + MARGIN)


def _light(rows: Iterable[TextRow]) -> frozenset[int]:
    """The columns whose words are but punctuation."""
    heavy: set[int] = set()
    light: set[int] = set()
    for row in rows:
        if row.role == Role.WORD:
            for column, text in enumerate(row.texts):
                (heavy if any(map(str.isalnum, text)) else light).add(column)
    return frozenset(light - heavy)


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
        Need(left, right, edge.width + pad + edge.left_port - edge.right_port)
        for group in groups
        for edge, left, right, labelled in group
        if labelled and left < right
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


def _pieces(group: Iterable[Edge], first: int, last: int, row: int, labelled: dict[int, int]) -> list[Piece]:
    """The pieces of the edges in a row of words."""
    return [
        Piece(
            edge,
            max(edge.left, first - 1) - first + 1,
            min(edge.right, last + 1) - first + 1,
            labelled.get(id(edge), row) == row,
        )
        for edge in group
        if edge.right >= first and edge.left <= last
    ]


def _labelled(group: Iterable[Edge], breaks: Sequence[tuple[int, int]], natural: Sequence[float]) -> dict[int, int]:
    """For each edge that spans a break: the row that has its longest part, and so its label."""
    chosen = {}
    row_of = [row for row, (first, last) in enumerate(breaks) for _ in range(first, last + 1)]
    for edge in group:
        if row_of[edge.left] != row_of[edge.right]:
            lengths = [
                (min(natural[edge.right], natural[last]) - max(natural[edge.left], natural[first]), -row)
                for row, (first, last) in enumerate(breaks)
            ]
            chosen[id(edge)] = -max(lengths)[1]
    return chosen


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
