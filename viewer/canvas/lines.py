"""Paths for Qt: exact for files, and for the screen in a form that is painted two to four times faster.

Qt's raster engine takes up to 0.3 ms for a long dashed path, but little for straight lines. So on the screen a solid
path is a row of lines if its curves are short corners, and a dashed one is drawn part by part, its dashes carried on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from goldleaf.viewer.canvas.outline import controls, polyline
from goldleaf.viewer.diagram.shapes import Path, Point, Segment

Draw: TypeAlias = Callable[[QPainter], object]

CLOSE = 1.75  # the zoom from which on the corners of a row of lines would be seen
FACETS = 4  # lines to a corner
CORNER = 40.0  # pixels: a longer curve in a few lines would be seen as such


class Pens(NamedTuple):
    """A line's pen, and the same for straight lines that others continue: with flat ends there would be seams."""

    own: QPen
    joined: QPen

    @staticmethod
    def of(pen: QPen) -> Pens:
        """The pens of a line."""
        joined = QPen(pen)
        joined.setCapStyle(Qt.PenCapStyle.SquareCap)
        return Pens(pen, joined)


def painter_path(path: Path) -> QPainterPath:
    """The Qt path along a shape."""
    found, start = QPainterPath(QPointF(*path.start)), path.start
    for segment in path.segments:
        _add(found, start, segment)
        start = segment.end
    return found


def exact_line(path: Path, pens: Pens) -> Draw:
    """What draws a path as it is."""
    line, pen = painter_path(path), pens.own
    return lambda painter: painter.strokePath(line, pen)


def screen_line(path: Path, pens: Pens) -> Draw:
    """What draws a path quickly, and as it is when it is seen from close by."""
    if curve_length(path) > CORNER:
        return exact_line(path, pens)
    quick = _solid(path, pens) if pens.own.style() == Qt.PenStyle.SolidLine else _dashed(path, pens.own)
    exact: list[Draw] = []  # made when it is needed

    def draw(painter: QPainter) -> None:
        if painter.worldTransform().m11() < CLOSE:
            quick(painter)
            return
        if not exact:
            exact.append(exact_line(path, pens))
        exact[0](painter)

    return draw


def curve_length(path: Path) -> float:
    """How long the longest curve of a path is, at most."""
    start, longest = path.start, 0.0
    for segment in path.segments:
        if segment.control_1 is not None or segment.control_2 is not None:
            points = (start, *controls(start, segment), segment.end)
            longest = max(longest, sum(dist(*pair) for pair in pairwise(points)))
        start = segment.end
    return longest


def _solid(path: Path, pens: Pens) -> Draw:
    lines = [QLineF(*a, *b) for a, b in pairwise(polyline(path, FACETS))]
    ends, between = [lines[0], lines[-1]], lines[1:-1]

    def draw(painter: QPainter) -> None:
        painter.setPen(pens.own)
        painter.drawLines(ends)
        if between:
            painter.setPen(pens.joined)
            painter.drawLines(between)

    return draw


def _dashed(path: Path, pen: QPen) -> Draw:
    parts = list(_parts(path, pen))

    def draw(painter: QPainter) -> None:
        for own, line in parts:
            if isinstance(line, QLineF):
                painter.setPen(own)
                painter.drawLine(line)
            else:
                painter.strokePath(line, own)

    return draw


def _parts(path: Path, pen: QPen) -> Iterator[tuple[QPen, QLineF | QPainterPath]]:
    """The segments of a path, each with a pen whose dashes begin where the last one's ended."""
    start, travelled = path.start, 0.0
    for segment in path.segments:
        own = QPen(pen)
        own.setDashOffset(travelled / pen.widthF())  # Qt counts in widths
        if segment.control_1 is None and segment.control_2 is None:
            yield own, QLineF(*start, *segment.end)
            travelled += dist(start, segment.end)
        else:
            curve = QPainterPath(QPointF(*start))
            _add(curve, start, segment)
            yield own, curve
            travelled += curve.length()
        start = segment.end


def _add(line: QPainterPath, start: Point, segment: Segment) -> None:
    if segment.control_1 is None and segment.control_2 is None:
        line.lineTo(*segment.end)
    else:
        first, second = controls(start, segment)
        line.cubicTo(*first, *second, *segment.end)
