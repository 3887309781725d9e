"""The command palette: all that has a name, found by a few letters of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from goldleaf.viewer.actions.entries import BETWEEN, Entry, matching
from goldleaf.viewer.dialogs.parts import below, named
from goldleaf.viewer.labels import having, tip

ENTRY, NOTE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PAD, GAP, ICON, ABOVE = 12, 16, 18, 5  # pixels


class Palette(QDialog):
    """Lists entries, those that can be chosen now first; ``chosen`` is what the user wants. It has no frame of a
    window: it is shut with Escape, or by a click beside it."""

    def __init__(self, parent: QWidget, entries: Iterable[Entry]) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        having(self, objectName="palette", windowTitle="Command palette")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chosen: Entry | None = None
        self._entries = sorted(entries, key=lambda entry: bool(entry.why_not))
        letters = "Type a few letters: a command, panel, theme, file, parse, column, metric, score"
        self.line = named(QLineEdit(placeholderText=letters), "Command")
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.list = named(QListWidget(), "Commands", uniformItemSizes=True, horizontalScrollBarPolicy=off)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # letters belong to the line
        self.list.setItemDelegate(EntryDelegate(self.list))
        having(below(self, self.line, self.list), contentsMargins=(1, 1, 1, 1), spacing=0)
        self.line.textChanged.connect(self._show)
        self.line.returnPressed.connect(lambda: self._choose(self.list.currentItem()))
        self.list.itemClicked.connect(self._choose)
        self.line.installEventFilter(self)
        self.line.setFocus()
        self.resize(QSize(680, 420).boundedTo(parent.size()))
        left, down = (parent.width() - self.width()) // 2, min(70, parent.height() // 8)
        self.move(parent.mapToGlobal(QPoint(left, down)))
        self._show("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrows in the line move in the list."""
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and Qt.Key(event.key()) in moves:
            self._move(moves[Qt.Key(event.key())])
            return True
        return super().eventFilter(watched, event)

    def _move(self, by: int) -> None:
        """Go on to an entry that can be chosen; with none left in this direction, stay."""
        rows = [row for row in range(self.list.count()) if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled]
        if rows:
            place = rows.index(self.list.currentRow()) if self.list.currentRow() in rows else 0
            self.list.setCurrentRow(rows[min(max(place + by, 0), len(rows) - 1)])

    def _show(self, text: str) -> None:
        self.list.clear()
        # An entry is found by its title also without the menus that lead to it.
        names = ((entry.title, entry.title.rpartition(BETWEEN)[2], *entry.names) for entry in self._entries)
        for place, name in matching(text, names):
            entry = self._entries[place]
            item = QListWidgetItem(entry.title)
            note = entry.why_not or (name if name in entry.names else "")
            item.setData(ENTRY, entry)
            item.setData(NOTE, note)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.title, note, entry.keys))))
            item.setToolTip(tip("\n".join(filter(None, (entry.description, entry.why_not)))))
            if entry.why_not:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self._move(0)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.chosen = item.data(ENTRY)
            self.accept()


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: its title, a note beside it, its keys at the right. What is on has a tick after its title; what
    cannot be chosen is grey."""

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
        if entry.icon is not None:
            place = QRect(area.left() + PAD, area.center().y() - ICON // 2 + 1, ICON, ICON)
            entry.icon.paint(painter, place, mode=QIcon.Mode.Disabled if entry.why_not else QIcon.Mode.Normal)
        faint = options.palette.color(role.HighlightedText if selected else role.PlaceholderText)
        ink = options.palette.color(role.HighlightedText if selected else role.Text)
        line = area.adjusted(PAD + ICON + PAD, 0, -PAD, 0)
        title = f"{entry.title}  ✓" if entry.checked else entry.title
        _write(painter, line, (title, index.data(NOTE), entry.keys), (faint if entry.why_not else ink, faint))
        painter.restore()


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
