"""What lies under a point, and where an element lies: hit testing over a diagram's shapes, without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from goldleaf.viewer.canvas.outline import Rect, SizeOf, bounds, polyline, union
from goldleaf.viewer.diagram.shapes import Diagram, Key, Path, Point, Shape, Text

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class HitMap:
    """The keyed shapes of a diagram, ready to be asked many times.

    ``texts`` and ``areas`` hold a rectangle a row, ``lines`` two points a row; beside each, its rows' keys.
    """

    texts: Numbers
    text_keys: tuple[Key, ...]
    areas: Numbers
    area_keys: tuple[Key, ...]
    lines: Numbers
    line_keys: tuple[Key, ...]

    @staticmethod
    def of(diagram: Diagram, size_of: SizeOf) -> HitMap:
        """Collects the shapes that belong to an element; ``size_of`` gives the font sizes of the roles."""
        texts: list[tuple[Rect, Key]] = []
        areas: list[tuple[Rect, Key]] = []
        lines: list[tuple[tuple[float, ...], Key]] = []
        for shape in diagram.shapes:
            if shape.key is None:
                continue
            match shape:
                case Path():
                    lines.extend(((*a, *b), shape.key) for a, b in pairwise(polyline(shape)))
                case Text():
                    texts.append((bounds(shape, size_of), shape.key))
                case _:
                    areas.append((bounds(shape, size_of), shape.key))
        return HitMap(*_columns(texts), *_columns(areas), *_columns(lines))

    def at(self, point: Point, tolerance: float = 3.0) -> Key | None:
        """The element at a point: a text or area that holds it, else the nearest line, else the nearest text.

        ``tolerance`` is in the diagram's pixels: divide the screen's by the zoom. Of equals the last painted wins.
        """
        to_texts = _to_rectangles(self.texts, point)
        to_areas = _to_rectangles(self.areas, point)
        tries = (
            (to_texts, self.text_keys, 0.0),
            (to_areas, self.area_keys, 0.0),
            (_to_lines(self.lines, point), self.line_keys, tolerance),
            (to_texts, self.text_keys, tolerance),
            (to_areas, self.area_keys, tolerance),
        )
        for distances, keys, reach in tries:
            row = _nearest(distances)
            if row is not None and distances[row] <= reach:
                return keys[row]
        return None


def element_bounds(shapes: Sequence[Shape], size_of: SizeOf) -> Rect:
    """The rectangle around the shapes of an element, of which there is at least one."""
    return union([bounds(shape, size_of) for shape in shapes])


def _columns(rows: list[tuple[tuple[float, ...], Key]] | list[tuple[Rect, Key]]) -> tuple[Numbers, tuple[Key, ...]]:
    numbers = np.array([row for row, _ in rows], dtype=np.float64).reshape(-1, 4)
    return numbers, tuple(key for _, key in rows)


def _nearest(distances: Numbers) -> int | None:
    """The row of the smallest distance, the last of equals."""
    if not distances.size:
        return None
    return len(distances) - 1 - int(np.argmin(distances[::-1]))


def _to_rectangles(rectangles: Numbers, point: Point) -> Numbers:
    x, y = point
    left, top, right, bottom = rectangles.T
    across = np.maximum(np.maximum(left - x, x - right), 0.0)
    down = np.maximum(np.maximum(top - y, y - bottom), 0.0)
    distances: Numbers = np.hypot(across, down)
    return distances


def _to_lines(lines: Numbers, point: Point) -> Numbers:
    """The distance of a point from each line, whose ends are in a row."""
    x0, y0, x1, y1 = lines.T
    dx, dy = x1 - x0, y1 - y0
    length = np.maximum(dx * dx + dy * dy, 1e-12)
    along = np.clip(((point[0] - x0) * dx + (point[1] - y0) * dy) / length, 0.0, 1.0)
    distances: Numbers = np.hypot(x0 + along * dx - point[0], y0 + along * dy - point[1])
    return distances
