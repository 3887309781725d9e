"""The lines of trees: branches, triangles, the marks at their ends. Lengths in pixels."""

from __future__ import annotations

from collections.abc import Iterator

from goldleaf.viewer.diagram.shapes import RING, Path, Point, Role, Segment, Shape, State
from goldleaf.viewer.diagram.strokes import circle
from goldleaf.viewer.views.trees.shown import Item

CLEAR = 2.0  # between a label and the end of its branch
STUB = 14.0  # of a line over a top node that differs
RADIUS = 6.0  # of a corner

_BRANCH = Role.BRANCH
_CORNER = 0.45  # how far a corner's control points stand from it, as a part of the radius
_UNMARKED = (State.MATCHED, State.NOT_SCORED)


def marked(state: State) -> bool:
    """Whether a branch is drawn in another way than most; then it is never so short that this cannot be seen."""
    return state not in _UNMARKED


def branch(start: Point, end: Point, item: Item, bend: Segment | None = None, *, halo: bool = False) -> Iterator[Shape]:
    """A line down (or up) to an item, in the item's state; ``bend`` is its first part."""
    if item.line_state is State.FORGIVEN:
        x, y = end
        away = -RING if start[1] < y else RING
        yield circle(x, y + away, RING, _BRANCH, item.key, item.line_state)
        end = (x, y + 2 * away)
    segments = (bend, Segment(end)) if bend is not None else (Segment(end),)
    yield Path(start, segments, _BRANCH, item.line_state, item.key, halo)


def stub(item: Item, x: float, y: float, direction: float, *, halo: bool = False) -> Iterator[Shape]:
    """A line over a top node that differs: it has no branch to show that."""
    if item.is_node and marked(item.state):
        yield from branch((x, y + direction * STUB), (x, y), item, halo=halo)


def triangle(apex: Point, left: float, right: float, base: float, item: Item) -> Shape:
    """The triangle over a folded node's words."""
    segments = (Segment((right, base)), Segment((left, base)), Segment(apex))
    return Path(apex, segments, Role.FOLD, item.state, item.key)


def corner(x: float, y: float, radius: float, down: float) -> Segment:
    """From a level line at y round the corner at x; ``radius`` is that of the corner, negative for one at the right."""
    deep = down * abs(radius)
    return Segment((x, y + deep), (x + radius * _CORNER, y), (x, y + deep * _CORNER))
