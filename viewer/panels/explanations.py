"""What explains the pictures, the legend under them and a card by the pointer that says what gold and parse have; and
a card over them in which one writes what something there should be: a label, a tag, a lemma."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeAlias

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QListWidget, QSizePolicy, QWidget

from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.glow import framed
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.legend import FOUND_KEY, legend
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Diagram, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import fill

OFFSET = QPoint(14, 18)  # from the pointer, in pixels
GAP = 8  # from what must be seen
MARGIN = 10  # around the legend


class HoverCard(QFrame):
    """Two rows over the window's other contents; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        having(self, objectName="card", attribute=Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._grid = having(QGridLayout(self), contentsMargins=(10, 7, 10, 7), horizontalSpacing=10, verticalSpacing=2)
        self._labels: list[Label] = []
        self._window = window
        self.hide()

    def show_rows(self, rows: Sequence[tuple[str, str]], place: QPoint, avoided: Sequence[Sequence[QRect]]) -> None:
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
        paint(painter, self._diagram, self._theme)
        for draw in lit.above:
            draw(painter)
        painter.end()


OFFERED = 6  # known values that are seen at a time
WIDTH = 190  # pixels of the line
_RETURN, _TABS = (Qt.Key.Key_Return, Qt.Key.Key_Enter), (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_WALKING = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)

Known: TypeAlias = Sequence[str] | Callable[[str], Sequence[str]]  # values; or of what is written those it can become


class CellEditor(QFrame):
    """Asks for one value; ``kept`` carries it, ``ended`` tells that it was left without. ``stepped`` tells of Tab (1)
    and Shift+Tab (−1), with the value. While it asks for a word of the picture, keys that walk there are ``walked``,
    and how the word begins is ``sought``."""

    kept = Signal(str)
    stepped = Signal(str, int)
    walked = Signal(int)  # a Qt.Key
    sought = Signal(str)
    ended = Signal(bool)  # whether it had the focus

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setObjectName("card")
        self._over = over
        self.walks = False  # it asks for a word of the picture
        self._known: Known = ()
        self._warn: Callable[[str], Sequence[str]] = lambda _: ()
        self._place: tuple[QPoint, list[QRect]] = QPoint(), []
        self.about = having(Label(), objectName="faint", wordWrap=True)
        self.line = _Line(self)
        # Not a completer, whose list is a window of its own: it would hide the picture, and take the keys.
        self.offered = having(QListWidget(), accessibleName="Known values", focusPolicy=Qt.FocusPolicy.NoFocus)
        self.offered.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.warning = having(Label(), objectName="filterError", wordWrap=True)
        fill(self, self.about, self.line, self.offered, self.warning, around=6, between=4)
        for part in (self.about, self.line, self.offered, self.warning):
            part.setFixedWidth(WIDTH)
        self.line.textEdited.connect(lambda text: self.sought.emit(text) if self.walks else self._offer(text))
        self.line.textChanged.connect(self.look)
        self.offered.itemClicked.connect(lambda item: self.kept.emit(item.text()))
        self.hide()

    @property
    def value(self) -> str:
        """What is written, in one line."""
        return " ".join(self.line.text().split())

    def ask(
        self, about: str, value: str, known: Known, warn: Callable[[str], Sequence[str]], *, walks: bool = False
    ) -> None:
        """Ask for a value, in the place of the one that there is; ``known`` ones complete, ``warn`` gives what is odd
        about one. Or, if it ``walks``, for a word of the picture, of which the value tells."""
        self._known, self._warn, self.walks = known, warn, walks
        self.about.setText(about)
        self.offered.hide()
        having(self.line, text=value, accessibleName=about)
        self.look()
        self.show()
        self.raise_()
        self.line.setFocus()
        self.line.selectAll()

    def stand_by(self, place: QPoint, avoided: Sequence[QRect]) -> None:
        """Stand near a place of the screen, and hide none of what is ``avoided`` there if it can."""
        own = self._over.mapFromGlobal
        self._place = own(place), [QRect(own(area.topLeft()), area.size()) for area in avoided]
        self._move()

    def look(self) -> None:
        """Say what is odd about the value as it is written."""
        odd = self._warn(self.value)
        having(self.warning, text="\n".join(odd), visible=bool(odd))
        self._move()

    def leave(self) -> None:
        """Put it away without a value."""
        if self.isVisible():
            focused = self.line.hasFocus()
            self.hide()
            self.ended.emit(focused)

    def complete(self, word: str) -> None:
        """Write out the word that is sought behind what was typed of it, which goes on from there."""
        begun = self.line.text()
        whole = word if word.casefold().startswith(begun.casefold()) else f"{begun} {word}"
        self.line.setText(whole)
        self.line.setSelection(len(whole), len(begun) - len(whole))

    def choose(self, by: int) -> None:
        """Write the next (1) or previous (−1) of the known values that are offered."""
        if self.offered.isHidden():
            self._offer("")
        row = min(max(self.offered.currentRow() + by, 0), self.offered.count() - 1)
        self.offered.setCurrentRow(row)
        if row >= 0:
            self.line.setText(self.offered.item(row).text())

    def _offer(self, begun: str) -> None:
        """The known values that begin so, then those that have it inside; of words the letters, whatever their case."""
        begun = begun.casefold()
        known = self._known(self.line.text()) if callable(self._known) else self._known
        inside = [value for value in known if begun in value.casefold()]
        offered = sorted(inside, key=lambda value: not value.casefold().startswith(begun))
        self.offered.clear()
        self.offered.addItems(offered)
        rows = min(len(offered), OFFERED)
        height = self.offered.sizeHintForRow(0) * rows + 2 * self.offered.frameWidth()
        having(self.offered, fixedHeight=max(height, 1), visible=bool(rows))
        self._move()

    def _move(self) -> None:
        self.adjustSize()
        self.move(beside(self._place[0], self.size(), self._over.rect().adjusted(4, 4, -4, -4), self._place[1]))


class _Line(QLineEdit):
    """The line of an editor, to which all keys belong."""

    def __init__(self, editor: CellEditor) -> None:
        super().__init__()
        self._editor = editor

    def event(self, event: QEvent) -> bool:
        # No key is an action's, nor Tab the window's.
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        pressed = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if pressed in _TABS:
            self._editor.stepped.emit(self._editor.value, 1 if pressed == Qt.Key.Key_Tab else -1)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape:
            self._editor.leave()
        elif event.key() in _RETURN:
            self._editor.kept.emit(self._editor.value)
        elif self._editor.walks and event.key() in _WALKING:
            self._editor.walked.emit(event.key())
        elif self._editor.walks and event.key() == Qt.Key.Key_Backspace and self.selectionStart() > 0:
            self.setText(self.text()[: self.selectionStart()])  # what was completed goes with the letter before it
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._editor.choose(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        # Another program, or the line's menu, has the focus for a while.
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._editor.leave()
