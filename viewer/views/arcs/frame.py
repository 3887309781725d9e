"""The frame that all panes of a sentence share: where each column stands, in which row, and where arcs meet it.

An arc meets a word at a port: one that comes in alone points at the word's centre, the others spread by distance. What
is too wide goes on in new rows of words: balanced ones, which cut few arcs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import ceil, inf
from operator import add
from typing import NamedTuple

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import MARGIN, Role, State
from goldleaf.viewer.diagram.spacing import Need, cheapest, gaps_between, positions
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.text.characters import holds
from goldleaf.viewer.views.arcs.columns import Gaps, PlacedArc, TextRow

OPEN_END = 18.0  # how far an arc that goes on in another row runs past the last word, in pixels
ONWARD_GAP = 5.0  # between the label of an arc that goes on and whose it is
LONGEST = 14  # characters of the word that an arc goes on to
COST_OF_ARC = 2.5  # one that is cut: it has a lane in both rows, and its word is named twice
COST_OF_NEAR = 2.0  # times that, of one between neighbours; of longer ones so much less: short arcs hold words together
COST_OF_ROOM = 100.0  # a row whose room is not used; squared, so that rows are equally long: with a third of it, 3 arcs
MOST_ROOM, COST_OF_MORE = 0.25, 1000.0  # of a row but the last, that no break is worth, if all rows can do with less
COST_OF_MARK = 400.0  # punctuation that is parted from its word, in arcs that are cut: more than any row is worth
COST_OF_WIDTH = 1e6  # one that is too wide
FIRST = 7.0  # from the centre to the first port beside an arrowhead, in pixels
STEP = 4.8  # to the next port
FAN = 34.0  # the ports of one side of a word crowd together beyond this
CLEAR = 3.0  # beside the outermost port


@dataclass(frozen=True, slots=True)
class Stretch:
    """The columns ``first`` to ``last`` in one row of words. ``xs`` are the centres of the columns, between the row's
    left edge (its first item) and its right edge (its last)."""

    first: int
    last: int
    xs: tuple[float, ...]

    def __contains__(self, column: int) -> bool:
        return self.first <= column <= self.last

    def x(self, column: int) -> float:
        return self.xs[column - self.first + 1]


class Piece(NamedTuple):
    """The part of an edge in one row of words. ``left`` and ``right`` index the row's ``xs``; at its edges the piece is
    open and goes on in another row. ``onward`` is the word that it goes on to, as wide as ``width`` with the label."""

    edge: PlacedArc
    left: int
    right: int
    width: float
    onward: NamedWord | None = None

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


class Frame(NamedTuple):
    """All rows of words, each with the pieces of each group of edges in it; ``width`` with the margins."""

    stretches: tuple[Stretch, ...]
    pieces: tuple[tuple[list[Piece], ...], ...]  # by stretch, by group
    width: float


def frame(
    count: int, rows: Iterable[TextRow], groups: Sequence[Sequence[PlacedArc]], below: Below, options: Options,
    words: Callable[[], Sequence[NamedWord]],
) -> Frame:  # fmt: skip
    """Places ``count`` columns so that the text rows, the ports and labels of each group of edges, and the rest fit.
    Sets the edges' ports. The options say how close, and how wide a row may be with its margins; ``words`` are asked
    for where it is too narrow for all columns."""
    if not count:
        return Frame((Stretch(0, -1, (MARGIN, MARGIN)),), (tuple([] for _ in groups),), 2 * MARGIN)
    extents, wrap = _extents(count, rows, groups, Gaps.of(options)), options.wrap

    def placed(rows: Sequence[tuple[int, int]], named: Sequence[NamedWord]) -> Frame:
        pieces = [tuple(_pieces(group, *row, named) for group in groups) for row in rows]
        stretches = [_stretch(*row, extents, own, below) for row, own in zip(rows, pieces, strict=True)]
        return Frame(tuple(stretches), tuple(pieces), max(stretch.xs[-1] for stretch in stretches) + MARGIN)

    whole = placed([(0, count - 1)], ())
    if wrap is None or whole.width <= wrap:
        return whole
    # What goes on in another row needs room for whose it is, so arcs are measured anew row by row.
    named = words()
    given = breaking(whole.stretches[0].xs[1:-1], extents, groups, below.ties, named)
    return placed(break_rows(given, wrap - 2 * MARGIN), named)


def _extents(count: int, rows: Iterable[TextRow], groups: Sequence[Sequence[PlacedArc]], least: Gaps) -> Extents:
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


def _assign_ports(edges: Sequence[PlacedArc], columns: int) -> tuple[list[float], list[float]]:
    """Sets the ports of the edges; returns how far ports and stubs reach left and right of each column's centre. The
    farther the other end, the nearer to the centre: so no two edges on one side of a word touch."""
    reach_left, reach_right = [0.0] * columns, [0.0] * columns
    at_right, at_left, around = (defaultdict[int, list[PlacedArc]](list) for _ in range(3))
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


def _pieces(group: Iterable[PlacedArc], first: int, last: int, words: Sequence[NamedWord]) -> list[Piece]:
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


class Extents(NamedTuple):
    """How far each column reaches left and right of its centre, and the least distances."""

    lefts: list[float]
    rights: list[float]
    gaps: list[float]
    pad: float  # by which an arc is wider than its label


class NamedWord(NamedTuple):
    """A word as an arc that goes on names it, with the width of an arrow and it."""

    form: str
    text: str
    width: float

    @staticmethod
    def of(text: str, number: str, ruler: Ruler) -> NamedWord:
        """The word of a form, cut where it is long: it stands beside a label. With its number, if it has one."""
        short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        short += f" ({number})" * bool(number)
        return NamedWord(text, short, ruler.width(Role.LABEL, f"→ {short}"))


class Breaking(NamedTuple):
    """What a row may hold, by column.

    ``xs`` are the columns' centres in one long row, ``lefts`` and ``rights`` how far they reach. ``over`` is what the
    arcs, and punctuation, cost that a row parts which ends with each column; none ends where that is infinite.
    ``before`` and ``after`` are what the open ends of arcs want beside a column that is the first or last of its row.
    """

    xs: Sequence[float]
    lefts: Sequence[float]
    rights: Sequence[float]
    over: Sequence[float]
    before: Sequence[float]
    after: Sequence[float]


def breaking(
    xs: Sequence[float], extents: Extents, groups: Sequence[Iterable[PlacedArc]], ties: Iterable[tuple[int, int]],
    words: Sequence[NamedWord],
) -> Breaking:  # fmt: skip
    """What rows may hold of columns that would have their centres at ``xs`` in a single one; ``ties`` are not cut."""
    edges = list(chain.from_iterable(groups))
    changes = [0.0] * (len(xs) + 1)
    for edge in edges:
        held = 1.0 + COST_OF_NEAR / max(edge.right - edge.left, 1)
        changes[edge.left] += held
        changes[edge.right] -= held
    over = [round(held, 3) for held in accumulate(changes)][: len(xs)]
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
    marks = (COST_OF_MARK * holds(one.form, other.form) for one, other in pairwise(words))
    over[:-1] = map(add, over, marks)
    return Breaking(xs, extents.lefts, extents.rights, over, before, after)


def open_width(edge: PlacedArc, onward: NamedWord) -> float:
    """The width of the label of an arc that goes on, with the word that it goes on to: none if it is not scored."""
    if edge.state is State.NOT_SCORED:
        return edge.width
    return edge.width + (ONWARD_GAP if edge.width else 0.0) + onward.width


def break_rows(given: Breaking, width: float) -> list[tuple[int, int]]:
    """The first and last columns of each row. A row holds at least one column, however narrow ``width`` is."""
    count = len(given.xs)
    whole = (given.xs[-1] + given.rights[-1] - given.xs[0] + given.lefts[0]) / max(width, 1.0)
    most = max(MOST_ROOM, 1 - whole / max(ceil(whole), 1))

    def rows(first: int) -> Iterator[tuple[int, float]]:
        start, shortest = given.xs[first] - given.lefts[first] - given.before[first], True
        for last in range(first, count):
            reach, cut = given.xs[last] + given.rights[last] - start, given.over[last] if last < count - 1 else 0.0
            if reach > width and not shortest:
                break
            if cut == inf:
                continue
            used = reach + given.after[last]
            if used <= width:
                left = 1 - used / width
                cost = COST_OF_ROOM * left**2 + COST_OF_MORE * (last < count - 1 and max(left - most, 0.0))
            elif shortest:  # only that one is ever too wide
                cost = COST_OF_WIDTH * min(used / max(width, 1.0), 1e6)
            else:
                continue
            shortest = False
            yield last, cost + COST_OF_ARC * cut

    return cheapest(count, rows)
