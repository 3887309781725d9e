"""The command palette: all actions, found by a few letters."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from goldleaf.viewer.actions.fuzzy import matching
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.actions.table import by_id


class Palette(QDialog):
    """Lists what can be done now; ``chosen`` is the id of what the user wants."""

    def __init__(self, parent: QWidget, actions: ActionSet) -> None:
        super().__init__(parent)
        self.setWindowTitle("Command palette")
        self.chosen: str | None = None
        self._actions = actions
        self._titles = [
            (action.id, actions.path(action))
            for action in by_id().values()
            if actions[action.id].isEnabled() and action.id != "edit.palette"
        ]
        blank = QPixmap(20, 20)
        blank.fill(Qt.GlobalColor.transparent)
        self._no_icon = QIcon(blank)  # so that all titles begin at the same place
        self.line = QLineEdit()
        self.line.setAccessibleName("Command")
        self.line.setPlaceholderText("Type a few letters of a command")
        self.list = QListWidget()
        self.list.setAccessibleName("Commands")
        self.list.setUniformItemSizes(True)
        self.list.setIconSize(blank.size())
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.resize(560, 380)
        self.line.textChanged.connect(self._show)
        self.line.returnPressed.connect(self._choose)
        self.list.itemActivated.connect(lambda _: self._choose())
        self.list.itemClicked.connect(lambda _: self._choose())
        self.line.installEventFilter(self)
        self._show("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrows in the line move in the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            by = moves.get(Qt.Key(event.key()))
            if by is not None and self.list.count():
                self.list.setCurrentRow(min(max(self.list.currentRow() + by, 0), self.list.count() - 1))
                return True
        return super().eventFilter(watched, event)

    def _show(self, text: str) -> None:
        self.list.clear()
        titles = dict(self._titles)
        for identity in matching(text, self._titles):
            keys = self._actions[identity].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            icon = self._actions[identity].icon()
            item = QListWidgetItem(
                self._no_icon if icon.isNull() else icon, titles[identity] + (f"    {keys}" if keys else "")
            )
            item.setData(Qt.ItemDataRole.UserRole, identity)
            item.setToolTip(self._actions[identity].statusTip())
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen = item.data(Qt.ItemDataRole.UserRole)
            self.accept()
