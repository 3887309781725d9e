"""A card over the pictures in which one writes what something there should be: a label, a tag, a lemma."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QWidget

from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.explanations import beside
from goldleaf.viewer.panels.parts import fill

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
        starts = word.casefold().startswith(begun.casefold())
        whole = word if starts else f"{begun} {word}"
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
        room = self._over.rect().adjusted(4, 4, -4, -4)
        self.move(beside(self._place[0], self.size(), room, self._place[1]))


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
