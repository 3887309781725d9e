"""Blink: gold and parse alternate in the same place, while a key is held or until it is asked for again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

INTERVAL = 450  # milliseconds: slower than three changes a second, which could do harm


class Blinker(QObject):
    """Calls ``show`` with 0 and 1 in turn, and with None at the end. ``holds`` tells whether a key holds it on."""

    def __init__(self, show: Callable[[int | None], object], holds: Callable[[int], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._holds = holds
        self._side = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._turn)

    @property
    def on(self) -> bool:
        """Whether it blinks."""
        return self._timer.isActive()

    def toggle(self) -> None:
        """Begin or end."""
        if self.on:
            self.stop()
            return
        self._side = 0
        self._show(0)
        self._timer.start()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def stop(self) -> None:
        """End, and show all again."""
        if self.on:
            self._timer.stop()
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self._show(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The key that began it ends it when it is let go."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease and self._lets_go(event):
            self.stop()
        return super().eventFilter(watched, event)

    def _lets_go(self, event: QKeyEvent) -> bool:
        return not event.isAutoRepeat() and self._holds(event.key())

    def _turn(self) -> None:
        self._side = 1 - self._side
        self._show(self._side)
