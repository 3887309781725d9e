"""Trees as outlines: a line a node, indented, its words down the page; the gold's left of them, the parse's right.

A node stands above its first word, or on the line of its only one; partners stand on one line. Pure geometry, in pixels
at zoom 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from goldleaf.viewer.diagram.ribbons import PAD, changes, hatching
from goldleaf.viewer.diagram.shapes import (
    MARGIN,
    RING,
    Anchor,
    Box,
    Diagram,
    Key,
    Path,
    Polygon,
    Role,
    Shape,
    Side,
    State,
    Text,
)  # fmt: skip
from goldleaf.viewer.diagram.strokes import circle, stroke
from goldleaf.viewer.diagram.theme import Ruler, TextMeasure, Theme, ruler_for
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.upright import NARROWEST, X_HEIGHT, flush, side_titles
from goldleaf.viewer.views.part import about, titled
from goldleaf.viewer.views.trees.describe import tree_description, tree_elements
from goldleaf.viewer.views.trees.draw import note_of
from goldleaf.viewer.views.trees.labels import Texts, TreeLabel, edge_shapes, texts_of, word_shapes
from goldleaf.viewer.views.trees.line import LineCell, LinePart, shared_line
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown, marked, shown_trees
from goldleaf.viewer.views.trees.tree_picture import Leaves, TreeOptions, TreePicture

LEADING = 2.0  # between two lines, in pixels
BOXED = 3.0  # more between two that have boxes below each other
INDENT, LEAST_INDENT = 14.0, 6.0  # of a child beside its parent, and where there is little room
STEM = 5.0  # from where a label begins to the line down to the children
CLEAR = 3.0  # between a line and a text
BESIDE = 9.0  # between the columns of a line; so much of a line at least is seen between a node and its word
FOLDED, FOLD = 160.0, 6.0  # of folded words, and of the sign before them


def draw_outline(
    pictures: Sequence[TreePicture], options: TreeOptions, theme: Theme, measure: TextMeasure
) -> list[Diagram]:
    """A diagram of the first two pictures, and one of each further one, with level lines. They are as wide together as
    ``options.room`` allows: less indented, then with words that are cut. There is at least one picture."""
    # A line has no room for round outlines around all nodes: those that differ have theirs.
    shown_with = replace(options, leaves=Leaves.LEVEL, pills=False, fold_width=FOLDED * (1 + options.together))
    ruler, trees = ruler_for(theme, measure), shown_trees(pictures, shown_with)
    texts = [texts_of(shown, shown_with, ruler) for shown in trees]
    parts = shared_line(trees, texts, shown_with, ruler).parts
    lines = _lines(trees, parts)
    sides = [_Side(*each, lines, at) for at, each in enumerate(zip(trees, texts, parts, strict=True))]
    sets = [sides[:2], *([side] for side in sides[2:])]
    room = None if options.room is None else options.room / len(sets)
    turned = runs_right_to_left(pictures[0].sentence, options.direction)
    outlines = [_Outline(chosen, lines, ruler, turned, tight=options.tight) for chosen in sets]
    for outline in outlines:
        if room is not None and outline.width > room:
            if options.pills and options.tags:  # which are no part of function trees
                return draw_outline(pictures, replace(options, tags=False), theme, measure)
            outline.squeeze(room)
    top, pitch = max(outline.top for outline in outlines), max(outline.pitch for outline in outlines)
    boxes: list[set[tuple[int, bool]]] = [set() for _ in lines]
    for at, side in enumerate(sides):
        for label, item, line in zip(side.texts.labels, side.items, side.line, strict=True):
            if label.boxed or label.outlined or item.misused:
                boxes[line].add((at, item.is_node))
    gaps = (pitch + BOXED * bool(above & below) for above, below in pairwise(boxes))
    ys = [*accumulate(gaps, initial=top + pitch / 2)]
    return [outline.diagram(pictures, ys) for outline in outlines]


class _Line(NamedTuple):
    """A line of all trees: the node of each, by the tree's place; the column of the words that it has."""

    nodes: Mapping[int, int]
    column: int | None = None


def _lines(trees: Sequence[Shown], parts: Sequence[LinePart]) -> list[_Line]:
    """The lines from the top: at each column the nodes that begin there, from the largest one, and its words."""

    def partners(one: int, a: int, other: int, b: int) -> bool:
        own, picture = trees[one].picture, trees[other].picture
        # What is compared with neither is level with what has the same words.
        if max(one, other) > 1 and picture.side not in own.partners_in:
            return parts[one].spans[a] == parts[other].spans[b]
        return own.partner_in(trees[one].items[a].number, picture) == trees[other].items[b].number

    beginning: defaultdict[int, list[list[int]]] = defaultdict(lambda: [[] for _ in trees])
    for at, (shown, part) in enumerate(zip(trees, parts, strict=True)):
        for number, (item, (first, _)) in enumerate(zip(shown.items, part.spans, strict=True)):
            if item.is_node:
                beginning[first][at].append(number)
    lines = []
    for column in range(1 + max((last for part in parts for _, last in part.spans), default=-1)):
        chains, beside = beginning[column], dict[int, int]()
        lowest = {at: chain[-1] for at, chain in enumerate(chains) if chain}
        for at, number in lowest.items():
            # The smallest stands beside its only word, unless its partner is a larger one.
            above = (partners(at, number, other, one) for other in lowest for one in chains[other][:-1] if other != at)
            if parts[at].spans[number] == (column, column) and not any(above):
                beside[at] = number
        rows: list[dict[int, int]] = []
        for at, chain in enumerate(chains):
            place = 0
            for number in chain[: len(chain) - (at in beside)]:
                row = place  # that of a partner, else one of its own
                while row < len(rows) and not any(partners(at, number, *each) for each in rows[row].items()):
                    row += 1
                if row == len(rows):
                    row = place
                    rows.insert(row, {})
                rows[row][at], place = number, row + 1
        lines += [*map(_Line, _packed(rows)), _Line(beside, column)]
    return lines


def _packed(rows: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    """The same with nodes that have no partner beside each other, as near to their first word as can be."""
    packed: list[dict[int, int]] = []  # from the lowest
    for row in reversed(rows):
        above = max((at + 1 for at, below in enumerate(packed) if below.keys() & row.keys()), default=0)
        if above == len(packed):
            packed.append({})
        packed[above] |= row
    return packed[::-1]


class _Side:
    """One tree on one side of the words; numbers are those of items."""

    def __init__(self, shown: Shown, texts: Texts, part: LinePart, lines: Sequence[_Line], place: int) -> None:
        self.shown, self.texts, self.part, self.items = shown, texts, part, shown.items
        of_column = {line.column: number for number, line in enumerate(lines) if line.column is not None}
        self.line = [of_column.get(first, 0) for first, _ in part.spans]
        for number, line in enumerate(lines):
            if place in line.nodes:
                self.line[line.nodes[place]] = number
        self.last = [max((self.line[child] for child in item.children), default=0) for item in self.items]
        self.level = self._levels()
        self.cells: dict[int, LineCell] = {cell.column: cell for cell in part.cells}

    def _levels(self) -> list[int]:
        """How deep each item is indented; of a discontinuous tree beyond the lines down that pass it."""
        level = [0] * len(self.items)
        for number in sorted(range(len(self.items)), key=lambda number: (self.line[number], number)):
            item, line = self.items[number], self.line[number]
            level[number] = level[item.parent] + 1 if item.parent >= 0 else 0
            if not self.shown.projective and (item.is_node or self.texts.edges[number]):
                nodes = (other for other, node in enumerate(self.items) if node.is_node and self.line[other] < line)
                passing = (level[other] + 1 for other in nodes if self.last[other] >= line)
                level[number] = max(level[number], *passing, 0)
        return level

    def span(self, number: int) -> str:
        """The numbers of a node's words, or of those of several that are folded; empty where they stand beside it."""
        (first, last), item, picture = self.part.spans[number], self.items[number], self.shown.picture
        if item.is_run:  # whose key has their places
            return "–".join(picture.word_at[picture.position_of[int(place)]].name for place in item.key.name.split("-"))
        return "" if first == last else picture.numbers(item.number)

    def start(self, number: int, indent: float, ruler: Ruler) -> float:
        """How far from the outer edge an item begins: indented, or beside the node on whose line it is."""
        parent = self.items[number].parent
        if parent >= 0 and self.line[parent] == self.line[number]:
            return self.width(parent, indent, ruler) + BESIDE
        return indent * self.level[number]

    def width(self, number: int, indent: float, ruler: Ruler) -> float:
        """How far an item reaches from the outer edge, without its words."""
        edge, label = self.texts.edges[number], self.texts.labels[number]
        own = self.start(number, indent, ruler) + edge + (CLEAR if edge else 0.0)
        if self.items[number].is_run:
            return own + ruler.width(Role.TAG, self.span(number))
        if not self.items[number].is_node:
            return own if edge else indent * max(self.level[number] - 1, 0) + STEM
        span = self.span(number)
        return own + label.width + (BESIDE / 2 + ruler.width(Role.TAG, span) if span else 0.0)


class _Outline:
    """One or two trees, the second right of the words."""

    def __init__(
        self, sides: Sequence[_Side], lines: Sequence[_Line], ruler: Ruler, right_to_left: bool, *, tight: bool
    ) -> None:
        self._sides, self._lines, self._ruler, self._right_to_left = sides, lines, ruler, right_to_left
        for ours, theirs in pairwise(sides):  # a tag that both have stands there once
            for column in ours.cells.keys() & theirs.cells.keys():
                own, other = ours.cells[column].tag, theirs.cells[column].tag
                if own is not None and other is not None and own.text == other.text:
                    theirs.cells[column] = theirs.cells[column]._replace(tag=None)
        self._spans = [{*map(own.span, range(len(own.items)))} for own in sides]
        every = [own.texts.lines for own in sides]
        heights = [line.height for own in every for line in (own.node, own.word, own.tag, own.edge)]
        self.pitch = max(heights) + LEADING * (not tight)
        self._drop = X_HEIGHT * ruler.theme.font(Role.WORD).size
        self._indent, self._most = INDENT, FOLDED * 10
        self._drawn: list[float] = []  # how far each tree reaches when all is squeezed: each word asks
        # Of a word that both sides have there is one element; the tag that differs is of its own side.
        self._shared: dict[Key, Key] = {}
        for column, cell in sides[0].cells.items():
            there = [side.cells[column] for side in sides[1:] if column in side.cells]
            if cell.key.kind == "word" and there:
                both = cell.key._replace(side=Side.BOTH)
                self._shared |= dict.fromkeys((cell.key, *(other.key for other in there)), both)
        self._note = note_of([side.shown.picture for side in sides], ruler)
        titles, notes = sum(ruler.height(Role.TITLE)), sum(ruler.height(Role.WARNING))
        self.top = MARGIN + (titles + MARGIN / 2) * (len(sides) > 1) + (notes + MARGIN / 2) * bool(self._note)

    def squeeze(self, room: float) -> None:
        """Indents less; if that is not enough, cuts words."""
        while self.width > room and self._indent > LEAST_INDENT:
            self._indent -= 1.0
        self._most = self._words
        while self.width > room and self._most > NARROWEST:
            self._most -= 4.0

    @property
    def _words(self) -> float:
        widths = [cell.word.width for side in self._sides for cell in side.cells.values()]
        return min(max(widths, default=0.0), self._most)

    @property
    def _numbers(self) -> float:
        words = (word.name for side in self._sides for word in side.shown.picture.sentence.words)
        return max((self._ruler.width(Role.TAG, name) for name in words), default=0.0)

    def _tags(self, side: _Side) -> float:
        widths = [cell.tag.width for cell in side.cells.values() if cell.tag is not None and cell.tag.text]
        return max(widths) + BESIDE if widths else 0.0

    @property
    def _cells(self) -> float:
        return self._numbers + BESIDE / 2 + self._words + sum(map(self._tags, self._sides))

    def _reaches(self, *, words: bool) -> list[list[float]]:
        """How far each tree reaches on the lines of words, or on the others."""
        reaches = []
        for side in self._sides:
            reach = [0.0] * len(self._lines)
            for number, line in enumerate(side.line):
                reach[line] = max(reach[line], side.width(number, self._indent, self._ruler))
            pairs = zip(reach, self._lines, strict=True)
            reaches.append([own for own, line in pairs if (line.column is not None) is words])
        return reaches

    @property
    def _wings(self) -> list[float]:
        return [max(reach, default=0.0) + BESIDE for reach in self._reaches(words=True)]

    @property
    def width(self) -> float:
        together: list[tuple[float, ...]] = [*zip(*self._reaches(words=False), strict=True)]
        return 2 * MARGIN + max([sum(self._wings) + self._cells, *(sum(own) + BESIDE for own in together)])

    def diagram(self, pictures: Sequence[TreePicture], ys: Sequence[float]) -> Diagram:
        """The pane, its lines at ``ys``; ``pictures`` are all of the sentence."""
        shown = [side.shown.picture for side in self._sides]
        width = max([self.width, *(one.x + one.width + MARGIN for one in self._note if isinstance(one, Text))])
        self._drawn = self._wings
        left, right = self._drawn[0], self._drawn[1] if len(self._sides) > 1 else 0.0
        spare = width - 2 * MARGIN - left - right - self._cells
        start = MARGIN + left + spare / 2 * (len(self._sides) > 1)
        shapes = list(self._note)
        if len(shown) > 1:
            upper = ys[0] - (self.pitch + MARGIN) / 2 - sum(self._ruler.height(Role.TITLE))
            shapes += side_titles([one.title for one in shown], [MARGIN] * 2, width, upper, self._ruler)
            shapes += self._pairs(width, ys)
        for side, sign in zip(self._sides, (-1.0, 1.0), strict=False):
            inner = start if sign < 0 else start + self._cells
            shapes += self._lines_of(side, sign, MARGIN if sign < 0 else width - MARGIN, inner, ys)
        shapes += self._center(start, ys)
        keys = {shape.key for shape in shapes if shape.key is not None}
        number = {key: int(key.name) if key.name.isdigit() else 0 for key in keys}
        sentence = pictures[0].sentence
        # Words in their order, whosever they are; else by sides, as in other pictures of trees.
        place = {key: (number[key] if key.kind == "word" else 0, key.side, number[key]) for key in keys}
        ordered = sorted(keys, key=lambda key: (key.kind, place[key], key.name))
        return Diagram(
            width=width, height=ys[-1] + self.pitch / 2 + MARGIN, shapes=tuple(shapes),
            elements=tree_elements(ordered, shown, pictures), description=" ".join(map(tree_description, shown)),
            title=" and ".join(titled(picture.name, picture.sentence) for picture in shown),
            metadata=about(sentence, view="tree", layout="outline"),
        )  # fmt: skip

    def _pairs(self, width: float, ys: Sequence[float]) -> Iterator[Path]:
        """What leads the eye between nodes of the same words, whose labels may differ."""
        ours, theirs = self._sides
        for y, line in zip(ys, self._lines, strict=True):
            if line.column is None and {0, 1} <= line.nodes.keys():
                left, right = line.nodes[0], line.nodes[1]
                if ours.span(left) == theirs.span(right):
                    start = MARGIN + ours.width(left, self._indent, self._ruler) + BESIDE
                    end = width - MARGIN - theirs.width(right, self._indent, self._ruler) - BESIDE
                    yield stroke([(start, y), (end, y)], Role.RIBBON)

    def _lines_of(self, side: _Side, sign: float, outer: float, inner: float, ys: Sequence[float]) -> Iterator[Shape]:
        """A tree: the lines to its items, then their texts; from its ``outer`` edge to its words' ``inner`` one."""
        stem, indent, ruler = min(STEM, self._indent / 2), self._indent, self._ruler

        def x(distance: float) -> float:
            return outer - sign * distance

        lines, labels = list[Path](), list[Shape]()
        for number, item in enumerate(side.items):
            y, parent, edge = ys[side.line[number]], item.parent, side.texts.edges[number]
            begin, end = side.start(number, indent, ruler), x(side.width(number, indent, ruler) + CLEAR)
            if parent >= 0 and item.kind is not ItemKind.NOTHING:
                start, near = x(indent * side.level[parent] + stem), x(begin - CLEAR)
                if side.line[parent] == side.line[number]:  # from a node to its only word
                    start = x(side.width(parent, indent, ruler) + CLEAR)
                    near = near if edge else start
                words, same = self._edge(side, number, sign, inner), item.line_state is State.MATCHED
                to = near if item.is_node or edge or same else words
                lines += self._twig(item, start, to, y, sign) if (to - start) * sign < 0 else []
                if not item.is_node and (edge or same):  # pale: the eye follows what differs, not what leads to words
                    leading = self._twig(item, end if edge or item.is_run else near, words, y, sign)
                    lines += (replace(line, role=Role.RIBBON if same else line.role) for line in leading)
            lines += self._trunk(side, number, x(indent * side.level[number] + stem), ys)
            labels += self._label(side, number, x(begin), y, sign)
        crossing = not side.shown.projective
        for line in sorted(lines, key=lambda line: marked(line.state)):  # a ring's would cut the trunk beside it
            yield replace(line, halo=crossing and len(line.segments) == 1)
        yield from labels

    def _edge(self, side: _Side, number: int, sign: float, inner: float) -> float:
        """Where a line to a word ends: at its tag, or if it has none at the word."""
        cell = side.cells.get(side.part.spans[number][0])
        tagged = cell is not None and cell.tag is not None and cell.tag.text
        beyond = 0.0 if tagged else self._tags(side)
        if cell is not None and not tagged and not self._right_to_left:
            most = self._words + self._spare(cell.column)
            if sign > 0:  # words begin on the left: the line comes to short ones, or ends after long
                beyond += self._words - min(cell.word.width, most)
            elif cell.key.kind != "word":  # up to the sign that it is folded
                beyond += self._numbers - FOLD - CLEAR
        return inner + sign * (CLEAR - beyond)

    def _twig(self, item: Item, start: float, end: float, y: float, sign: float) -> Iterator[Path]:
        """A line to an item on its own line."""
        key = self._shared.get(item.key, item.key)
        if item.line_state is State.FORGIVEN:
            yield circle(end + sign * RING, y, RING, Role.BRANCH, key, item.line_state)
            end += sign * 2 * RING
        yield stroke([(start, y), (end, y)], Role.BRANCH, item.line_state, key)

    def _trunk(self, side: _Side, number: int, x: float, ys: Sequence[float]) -> Iterator[Path]:
        """The line from a node down to its last child; from where only those follow that differ, in their states."""
        item, states, owner = side.items[number], dict[int, State](), dict[int, Key]()
        for child in item.children:
            if side.line[child] > side.line[number]:
                states[side.line[child]] = side.items[child].line_state
                owner[side.line[child]] = self._shared.get(side.items[child].key, side.items[child].key)
        y = ys[side.line[number]] + side.texts.lines.node.height / 2 + 1.0
        common = State.GENERALISED in states.values()  # what golds have lost hangs by what they have in common
        same = [line for line, state in states.items() if (state is State.GENERALISED if common else not marked(state))]
        state = State.NOT_SCORED if {*states.values()} == {State.NOT_SCORED} else State.MATCHED
        state = State.GENERALISED if common else state
        if reached := max(same, default=0):
            yield stroke([(x, y), (x, ys[reached])], Role.BRANCH, state, item.key)
            y = ys[reached]
        for line in sorted(line for line in states if line > reached):
            yield stroke([(x, y), (x, ys[line])], Role.BRANCH, states[line], owner[line])
            y = ys[line]

    def _label(self, side: _Side, number: int, x: float, y: float, sign: float) -> Iterator[Shape]:
        """A node with the function on its branch and the numbers of its words; of a word its function."""
        item, label, lines = side.items[number], side.texts.labels[number], side.texts.lines
        if edge := side.texts.edges[number]:
            top = y + self._drop - lines.edge.ascent
            yield from edge_shapes(item, x - sign * edge / 2, top, edge, lines.edge)
            x -= sign * (edge + CLEAR)
        if item.is_node:
            shapes = label.shapes(x - sign * label.width / 2, y + self._drop - lines.node.ascent, lines.node, item.key)
            yield from flush(shapes, -sign) if len(shapes) == 1 else shapes
            x -= sign * (label.width + BESIDE / 2)
        if (span := side.span(number)) and (item.is_node or item.is_run):
            anchor, width = Anchor.START if sign < 0 else Anchor.END, self._ruler.width(Role.TAG, span)
            # Where another label is all that differs, the numbers are in no colour.
            others = (spans for one, spans in zip(self._sides, self._spans, strict=True) if one is not side)
            state = State.NOT_SCORED if any(span in spans for spans in others) else item.line_state
            yield Text(x, y + self._drop, span, Role.TAG, state, item.key, anchor, width=width)

    def _center(self, start: float, ys: Sequence[float]) -> Iterator[Shape]:
        """The words with their numbers, and each tree's tags on its own side of them."""
        first, alone = self._sides[0], self._alone()
        tags, turned = self._tags(first), self._right_to_left
        left, end = start + tags, start + self._cells
        words = self._numbers + BESIDE / 2
        for number, line in enumerate(self._lines):
            cells = [(side, side.cells[line.column]) for side in self._sides if line.column in side.cells]
            if not cells:
                continue
            baseline, (side, cell) = ys[number] + self._drop, cells[0]
            key = self._shared.get(cell.key, cell.key)
            for one, own in cells:
                if own.tag is not None:
                    way, tag = 1.0 if one is first else -1.0, one.texts.lines.tag
                    middle = (start if one is first else end) + way * own.tag.width / 2
                    # A tag that differs is an element of its own.
                    shapes = own.tag.shapes(middle, baseline - tag.ascent, tag, own.key if own.tag.boxed else key)
                    yield from flush(shapes, way) if len(shapes) == 1 else shapes
            # The number of a word that would be cut gives it its room.
            most = self._words + self._spare(cell.column)
            wide = words if cell.word.width > most else 0.0
            single = cell.key.kind == "word" and not wide
            name = side.shown.picture.word_at[int(cell.key.name)].name if single else ""
            x, anchor = left + self._numbers, Anchor.END
            if turned:
                x, anchor = left + self._words + BESIDE / 2, Anchor.START
            if name:
                size = self._ruler.width(Role.TAG, name)
                yield Text(x, baseline, name, Role.TAG, State.NOT_SCORED, key, anchor, width=size)
            elif cell.key.kind != "word" and not wide:  # what can be opened
                way = -1.0 if turned else 1.0
                base = ((x - way * FOLD, ys[number] + side) for side in (-FOLD * 0.6, FOLD * 0.6))
                yield Polygon((*base, (x, ys[number])), Role.ARROWHEAD, State.MATCHED, key)
            label, height = self._cut(cell.word, most + wide), side.texts.lines.word
            half = label.width / 2
            x = left + self._words + wide - half if turned else left + words - wide + half
            top = baseline - height.ascent
            shapes = word_shapes(label, x, top, height, key, turned)
            yield from (shape for shape in shapes if isinstance(shape, Box))
            if key.kind == "word" and key.name in alone:
                state = State.EXTRA if key.side is Side.PARSE else State.MISSING
                yield hatching(x - label.width / 2 - PAD, top, label.width + 2 * PAD, height.height, state, key)
            yield from flush([one for one in shapes if not isinstance(one, Box)], -1.0 if turned else 1.0)

    def _spare(self, column: int) -> float:
        """What a word may have of the room after it: what the tag on its own line leaves, or the tree without one."""
        if len(self._sides) == 1 and not self._right_to_left:
            return 0.0  # the tags stand before the words
        side = self._sides[0 if self._right_to_left else -1]
        cell = side.cells.get(column)
        if cell is not None and cell.tag is not None and cell.tag.text:
            return max(self._tags(side) - cell.tag.width - BESIDE, 0.0)
        line = next(number for number, line in enumerate(self._lines) if line.column == column)
        own = (side.width(number, self._indent, self._ruler) for number, at in enumerate(side.line) if at == line)
        free = self._tags(side) + self._drawn[0 if self._right_to_left else -1] - max(own, default=0.0) - BESIDE
        return max(free, 0.0)

    def _cut(self, label: TreeLabel, most: float) -> TreeLabel:
        if label.width <= most:
            return label
        text = self._ruler.shortened(label.role, label.text, most - label.width + label.text_width)
        width = self._ruler.width(label.role, text)
        return replace(label, text=text, text_width=width, width=label.width - label.text_width + width)

    def _alone(self) -> set[str]:
        """The words that one side alone has, which are hatched."""
        sides = [side.shown.picture for side in self._sides]
        if len(sides) < 2 or not sides[0].is_placed:
            return set()
        differing = changes(sides[0].sentence.words, sides[1].sentence.words, sides[0].wording)
        return {f"{position}" for change in differing for position in change.positions}
