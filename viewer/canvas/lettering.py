"""Lines of text laid out once and painted often, each at its baseline."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QStaticText, QTextLayout, QTextOption

from goldleaf.viewer.canvas.fonts import SizedFont, measure, sized_font
from goldleaf.viewer.diagram.text import Font
from goldleaf.viewer.text.characters import drawable

LEGIBLE = 2.5  # screen pixels that letters must have to be drawn


class Line(NamedTuple):
    """A line of text in its font; ``width`` in pixels, ``ascent`` from top to baseline in those of the Qt font."""

    words: QStaticText
    font: SizedFont
    width: float
    ascent: float

    def draw(self, painter: QPainter, left: float, baseline: float) -> None:
        """Draws the line in the painter's pen."""
        font, factor = self.font
        scale = hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        if scale * font.pixelSize() * factor < LEGIBLE:
            self._hint(painter, left, baseline)
            return
        painter.setFont(font)
        if factor == 1.0:
            painter.drawStaticText(QPointF(left, baseline - self.ascent), self.words)
            return
        painter.save()
        painter.translate(left, baseline)
        painter.scale(factor, factor)
        painter.drawStaticText(QPointF(0, -self.ascent), self.words)
        painter.restore()

    def _hint(self, painter: QPainter, left: float, baseline: float) -> None:
        """Draws a bar as high as small letters: text too small to be read takes most of a large picture's time."""
        height = self.font.font.pixelSize() * self.font.factor / 2
        colour = painter.pen().color()
        colour.setAlphaF(0.4)
        painter.fillRect(QRectF(left, baseline - height, self.width, height), colour)


def line_of(text: str, font: Font, right_to_left: bool) -> Line:
    """The line of a text; ``right_to_left`` is its base direction."""
    shown, sized = drawable(text), sized_font(font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    words = QStaticText(shown)
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setTextOption(option)
    return Line(words, sized, measure(text, font).width, _ascent(shown, sized))


def _ascent(shown: str, sized: SizedFont) -> float:
    """The ascent of the whole line; where letters come from another font it may be more than the font's own."""
    layout = QTextLayout(shown, sized.font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return line.ascent() if line.isValid() else 0.0
