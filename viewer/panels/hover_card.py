"""A card by the pointer: what gold and parse say of the word or arc under it, beside the words that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from goldleaf.viewer.labels import Label

OFFSET = QPoint(14, 18)  # from the pointer, in pixels
GAP = 8  # from what must be seen


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
        own = self._window.mapFromGlobal
        kept = [[QRect(own(word.topLeft()), word.size()) for word in picture] for picture in avoided if picture]
        around = [reduce(QRect.united, picture) for picture in kept]
        room = self._window.rect().adjusted(4, 4, -4, -4)
        self.move(beside(own(place), self.size(), room, [word for picture in kept for word in picture], around))
        self.raise_()
        self.show()


def beside(pointer: QPoint, size: QSize, room: QRect, avoided: Sequence[QRect], around: Sequence[QRect] = ()) -> QPoint:
    """The upper left corner of a card in a room, as near to the pointer as it hides nothing that is ``avoided``.

    If it can, it also stays out of the areas ``around`` what it speaks of. Where there is no such place, the one that
    hides least.
    """
    level: dict[int, QRect] = {}  # those that stand level are joined, so that there are few of them
    for area in avoided:
        level[area.top()] = level.get(area.top(), area).united(area)
    rows = [*level.values()]
    # Few places are tried at the sides, as the pointer is seldom still.
    xs = [pointer.x() + OFFSET.x(), pointer.x() - OFFSET.x() - size.width()]
    for area in around or rows:
        xs += [area.right() + GAP, area.left() - GAP - size.width()]
    ys = [pointer.y() + OFFSET.y(), pointer.y() - OFFSET.y() - size.height()]
    for area in [*rows, *around]:
        ys += [area.bottom() + GAP, area.top() - GAP - size.height()]
    wanted = QPoint(xs[0], ys[0])

    def cost(corner: QPoint) -> tuple[int, int, int]:
        card = QRect(corner, size)
        return _hidden(card, rows), _hidden(card, around), (corner - wanted).manhattanLength()

    inside = room.adjusted(0, 0, 1 - size.width(), 1 - size.height())
    lefts = dict.fromkeys(max(inside.left(), min(x, inside.right())) for x in xs)
    tops = dict.fromkeys(max(inside.top(), min(y, inside.bottom())) for y in ys)
    return min((QPoint(x, y) for y in tops for x in lefts), key=cost)


def _hidden(card: QRect, areas: Sequence[QRect]) -> int:
    """How much of some areas a card hides, in pixels."""
    parts = (card.intersected(area) for area in areas)
    return sum(part.width() * part.height() for part in parts if not part.isEmpty())
