"""Paints a difference: a line with the word and the verdict, one for what the gold has, one for what the parse has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Role, Side, State
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.panels.difference_model import DifferenceModel, Fold
from goldleaf.viewer.style.appearance import LIGHT, Colours

PAD, GAP, SWATCH, CHIP = 9, 1, 22, 6


class DifferenceDelegate(QStyledItemDelegate):
    """Each side has the swatch of its line in the picture."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = load("light")
        self._colours = LIGHT
        self._wording = REVIEW
        self.verdict: Callable[[Difference], str] = lambda _: ""  # what a reviewer has said of it

    def set_wording(self, wording: Wording) -> None:
        """Speak of the sides in other words."""
        self._wording = wording

    def set_colours(self, theme: Theme, colours: Colours) -> None:
        """Paint in other colours."""
        self._theme, self._colours = theme, colours

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """As many lines as there are."""
        found: Difference | Fold = index.data(DifferenceModel.DIFFERENCE)
        lines = 1 if isinstance(found, Fold) else 1 + len(_sides(found, self._wording))
        return QSize(120, lines * (QFontMetrics(option.font).height() + GAP) - GAP + 2 * PAD - 4)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one difference, or the line of those that are folded."""
        found: Difference | Fold = index.data(DifferenceModel.DIFFERENCE)
        options: Any = option
        area: QRect = options.rect
        selected = bool(options.state & QStyle.StateFlag.State_Selected)
        hovered = bool(options.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.fillRect(area, QColor(self._colours.selection if selected else self._colours.hover))
        else:
            painter.setPen(QColor(self._colours.line))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
        inner = area.adjusted(PAD, PAD - 2, -PAD, 0)
        if isinstance(found, Fold):
            painter.setPen(QColor(self._colours.selected if selected else self._colours.faint))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft, found.text)
        else:
            text = self._colours.selected if selected else self._colours.text if found.scored else self._colours.faint
            self._write(painter, inner, found, text, options.font)
            self._chip(painter, inner, self.verdict(found), options.font)
        painter.restore()

    def _chip(self, painter: QPainter, area: QRect, said: str, font: QFont) -> None:
        """What a reviewer has said, in a box at the lower right."""
        if not said:
            return
        metrics = QFontMetrics(font)
        text = metrics.elidedText(said, Qt.TextElideMode.ElideRight, area.width() // 2)
        box = QRect(0, 0, metrics.horizontalAdvance(text) + 2 * CHIP, metrics.height() + 2)
        box.moveBottomRight(area.bottomRight() - QPoint(0, CHIP))
        painter.setPen(QColor(self._colours.accent))
        painter.setBrush(QColor(self._colours.base))
        painter.drawRoundedRect(box, CHIP, CHIP)
        painter.setPen(QColor(self._colours.text))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _write(self, painter: QPainter, area: QRect, found: Difference, ink: str, font: QFont) -> None:
        metrics = QFontMetrics(font)
        bold = QFont(font)
        bold.setBold(True)
        room = max(area.width() - metrics.horizontalAdvance(found.verdict) - 12, area.width() // 3)
        word = QFontMetrics(bold).elidedText(found.word, Qt.TextElideMode.ElideRight, room)
        line = QRect(area.left(), area.top(), area.width(), metrics.height())
        painter.setFont(bold)
        painter.setPen(QColor(ink))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, word)
        painter.setFont(font)
        painter.setPen(QColor(self._verdict_ink(found, ink)))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, found.verdict)
        painter.setPen(QColor(ink))
        for text, state in _sides(found, self._wording):
            line.translate(0, metrics.height() + GAP)
            if state is not None:
                self._swatch(painter, QPointF(line.left(), line.center().y() + 1), state)
            painter.setPen(QColor(ink if state is not None else self._colours.faint))
            rest = line.adjusted(SWATCH + 7, 0, 0, 0)
            painter.drawText(
                rest, Qt.AlignmentFlag.AlignLeft, metrics.elidedText(text, Qt.TextElideMode.ElideRight, rest.width())
            )

    def _verdict_ink(self, found: Difference, ink: str) -> str:
        if not found.scored:
            return ink
        state = self._wording.drawn(found.state, Side.BOTH)
        if state in (State.WRONG_LABEL, State.DIFFERS):
            return self._colours.faint
        return self._theme.paint(Role.LABEL, state).fill or ink

    def _swatch(self, painter: QPainter, left: QPointF, state: State) -> None:
        look = self._theme.paint(Role.ARC, state)
        pen = QPen(QColor(look.stroke or self._colours.text), look.stroke_width)
        if look.dash:
            pen.setDashPattern([length / look.stroke_width for length in look.dash])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(left, left + QPointF(SWATCH, 0))


def _sides(found: Difference, wording: Wording) -> list[tuple[str, State | None]]:
    """What gold and parse have; a word that one lacks stands in the other's line only."""
    both = (Side.GOLD, found.gold, found.gold_state), (Side.PARSE, found.parse, found.parse_state)
    return [(wording.line(side, text), state) for side, text, state in both if text]
