"""What explains the pictures: the legend under them; a card by the pointer that says what gold and parse have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.glow import framed
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.legend import FOUND_KEY, legend
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Diagram, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.labels import Label, having

OFFSET = QPoint(14, 18)  # from the pointer, in pixels
GAP = 8  # from what must be seen
MARGIN = 10  # around the legend


class HoverCard(QFrame):
    """Two rows over the window's other contents; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._grid = having(QGridLayout(self), contentsMargins=(10, 7, 10, 7), horizontalSpacing=10, verticalSpacing=2)
        self._labels: list[Label] = []
        self._window = window
        self.hide()

    def show_rows(
        self, rows: Sequence[tuple[str, str]], place: QPoint, avoided: Sequence[Sequence[QRect]] = ()
    ) -> None:
        """Show rows of a title and a text near a place of the screen; hide without rows. ``avoided`` are, by picture,
        the rectangles of the screen that it is about."""
        if not rows:
            self.hide()
            return
        texts = [text for row in rows for text in row]
        while len(self._labels) < len(texts):
            line, second = divmod(len(self._labels), 2)
            self._labels.append(having(Label(), objectName="" if second else "faint"))
            self._grid.addWidget(self._labels[-1], line, second)
        for number, label in enumerate(self._labels):
            having(label, text=texts[number] if number < len(texts) else "", visible=number < len(texts))
        self.adjustSize()
        own = self._window.mapFromGlobal
        kept = [[QRect(own(word.topLeft()), word.size()) for word in picture] for picture in avoided if picture]
        around = [reduce(QRect.united, picture) for picture in kept]
        room = self._window.rect().adjusted(4, 4, -4, -4)
        self.move(beside(own(place), self.size(), room, [word for picture in kept for word in picture], around))
        self.raise_()
        self.show()


def beside(pointer: QPoint, size: QSize, room: QRect, avoided: Sequence[QRect], around: Sequence[QRect] = ()) -> QPoint:
    """The upper left corner of a card in a room, as near to the pointer as it hides nothing that is ``avoided``, and if
    it can also stays out of the areas ``around`` what it speaks of; where there is none, the one that hides least."""
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


class LegendBar(QWidget):
    """Explains the lines of the pictures that are shown."""

    def __init__(self) -> None:
        super().__init__()
        having(self, accessibleName="Legend", sizePolicy=(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed))
        self._theme, self._wording, self._found = load("light"), REVIEW, False
        self._shapes: list[Shape] = []
        self._diagram = Diagram(0, 0)

    def show_shapes(self, shapes: list[Shape], theme: Theme, wording: Wording, *, found: bool) -> None:
        """Explain the lines among some shapes, and with ``found`` what is lit because a filter has found it."""
        self._theme, self._shapes, self._wording, self._found = theme, shapes, wording, found
        self._make()

    def _make(self) -> None:
        width = max(self.width() - 2 * MARGIN, 120)
        self._diagram = legend(self._shapes, width, self._theme, measure, self._wording, found=self._found)
        texts = [shape for shape in self._diagram.shapes if isinstance(shape, Text) and shape.role is Role.LEGEND]
        self.setAccessibleDescription(", ".join(shape.text for shape in texts if shape.key != FOUND_KEY))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        # As high as the legend, which may have nothing to explain.
        return QSize(200, round(self._diagram.height) + 2 * MARGIN if self._diagram.shapes else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._make()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.background))
        painter.translate(MARGIN, MARGIN)
        lit = framed(self._diagram.shapes, {FOUND_KEY}, self._theme)
        for draw in lit.beneath:
            draw(painter)
        paint(painter, self._diagram, self._theme, background=False)
        for draw in lit.above:
            draw(painter)
        painter.end()
