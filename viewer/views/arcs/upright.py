"""Arcs upright: words down the page, a line each, so that a sentence of any length is broken nowhere.

The gold's arcs stand on the left of the words, the parse's on their right. A line reads as one of a table: the gold's
label, the word, its tags, the parse's label. Pure geometry, in pixels at zoom 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, groupby, pairwise
from math import ceil, inf

from goldleaf.viewer.diagram.bars import BOX_PAD, BOX_RISE, MARK, MARK_GAP
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import (
    MARGIN,
    Anchor,
    Box,
    Diagram,
    Key,
    Path,
    Point,
    Polygon,
    Role,
    Segment,
    Shape,
    Side,
    State,
    Text,
)  # fmt: skip
from goldleaf.viewer.diagram.strokes import (
    ARROW_HALF_WIDTH,
    ARROW_LENGTH,
    arc_segments,
    circle,
    cross,
    stroke,
    warning_sign,
)  # fmt: skip
from goldleaf.viewer.diagram.theme import Ruler, TextLine, TextMeasure, Theme, ruler_for
from goldleaf.viewer.session.layers import runs
from goldleaf.viewer.views.arcs import draw
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.band import label_shapes, lanes
from goldleaf.viewer.views.arcs.columns import ALIKE, PlacedArc, TextRow, columns_of
from goldleaf.viewer.views.arcs.describe import picture_description
from goldleaf.viewer.views.arcs.draw import DOT_RADIUS, SIGN, ArcPane
from goldleaf.viewer.views.arcs.frame import Stretch
from goldleaf.viewer.views.arcs.words import BELOW_ARROWS, Lane, mark_shape, role_shapes, row_shapes
from goldleaf.viewer.views.part import about, titled

X_HEIGHT = 0.27  # of a font's size: from the feet of its letters to their middle, where arcs end
REACH = 17.0  # from the labels to the first lane
ROOT = (3.0, 8.0)  # the width and height of the bar that stands for an arc from nowhere
FREE = 2.0  # between this and the arcs that leave its word
LANES, LEAST_LANES, MOST_LANES = 7.0, 2.5, 9.0  # between two lanes, and where there is little room, or much
FIRST = 6.0  # from the arrow that reaches a line to the first arc that leaves it
CROWDED = 8.0  # where several reach it, or a root's, or one of both differs
STEP = 6.0  # to the next one that looks otherwise
ARROWS = 8.4  # between two arrows that reach one line
BEYOND = 3.0  # to the edge of the line
BRIDGE = 4.0  # half of one over a line that is crossed, where there is room
CLEAR = 3.5  # between an arc and a label
LABELS, APART = 4.0, 12.0  # between the labels of one word, and where these are of whole arcs
BOXES = 2.0  # more between the cells of a line than between words, for here the boxes of both stand side by side
WIDEST = 22.0  # of the column of words, in their em: an address would part all others from their tags
AT_EASE = 0.8  # of the room: in more, what can be missed would make all else smaller
NARROWEST = 42.0  # of a column whose texts are cut for want of room
MOVED = 0.1  # of the lines, at most: were it more, words would not be seen to stand in a column
PLAIN = ALIKE | {State.WRONG_LABEL}  # whose lines differ in darkness alone
SHARED = 0.5  # of the height of letters, which the fonts leave free: where there is little room lines share it
FAR = 18.0  # between the last text of a line and the label behind it, which a line joins then
TICK = 3.0  # how far a token's bracket reaches back to its words
BAR = 16.0  # that each of several has for a scroll bar of its own


def draw_upright(
    pictures: Sequence[ArcsPicture], options: Options, theme: Theme, measure: TextMeasure
) -> list[Diagram]:
    """A diagram of the gold and its parses, and one of each further picture, with level lines.

    Where the enhanced graph is drawn each picture has one of its own: its graph stands on the right of its words. They
    are as wide together as ``options.wrap`` allows: what can be missed goes first, then lanes come closer, then labels
    and words are cut. There is at least one picture.
    """
    ruler, columns = ruler_for(theme, measure), columns_of(pictures, options)
    compared = [one for one in pictures if one.side is not Side.RESULT]
    sets = [[one] for one in pictures]
    if not options.enhanced and compared:
        sets = [compared, *([one] for one in pictures if one.side is Side.RESULT)]
    panes = [ArcPane(chosen, columns, options, ruler) for chosen in sets]
    draw.number_alike(panes, options)
    wings = [(_Wing(pane.above, -1.0), _Wing(pane.below, 1.0)) for pane in panes]
    lines = _lines(panes, [*chain(*wings)], options)
    room = None if options.wrap is None else options.wrap / len(panes) - BAR * (len(panes) > 1)
    right_to_left = draw.runs_right_to_left(pictures[0].sentence, options.direction)
    drawn = (_Upright(pane, *own, lines, room, right_to_left) for pane, own in zip(panes, wings, strict=True))
    return [one.diagram(pictures) for one in drawn]


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a sentence: by column how far below the top of the first each begins, and where its middle is; the
    columns (first and last) of those that are folded into one."""

    tops: Mapping[int, float]
    middles: Mapping[int, float]
    folds: tuple[tuple[int, int], ...]
    height: float  # of all
    label: TextLine
    titled: bool  # room for titles and for
    odd: bool  # what is odd about a tree is left above them

    @property
    def folded(self) -> set[int]:
        """The columns that have no line of their own."""
        return {column for first, last in self.folds for column in range(first, last + 1)}


def _lines(panes: Sequence[ArcPane], wings: Sequence[_Wing], options: Options) -> _Lines:
    """A line a column, as high as its texts and arcs need; of differences alone, neighbours without one are a lower
    line together."""
    count = len(panes[0].columns)
    touched = set(range(count))
    if options.only_differences:
        edges = [edge for pane in panes for edge in (*pane.above, *pane.below)]
        touched = {end for edge in edges for end in (edge.head, edge.dependent)}
        for pane in panes:
            touched |= {column for column, state in pane.states.items() if state is not State.NOT_SCORED}
            touched |= {column for row in pane.rows for column in row.boxed}
    ruler, gaps = panes[0].ruler, panes[0].gaps
    label = ruler.line(Role.LABEL, {edge.label for wing in wings for edge in wing.edges}, gaps.box)
    tallest = max(row.height for pane in panes for row in pane.rows)
    least = max(label.height + gaps.under_label, tallest + (-SHARED if options.tight else gaps.under_label))
    lower = sum(ruler.height(Role.TAG)) + gaps.under_label
    tops, middles = dict[int, float](), dict[int, float]()
    folds, y = [], 0.0
    for is_touched, run in groupby(range(count), key=touched.__contains__):
        own = [*run]
        if is_touched:
            for column in own:
                tops[column], middles[column] = y, y + max([least / 2, *(wing.above[column] for wing in wings)])
                y = middles[column] + max([least / 2, *(wing.below[column] for wing in wings)])
        else:
            folds.append((own[0], own[-1]))
            tops |= dict.fromkeys(own, y)
            middles |= dict.fromkeys(own, y + lower / 2)
            y += lower
    together = any(len(pane.pictures) > 1 for pane in panes)
    return _Lines(tops, middles, tuple(folds), y, label, titled=together, odd=any(pane.odd for pane in panes))


class _Wing:
    """The arcs on one side of the words, and the column of their labels; ``sign`` −1.0 for those on the left."""

    def __init__(self, edges: Sequence[PlacedArc], sign: float) -> None:
        self.edges, self.sign = edges, sign
        # Of two that lead to and fro the one that comes from below lies around the other, and meets nothing above.
        self._lanes = lanes([(edge.left, edge.right) for edge in edges], [edge.head > edge.dependent for edge in edges])
        self.at: defaultdict[int, list[PlacedArc]] = defaultdict(list)  # by column: those that end there
        for _, edge in sorted(zip(self._lanes, edges, strict=True), key=lambda one: one[0]):
            self.at[edge.dependent].append(edge)
        pairs = zip(self._lanes, edges, strict=True)
        self.depth = max((lane for lane, edge in pairs if edge.left < edge.right), default=0)
        self._heads, self._dependents = self._ported()
        # By column: the room that its line needs over and under its middle.
        self.above: defaultdict[int, float] = defaultdict(float)
        self.below: defaultdict[int, float] = defaultdict(float)
        for edge, *ports in zip(edges, self._heads, self._dependents, strict=True):
            for column, port in zip((edge.head, edge.dependent), ports, strict=True):
                room = self.above if port < 0 else self.below
                room[column] = max(room[column], abs(port) + BEYOND)

    def room(self, column: int) -> float:
        """How wide the labels of a line are together."""
        return max(sum(edge.width + APART for edge in self.at.get(column, ()) if edge.width) - APART, 0.0)

    @property
    def labels(self) -> float:
        """How wide the widest are."""
        return max(map(self.room, self.at), default=0.0)

    def reach(self, step: float) -> float:
        """How far the arcs reach beyond the labels, their lanes so far apart."""
        return CLEAR + REACH + step * max(self.depth - 1, 0) if self.edges else 0.0

    def cut(self, width: float, ruler: Ruler, lines: Set[int]) -> None:
        """Shortens the labels in these lines that are wider, or of one word are together."""
        at = [own for line, own in self.at.items() if line in lines]
        for edge, most in ((edge, (width + APART) / len(own) - APART) for own in at for edge in own):
            if edge.label and edge.width > most:
                beside = edge.width - edge.text_width
                edge.label = ruler.shortened(edge.label_role, edge.label, most - beside)
                edge.text_width = ruler.width(edge.label_role, edge.label)
                edge.width = edge.text_width + beside

    def _ported(self) -> tuple[list[float], list[float]]:
        """How far from the middle of its line each arc leaves its head, and reaches its dependent. Those with a right
        head leave as one line, which parts at the lanes, and so do those that differ alike; the farther the other end,
        the nearer to the middle, on the side where they cross fewer that come. A head that no arc reaches is left from
        its middle, or on both sides of it."""
        heads, dependents = [0.0] * len(self.edges), [0.0] * len(self.edges)
        leaving: defaultdict[tuple[int, float], list[int]] = defaultdict(list)
        coming: defaultdict[int, list[int]] = defaultdict(list)
        for number, edge in enumerate(self.edges):
            coming[edge.dependent].append(number)
        for number, edge in enumerate(self.edges):
            if edge.head != edge.dependent:
                way = 1.0 if edge.dependent > edge.head else -1.0
                inner = [
                    self.edges[other].head for other in coming[edge.head] if self._lanes[other] < self._lanes[number]
                ]
                met = [way * (head - edge.head) > 0 for head in inner if head != edge.head]
                leaving[edge.head, way if met.count(True) <= met.count(False) else -way].append(number)
        for (head, way), own in leaving.items():
            # What is not scored is pale, so that it may cross others.
            own.sort(key=lambda number: (self.edges[number].state is State.NOT_SCORED, -self._lanes[number]))
            looks = [(edge.role, None if edge.state in PLAIN else edge.state) for edge in (self.edges[n] for n in own)]
            places = {look: place for place, look in enumerate(dict.fromkeys(looks))}
            reached = [self.edges[number] for number in coming[head]]
            ends = [*reached, *(self.edges[number] for number in own)]
            crowded = len(reached) > 1 or any(
                edge.left == edge.right or edge.state not in PLAIN or not edge.basic for edge in ends
            )
            first = CROWDED if crowded else FIRST
            # One line from which arcs part to both sides would look like an arrow.
            parted = STEP / 2 if (head, -way) in leaving else 0.0
            first = first + (len(reached) - 1) * ARROWS / 2 if reached else parted
            for number, look in zip(own, looks, strict=True):
                heads[number] = way * (first + places[look] * STEP)
        for own in coming.values():
            for place, number in enumerate(sorted(own, key=self._arrival)):
                dependents[number] = (place - (len(own) - 1) / 2) * ARROWS
        return heads, dependents

    def _arrival(self, number: int) -> tuple[bool, int]:
        # From above the inner ones come first, then from below the outer ones.
        below = self.edges[number].head >= self.edges[number].dependent
        return below, -self._lanes[number] if below else self._lanes[number]

    @property
    def from_texts(self) -> set[int]:
        """The columns of heads whose arcs begin at their text: those that no arc reaches, so that there is no label
        beside them, and those of the enhanced graph, which are few."""
        return {edge.head for edge in self.edges if edge.head not in self.at or not edge.basic}

    def shapes(self, x: float, step: float, ys: Mapping[int, float], begins: Mapping[int, float]) -> Iterator[Shape]:
        """The arcs, from the outer edge of the labels at ``x``, or from where they ``begin`` at their heads' texts;
        ``ys`` are the middles of lines, both by column."""
        x += self.sign * CLEAR
        starts = [ys[edge.head] + port for edge, port in zip(self.edges, self._heads, strict=True)]
        ends = [ys[edge.dependent] + port for edge, port in zip(self.edges, self._dependents, strict=True)]
        # Where two share a stretch the one that differs is seen. Lines have a halo only where they cross: it would rub
        # out those that leave or reach the same word.
        matched = [edge.state in ALIKE for edge in self.edges]
        order = sorted(range(len(self.edges)), key=lambda number: (not matched[number], -self._lanes[number]))
        foot = x + self.sign * (ARROW_LENGTH - 1)
        lane_at = [x + self.sign * (REACH + step * (lane - 1)) for lane in self._lanes]
        for number in order:
            edge, (y0, y1) = self.edges[number], (starts[number], ends[number])
            role, base = Role.ARROWHEAD if edge.basic else edge.role, x + self.sign * ARROW_LENGTH
            if edge.left == edge.right:  # solid, and clear of the arcs that leave its word
                middle, (width, height) = x + self.sign * ROOT[0] / 2, ROOT
                yield Box(middle - width / 2, y1 - height / 2, width, height, role, edge.state, edge.key)
                line = (Segment((middle, y1 + height / 2)),)
                yield Path((middle, y1 - height / 2), line, edge.role, edge.state, edge.key)
                continue
            begun = self._begun(edge.head, begins.get(edge.head), x, ys[edge.head], y0)
            arc = map(_turned, arc_segments((y0, x), (y1, foot), lane_at[number]))
            yield Path(begun[0], (*map(Segment, begun[1:]), *arc), edge.role, edge.state, edge.key)
            head = ((base, y1 - ARROW_HALF_WIDTH), (base, y1 + ARROW_HALF_WIDTH), (x, y1))
            yield Polygon(head, role, edge.state, edge.key)
        yield from self._bridges(starts, ends, lane_at, min(BRIDGE, step / 2))

    def _bridges(
        self, starts: Sequence[float], ends: Sequence[float], lane_at: Sequence[float], half: float
    ) -> Iterator[Shape]:
        """Where an arc passes another that looks alike: with a gap, or the eye would turn off there."""
        for edge, lane, start, end in zip(self.edges, self._lanes, starts, ends, strict=True):
            for column, y in ((edge.head, start), (edge.dependent, end)):
                for other, inner, x in zip(self.edges, self._lanes, lane_at, strict=True):
                    alike = (other.role, other.state) == (edge.role, edge.state) and edge.state is not State.NOT_SCORED
                    if alike and inner < lane and other.left < column < other.right:
                        line = (Segment((x + half, y)),)
                        yield Path((x - half, y), line, edge.role, edge.state, edge.key, halo=True)

    def _begun(self, head: int, begin: float | None, x: float, middle: float, y: float) -> list[Point]:
        """The points from which an arc begins that leaves at ``y``: from beside a head's text at x ``begin``, or beside
        the arrows at ``x``, in the ``middle`` of its line. It would not be seen whose it is else: the next line may be
        as near."""
        reached, way = self.at[head], 1.0 if y > middle else -1.0
        rooted = any(edge.left == edge.right for edge in reached)
        arrows = (len(reached) - 1) * ARROWS / 2 + (ROOT[1] / 2 + FREE if rooted else ARROW_HALF_WIDTH)
        if begin is None:
            return [(x, middle + way * arrows), (x, y)]
        return [(begin, middle + way * ARROW_HALF_WIDTH)] * (y != middle) + [(begin, y)]


def _turned(segment: Segment) -> Segment:
    """A part of an arc over a row of words, for a column of words."""

    def turned(point: Point | None) -> Point | None:
        return None if point is None else (point[1], point[0])

    return Segment((segment.end[1], segment.end[0]), turned(segment.control_1), turned(segment.control_2))


class _Upright:
    """A pane as it is drawn in a ``room``, None for any."""

    def __init__(
        self, pane: ArcPane, left: _Wing, right: _Wing, lines: _Lines, room: float | None, right_to_left: bool
    ) -> None:
        self._pane, self._lines, self._right_to_left = pane, lines, right_to_left
        self._ruler, self._step = pane.ruler, LANES
        self._margin = MARGIN if pane.ruler.theme.snug else pane.gaps.margin  # figures cut most of it off
        self._rows = (_elided(pane.rows[0], pane.ruler), *pane.rows[1:])
        # How many texts of a column may be wider than it is, and move what follows in their lines; its greatest width.
        self._beyond, self._most = 0, inf
        self._ragged = False  # each line is as wide as its own label behind the words asks for
        forms = pane.rows[0].texts
        self._left, self._right = left, right
        # Of a word with several heads in its graph each label says of which it is; where there is no room for that,
        # those that are alike stand there once.
        words = [own for own in self._right.at.values() if len(own) > 1 and not own[0].basic]
        several = [edge for own in words for edge in own]
        looks = [[(edge.label, edge.state) for edge in own] for own in words]
        plain = [look[0] * (own.index(look) == place) for own in looks for place, look in enumerate(own)]
        self._relabel(several, [f"{edge.label} of {forms[edge.head]}" for edge in several])
        self._beside = pane.gaps.cells + BOXES
        self._brackets = _brackets(pane, {*range(len(pane.columns))} - lines.folded)
        self._drop = X_HEIGHT * self._ruler.theme.font(Role.WORD).size
        if room is None:
            return
        if self._width > AT_EASE * room:
            self._relabel(several, plain)
        if self._width > AT_EASE * room:  # of tokens that read as their words do
            told = ([one for one in own if one.text != one.read(forms)] for own in self._brackets)
            self._brackets = [*filter(None, told)]
        spare = room - self._width if self._width > room else max(AT_EASE * room - self._width, 0.0)
        steps = max(self._left.depth - 1, 0) + max(self._right.depth - 1, 0)
        self._step = min(max(LANES + spare / max(steps, 1), LEAST_LANES), MOST_LANES)
        self._shorten(room)
        if self._beyond:  # what columns leave over
            self._step = min(self._step + max(room - self._width, 0.0) / max(steps, 1), LANES)

    def _relabel(self, edges: Sequence[PlacedArc], labels: Sequence[str]) -> None:
        for edge, label in zip(edges, labels, strict=True):
            width = self._ruler.width(edge.label_role, label)
            edge.label, edge.text_width, edge.width = label, width, edge.width - edge.text_width + width

    def _shorten(self, room: float) -> None:
        """Narrows columns to what most of their lines need, and in those that are still too wide cuts words and labels,
        the widest first."""
        if self._width <= room + 0.1:  # lanes that just fit may be wider by what is rounded
            return
        most = max(self._left.labels, self._right.labels, *map(_wide, self._rows))
        self._beyond, self._ragged = ceil(MOVED * len(self._pane.columns)), True
        while most > NARROWEST and (long := {line for line, width in enumerate(self._widths) if width > room}):
            self._most = most = most - 4.0
            self._left.cut(most, self._ruler, long)
            self._right.cut(most, self._ruler, long)
            self._rows = tuple(_cut(row, most, self._ruler, long) for row in self._rows)
        for fewer in range(enough := self._beyond):
            self._beyond = fewer
            if self._width <= room:
                break
        else:
            self._beyond = enough

    @property
    def _wings(self) -> tuple[_Wing, _Wing]:
        """Those before and behind the words as they are read."""
        return (self._right, self._left) if self._right_to_left else (self._left, self._right)

    @property
    def _columns(self) -> list[list[tuple[range, float]]]:
        """What stands beside one another, and in each column the lines that a text has, and how wide it is."""
        lines = [range(line, line + 1) for line in range(len(self._pane.columns))]
        before, _ = self._wings
        return [
            [(own, before.room(own[0])) for own in lines],
            *([*zip(lines, row.widths, strict=True)] for row in self._rows[:1]),
            *([(one.lines, one.room) for one in own] for own in self._brackets),  # beside their words
            *([*zip(lines, row.widths, strict=True)] for row in self._rows[1:]),
            *([(range(lane.cells[0][0], lane.cells[-1][0] + 1), _lane_width(lane))] for lane in self._pane.lanes),
        ]

    def _placed(self) -> tuple[list[list[float]], list[float]]:
        """Where the texts of each column begin, as far from the outer edge of the labels before the words: with it, or
        beyond what is wider before them; and where each line ends."""
        start, ends, places, folded = 0.0, [0.0] * len(self._pane.columns), [], self._lines.folded
        for column in self._columns:
            begins = [max(start, *(ends[line] + self._beside * bool(ends[line]) for line in own)) for own, _ in column]
            for x, (own, wide) in zip(begins, column, strict=True):
                for line in {*own} - folded if wide else ():
                    ends[line] = x + wide
            places.append(begins)
            widths = sorted(wide for _, wide in column)
            start += (min(widths[max(len(widths) - 1 - self._beyond, 0)], self._most) + self._beside) * any(widths)
        return places, ends

    @property
    def _widths(self) -> list[float]:
        """How wide the picture must be for each line."""
        (_, behind), (_, ends) = self._wings, self._placed()
        edges = 2 * self._margin + sum(wing.reach(self._step) for wing in self._wings)
        rooms = [*map(behind.room, range(len(ends)))] if self._ragged else [behind.labels] * len(ends)
        # A token's text right before a label would read as one with it.
        apart = self._beside + APART * bool(self._brackets and not self._rows[1:] and not self._ragged)
        return [edges + end + (apart + room) * bool(room) for end, room in zip(ends, rooms, strict=True)]

    @property
    def _width(self) -> float:
        return max(self._widths)

    def diagram(self, pictures: Sequence[ArcsPicture]) -> Diagram:
        pane, ruler, width = self._pane, self._ruler, self._width
        odd = [*draw.oddity_line(pane)]
        above, below = ruler.height(Role.WARNING)
        top = self._margin + (above + below + MARGIN / 2) * self._lines.odd
        shapes: list[Shape] = []
        if odd:
            shapes += [*warning_sign(MARGIN + SIGN / 2, MARGIN + above / 2 + 1, SIGN, None), *odd]
        width = max([width, *(shape.x + shape.width + MARGIN for shape in odd)])
        insets = [self._margin + wing.reach(self._step) for wing in (self._left, self._right)]
        if self._lines.titled:
            ours, *theirs = (one.name for one in pane.pictures)
            shapes += side_titles([ours, ", ".join(theirs)], insets, width, top, ruler)
            top += sum(ruler.height(Role.TITLE)) + MARGIN / 2
        tops = {column: top + y for column, y in self._lines.tops.items()}
        ys = {column: top + y for column, y in self._lines.middles.items()}
        left, right = insets[0], width - insets[1]
        start, way = (right, -1.0) if self._right_to_left else (left, 1.0)
        wings = ((self._left, left), (self._right, right))
        for wing, x in wings:
            shapes += wing.shapes(x, self._step, ys, self._begins(wing, start, way))
        for wing, x in wings:
            shapes += self._labels(wing, x, ys)
            shapes += self._headless(wing, x, ys)
        for column in {**pane.begins[0], **pane.begins[1]}:
            if (y := tops[column]) > top:
                of_first, of_others = (column in begins for begins in pane.begins)
                begin = self._margin if of_first else left + self._left.labels
                end = width - self._margin if of_others else right - self._right.labels
                shapes.append(stroke([(begin, y), (end, y)], Role.TOKEN))
        shapes += self._words(start, way, right - left, ys)
        shapes += self._leaders(start, way, right - left, ys)
        drawn = {shape.key for shape in shapes}
        known = draw.pane_elements(pane, pictures)
        elements = sorted(known, key=lambda one: one.positions[:1] * (one.key.kind == "word"))
        first = pictures[0].sentence
        return Diagram(
            width=width, height=top + self._lines.height + self._margin, shapes=tuple(shapes),
            elements={one.key: one for one in elements if one.key in drawn},
            title=" and ".join(titled(picture.name, picture.sentence) for picture in pane.pictures),
            description=" ".join(map(picture_description, pane.pictures)),
            metadata=about(first, view="arcs", layout="upright"),
        )  # fmt: skip

    def _begins(self, wing: _Wing, start: float, way: float) -> dict[int, float]:
        """Where arcs leave heads that have no label on that side: at the first or the last text of their lines."""
        (_, words, *_), ends = self._placed()
        near = wing.sign != way
        beside = {line: words[line] - CLEAR if near else ends[line] + CLEAR for line in wing.from_texts}
        return {line: start + way * x for line, x in beside.items()}

    def _labels(self, wing: _Wing, x: float, ys: Mapping[int, float]) -> Iterator[Shape]:
        """The labels of a side, from the outer edge of their column at ``x`` inwards."""
        for column, own in wing.at.items():
            at = x
            for edge in own:
                top = ys[column] + self._drop - self._lines.label.ascent
                label = label_shapes(edge, at - wing.sign * edge.width / 2, top, self._lines.label)
                yield from flush(label, -wing.sign)
                at -= wing.sign * (edge.width + APART) * bool(edge.width)

    def _leaders(self, start: float, way: float, room: float, ys: Mapping[int, float]) -> Iterator[Shape]:
        """On each line what leads the eye from labels to the texts between them, where they are far apart."""
        (before, behind), ((_, words, *_), ends), gap = self._wings, self._placed(), self._beside
        for line in {*ys} - self._lines.folded:
            own, other = before.room(line), behind.room(line)
            for label, begin, end in ((own, own, words[line]), (other, ends[line], room - other)):
                if label and end - begin > FAR + 2 * gap:
                    yield stroke([(start + way * x, ys[line]) for x in (begin + gap, end - gap)], Role.RIBBON)

    def _headless(self, wing: _Wing, x: float, ys: Mapping[int, float]) -> Iterator[Shape]:
        """A dot where an arc is missing."""
        for picture, oddity in self._pane.odd:
            if oddity.name == "headless" and (picture is self._pane.pictures[0]) is (wing is self._left):
                for position in oddity.positions:
                    y, key = ys[self._pane.columns.of_word[position]], Key(picture.side, "arc", f"{position}")
                    yield circle(x + wing.sign * DOT_RADIUS, y, DOT_RADIUS, Role.WARNING, key)

    def _words(self, start: float, way: float, room: float, ys: Mapping[int, float]) -> Iterator[Shape]:
        """Words and what stands beside them, right to left those of such a script; ``start`` is the outer edge of the
        labels before them, from which there is ``room`` to that of those behind them."""
        pane, turned, ((_, words, *places), _) = self._pane, self._right_to_left, self._placed()
        folded, beside = self._lines.folded, len(self._brackets)
        for row, begins in zip(self._rows, (words, *places[beside:]), strict=False):
            for column, x in enumerate(begins):
                if row.texts[column] and column not in folded:
                    middle = start + way * (x + row.widths[column] / 2)
                    top = ys[column] + self._drop - row.ascent - BELOW_ARROWS
                    here = Stretch(column, column, (middle, middle, middle))
                    shapes = row_shapes([row], pane.columns, here, pane.side, pane.states, top, turned, way)
                    yield from flush(shapes, way)
        label = self._ruler.line(Role.BAR, rise=BOX_RISE)
        for brackets, begins in zip(self._brackets, places, strict=False):
            for one, x in zip(brackets, begins, strict=True):
                yield from one.shapes(start + way * x, way, ys, self._drop, turned, label)
        for lane, (x,) in zip(pane.lanes, places[beside + len(self._rows) - 1 :], strict=True):
            yield from self._roles(lane, start + way * (x + LABELS), way, ys)
        left = min(words)
        for first, last in self._lines.folds:  # no label stands in such a line
            forms = " ".join(["…", *pane.rows[0].texts[first : last + 1]])
            text = self._ruler.shortened(Role.TAG, forms, room - left)
            anchor, width = Anchor.END if turned else Anchor.START, self._ruler.width(Role.TAG, text)
            y, own = ys[first] + X_HEIGHT * self._ruler.theme.font(Role.TAG).size, turns(text, turned)
            yield Text(
                start + way * left, y, text, Role.TAG, State.NOT_SCORED, None, anchor, right_to_left=own, width=width
            )

    def _roles(self, lane: Lane, x: float, way: float, ys: Mapping[int, float]) -> Iterator[Shape]:
        """A predicate's line beside the words at ``x``, its sense and the roles beside that."""
        owner = next((label.key for label in lane.labels if label.sense), None)
        first, last = ys[lane.cells[0][0]], ys[lane.cells[-1][0]]
        if first < last:
            yield Path((x, first), (Segment((x, last)),), lane.role, key=owner)
        for column, rows in lane.cells:
            if column not in self._lines.folded:
                yield mark_shape(rows[0][0], x, ys[column], lane.role)
                at, top = x + way * 1.5 * LABELS, ys[column] + self._drop - self._ruler.height(Role.SEMANTIC)[0]
                for label in (label for row in rows for label in row):
                    left = at if way > 0 else at - label.full_width
                    yield from role_shapes(label, left, top, lane.role, self._ruler)
                    at += way * (label.full_width + LABELS)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """Words that are one, beside their lines: a token or an expression; by the first and last of their columns."""

    pieces: Sequence[tuple[int, int]]
    text: str
    width: float
    role: Role
    key: Key
    state: State = State.MATCHED

    @property
    def lines(self) -> range:
        """Of its words and of those between them."""
        return range(self.pieces[0][0], self.pieces[-1][1] + 1)

    def read(self, forms: Sequence[str]) -> str:
        """What its words are together."""
        return "".join("".join(forms[first : last + 1]) for first, last in self.pieces)

    @property
    def room(self) -> float:
        marked = {State.WRONG_LABEL: 2 * BOX_PAD, State.EXTRA: MARK + MARK_GAP}
        return self.width + 2 * TICK + marked.get(self.state, 0.0)

    def shapes(
        self, x: float, way: float, ys: Mapping[int, float], drop: float, turned: bool, label: TextLine
    ) -> Iterator[Shape]:
        """The bracket at ``x`` and its text, which begins beside its longest piece; marked as `bars` are."""
        edge = x + way * TICK
        for first, last in self.pieces:
            high, low = ys[first] - drop, ys[last] + drop
            line = (Segment((edge, high)), Segment((edge, low)), Segment((x, low)))
            yield Path((x, high), line, self.role, self.state, self.key)
        for (_, high_end), (low_end, _) in pairwise(self.pieces):
            joint = (Segment((edge, ys[low_end] - drop)),)
            yield Path((edge, ys[high_end] + drop), joint, Role.TOKEN, State.NOT_SCORED, self.key)
        first, last = max(self.pieces, key=lambda piece: piece[1] - piece[0])
        at, y, own = edge + way * (TICK + self.width / 2), (ys[first] + ys[last]) / 2 + drop, turns(self.text, turned)
        upper = y - label.ascent
        if self.state is State.WRONG_LABEL:
            at += way * BOX_PAD
            left, wide = at - self.width / 2 - BOX_PAD, self.width + 2 * BOX_PAD
            yield Box(left, upper, wide, label.height, Role.LABEL_BOX, self.state, self.key, radius=BOX_PAD)
        if self.state is State.EXTRA:
            at += way * (MARK + MARK_GAP)
            centre = at - way * (self.width / 2 + MARK_GAP + MARK / 2)
            yield from cross(centre, upper + label.height / 2, MARK - 2, self.state, self.key)
        if self.text:
            yield Text(at, y, self.text, self.role, self.state, self.key, right_to_left=own, width=self.width)


def _brackets(pane: ArcPane, shown: set[int]) -> list[list[_Bracket]]:
    """Those of tokens and expressions whose words are shown, in as many columns as they need not to overlap."""
    found = [_Bracket([(bar.first, bar.last)], bar.form, bar.width, Role.TOKEN, bar.key) for bar in pane.bars]
    for one in pane.expressions:
        own = sorted({pane.columns.of_word[place] for place in one.positions if place in pane.columns.of_word})
        width = pane.ruler.width(Role.BAR, one.label)
        found += [_Bracket(runs(own), one.label, width, Role.BAR, one.key, one.state)] * bool(own)
    columns: list[list[_Bracket]] = []
    for bracket in found:
        first, last = bracket.pieces[0][0], bracket.pieces[-1][1]
        if {column for piece in bracket.pieces for column in piece} <= shown:
            free = (own for own in columns if all(one.pieces[0][0] > last or one.pieces[-1][1] < first for one in own))
            own_column = next(free, None)
            if own_column is None:
                columns.append([bracket])
            else:
                own_column.append(bracket)
    return columns


def side_titles(
    names: Sequence[str], insets: Sequence[float], width: float, top: float, ruler: Ruler
) -> Iterator[Text]:
    """Whose what stands on the left and on the right of the words is, above a picture of a width: over what is so far
    from its edges, or if they are long nearer to these."""
    y, room = top + ruler.height(Role.TITLE)[0], width / 2 - 1.5 * MARGIN
    for name, inset, anchor in zip(names, insets, (Anchor.START, Anchor.END), strict=True):
        text = ruler.shortened(Role.TITLE, name, room)
        own = ruler.width(Role.TITLE, text)
        at = min(inset, MARGIN + room - own)
        yield Text(at if anchor is Anchor.START else width - at, y, text, Role.TITLE, anchor=anchor, width=own)


def flush(shapes: Sequence[Shape], way: float) -> Iterator[Shape]:
    """The shapes with texts that begin (``way`` 1.0) or end where they do: flush in other fonts, such as TeX's, too."""
    anchor = Anchor.START if way > 0 else Anchor.END
    held = any(isinstance(shape, Box) for shape in shapes)  # in a box that is as wide as it has been measured
    for shape in shapes:
        if isinstance(shape, Text) and not held and shape.anchor is Anchor.MIDDLE:
            shape = replace(shape, x=shape.x - way * shape.width / 2, anchor=anchor)
        yield shape


def _lane_width(lane: Lane) -> float:
    texts = (sum(label.full_width + LABELS for row in rows for label in row) for _, rows in lane.cells)
    return max(texts) + 2 * LABELS


def _elided(row: TextRow, ruler: Ruler) -> TextRow:
    """The row of words, those that are too wide without their middle."""
    most, texts, widths = WIDEST * ruler.theme.font(row.role).size, [*row.texts], [*row.widths]
    for column, wide in enumerate(widths):
        text, kept = texts[column], int(len(texts[column]) * most / max(wide, most))
        while widths[column] > most and kept:
            texts[column] = f"{text[: kept - kept // 2]}…{text[len(text) - kept // 2 :]}"
            widths[column], kept = wide - ruler.width(row.role, text) + ruler.width(row.role, texts[column]), kept - 1
    return replace(row, texts=tuple(texts), widths=tuple(widths))


def _wide(row: TextRow) -> float:
    return max(row.widths, default=0.0)


def _cut(row: TextRow, width: float, ruler: Ruler, lines: Set[int]) -> TextRow:
    """The row with its texts in these lines in at most a width."""
    texts, widths = [*row.texts], [*row.widths]
    for column in lines:
        if (wide := widths[column]) > width:
            texts[column] = ruler.shortened(row.role, texts[column], width - row.behind(column))
            widths[column] = min(wide, ruler.width(row.role, texts[column]) + row.behind(column))
    return replace(row, texts=tuple(texts), widths=tuple(widths))
