"""Paints the rows of the table of sentences: the text over the whole row, under it each column's value.

It asks the model directly, not a role at a time: that takes a fraction of the time that Qt's own delegate does.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from goldleaf.viewer.panels.sentence_model import SentenceModel
from goldleaf.viewer.style.appearance import LIGHT, Colours

PADDING = 5  # pixels at either side of a text
BAR = 26  # pixels of a score's bar
_BAR_HEIGHT = 4.0
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT, _RIGHT = _LINE | Qt.AlignmentFlag.AlignLeft, _LINE | Qt.AlignmentFlag.AlignRight
_SELECTED = QStyle.StateFlag.State_Selected


class CellDelegate(QStyledItemDelegate):
    """A sentence's text in its own direction, what stands before it, and under it values and scores as bars."""

    def __init__(self, model: SentenceModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._model = model
        self._view = parent
        self.set_colours(LIGHT)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self._ink, self._faint = QPen(QColor(colours.text)), QPen(QColor(colours.faint))
        self._selected_ink, self._selection = QPen(QColor(colours.selected)), QBrush(QColor(colours.selection))
        self._line, self._bar = QPen(QColor(colours.line)), QBrush(QColor(colours.accent))
        self._track = QBrush(QColor(colours.line))
        self._metrics: QFontMetrics | None = None

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell: its part of the text's line, and its value."""
        options: Any = option
        area: QRect = options.rect
        selected = _SELECTED in options.state
        if self._metrics is None:
            self._metrics = QFontMetrics(options.font)
        if selected:
            painter.fillRect(area, self._selection)
        text_column, column = self._model.text_column, index.column()
        if text_column is None:
            self._write_value(painter, area, index.row(), column, selected)
            return
        painter.setPen(self._line)
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        half = area.height() // 2
        upper, lower = area.adjusted(0, 3, 0, -half), area.adjusted(0, half, 0, -3)
        if column >= text_column:
            painter.setPen(self._selected_ink if selected else self._ink)
            self._write_text(painter, upper, index.row(), text_column)
        if column != text_column:
            self._write_value(painter, upper if column < text_column else lower, index.row(), column, selected)

    def _write_text(self, painter: QPainter, area: QRect, row: int, text_column: int) -> None:
        """Write what a cell shows of the sentence's text, which runs on over the cells to its right."""
        header = self._view.horizontalHeader()
        left = header.sectionViewportPosition(text_column) + PADDING
        right = min(header.length() - header.offset(), self._view.viewport().width()) - PADDING
        if right <= left or area.left() > right:
            return
        text, turned = self._model.sentence(row)
        painter.save()
        painter.setClipRect(area)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turned else Qt.LayoutDirection.LeftToRight)
        whole = QRect(left, area.top(), right - left, area.height())
        painter.drawText(whole, _LEFT, self._elided(text, whole.width()))  # at the right where it runs to the left
        painter.restore()

    def _write_value(self, painter: QPainter, area: QRect, row: int, column: int, selected: bool) -> None:
        text, numeric, faint = self._model.cell(row, column)
        if not text:
            return
        area = area.adjusted(PADDING, 0, -PADDING, 0)
        painter.setPen(self._selected_ink if selected else self._faint if faint else self._ink)
        if not numeric:
            painter.drawText(area, _LEFT, self._elided(text, area.width()))
            return
        painter.drawText(area, _RIGHT, text)
        share = self._model.share(row, column)
        assert self._metrics is not None
        if share is not None and area.width() - self._metrics.horizontalAdvance(text) > BAR:
            self._draw_bar(painter, area, share)

    def _draw_bar(self, painter: QPainter, area: QRect, share: float) -> None:
        """Draw a score as a bar at the left of its cell."""
        corner = QPointF(area.left(), area.center().y() + 1 - _BAR_HEIGHT / 2)
        painter.fillRect(QRectF(corner.x(), corner.y(), BAR, _BAR_HEIGHT), self._track)
        painter.fillRect(QRectF(corner.x(), corner.y(), BAR * share, _BAR_HEIGHT), self._bar)

    def _elided(self, text: str, width: int) -> str:
        # A text is cut before it is measured: it may be as long as a page.
        assert self._metrics is not None
        return self._metrics.elidedText(text[: width // 2 + 1], Qt.TextElideMode.ElideRight, width)
