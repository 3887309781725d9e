"""What keys do in a list beside the pictures: arrows walk it, letters are left to the actions."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

_WALKS = frozenset((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right))


class ListKeys(QObject):
    """Keeps a list's arrows from actions that have them in the pictures, and looks for nothing as one types."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrows are the list's own; a letter that is no action's key does nothing."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and event.key() in _WALKS and not event.modifiers():
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.text().isprintable() and event.text().strip():
                event.ignore()
                return True
        return super().eventFilter(watched, event)
