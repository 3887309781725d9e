"""The shapes of trees on a bottom line: a level line under each node, and from it branches straight to its children."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldleaf.viewer.diagram.shapes import Path, Point, Role, Segment, Shape, State
from goldleaf.viewer.views.trees.bottom import Standing
from goldleaf.viewer.views.trees.branches import CLEAR, RADIUS, branch, corner, marked, stub, triangle
from goldleaf.viewer.views.trees.labels import edge_shapes
from goldleaf.viewer.views.trees.shown import Item, Kind

LINE_DROP = 5.0  # from a label to its level line, in pixels
EDGE_RISE = 4.0  # from an item to the box on its branch
BARE = 7.0  # so near to its own level line a branch that crosses others has no halo


@dataclass(frozen=True, slots=True)
class TreeLines:
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
        for number, item in enumerate(items):
            yield from self._labels(number, item)

    def _x(self, number: int) -> float:
        return self.left + self.tree.xs[number]

    def _y(self, height: float) -> float:
        return self.base + self.up * height

    def _top(self, number: int) -> float:
        return self.tree.level[number] * self.tree.step

    def _ends(self, number: int) -> tuple[float, float, float, float]:
        """The x of a node's outermost branches, and the radius of the corner at either."""
        left, right = self.tree.ends[number]
        x, most = self.tree.xs[number], min(RADIUS, (right - left) / 2)
        radii = (min(max(x - left, 0.0), most), min(max(right - x, 0.0), most))
        return self.left + left, self.left + right, *radii

    def _level_line(self, number: int, item: Item) -> Iterator[Shape]:
        """From corner to corner, and the stem up to the label."""
        items, foot = self.tree.shown.items, self.tree.foot(number)
        left, right, first, second = self._ends(number)
        x, y = self._x(number), self._y(foot - LINE_DROP)
        faint = all(items[child].state is State.NOT_SCORED for child in item.children)
        state = State.NOT_SCORED if faint else State.MATCHED
        start, end = min(left + first, x), max(right - second, x)
        for edge, way in ((start, -1.0), (end, 1.0)):
            # Where the outermost child on a side differs, the eye follows its colour up to the stem: it has that part
            # of the line that leads to its like alone.
            places = sorted(((self._x(child) - x) * way, child) for child in item.children)
            (distance, child), states = places[-1], [items[child].line_state for _, child in places]
            if distance <= 0 or not marked(states[-1]):
                continue
            others = (place for (place, _), other in zip(places, states, strict=True) if other is not states[-1])
            bound = min(max(x + max(0.0, 0.0, *others) * way, start), end)
            yield Path((bound, y), (Segment((edge, y)),), Role.BRANCH, items[child].state, items[child].key)
            start, end = (bound, end) if way < 0 else (start, bound)
        if start < end:
            yield Path((start, y), (Segment((end, y)),), Role.BRANCH, state, item.key)
        yield Path((x, y), (Segment((x, self._y(foot - CLEAR / 2))),), Role.BRANCH, state, item.key)

    def _lines(self, number: int, item: Item, crossing: bool) -> Iterator[Shape]:
        """The branch to an item and what it has below itself."""
        tree, x = self.tree, self._x(number)
        # A word without a tag is reached through the line of tags.
        untagged = item.kind is Kind.WORD and not item.label
        end = (x, self._y(self._top(number) + CLEAR - self.tags * untagged))
        if item.kind is Kind.WORDS:
            # From the label, or from the end of its own branch, to the words.
            apex = tree.foot(item.parent) - CLEAR / 2 if tree.straight(item.parent) else self._top(number) + CLEAR
            base, (left, right) = self._y(-self.tags + CLEAR), tree.folded[number]
            if " " in item.text:
                yield triangle((x, self._y(apex)), self.left + left, self.left + right, base, item)
            else:
                yield from branch((x, self._y(apex)), (x, base), item)
        if item.parent < 0:
            yield from stub(item, *end, self.up, halo=crossing)
        elif not tree.straight(item.parent):
            y = self._y(tree.foot(item.parent) - LINE_DROP)
            left, right, first, second = self._ends(item.parent)
            start, bend = (x, y), None
            for place, radius in ((right, -second), (left, first)):
                if x == place and radius:  # the level line ends here: round its corner
                    start, bend = (x + radius, y), corner(x, y, radius, -self.up)
            yield from self._down(start, end, item, crossing, bend)
        elif item.is_node or item.kind is Kind.WORD:
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

    def _labels(self, number: int, item: Item) -> Iterator[Shape]:
        tree, texts, x = self.tree, self.tree.texts, self._x(number)
        if item.edge:
            edge = texts.lines.edge
            near = self._y(self._top(number) + EDGE_RISE)
            yield from edge_shapes(item, x, near - edge.height * (self.up < 0), texts.edges[number], edge)
        if item.is_node:
            y = self._y(self._top(number) if self.up < 0 else tree.foot(number))
            yield from texts.labels[number].shapes(x, y, texts.lines.node, item.key)
