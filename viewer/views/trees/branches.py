"""The lines of trees: branches, triangles, the marks at their ends; curves from traces to antecedents. In pixels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import copysign
from typing import TypeAlias

from goldleaf.viewer.diagram.shapes import RING, Path, Point, Role, Segment, Shape, State
from goldleaf.viewer.diagram.strokes import arc_segments, circle, stroke
from goldleaf.viewer.views.trees.shown import Item, Shown

CLEAR = 2.0  # between a label and the end of its branch
STUB = 14.0  # of a line over a top node that differs
BRACKET = 4.0  # how high one over words is
RADIUS = 6.0  # of a corner
CORNER = 0.45  # how far a corner's control points stand from it, as a part of the radius

LINKS_BELOW = 14.0  # from the words to the first curve
LINKS_APART = 6.0  # between two curves
LINKS_CLEAR = 3.0
Link: TypeAlias = tuple[int, int]  # the items of a trace and of its antecedent


def branch(start: Point, end: Point, item: Item, bend: Segment | None = None, *, halo: bool = False) -> Iterator[Shape]:
    """A line down (or up) to an item, in the item's state; ``bend`` is its first part."""
    if item.line_state is State.FORGIVEN:
        x, y = end
        away = -RING if start[1] < y else RING
        yield circle(x, y + away, RING, Role.BRANCH, item.key, item.line_state)
        end = (x, y + 2 * away)
    segments = (bend, Segment(end)) if bend is not None else (Segment(end),)
    yield Path(start, segments, Role.BRANCH, item.line_state, item.key, halo)


def stub(item: Item, x: float, y: float, direction: float, *, halo: bool = False) -> Iterator[Shape]:
    """A line over a top node that differs: it has no branch to show that."""
    if item.stands_out:
        yield from branch((x, y + direction * STUB), (x, y), item, halo=halo)


def fold_shapes(apex: Point, left: float, right: float, base: float, item: Item) -> Iterator[Shape]:
    """What leads to folded words: a triangle for a constituent, and a bracket for several parts that are none."""
    if item.is_run:
        edge = base + copysign(BRACKET, apex[1] - base)
        yield from branch(apex, (apex[0], edge), item)
        yield stroke([(left, base), (left, edge), (right, edge), (right, base)], Role.FOLD, item.state, item.key)
        return
    yield stroke([apex, (right, base), (left, base), apex], Role.FOLD, item.state, item.key)


def corner(x: float, y: float, radius: float, down: float) -> Segment:
    """From a level line at y round the corner at x; ``radius`` is that of the corner, negative for one at the right."""
    deep = down * abs(radius)
    return Segment((x, y + deep), (x + radius * CORNER, y), (x, y + deep * CORNER))


def links_of(shown: Shown) -> list[Link]:
    """Each trace with its antecedent: of several items with its index the nearest one that it is not inside."""
    picture, traces = shown.picture, list[tuple[int, str]]()
    by_index: dict[str, list[int]] = {}
    for number, item in enumerate(shown.items):
        source = picture.node_at[item.number] if item.is_node else picture.word_at.get(item.number)
        for index in source.index.split("=") if source is not None and source.index != "_" else ():
            if item.trace:
                traces.append((number, index))
            else:
                by_index.setdefault(index, []).append(number)
    links = []
    for trace, index in traces:
        inside = shown.items[trace].slots
        apart = [number for number in by_index.get(index, ()) if not shown.items[number].slots & inside]
        if apart:
            links.append((trace, min(apart, key=lambda number: abs(number - trace))))
    return links


def links_height(links: Sequence[Link]) -> float:
    """The space under the words that the curves need."""
    return LINKS_BELOW + LINKS_APART * (len(links) - 1) + LINKS_CLEAR if links else 0.0


def link_shapes(links: Sequence[Link], shown: Shown, ends: Callable[[int], Point], floor: float) -> Iterator[Shape]:
    """A dotted curve for each link, in a lane of its own under the words. ``ends`` gives the lowest point of an item
    and all below it, ``floor`` the lowest y."""
    for lane, (trace, antecedent) in enumerate(links):
        (x0, y0), (x1, y1) = ends(trace), ends(antecedent)
        start, end = (x0, y0 + LINKS_CLEAR), (x1, y1 + LINKS_CLEAR)
        curve = arc_segments(start, end, floor + LINKS_BELOW + LINKS_APART * lane)
        yield Path(start, curve, Role.LINK, key=shown.items[trace].key)
