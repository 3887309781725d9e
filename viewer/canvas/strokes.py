"""Shapes made ready for Qt: for each a function that draws it, whose pens, lines and text are made only once."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from goldleaf.viewer.canvas.lines import Draw, exact_line, screen_line
from goldleaf.viewer.canvas.looks import Look, look_of
from goldleaf.viewer.canvas.outline import left_edge
from goldleaf.viewer.diagram.shapes import Box, Path, Polygon, Shape, Text
from goldleaf.viewer.diagram.theme import Theme


def prepare(shape: Shape, theme: Theme, *, halo: bool = True, screen: bool = False) -> Draw:
    """What draws a shape. ``halo`` keeps the halo of a path; ``screen`` takes the faster lines."""
    look = look_of(theme, shape.role, shape.state, solid=isinstance(shape, Polygon))
    match shape:
        case Text():
            return _text(shape, look)
        case Path():
            return _path(shape, look, halo and shape.halo, screen)
        case Polygon():
            corners = QPolygonF([QPointF(x, y) for x, y in shape.points])
            return _filled(look, lambda painter: painter.drawPolygon(corners))
        case Box():
            box, radius = QRectF(shape.x, shape.y, shape.width, shape.height), shape.radius
            return _filled(look, lambda painter: painter.drawRoundedRect(box, radius, radius))


def _path(path: Path, look: Look, halo: bool, screen: bool) -> Draw:
    opacity = look.opacity
    line = screen_line if screen and opacity == 1.0 else exact_line  # lines that overlap would show through
    own = line(path, look.pens)
    ground = line(path, look.halo) if halo else None

    def draw(painter: QPainter) -> None:
        if ground is not None:
            painter.setOpacity(1.0)
            ground(painter)
        painter.setOpacity(opacity)
        own(painter)

    return draw


def _filled(look: Look, draw_shape: Draw) -> Draw:
    pen, brush, opacity = look.pen, look.brush, look.opacity

    def draw(painter: QPainter) -> None:
        painter.setOpacity(opacity)
        painter.setPen(pen)
        painter.setBrush(brush)
        draw_shape(painter)

    return draw


def _text(text: Text, look: Look) -> Draw:
    line = look.line(text.text, text.right_to_left)
    left, baseline = left_edge(text, line.width), text.y
    ink, opacity = look.ink, look.opacity

    def draw(painter: QPainter) -> None:
        painter.setOpacity(opacity)
        painter.setPen(ink)
        line.draw(painter, left, baseline)

    def turned(painter: QPainter) -> None:
        painter.save()
        painter.translate(text.x, baseline)
        painter.rotate(-90)
        painter.translate(-text.x, -baseline)
        draw(painter)
        painter.restore()

    return turned if text.upright else draw
