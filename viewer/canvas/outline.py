"""Where shapes lie: rectangles around them and polylines along them. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from goldleaf.viewer.diagram.shapes import Anchor, Box, Path, Point, Polygon, Role, Segment, Shape, Text

HALO = 3.0  # background on either side of a line that passes over others
STEPS = 12  # lines to a curve

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
            if shape.upright:
                low = shape.y + shape.x - left
                return Rect(shape.x - _ABOVE * size, low - shape.width, shape.x + _BELOW * size, low)
            return Rect(left, shape.y - _ABOVE * size, left + shape.width, shape.y + _BELOW * size)
        case Box():
            return Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Polygon():
            return _around(shape.points)
        case Path():
            return _around(polyline(shape))


def extent(shape: Shape) -> Rect:
    """The rectangle around a shape's own points; its curves are taken to stay between their ends, text on its line."""
    match shape:
        case Text():
            left = left_edge(shape, shape.width)
            if shape.upright:
                low = shape.y + shape.x - left
                return Rect(shape.x, low - shape.width, shape.x, low)
            return Rect(left, shape.y, left + shape.width, shape.y)
        case Box():
            return Rect(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        case Polygon():
            return _around(shape.points)
        case Path():
            return _around([shape.start, *[segment[0] for segment in shape.segments]])


def union(rects: Sequence[Rect]) -> Rect:
    """The rectangle around all ``rects``, of which there is at least one."""
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def polyline(path: Path, steps: int = STEPS) -> list[Point]:
    """Points along a path; its curves in ``steps`` lines each."""
    points, (x0, y0) = [path.start], path.start
    for segment in path.segments:
        end, first, second = segment
        if first is not None or second is not None:
            (x1, y1), (x2, y2) = controls((x0, y0), segment)
            x3, y3 = end
            points += [
                (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _weights(steps)
            ]
        points.append(end)
        x0, y0 = end
    return points


@cache
def _weights(steps: int) -> list[tuple[float, float, float, float]]:
    """How much a curve's four points weigh at each step between its ends."""
    parts = [step / steps for step in range(1, steps)]
    return [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in parts]


def controls(start: Point, segment: Segment) -> tuple[Point, Point]:
    """Both control points of a curve; a curve that names only one has the other at its end of the line."""
    return segment.control_1 or start, segment.control_2 or segment.end


def _around(points: Iterable[Point]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))
