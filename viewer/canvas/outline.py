"""Where shapes lie, and what lies under a point: pure geometry in pixels at zoom 1, without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.viewer.diagram.shapes import Diagram, Key, Path, Point, Rect, Role, Shape, Text, around, extent

Numbers = npt.NDArray[np.float64]

HALO = 3.0  # background on either side of a line that passes over others
STEPS = 12  # lines to a curve
SizeOf: TypeAlias = Callable[[Role], float]  # the size of a role's font, in pixels
_ABOVE, _BELOW = 0.95, 0.3  # of a font's size, above and below the baseline


def bounds(shape: Shape, size_of: SizeOf) -> Rect:
    """The rectangle around a shape, without the width of its strokes."""
    if isinstance(shape, Path):
        return around(polyline(shape))
    area = extent(shape)
    if not isinstance(shape, Text):
        return area
    above, below = _ABOVE * size_of(shape.role), _BELOW * size_of(shape.role)
    if shape.upright:
        return Rect(area.left - above, area.top, area.right + below, area.bottom)
    return Rect(area.left, area.top - above, area.right, area.bottom + below)


def element_bounds(shapes: Iterable[Shape], size_of: SizeOf) -> Rect:
    """The rectangle around the shapes of an element, of which there is at least one."""
    lefts, tops, rights, bottoms = zip(*[bounds(shape, size_of) for shape in shapes], strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def polyline(path: Path, steps: int = STEPS) -> list[Point]:
    """Points along a path; its curves in ``steps`` lines each."""
    points = [path.start]
    for piece in pieces(path):
        if len(piece) > 2:
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = piece
            weights = _weights(steps)
            points += [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in weights]
        points.append(piece[-1])
    return points


@cache
def _weights(steps: int) -> list[tuple[float, float, float, float]]:
    """How much a curve's four points weigh at each step between its ends."""
    parts = [step / steps for step in range(1, steps)]
    return [((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in parts]


def pieces(path: Path) -> Iterator[tuple[Point, ...]]:
    """The ends of each segment, with both control points of a curve between them; a curve that names only one has the
    other at its end of the line."""
    start = path.start
    for end, first, second in path.segments:
        yield (start, end) if first is None and second is None else (start, first or start, second or end, end)
        start = end


class HitMap:
    """The shapes of a diagram that belong to an element, ready to be asked: texts, areas, lines by two points each."""

    def __init__(self, diagram: Diagram, size_of: SizeOf) -> None:
        texts: list[tuple[Rect, Key]] = []
        areas: list[tuple[Rect, Key]] = []
        lines: list[tuple[tuple[float, ...], Key]] = []
        for shape in diagram.shapes:
            if shape.key is None:
                continue
            if isinstance(shape, Path):
                lines.extend(((*a, *b), shape.key) for a, b in pairwise(polyline(shape)))
            else:
                (texts if isinstance(shape, Text) else areas).append((bounds(shape, size_of), shape.key))
        # Each with its keys.
        self._texts, self._areas, self._lines = (
            (np.array([row for row, _ in rows], dtype=np.float64).reshape(-1, 4), [key for _, key in rows])
            for rows in (texts, areas, lines)
        )

    def at(self, point: Point, tolerance: float = 3.0) -> Key | None:
        """The element at a point: a text or area that holds it, else the nearest line, else the nearest text.
        ``tolerance`` is in the diagram's pixels: divide the screen's by the zoom. Of equals the last painted wins."""
        (x, y), to_rectangles = point, []
        for numbers, _ in (self._texts, self._areas):
            left, top, right, bottom = numbers.T
            across, down = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
            to_rectangles.append(np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0)))
        to_texts, to_areas = to_rectangles
        x0, y0, x1, y1 = self._lines[0].T
        dx, dy = x1 - x0, y1 - y0
        # A line may be a point: then nothing divides by its length.
        along = ((x - x0) * dx + (y - y0) * dy) / np.maximum(dx * dx + dy * dy, 1e-12)
        along = np.clip(along, 0.0, 1.0)
        to_lines = np.hypot(x0 + along * dx - x, y0 + along * dy - y)
        rectangles = (to_texts, self._texts), (to_areas, self._areas)
        within, near = ([(*each, reach) for each in rectangles] for reach in (0.0, tolerance))
        for distances, (_, keys), reach in (*within, (to_lines, self._lines, tolerance), *near):
            if distances.size:
                row = len(distances) - 1 - int(np.argmin(distances[::-1]))
                if distances[row] <= reach:
                    return keys[row]
        return None
