"""A band of arcs above or below a row of words: flat tops in lanes, labels on them, arrowheads at the dependents."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import inf

from goldleaf.viewer.diagram.shapes import Box, Path, Role, Segment, Shape, State, Text
from goldleaf.viewer.diagram.strokes import (
    ARROW_LENGTH,
    arc_segments,
    arrowhead,
    cross,
    open_arc,
    warning_sign,
)
from goldleaf.viewer.views.arcs.edges import BOX_PAD, MARK, MARK_GAP, Edge
from goldleaf.viewer.views.arcs.frame import ONWARD_GAP, Piece, Stretch
from goldleaf.viewer.views.arcs.gaps import Gaps
from goldleaf.viewer.views.arcs.lanes import lanes

BARE_LANE = 5.0  # the distance of a lane without labels from the next, in pixels
LEG_CLEAR = 3.0  # between a label and a line that crosses its arc's flat top

_ARROWHEAD = Role.ARROWHEAD  # looked up once, not for each arc
_STANDS_BACK = State.NOT_SCORED


@dataclass(frozen=True, slots=True)
class LabelSize:
    """The ascent and descent of a band's labels, in pixels, and the distances around them."""

    ascent: float
    descent: float
    gaps: Gaps

    @property
    def height(self) -> float:
        """The height of a label's box."""
        return self.ascent + self.descent + 2 * self.gaps.box

    @property
    def lane(self) -> float:
        """The distance of two lanes."""
        return self.height + self.gaps.under_label + self.gaps.over_label


class Band:
    """The pieces of edges of one side in one row of words, in their lanes."""

    def __init__(self, pieces: Sequence[Piece], stretch: Stretch, label: LabelSize) -> None:
        self._pieces = pieces
        self._stretch = stretch
        self._label = label
        self._lanes = lanes(
            [(piece.left, piece.right) for piece in pieces],
            [piece.edge.right - piece.edge.left for piece in pieces],
        )
        self._aside = dict(self._stubs_aside()) if label.gaps.aside else {}
        self._levels = self._heights()
        self._ends = [_ends(piece, stretch) for piece in pieces]

    def _heights(self) -> list[float]:
        """From the arrows' points to the flat top of each piece. A lane without labels asks for little room."""
        lanes = zip(self._pieces, self._lanes, strict=True)
        labelled = {lane for piece, lane in lanes if piece.width}
        tops = [0.0, self._label.gaps.rise]
        for lane in range(1, max(self._lanes, default=0)):
            tops.append(tops[-1] + (self._label.lane if lane in labelled else BARE_LANE))
        return [tops[lane] for lane in self._lanes]

    def _stubs_aside(self) -> Iterator[tuple[int, float]]:
        """The stubs whose label has room beside them, where they may be lower; and which side that is."""
        for index, (edge, column, right, *_) in enumerate(self._pieces):
            if column == right and edge.width:
                lane, side = min((self._lane_aside(index, side), side) for side in (-1, 1))
                if lane < self._lanes[index]:
                    self._lanes[index] = int(lane)
                    yield index, side * (edge.width / 2 + LEG_CLEAR)

    def _lane_aside(self, index: int, side: int) -> float:
        """The lane that a stub could have with its label at one side; infinite where there is no room."""
        edge, column, *_ = self._pieces[index]
        xs, beside = self._stretch.xs, column + side
        if abs(xs[beside] - xs[column]) < edge.width + 2 * LEG_CLEAR:
            return inf
        lowest, over = 1, set()
        for other, (piece, lane) in enumerate(zip(self._pieces, self._lanes, strict=True)):
            if other != index and column == (piece.right if side < 0 else piece.left):
                lowest = max(lowest, lane + 1)
            elif piece.left < column < piece.right:
                over.add(lane)
        return next(lane for lane in count(lowest) if lane not in over)

    @property
    def height(self) -> float:
        """From the arrows' points to the top of the highest label."""
        label = self._label.gaps.under_label + self._label.height
        tops = zip(self._pieces, self._levels, strict=True)
        return max([level + label * bool(piece.width) for piece, level in tops], default=0.0)

    def shapes(self, base: float, *, up: bool, right_to_left: bool = False) -> list[Shape]:
        """The band's shapes; the arrows' points are at y ``base``, the arcs above it (``up``) or below.

        What is named of arcs that go on is as it will be read once the picture is mirrored (``right_to_left``).
        """
        sign = -1.0 if up else 1.0
        crossings = self._crossings()
        crossing = {*crossings, *(leg for legs in crossings.values() for leg, _ in legs)}
        order = sorted(range(len(self._pieces)), key=lambda index: (index in crossing, -self._lanes[index]))
        first_crossing = len(order) - len(crossing)
        shapes: list[Shape] = []
        for index in order[:first_crossing]:
            shapes.append(self._line(index, base, sign, halo=False))
            shapes += self._marks(index, base, sign, (), right_to_left)
        # A halo wipes out what it passes: so the lines that cross come first, then all their labels.
        shapes += [self._line(index, base, sign, halo=True) for index in order[first_crossing:]]
        for index in order[first_crossing:]:
            legs = [x for _, x in crossings.get(index, ())]
            shapes += self._marks(index, base, sign, legs, right_to_left)
        return shapes

    def _crossings(self) -> dict[int, list[tuple[int, float]]]:
        """For each piece whose flat top others pass: these pieces, and where."""
        legs: defaultdict[int, list[int]] = defaultdict(list)
        highest = [0] * (len(self._stretch.xs) + 1)
        for index, (piece, lane) in enumerate(zip(self._pieces, self._lanes, strict=True)):
            for column in (piece.left, piece.right):
                legs[column].append(index)
                if lane > highest[column]:
                    highest[column] = lane
        found: dict[int, list[tuple[int, float]]] = {}
        for index in range(len(self._pieces)):
            if passing := self._passing(index, legs, highest):
                found[index] = passing
        return found

    def _passing(
        self, index: int, legs: Mapping[int, Sequence[int]], highest: Sequence[int]
    ) -> list[tuple[int, float]]:
        """The pieces that pass a piece's flat top, and where; ``legs``: those that begin or end at each column."""
        low, high = self._ends[index]
        lane = self._lanes[index]
        return [
            (other, x)
            for column in self._passed(index, highest)
            for other in legs[column]
            if self._lanes[other] > lane
            for x in self._ends[other]
            if low < x < high
        ]

    def _passed(self, index: int, highest: Sequence[int]) -> list[int]:
        """The columns where a piece may pass this one's flat top; ``highest``: the highest lane at each column."""
        edge, left, right, *_ = self._pieces[index]
        lane = self._lanes[index]
        columns = [column for column in range(left + 1, right) if highest[column] > lane]
        # At the head's column the ports keep all edges apart; at the dependent's a longer one may pass.
        end = right if edge.dependent > edge.head else left
        if left < right and highest[end] > lane:
            columns.append(end)
        return columns

    def _line(self, index: int, base: float, sign: float, *, halo: bool) -> Path:
        """The line from the head, over the flat top, to the dependent's arrowhead; open where it leaves the row."""
        edge, left, right, *_ = self._pieces[index]
        x0, x1 = self._ends[index]
        top, foot = base + sign * self._levels[index], base + sign * (ARROW_LENGTH - 1)
        if left == right:
            top += sign * self._label.height * (index in self._aside)
            return Path((x0, top), (Segment((x0, foot)),), edge.role, edge.state, edge.key, halo)
        open_left, open_right = left == 0, right == len(self._stretch.xs) - 1
        if edge.dependent < edge.head:
            x0, x1, open_left, open_right = x1, x0, open_right, open_left
        if open_left or open_right:
            start, segments = open_arc((x0, base), (x1, foot), top, open_left, open_right)
        else:
            start, segments = (x0, base), arc_segments((x0, base), (x1, foot), top)
        return Path(start, segments, edge.role, edge.state, edge.key, halo)

    def _marks(self, index: int, base: float, sign: float, legs: Sequence[float], right_to_left: bool) -> list[Shape]:
        """The arrowhead, and on the flat top the label with the marks beside it."""
        piece = self._pieces[index]
        edge, left, right, width, _ = piece
        low, high = self._ends[index]
        shapes: list[Shape] = []
        at_right = edge.dependent >= edge.head
        if left == right or not (piece.open_right if at_right else piece.open_left):
            role = _ARROWHEAD if edge.basic else edge.role
            shapes.append(arrowhead((high if at_right else low, base), sign > 0, role, edge.state, edge.key))
        if width:
            place = _free_place(low, high, width, legs) if legs else ((low + high) / 2, False)
            place = (place[0] + self._aside.get(index, 0.0), place[1])
            near = base + sign * (self._levels[index] + self._label.gaps.under_label)
            shapes += self._named(piece, place, near if sign > 0 else near - self._label.height, right_to_left)
        return shapes

    def _named(self, piece: Piece, place: tuple[float, bool], top: float, right_to_left: bool) -> list[Shape]:
        """The label around a centre, and beside it the word that an arc goes on to which leaves the row."""
        edge, onward = piece.edge, piece.onward
        centre, hidden = place
        if onward is None:
            return self._label_shapes(edge, centre, top, hidden)
        aside = (onward.width + (ONWARD_GAP if edge.width else 0.0)) / 2
        inner = centre + (aside if piece.open_left else -aside)
        return [self._onward(piece, centre, top, right_to_left), *self._label_shapes(edge, inner, top, hidden)]

    def _onward(self, piece: Piece, centre: float, top: float, right_to_left: bool) -> Text:
        """Which word an arc that leaves the row goes on to, on the outer side of its label."""
        edge, word = piece.edge, piece.onward
        assert word is not None
        inside = (piece.width - word.width) / 2
        x = centre - inside if piece.open_left else centre + inside
        arrow = "←" if piece.open_left != right_to_left else "→"
        baseline, text = top + self._label.gaps.box + self._label.ascent, f"{arrow} {word.text}"
        state = _STANDS_BACK if edge.state is State.MATCHED else edge.state
        return Text(x, baseline, text, edge.label_role, state, edge.key, right_to_left=right_to_left, width=word.width)

    def _label_shapes(self, edge: Edge, centre: float, top: float, hidden: bool) -> list[Shape]:
        """The label and its marks in a row around ``centre``; the label's box has its upper edge at y ``top``."""
        shapes: list[Shape] = []
        x, middle = centre - edge.width / 2, top + self._label.height / 2
        if edge.warned:
            shapes.extend(warning_sign(x + MARK / 2, middle, MARK, edge.key))
            x += MARK + MARK_GAP
        if edge.crossed:
            shapes.extend(cross(x + MARK / 2, middle, MARK - 3, edge.state, edge.key))
            x += MARK + MARK_GAP
        if not edge.label:
            return shapes
        boxed = edge.boxed
        if boxed or hidden:
            width = edge.text_width + 2 * BOX_PAD * boxed
            box = Box(x, top, width, self._label.height, Role.LABEL_BOX, edge.state, edge.key, radius=3.0 * boxed)
            shapes.append(box)
            x += BOX_PAD * boxed
        baseline = top + self._label.gaps.box + self._label.ascent
        width = edge.text_width
        shapes.append(Text(x + width / 2, baseline, edge.label, edge.label_role, edge.state, edge.key, width=width))
        return shapes


def _ends(piece: Piece, stretch: Stretch) -> tuple[float, float]:
    """Where the piece begins and ends: at its ports, or at the row's edge."""
    edge, xs = piece.edge, stretch.xs
    left = xs[piece.left] + (edge.left_port if piece.left else 0.0)
    right = xs[piece.right] + (edge.right_port if piece.right < len(xs) - 1 else 0.0)
    return left, right


def _free_place(low: float, high: float, width: float, legs: Sequence[float]) -> tuple[float, bool]:
    """The centre for a label between ``low`` and ``high`` that avoids legs, as near to the middle as may be.

    And whether a leg is hidden behind the label all the same.
    """
    middle = (low + high) / 2
    need = width / 2 + LEG_CLEAR
    walls = [low - LEG_CLEAR, *sorted(legs), high + LEG_CLEAR]
    rooms = [(a + need, b - need) for a, b in itertools.pairwise(walls)]
    places = [min(max(middle, a), b) for a, b in rooms if a <= b]
    if places:
        return min(places, key=lambda place: abs(place - middle)), False
    a, b = max(rooms, key=lambda room: room[1] - room[0])
    half = width / 2
    return min(max((a + b) / 2, low + half), max(high - half, low + half)), True
