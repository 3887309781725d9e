"""Paints an entry of the palette: its title, a note beside it, its keys at the right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from goldleaf.viewer.actions.entries import Entry

ENTRY, NOTE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PAD, GAP, ICON, ABOVE = 12, 16, 18, 5  # pixels
ON = "✓"


class EntryDelegate(QStyledItemDelegate):
    """What is on has a tick after its title; what cannot be chosen is grey."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802, ARG002
        """One line with room around it."""
        options: Any = option
        return QSize(120, max(QFontMetrics(options.font).height(), ICON) + 2 * ABOVE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one entry."""
        entry: Entry = index.data(ENTRY)
        options: Any = option
        area: QRect = options.rect
        selected = bool(options.state & QStyle.StateFlag.State_Selected)
        hovered = bool(options.state & QStyle.StateFlag.State_MouseOver) and not entry.why_not
        role = QPalette.ColorRole
        painter.save()
        painter.setFont(options.font)
        if selected or hovered:
            painter.fillRect(area, options.palette.color(role.Highlight if selected else role.Midlight))
        _paint_icon(painter, QRect(area.left() + PAD, area.center().y() - ICON // 2 + 1, ICON, ICON), entry)
        faint = options.palette.color(role.HighlightedText if selected else role.PlaceholderText)
        ink = options.palette.color(role.HighlightedText if selected else role.Text)
        line = area.adjusted(PAD + ICON + PAD, 0, -PAD, 0)
        title = f"{entry.title}  {ON}" if entry.checked else entry.title
        _write(painter, line, (title, index.data(NOTE), entry.keys), (faint if entry.why_not else ink, faint))
        painter.restore()


def _paint_icon(painter: QPainter, place: QRect, entry: Entry) -> None:
    if entry.icon is not None:
        entry.icon.paint(painter, place, mode=QIcon.Mode.Disabled if entry.why_not else QIcon.Mode.Normal)


def _write(painter: QPainter, line: QRect, texts: tuple[str, str, str], inks: tuple[QColor, QColor]) -> None:
    """Title, note and keys in one line; where there is no room for all, title and note share what the keys leave."""
    metrics = painter.fontMetrics()
    title, note, keys = texts
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.setPen(inks[1])
    painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, keys)
    room = line.width() - (metrics.horizontalAdvance(keys) + GAP if keys else 0)
    note_room = min(metrics.horizontalAdvance(note) + GAP, room * 2 // 5) if note else 0
    painter.setPen(inks[0])
    title = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, room - note_room)
    painter.drawText(line, middle | Qt.AlignmentFlag.AlignLeft, title)
    rest = line.adjusted(metrics.horizontalAdvance(title) + GAP, 0, 0, 0)
    painter.setPen(inks[1])
    note = metrics.elidedText(note, Qt.TextElideMode.ElideRight, line.left() + room - rest.left())
    painter.drawText(rest, middle | Qt.AlignmentFlag.AlignLeft, note)
