"""How elements look when they are selected, pointed at or found: drawn once more, on a ground of colour."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from goldleaf.viewer.canvas.outline import element_bounds
from goldleaf.viewer.canvas.painting import Draw, painter_path, prepare
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme

REACH = 4.0  # pixels of colour around lines
PADDING = 3.0  # pixels of colour around text
CORNER = 7.0  # pixels of a corner's lines around what a filter has found
CORNER_WIDTH = 2.0
CORNER_GAP = 5.0
ROWS_APART = 20.0  # pixels between texts of one element that are not in one frame
_OVERHANG = 8.0  # pixels that a glow reaches out of its element at most


@dataclass(slots=True)
class Glow:
    """What is drawn beneath a picture, what over it, and where."""

    beneath: list[Draw] = field(default_factory=list)
    above: list[Draw] = field(default_factory=list)
    area: QRectF = field(default_factory=QRectF)


def area_of(shapes: Iterable[Shape], theme: Theme) -> QRectF:
    """The rectangle around the shapes of an element, of which there is at least one."""
    left, top, right, bottom = element_bounds(shapes, theme.size)
    return QRectF(left, top, right - left, bottom - top)


def glow(shapes: Iterable[Shape], grounds: Iterable[tuple[Set[Key | None], str]], theme: Theme) -> Glow:
    """The glow of the elements of some keys, in a colour for each set of keys. Grounds lie beneath the picture, so that
    they hide nothing. But the halo of a line, or a box that clears the background behind a label, would cover them:
    then they lie above it, and the element is drawn once more."""
    wanted = {key: colour for keys, colour in grounds for key in keys}
    result = Glow()
    for key, own in _elements(shapes, wanted).items():
        looks = [(shape, theme.paint(shape.role, shape.state)) for shape in own]
        covered = any(
            shape.halo if isinstance(shape, Path) else isinstance(shape, Box) and look.fill is not None
            for shape, look in looks
        )
        seen = [shape for shape, look in looks if isinstance(shape, Text) or (look.stroke and look.stroke_width > 0)]
        # Lines before text, so that a label stays readable on its own arc.
        for of_label in (False, True):
            # To the label belong its box, and the × in a box, which a box that is drawn later would hide.
            part = [shape for shape in seen if (isinstance(shape, Text | Box) or shape.role is Role.CROSS) == of_label]
            coloured = [_ground(shape, theme, wanted[key]) for shape in part]
            if covered:
                result.above += [*coloured, *(prepare(shape, theme, halo=False) for shape in part)]
            else:
                result.beneath += coloured
        reach = area_of(own, theme).adjusted(-_OVERHANG, -_OVERHANG, _OVERHANG, _OVERHANG)
        result.area = result.area.united(reach)
    return result


def framed(shapes: Sequence[Shape], keys: Set[Key], theme: Theme) -> Glow:
    """Elements that a filter has found: a ground beneath them, and corners around their text, or around all of them; in
    each row of words around what is there."""
    result = glow(shapes, ((keys, theme.hit),), theme)
    for own in _elements(shapes, keys).values():
        gap, areas = CORNER_GAP, list[QRectF]()
        texts = [area_of([shape], theme) for shape in own if isinstance(shape, Text | Box)]
        for area in sorted(texts or [area_of(own, theme)], key=QRectF.top):
            if areas and area.top() < areas[-1].bottom() + ROWS_APART:
                area = area.united(areas.pop())
            areas.append(area)
        for area in (part.adjusted(-gap, -gap / 2, gap, gap / 2) for part in areas):
            across, down = min(CORNER, area.width() / 3), min(CORNER, area.height() / 3)
            path = QPainterPath()
            for corner, right, below in (
                (area.topLeft(), 1, 1), (area.topRight(), -1, 1),
                (area.bottomLeft(), 1, -1), (area.bottomRight(), -1, -1),
            ):  # fmt: skip
                path.moveTo(corner + QPointF(right * across, 0))
                path.lineTo(corner)
                path.lineTo(corner + QPointF(0, below * down))
            flat, sharp = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
            result.above.append(_stroked(path, CORNER_WIDTH, theme.hit_line, flat, sharp))
            result.area = result.area.united(area.adjusted(-2, -2, 2, 2))
    return result


def _elements(shapes: Iterable[Shape], keys: Collection[Key | None]) -> dict[Key, list[Shape]]:
    members: dict[Key, list[Shape]] = {}
    for shape in shapes if keys else ():
        if shape.key is not None and shape.key in keys:
            members.setdefault(shape.key, []).append(shape)
    return members


def _ground(shape: Shape, theme: Theme, colour: str) -> Draw:
    if isinstance(shape, Text | Box):
        area = area_of([shape], theme).adjusted(-PADDING, 0, PADDING, 0)

        def draw(painter: QPainter) -> None:
            painter.setOpacity(1.0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(area, PADDING, PADDING)

        return draw
    if isinstance(shape, Path):
        path, width = painter_path(shape), theme.paint(shape.role, shape.state).stroke_width
    else:
        path, width = QPainterPath(), 0.0
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in shape.points]))
        path.closeSubpath()
    return _stroked(path, width + 2 * REACH, colour, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _stroked(path: QPainterPath, width: float, colour: str, cap: Qt.PenCapStyle, join: Qt.PenJoinStyle) -> Draw:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(cap)
    pen.setJoinStyle(join)

    def draw(painter: QPainter) -> None:
        painter.setOpacity(1.0)
        painter.strokePath(path, pen)

    return draw
