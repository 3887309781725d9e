"""Where shapes lie: rectangles around them and polylines along them. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from viewer.diagram.shapes import Anchor, Box, Path, Point, Polygon, Role, Segment, Shape, Text

STEPS = 12  # lines to a curve: off by less than half a pixel on arcs of a thousand

SizeOf: TypeAlias = Callable[[Role], float]
"""The size of a role's font, in pixels."""

_ABOVE, _BELOW = 0.95, 0.3  # of a font's size, above and below the baseline


class Rect(NamedTuple):
    """A rectangle by its edges; ``bottom`` is the larger y."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> Rect:
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)


def left_edge(text: Text, width: float) -> float:
    """The x of a text's left edge when it is ``width`` wide."""
    match text.anchor:
        case Anchor.START:
            return text.x
        case Anchor.MIDDLE:
            return text.x - width / 2
        case Anchor.END:
            return text.x - width


def bounds(shape: Shape, size_of: SizeOf) -> Rect:
    """The rectangle around a shape, without the width of its strokes."""
    match shape:
        case Text():
            left, size = left_edge(shape, shape.width), size_of(shape.role)
            return Rect(left, shape.y - _ABOVE * size, left + shape.width, shape.y + _BELOW * size)
        case Box():
            return Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Polygon():
            return _around(shape.points)
        case Path():
            return _around(polyline(shape))


def union(rects: Iterable[Rect]) -> Rect | None:
    """The rectangle around all ``rects``; None if there are none."""
    found = list(rects)
    if not found:
        return None
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def polyline(path: Path) -> list[Point]:
    """Points along a path; its curves in `STEPS` lines each."""
    points = [path.start]
    for segment in path.segments:
        points.extend(_points(points[-1], segment))
    return points


def _points(start: Point, segment: Segment) -> Iterator[Point]:
    end, first, second = segment
    if first is None and second is None:
        yield end
        return
    first, second = controls(start, segment)
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * start[0] + b * first[0] + c * second[0] + d * end[0],
            a * start[1] + b * first[1] + c * second[1] + d * end[1],
        )


def controls(start: Point, segment: Segment) -> tuple[Point, Point]:
    """Both control points of a curve; a curve that names only one has the other at its end of the line."""
    return segment.control_1 or start, segment.control_2 or segment.end


def _around(points: Iterable[Point]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))
