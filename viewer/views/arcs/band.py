"""A band of arcs above or below a row of words: flat tops in lanes, labels on them, arrowheads at the dependents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from math import inf

from goldleaf.viewer.diagram.shapes import Box, Path, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import ARROW_LENGTH, arc_segments, arrowhead, cross, open_arc, stroke, warning_sign
from goldleaf.viewer.diagram.theme import TextLine
from goldleaf.viewer.views.arcs.columns import BOX_PAD, MARK, MARK_GAP, Gaps, PlacedArc
from goldleaf.viewer.views.arcs.frame import ONWARD_GAP, Piece, Stretch

BARE_LANE = 5.0  # the distance of a lane without labels from the next, in pixels
LEG_CLEAR = 3.0  # between a label and a line that crosses its arc's flat top

_ARROWHEAD = Role.ARROWHEAD  # looked up once, not for each arc
_STANDS_BACK = State.NOT_SCORED


class Band:
    """The pieces of edges of one side in one row of words, in their lanes; each label has a ``line`` with its box."""

    def __init__(self, pieces: Sequence[Piece], stretch: Stretch, line: TextLine, gaps: Gaps) -> None:
        self._pieces = pieces
        self._xs = xs = stretch.xs
        self._gaps, self._label = gaps, line
        self._lanes = lanes(
            [(piece.left, piece.right) for piece in pieces], [piece.edge.right - piece.edge.left for piece in pieces]
        )
        self._aside = dict(self._stubs_aside()) if gaps.aside else {}
        # From the arrows' points to the flat top of each piece. A lane without labels asks for little room.
        labelled = {lane for piece, lane in zip(pieces, self._lanes, strict=True) if piece.width}
        height = self._label.height + gaps.under_label + gaps.over_label
        tops = [0.0, gaps.rise]
        for lane in range(1, max(self._lanes, default=0)):
            tops.append(tops[-1] + (height if lane in labelled else BARE_LANE))
        self._levels = [tops[lane] for lane in self._lanes]
        # Pieces begin and end at their ports, or at the row's edge.
        last = len(xs) - 1
        self._ends = [
            (xs[left] + (edge.left_port if left else 0.0), xs[right] + (edge.right_port if right < last else 0.0))
            for edge, left, right, *_ in pieces
        ]

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
        if abs(self._xs[column + side] - self._xs[column]) < edge.width + 2 * LEG_CLEAR:
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
        label = self._gaps.under_label + self._label.height
        tops = zip(self._pieces, self._levels, strict=True)
        return max([level + label * bool(piece.width) for piece, level in tops], default=0.0)

    def shapes(self, base: float, *, up: bool, right_to_left: bool = False) -> list[Shape]:
        """The band's shapes; the arrows' points are at y ``base``, the arcs above it (``up``) or below. What is named
        of arcs that go on is as it will be read once the picture is mirrored (``right_to_left``)."""
        sign = -1.0 if up else 1.0
        crossings = self._crossings()
        crossing = {*crossings, *(leg for legs in crossings.values() for leg, _ in legs)}
        order = sorted(range(len(self._pieces)), key=lambda index: (index in crossing, -self._lanes[index]))
        first_crossing = len(order) - len(crossing)
        # A halo wipes out what it passes, and letters below a line of writing reach as far as the next lane: so where
        # any arcs cross, all lines come first, those with a halo last, and then all labels.
        shapes: list[Shape] = []
        for index in order[:first_crossing]:
            shapes.append(self._line(index, base, sign, halo=False))
            shapes += [] if crossing else self._marks(index, base, sign, (), right_to_left)
        shapes += [self._line(index, base, sign, halo=True) for index in order[first_crossing:]]
        for index in order if crossing else ():
            legs = [x for _, x in crossings.get(index, ())]
            shapes += self._marks(index, base, sign, legs, right_to_left)
        return shapes

    def _crossings(self) -> dict[int, list[tuple[int, float]]]:
        """For each piece whose flat top others pass: these pieces, and where."""
        legs: defaultdict[int, list[int]] = defaultdict(list)  # the pieces that begin or end at each column
        highest = [0] * (len(self._xs) + 1)  # the highest lane at each column
        for index, (piece, lane) in enumerate(zip(self._pieces, self._lanes, strict=True)):
            for column in (piece.left, piece.right):
                legs[column].append(index)
                highest[column] = max(highest[column], lane)
        found = {}
        for index, (edge, left, right, *_) in enumerate(self._pieces):
            lane, (low, high) = self._lanes[index], self._ends[index]
            columns = [column for column in range(left + 1, right) if highest[column] > lane]
            # At the head's column the ports keep all edges apart; at the dependent's a longer one may pass.
            end = right if edge.dependent > edge.head else left
            if left < right and highest[end] > lane:
                columns.append(end)
            passing = [
                (other, x)
                for column in columns
                for other in legs[column]
                if self._lanes[other] > lane
                for x in self._ends[other]
                if low < x < high
            ]
            if passing:
                found[index] = passing
        return found

    def _line(self, index: int, base: float, sign: float, *, halo: bool) -> Path:
        """The line from the head, over the flat top, to the dependent's arrowhead; open where it leaves the row."""
        edge, left, right, *_ = self._pieces[index]
        x0, x1 = self._ends[index]
        top, foot = base + sign * self._levels[index], base + sign * (ARROW_LENGTH - 1)
        if left == right:
            top += sign * self._label.height * (index in self._aside)
            return stroke([(x0, top), (x0, foot)], edge.role, edge.state, edge.key, halo=halo)
        open_left, open_right = left == 0, right == len(self._xs) - 1
        if edge.dependent < edge.head:
            x0, x1, open_left, open_right = x1, x0, open_right, open_left
        if open_left or open_right:
            start, segments = open_arc((x0, base), (x1, foot), top, open_left, open_right)
        else:
            start, segments = (x0, base), arc_segments((x0, base), (x1, foot), top)
        return Path(start, segments, edge.role, edge.state, edge.key, halo)

    def _marks(self, index: int, base: float, sign: float, legs: Sequence[float], right_to_left: bool) -> list[Shape]:
        """The arrowhead; on the flat top the label with its marks, and beside it the word that an arc goes on to."""
        piece = self._pieces[index]
        edge, left, right, width, onward = piece
        low, high = self._ends[index]
        shapes: list[Shape] = []
        at_right = edge.dependent >= edge.head
        if left == right or not (piece.open_right if at_right else piece.open_left):
            role = _ARROWHEAD if edge.basic else edge.role
            shapes.append(arrowhead((high if at_right else low, base), sign > 0, role, edge.state, edge.key))
        if not width:
            return shapes
        centre, hidden = _free_place(low, high, width, legs) if legs else ((low + high) / 2, False)
        centre += self._aside.get(index, 0.0)
        top = base + sign * (self._levels[index] + self._gaps.under_label)
        top -= 0.0 if sign > 0 else self._label.height
        if onward is None or edge.state is _STANDS_BACK:
            return shapes + label_shapes(edge, centre, top, self._label, hidden=hidden)
        # The word stands on the outer side of the label, where the arc leaves the row.
        outer = -1.0 if piece.open_left else 1.0
        arrow = "←" if piece.open_left != right_to_left else "→"
        x, baseline = centre + outer * (width - onward.width) / 2, top + self._label.ascent
        word, state = f"{arrow} {onward.text}", _STANDS_BACK if edge.state is State.MATCHED else edge.state
        role, turned = edge.label_role, right_to_left
        shapes.append(Text(x, baseline, word, role, state, edge.key, right_to_left=turned, width=onward.width))
        aside = (onward.width + (ONWARD_GAP if edge.width else 0.0)) / 2
        return shapes + label_shapes(edge, centre - outer * aside, top, self._label, hidden=hidden)


def label_shapes(edge: PlacedArc, centre: float, top: float, line: TextLine, *, hidden: bool = False) -> list[Shape]:
    """An edge's label and its marks in a row around x ``centre``; ``hidden`` if a line is to be hidden behind it. Its
    box has its upper edge at y ``top``, and the ``line`` in it."""
    shapes: list[Shape] = []
    x, (drop, height) = centre - edge.width / 2, line
    if edge.warned:
        shapes.extend(warning_sign(x + MARK / 2, top + height / 2, MARK, edge.key))
        x += MARK + MARK_GAP
    if edge.crossed:
        shapes.extend(cross(x + MARK / 2, top + height / 2, MARK - 3, edge.state, edge.key))
        x += MARK + MARK_GAP
    if not edge.label:
        return shapes
    width, pad = edge.text_width, BOX_PAD * edge.boxed
    if edge.boxed or hidden:
        radius, state = 3.0 * edge.boxed, State.WRONG_LABEL if edge.boxed else edge.state
        shapes.append(Box(x, top, width + 2 * pad, height, Role.LABEL_BOX, state, edge.key, radius=radius))
        x += pad
    shapes.append(Text(x + width / 2, top + drop, edge.label, edge.label_role, edge.state, edge.key, width=width))
    return shapes


def _free_place(low: float, high: float, width: float, legs: Sequence[float]) -> tuple[float, bool]:
    """The centre for a label between ``low`` and ``high`` that avoids legs, as near to the middle as may be. And
    whether a leg is hidden behind the label all the same."""
    middle = (low + high) / 2
    need = width / 2 + LEG_CLEAR
    walls = [low - LEG_CLEAR, *sorted(legs), high + LEG_CLEAR]
    rooms = [(a + need, b - need) for a, b in pairwise(walls)]
    if places := [min(max(middle, a), b) for a, b in rooms if a <= b]:
        return min(places, key=lambda place: abs(place - middle)), False
    a, b = max(rooms, key=lambda room: room[1] - room[0])
    half = width / 2
    return min(max((a + b) / 2, low + half), max(high - half, low + half)), True


def lanes(spans: Sequence[tuple[int, int]], lengths: Sequence[int]) -> list[int]:
    """The lane of each span of columns, from 1, the lane next to the words, so that no two tops of a lane overlap.

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
        if not length:
            continue
        gaps = ((1 << length) - 1) << left
        lane = 1
        while lane < len(taken) and taken[lane] & gaps:
            lane += 1
        if lane == len(taken):
            taken.append(0)
        taken[lane] |= gaps
        result[index] = lane
        touching[left] = max(touching[left], lane)
        touching[left + length] = max(touching[left + length], lane)
    for index, (left, right) in enumerate(spans):
        if left == right:
            lane = touching[left] + 1
            sides = 0b11 << (left - 1) if left else 0  # a span that covers both passes over the column
            while sides and lane < len(taken) and taken[lane] & sides == sides:
                lane += 1
            result[index] = touching[left] = lane
    return result
