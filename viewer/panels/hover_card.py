"""A card by the pointer: what gold and parse say of the word or arc under it, beside the words that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.beside import beside


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
        self._labels: list[Label] = []
        self._window = window
        self.hide()

    def show_rows(
        self, rows: Sequence[tuple[str, str]], place: QPoint, avoided: Sequence[Sequence[QRect]] = ()
    ) -> None:
        """Show rows of a title and a text near a place of the screen; hide without rows.

        ``avoided`` are, by picture, the rectangles of the screen that it is about.
        """
        if not rows:
            self.hide()
            return
        texts = [text for row in rows for text in row]
        while len(self._labels) < len(texts):
            number = len(self._labels)
            label = Label()
            if number % 2 == 0:
                label.setObjectName("faint")
            self._grid.addWidget(label, number // 2, number % 2)
            self._labels.append(label)
        for number, label in enumerate(self._labels):
            label.setVisible(number < len(texts))
            label.setText(texts[number] if number < len(texts) else "")
        self.adjustSize()
        self._place(place, avoided)
        self.raise_()
        self.show()

    def _place(self, place: QPoint, avoided: Sequence[Sequence[QRect]]) -> None:
        own = self._window.mapFromGlobal
        kept = [[QRect(own(one.topLeft()), one.size()) for one in some] for some in avoided if some]
        around = [reduce(QRect.united, some) for some in kept]
        room = self._window.rect().adjusted(4, 4, -4, -4)
        self.move(beside(own(place), self.size(), room, [one for some in kept for one in some], around))
