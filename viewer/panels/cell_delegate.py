"""Paints the cells of the table of sentences: a line of text each, in a fraction of the time that Qt's own takes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from goldleaf.viewer.panels.sentence_model import SentenceModel
from goldleaf.viewer.style.appearance import LIGHT, Colours

PADDING = 8  # pixels at either side of the text
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT, _RIGHT = _LINE | Qt.AlignmentFlag.AlignLeft, _LINE | Qt.AlignmentFlag.AlignRight
_SELECTED = QStyle.StateFlag.State_Selected


class CellDelegate(QStyledItemDelegate):
    """Text, set left or right, and the selection; it asks the model directly, not a role at a time."""

    def __init__(self, model: SentenceModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.set_colours(LIGHT)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self._ink, self._faint = QPen(QColor(colours.text)), QPen(QColor(colours.faint))
        self._selected_ink, self._selection = QPen(QColor(colours.selected)), QBrush(QColor(colours.selection))
        self._metrics: QFontMetrics | None = None

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        options: Any = option
        area, selected = options.rect, _SELECTED in options.state
        if selected:
            painter.fillRect(area, self._selection)
        text, numeric, faint = self._model.cell(index.row(), index.column())
        if not text:
            return
        area = area.adjusted(PADDING, 0, -PADDING, 0)
        painter.setPen(self._selected_ink if selected else self._faint if faint else self._ink)
        if numeric:
            painter.drawText(area, _RIGHT, text)
            return
        if self._metrics is None:
            self._metrics = QFontMetrics(options.font)
        # A text is cut before it is measured: it may be as long as a page.
        width = area.width()
        painter.drawText(
            area, _LEFT, self._metrics.elidedText(text[: width // 2 + 1], Qt.TextElideMode.ElideRight, width)
        )
