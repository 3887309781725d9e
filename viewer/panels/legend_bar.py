"""The legend under the pictures."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.glow import framed
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.legend import FOUND_KEY, legend
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Diagram, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme, load

MARGIN = 10


class LegendBar(QWidget):
    """Explains the lines of the pictures that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Legend")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._theme = load("light")
        self._shapes: list[Shape] = []
        self._wording = REVIEW
        self._found = False
        self._diagram = Diagram(0, 0)

    def show_shapes(self, shapes: list[Shape], theme: Theme, wording: Wording, *, found: bool) -> None:
        """Explain the lines among some shapes, and with ``found`` what is lit because a filter has found it."""
        self._theme, self._shapes, self._wording, self._found = theme, shapes, wording, found
        self._make()

    def _make(self) -> None:
        width = max(self.width() - 2 * MARGIN, 120)
        self._diagram = legend(self._shapes, width, self._theme, measure, self._wording, found=self._found)
        texts = [shape for shape in self._diagram.shapes if isinstance(shape, Text) and shape.role is Role.LEGEND]
        said = [shape.text for shape in texts if shape.key != FOUND_KEY]
        self.setAccessibleDescription(", ".join(said))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as the legend, which may have nothing to explain."""
        return QSize(200, round(self._diagram.height) + 2 * MARGIN if self._diagram.shapes else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._make()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Paints the legend on the pictures' ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.background))
        painter.translate(MARGIN, MARGIN)
        lit = framed(self._diagram.shapes, {FOUND_KEY}, self._theme)
        for draw in lit.beneath:
            draw(painter)
        paint(painter, self._diagram, self._theme, background=False)
        for draw in lit.above:
            draw(painter)
        painter.end()
