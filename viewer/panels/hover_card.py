"""A card by the pointer: what gold and parse say of the word or arc under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

OFFSET = QPoint(14, 18)  # from the pointer


class HoverCard(QFrame):
    """Two rows over the window's other contents; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 7, 10, 7)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._labels: list[QLabel] = []
        self._window = window
        self.hide()

    def show_rows(self, rows: Sequence[tuple[str, str]], place: QPoint) -> None:
        """Show rows of a title and a text near a place of the screen; hide without rows."""
        if not rows:
            self.hide()
            return
        texts = [text for row in rows for text in row]
        while len(self._labels) < len(texts):
            number = len(self._labels)
            label = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            if number % 2 == 0:
                label.setObjectName("faint")
            self._grid.addWidget(label, number // 2, number % 2)
            self._labels.append(label)
        for number, label in enumerate(self._labels):
            label.setVisible(number < len(texts))
            label.setText(texts[number] if number < len(texts) else "")
        self.adjustSize()
        self.move(self._beside(self._window.mapFromGlobal(place)))
        self.raise_()
        self.show()

    def _beside(self, pointer: QPoint) -> QPoint:
        room = self._window.rect().adjusted(4, 4, -4, -4)
        corner = pointer + OFFSET
        if corner.x() + self.width() > room.right():
            corner.setX(max(room.left(), pointer.x() - OFFSET.x() - self.width()))
        if corner.y() + self.height() > room.bottom():
            corner.setY(max(room.top(), pointer.y() - OFFSET.y() - self.height()))
        return corner
