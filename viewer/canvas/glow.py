"""How elements look when they are selected, pointed at or found: drawn once more, on a ground of colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from goldleaf.viewer.canvas.hits import element_bounds
from goldleaf.viewer.canvas.lines import Draw, painter_path
from goldleaf.viewer.canvas.outline import bounds
from goldleaf.viewer.canvas.strokes import prepare
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Polygon, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme

REACH = 4.0  # pixels of colour around lines
PADDING = 3.0  # pixels of colour around text
CORNER = 7.0  # pixels of a corner's lines around what a filter has found
CORNER_WIDTH = 2.0
CORNER_GAP = 5.0
_OVERHANG = 8.0  # pixels that a glow reaches out of its element at most


@dataclass(slots=True)
class Glow:
    """What is drawn beneath a picture, what over it, and where."""

    beneath: list[Draw] = field(default_factory=list)
    above: list[Draw] = field(default_factory=list)
    area: QRectF = field(default_factory=QRectF)


def glow(shapes: Iterable[Shape], grounds: Iterable[tuple[Set[Key | None], str]], theme: Theme) -> Glow:
    """The glow of the elements of some keys, in a colour for each set of keys.

    Grounds lie beneath the picture, so that they hide nothing. But the halo of a line, or a box that clears the
    background behind a label, would cover them: then they lie above it, and the element is drawn once more.
    """
    wanted = {key: colour for keys, colour in grounds for key in keys}
    members: dict[Key, list[Shape]] = {}
    if wanted:
        for shape in shapes:
            if shape.key is not None and shape.key in wanted:
                members.setdefault(shape.key, []).append(shape)
    found = Glow()
    for key, own in members.items():
        _add(found, own, theme, wanted[key])
    return found


def framed(shapes: Iterable[Shape], keys: Set[Key], theme: Theme) -> Glow:
    """Elements that a filter has found: a ground beneath them, and corners around their text, or around all of them."""
    found = glow(shapes, ((keys, theme.hit),), theme) if keys else Glow()
    members: dict[Key, list[Shape]] = {}
    for shape in shapes:
        if shape.key is not None and shape.key in keys:
            members.setdefault(shape.key, []).append(shape)
    for own in members.values():
        texts = [shape for shape in own if isinstance(shape, Text | Box)] or own
        left, top, right, bottom = element_bounds(texts, lambda role: theme.font(role).size).grown(CORNER_GAP)
        area = QRectF(left, top, right - left, bottom - top)
        found.above.append(_corners(area, theme.hit_line))
        found.area = found.area.united(area.adjusted(-2, -2, 2, 2))
    return found


def _corners(area: QRectF, colour: str) -> Draw:
    pen = QPen(QColor(colour), CORNER_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    across, down = min(CORNER, area.width() / 3), min(CORNER, area.height() / 3)
    path = QPainterPath()
    for corner, right, below in (
        (area.topLeft(), 1, 1),
        (area.topRight(), -1, 1),
        (area.bottomLeft(), 1, -1),
        (area.bottomRight(), -1, -1),
    ):
        path.moveTo(corner + QPointF(right * across, 0))
        path.lineTo(corner)
        path.lineTo(corner + QPointF(0, below * down))

    def draw(painter: QPainter) -> None:
        painter.setOpacity(1.0)
        painter.strokePath(path, pen)

    return draw


def _add(found: Glow, shapes: Sequence[Shape], theme: Theme, colour: str) -> None:
    covered = any(_covers(shape, theme) for shape in shapes)
    for of_label in (False, True):  # lines before text, so that a label stays readable on its own arc
        part = [shape for shape in shapes if _is_of_label(shape) == of_label and _is_seen(shape, theme)]
        grounds = [_ground(shape, theme, colour) for shape in part]
        if covered:
            found.above += [*grounds, *(prepare(shape, theme, halo=False) for shape in part)]
        else:
            found.beneath += grounds
    left, top, right, bottom = element_bounds(shapes, lambda role: theme.font(role).size).grown(_OVERHANG)
    found.area = found.area.united(QRectF(left, top, right - left, bottom - top))


def _covers(shape: Shape, theme: Theme) -> bool:
    if isinstance(shape, Path):
        return shape.halo
    return isinstance(shape, Box) and theme.paint(shape.role, shape.state).fill is not None


def _is_of_label(shape: Shape) -> bool:
    """Whether it is text, its box, or the × in a box, which a box that is drawn later would hide."""
    return isinstance(shape, Text | Box) or shape.role is Role.CROSS


def _is_seen(shape: Shape, theme: Theme) -> bool:
    """Whether it is text or has an outline."""
    look = theme.paint(shape.role, shape.state)
    return isinstance(shape, Text) or (look.stroke is not None and look.stroke_width > 0)


def _ground(shape: Shape, theme: Theme, colour: str) -> Draw:
    match shape:
        case Path():
            return _wide(painter_path(shape), theme.paint(shape.role, shape.state).stroke_width, colour)
        case Polygon():
            path = QPainterPath()
            path.addPolygon(QPolygonF([QPointF(x, y) for x, y in shape.points]))
            path.closeSubpath()
            return _wide(path, 0.0, colour)
        case _:
            left, top, right, bottom = bounds(shape, lambda role: theme.font(role).size)
            return _plate(QRectF(left, top, right - left, bottom - top).adjusted(-PADDING, 0, PADDING, 0), colour)


def _wide(path: QPainterPath, width: float, colour: str) -> Draw:
    pen = QPen(QColor(colour), width + 2 * REACH)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)

    def draw(painter: QPainter) -> None:
        painter.setOpacity(1.0)
        painter.strokePath(path, pen)

    return draw


def _plate(area: QRectF, colour: str) -> Draw:
    def draw(painter: QPainter) -> None:
        painter.setOpacity(1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(area, PADDING, PADDING)

    return draw
