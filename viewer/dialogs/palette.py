"""The command palette: all that has a name, found by a few letters of it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from goldleaf.viewer.actions.entries import BETWEEN, Entry
from goldleaf.viewer.actions.fuzzy import matching
from goldleaf.viewer.dialogs.entry_delegate import ENTRY, NOTE, EntryDelegate
from goldleaf.viewer.labels import tip

SIZE = QSize(680, 420)
BELOW = 70  # pixels under the window's upper edge


class Palette(QDialog):
    """Lists entries, those that can be chosen now first; ``chosen`` is what the user wants.

    It has no frame of a window: it is shut with Escape, or by a click beside it.
    """

    def __init__(self, parent: QWidget, entries: Iterable[Entry]) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("palette")
        self.setWindowTitle("Command palette")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chosen: Entry | None = None
        self._entries = sorted(entries, key=lambda entry: bool(entry.why_not))
        self.line = QLineEdit()
        self.line.setAccessibleName("Command")
        self.line.setPlaceholderText("Type a few letters: a command, panel, theme, file, parse, column, metric, score")
        self.list = QListWidget()
        self.list.setAccessibleName("Commands")
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # letters belong to the line
        self.list.setItemDelegate(EntryDelegate(self.list))
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.line.textChanged.connect(self._show)
        self.line.returnPressed.connect(lambda: self._choose(self.list.currentItem()))
        self.list.itemClicked.connect(self._choose)
        self.line.installEventFilter(self)
        self.line.setFocus()
        self._place(parent)
        self._show("")

    def _place(self, parent: QWidget) -> None:
        self.resize(SIZE.boundedTo(parent.size()))
        self.move(parent.mapToGlobal(QPoint((parent.width() - self.width()) // 2, min(BELOW, parent.height() // 8))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrows in the line move in the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            by = moves.get(Qt.Key(event.key()))
            if by is not None:
                self._move(by)
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
        for place, name in matching(text, map(_names, self._entries)):
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


def _names(entry: Entry) -> tuple[str, ...]:
    """By what an entry is found: its title also without the menus that lead to it."""
    return (entry.title, entry.title.rpartition(BETWEEN)[2], *entry.names)
