"""The one painter of diagrams: the canvas, PNG and PDF all show what is painted here."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from goldleaf.viewer.canvas.lines import Draw
from goldleaf.viewer.canvas.outline import Rect, extent
from goldleaf.viewer.canvas.strokes import prepare
from goldleaf.viewer.diagram.shapes import Diagram, Shape
from goldleaf.viewer.diagram.theme import Theme

RENDERING = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
REACH = 30.0  # pixels that strokes, letters and accents may reach out of a shape's own place
EVERYTHING = Rect(-inf, -inf, inf, inf)


def paint(painter: QPainter, diagram: Diagram, theme: Theme, *, background: bool = True) -> None:
    """Paints a diagram at the painter's origin, one unit a pixel. ``background`` fills its rectangle first."""
    if background:
        painter.fillRect(QRectF(0, 0, diagram.width, diagram.height), QColor(theme.background))
    Painting(diagram.shapes, theme).draw(painter)


class Painting:
    """Shapes that are painted many times, each made ready when it is first seen; ``screen`` takes faster lines."""

    def __init__(self, shapes: Iterable[Shape], theme: Theme, *, screen: bool = False) -> None:
        self._theme = theme
        self._screen = screen
        self._shapes = tuple(shapes)
        self._extents = [extent(shape) for shape in self._shapes]
        self._ready: list[Draw | None] = [None] * len(self._shapes)

    def draw(self, painter: QPainter, seen: Rect = EVERYTHING) -> None:
        """Draws the shapes that reach into a rectangle."""
        painter.setRenderHints(RENDERING)
        low, top, high, bottom = seen.grown(REACH)
        for index, (left, upper, right, lower) in enumerate(self._extents):
            if left < high and right > low and upper < bottom and lower > top:
                draw = self._ready[index]
                if draw is None:
                    draw = self._ready[index] = prepare(self._shapes[index], self._theme, screen=self._screen)
                draw(painter)
