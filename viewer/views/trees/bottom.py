"""Trees that stand on a bottom line of words, or in an overlay hang from it: where nodes stand, and the lines to them.

Nodes stand over their words with room for their branches. In a tree with crossing branches, no two nodes of a level
stand over stretches of words that overlap, so that every level line is one node's; and no label stands in the way of
another node's branch. A level line is under each node, and from it branches go straight to its children.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from goldleaf.viewer.diagram.shapes import Path, Point, Role, Segment, Shape, State
from goldleaf.viewer.diagram.spacing import Extent, nearest_free
from goldleaf.viewer.diagram.strokes import stroke
from goldleaf.viewer.views.trees.branches import CLEAR, RADIUS, STUB, branch, corner, fold_shapes, stub
from goldleaf.viewer.views.trees.labels import Texts, edge_shapes
from goldleaf.viewer.views.trees.line import Line, LineCell
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown, marked
from goldleaf.viewer.views.trees.tree_picture import continuous

STEP_GAP = 8.0  # between the labels of two levels, of which a node takes two, in pixels
TIGHT_GAP = 14.0  # the same where it takes but one, as little room is left
LINE_DROP, TIGHT_DROP = 5.0, 3.0  # from a label to its level line, in pixels
EDGE_RISE = 4.0  # from an item to the box on its branch
BARE = 7.0  # so near to its own level line a branch that crosses others has no halo
LABEL_GAP = 4.0  # between a label and what stands beside it
NEAR = 100.0  # how far from its best place a label's place is sought at first


class Standing(NamedTuple):
    """A tree over the line; lists are by item."""

    shown: Shown
    texts: Texts
    cells: list[LineCell]  # its words
    level: list[int]
    xs: list[float]  # of centres
    ends: list[Extent]  # of the outermost children
    crossing: frozenset[int]  # the items whose branches cross other nodes' lines
    folded: dict[int, Extent]  # the outer edges of each folded node's words
    widest: Extent  # those of all labels
    gap: float  # between the labels of two levels
    drop: float  # from a label to its level line; its corners are no rounder than that is low

    @property
    def step(self) -> float:
        return self.texts.lines.node.height + self.gap

    @property
    def height(self) -> float:
        """From the line to the top, in pixels."""
        stubs = any(self.shown.items[root].stands_out for root in self.shown.roots)
        return max(self.level, default=0) * self.step + (STUB + CLEAR) * stubs

    def foot(self, number: int) -> float:
        return self.level[number] * self.step - self.texts.lines.node.height

    def straight(self, number: int) -> bool:
        """Whether a node stands right over its only child, and no line of it goes on beside that."""
        children, (left, right) = self.shown.items[number].children, self.ends[number]
        return len(children) == 1 and left == right and abs(self.xs[children[0]] - self.xs[number]) < CLEAR / 2


def stand(shown: Shown, texts: Texts, line: Line, part: int, *, tight: bool = False) -> Standing:
    """Places a tree over its words, which are a part of the line; ``tight`` if it is to be low."""
    close = tight and not any(texts.edges)  # boxes on branches need their room
    spans, cells = line.parts[part].spans, line.parts[part].cells
    widths = [label.width for label in texts.labels]
    # An only child may stand close below its node if nothing must be seen on its branch.
    level = levels(shown, lambda item: close or not (item.edge or item.stands_out), 2 - close)
    leaves = [(line.xs[first] + line.xs[last]) / 2 for first, last in spans]
    xs = centres(shown, level, leaves, [line.extent(span) for span in spans], widths, texts.edges)
    sides = {cell.column: (line.xs[cell.column], cell.word.width / 2) for cell in cells}
    folded = {}
    for number, (item, (first, last)) in enumerate(zip(shown.items, spans, strict=True)):
        if item.kind is ItemKind.WORDS:
            inside = [sides[column] for column in range(first, last + 1) if column in sides]
            folded[number] = (min(x - half for x, half in inside), max(x + half for x, half in inside))
    lefts = (x - width / 2 for x, width in zip(xs, widths, strict=True))
    rights = (x + width / 2 for x, width in zip(xs, widths, strict=True))
    return Standing(
        shown, texts, cells, level, xs,
        ends=[_reach(item, xs) if item.children else (x, x) for item, x in zip(shown.items, xs, strict=True)],
        crossing=frozenset() if shown.projective else frozenset(crossings(shown, level, xs)), folded=folded,
        widest=(min(lefts, default=0.0), max(rights, default=0.0)), gap=TIGHT_GAP if close else STEP_GAP,
        drop=TIGHT_DROP if close else LINE_DROP,
    )  # fmt: skip


def levels(shown: Shown, compact: Callable[[Item], bool], apart: int = 2) -> list[int]:
    """The level of each item; words are at 0. Nodes are ``apart``; an only child that is ``compact`` one level down."""
    items = shown.items
    level = [0] * len(items)

    def lowest(number: int) -> int:
        """The lowest level that an item can have over its children."""
        item = items[number]
        if not item.children:
            return 1 if item.kind is ItemKind.WORDS else 0
        step = 1 if len(item.children) == 1 and compact(items[item.children[0]]) else apart
        return max([level[child] for child in item.children]) + step

    for number in range(len(items) - 1, -1, -1):
        level[number] = lowest(number)
    if shown.projective:
        return level
    spans = [((item.slots & -item.slots).bit_length(), item.slots.bit_length()) for item in items]
    # Of those that could stand on one level the narrow ones come first: a wide one would lift them all above itself.
    order = sorted(range(len(items)), key=lambda number: (level[number], spans[number][1] - spans[number][0]))
    taken: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in order:
        if items[number].children:
            place = lowest(number)
            while _overlaps(spans[number], taken[place]):
                place += 1
            insort(taken[place], spans[number])
            level[number] = place
    return level


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Whether a span has a place in common with one of some that have none in common with each other."""
    at = bisect_left(others, span)
    return (at < len(others) and others[at][0] <= span[1]) or (at > 0 and others[at - 1][1] >= span[0])


def centres(
    shown: Shown, level: Sequence[int], leaves: Sequence[float], extents: Sequence[Extent], labels: Sequence[float],
    boxes: Sequence[float],
) -> list[float]:  # fmt: skip
    """The x of each item. A node stands over the middle of its children, or as near to it as its label is free.
    ``leaves`` are the x of words, ``extents`` the outer edges of the columns under each item, ``labels`` and ``boxes``
    the widths of its label and of the box on its branch."""
    items, xs, widest = shown.items, list(leaves), list(labels)
    for number, item in enumerate(items):
        if item.is_node and item.parent >= 0 and len(items[item.parent].children) == 1:
            # A chain is straight: all of it stands where its widest label can.
            widest[number] = max(widest[number], widest[item.parent])

    def middle(number: int) -> float:
        """Over the middle of the children, but with the label over the node's own words where it fits there."""
        left, right = _reach(items[number], xs)
        (start, end), width = extents[number], widest[number]
        return max(start + width / 2, min((left + right) / 2, end - width / 2))

    if shown.projective:
        for number in range(len(items) - 1, -1, -1):
            if items[number].children:
                xs[number] = middle(number)
        return xs
    by_level: defaultdict[int, list[int]] = defaultdict(list)
    for number, place in enumerate(level):
        by_level[place].append(number)
    rising: list[tuple[float, float]] = []  # the branches that pass a level: their x in order, half the room of each
    rooms = [box / 2 for box in boxes]
    for place in sorted(by_level):
        here = by_level[place]
        for number in here:
            for child in items[number].children:
                del rising[bisect_left(rising, (xs[child], rooms[child]))]
        lines = {number: _reach(items[number], xs) for number in here if items[number].children}
        done: list[Extent] = []
        # Those without gaps come first, to stand over their words; the others take the room that is left.
        for number in sorted(lines, key=lambda number: (not continuous(items[number].slots), extents[number])):
            half = labels[number] / 2
            left, right = lines.pop(number)
            x = xs[number] = _nearest(middle(number), half + LABEL_GAP, [*done, *lines.values()], rising)
            done.append((min(left, x - half), max(right, x + half)))
        for number in here:
            if _rises(items[number]):
                insort(rising, (xs[number], rooms[number]))
    return xs


def _nearest(wanted: float, half: float, walls: Sequence[Extent], rising: list[tuple[float, float]]) -> float:
    """The place nearest to the one wanted where nothing is within ``half``; sought ever farther away."""
    far = NEAR + half
    while True:
        first = bisect_left(rising, (wanted - 2 * far, 0.0))
        last = bisect_right(rising, (wanted + 2 * far, np.inf))
        near = [*walls, *((x - room, x + room) for x, room in rising[first:last])]
        x = nearest_free(wanted, [(left - half, right + half) for left, right in near])
        if abs(x - wanted) <= far:
            return x
        far *= 2


def _reach(item: Item, xs: Sequence[float]) -> Extent:
    places = [xs[child] for child in item.children]
    return min(places), max(places)


def _rises(item: Item) -> bool:
    """Whether there is a line over an item: its branch, or the mark of a top node that differs."""
    return item.parent >= 0 or item.stands_out


def crossings(shown: Shown, level: Sequence[int], xs: Sequence[float]) -> Iterator[int]:
    """The items whose branches pass the level lines of other nodes than their parents."""
    items = shown.items
    gapped = [number for number, item in enumerate(items) if item.children and not continuous(item.slots)]
    heights = np.array(level)[gapped]
    ends = np.array([_reach(items[number], xs) for number in gapped]).reshape(-1, 2)
    labels = np.array(xs)[gapped]
    lefts, rights = np.minimum(ends[:, 0], labels), np.maximum(ends[:, 1], labels)
    for number, item in enumerate(items):
        if _rises(item):
            x, end = xs[number], level[item.parent] if item.parent >= 0 else level[number] + 2
            passed = (heights > level[number]) & (heights < end) & (lefts <= x) & (x <= rights)
            if passed.any():
                yield number


class TreeLines(NamedTuple):
    """Draws a tree with its line's left edge at x ``left``, its edge at y ``base``; ``up`` is -1.0, or 1.0 for a tree
    that hangs from the line. ``tags`` is the height of the tags between the line and the words."""

    tree: Standing
    left: float
    base: float
    tags: float
    up: float = -1.0

    def shapes(self) -> Iterator[Shape]:
        """Level lines, then branches, those that cross others last, then labels."""
        items, tree = self.tree.shown.items, self.tree
        for number, item in enumerate(items):
            if item.children and not tree.straight(number):
                yield from self._level_line(number, item)
        for crossing in (False, True):
            for number, item in enumerate(items):
                if (number in tree.crossing) is crossing:
                    yield from self._lines(number, item, crossing)
        texts = tree.texts
        for number, item in enumerate(items):
            if item.edge:
                edge, near = texts.lines.edge, self._y(self._top(number) + EDGE_RISE)
                upper = near - edge.height * (self.up < 0)
                yield from edge_shapes(item, self._x(number), upper, texts.edges[number], edge)
            if item.is_node:
                y = self._y(self._top(number) if self.up < 0 else tree.foot(number))
                yield from texts.labels[number].shapes(self._x(number), y, texts.lines.node, item.key)

    def _x(self, number: int) -> float:
        return self.left + self.tree.xs[number]

    def _y(self, height: float) -> float:
        return self.base + self.up * height

    def _top(self, number: int) -> float:
        return self.tree.level[number] * self.tree.step

    def _ends(self, number: int) -> tuple[float, float, float, float]:
        """The x of a node's outermost branches, and the radius of the corner at either."""
        left, right = self.tree.ends[number]
        x, most = self.tree.xs[number], min(RADIUS, self.tree.drop + 1.0, (right - left) / 2)
        radii = (min(max(x - left, 0.0), most), min(max(right - x, 0.0), most))
        return self.left + left, self.left + right, *radii

    def _level_line(self, number: int, item: Item) -> Iterator[Shape]:
        """From corner to corner, and the stem up to the label."""
        tree, items, foot = self.tree, self.tree.shown.items, self.tree.foot(number)
        left, right, first, second = self._ends(number)
        x, y = self._x(number), self._y(foot - tree.drop)
        faint = all(items[child].line_state is State.NOT_SCORED for child in item.children)
        # What all golds have is one line, as the eye sees it; of their children that differ the branches say so.
        in_all = State.GENERALISED in (item.line_state, *(items[child].line_state for child in item.children))
        state = State.GENERALISED if in_all else State.NOT_SCORED if faint else State.MATCHED
        start, end = min(left + first, x), max(right - second, x)
        for edge, way in ((start, -1.0), (end, 1.0)) if not in_all else ():
            # Where the outermost child on a side differs, the eye follows its colour up to the stem: it has that part
            # of the line that leads to its like alone.
            places = sorted(((self._x(child) - x) * way, child) for child in item.children)
            (distance, child), states = places[-1], [items[child].line_state for _, child in places]
            if distance <= 0 or not marked(states[-1]) or states[-1] is State.GENERALISED:
                continue
            others = (place for (place, _), other in zip(places, states, strict=True) if other is not states[-1])
            bound = min(max(x + max(0.0, 0.0, *others) * way, start), end)
            yield stroke([(bound, y), (edge, y)], Role.BRANCH, items[child].state, items[child].key)
            start, end = (bound, end) if way < 0 else (start, bound)
        if start < end:
            yield stroke([(start, y), (end, y)], Role.BRANCH, state, item.key)
        yield stroke([(x, y), (x, self._y(foot - CLEAR / 2))], Role.BRANCH, state, item.key)

    def _lines(self, number: int, item: Item, crossing: bool) -> Iterator[Shape]:
        """The branch to an item and what it has below itself."""
        tree, x = self.tree, self._x(number)
        # A word without a tag is reached through the line of tags.
        untagged = item.kind is ItemKind.WORD and not item.label
        end = (x, self._y(self._top(number) + CLEAR - self.tags * untagged))
        if item.kind is ItemKind.WORDS:
            # From the label, or from the end of its own branch, to the words.
            apex = tree.foot(item.parent) - CLEAR / 2 if tree.straight(item.parent) else self._top(number) + CLEAR
            base, (left, right) = self._y(-self.tags + CLEAR), tree.folded[number]
            if " " in item.text:
                yield from fold_shapes((x, self._y(apex)), self.left + left, self.left + right, base, item)
            else:
                yield from branch((x, self._y(apex)), (x, base), item)
        if item.parent < 0:
            yield from stub(item, *end, self.up, halo=crossing)
        elif not tree.straight(item.parent):
            y = self._y(tree.foot(item.parent) - tree.drop)
            left, right, first, second = self._ends(item.parent)
            start, bend = (x, y), None
            for place, radius in ((right, -second), (left, first)):
                if x == place and radius:  # the level line ends here: round its corner
                    start, bend = (x + radius, y), corner(x, y, radius, -self.up)
            yield from self._down(start, end, item, crossing, bend)
        elif item.is_node or item.kind is ItemKind.WORD:
            yield from self._down((x, self._y(tree.foot(item.parent) - CLEAR)), end, item, crossing, None)

    def _down(self, start: Point, end: Point, item: Item, crossing: bool, bend: Segment | None) -> Iterator[Shape]:
        """A branch; one that crosses others has a halo."""
        if not crossing:
            yield from branch(start, end, item, bend)
            return
        # But for its beginning, where the halo would wipe the branch's own level line; with one pixel of overlap,
        # or there would be a seam.
        bare = (end[0], start[1] - self.up * BARE)
        overlapping = Segment((bare[0], bare[1] - self.up))
        yield Path(start, (bend, overlapping) if bend else (overlapping,), Role.BRANCH, item.line_state, item.key)
        yield from branch(bare, end, item, halo=True)
