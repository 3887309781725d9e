"""The sentence in small, beside pictures that are larger than their place: what differs of it, and what is in view."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import accumulate
from math import inf

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from goldleaf.core.errors import counted
from goldleaf.viewer.diagram.shapes import Diagram, Role, State, Text
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.diagram.walking import positions_of
from goldleaf.viewer.labels import having, tip

HEIGHT, MARGIN = 24, 9  # of the strip, and beside its sentence, in pixels
DASH, MARK = 3.0, 14.0  # how high a word is, and one that differs
NARROWEST = 4.0  # pixels of a mark,
APART = 2.0  # and from one to the next, unless there are more words than have the room
REACH = 4.0  # pixels beside a mark that belong to it
_ABOVE, _BELOW = (State.MISSING, State.ONLY_ONE), (State.EXTRA, State.ONLY_OTHER)
_HOLLOW = (State.WRONG_LABEL, State.DIFFERS, State.OTHER_RIGHT)


class Overview(QWidget):
    """A dash a word, a mark in its colour where something differs, a ground under what is in view. A click goes there,
    and so do dragging and the arrows: ``wanted`` carries the position of a word."""

    wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        # The pictures keep the keys when it is clicked.
        having(self, accessibleName="Overview of the sentence", focusPolicy=Qt.FocusPolicy.TabFocus)
        wide = QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum
        having(self, sizePolicy=wide, cursor=Qt.CursorShape.ArrowCursor)
        self._words: Mapping[int, str] = {}
        self._marks: Mapping[int, Collection[State]] = {}
        self._seen: Collection[int] = ()
        self._theme, self._turned = load("light"), False

    def show_sentence(
        self, words: Mapping[int, str], marks: Mapping[int, Collection[State]], theme: Theme, *, right_to_left: bool
    ) -> None:
        """Show another sentence: its words and the states of those that differ, by position."""
        self._words, self._marks, self._theme, self._turned = words, marks, theme, right_to_left
        self._say()

    def show_view(self, seen: Collection[int]) -> None:
        if seen != self._seen:
            self._seen = seen
            self._say()

    def _say(self) -> None:
        seen = f"words {min(self._seen)} to {max(self._seen)}" if self._seen else "none"
        differ = f"{counted(len(self._marks), 'word')} differ" + "s" * (len(self._marks) == 1)
        self.setAccessibleDescription(f"Of {counted(len(self._words), 'word')}, {seen} in view; {differ}.")
        self.update()

    def areas(self) -> dict[int, QRectF]:
        """Where each word stands, by position: as wide as its letters and a space, but with room for its mark."""
        letters, room = {position: len(word) + 1 for position, word in self._words.items()}, self.width() - 2 * MARGIN
        scale = room / max(sum(letters.values()), 1)
        # Of very many marks, half of the strip at most.
        least = min(NARROWEST + APART, max(room / 2 / max(len(self._marks), 1), room / max(len(letters), 1)))
        narrow = set[int]()
        while more := {at for at in self._marks.keys() - narrow if letters.get(at, inf) * scale < least}:
            narrow |= more
            others = sum(letters[position] for position in letters.keys() - narrow)
            scale = (room - least * len(narrow)) / max(others, 1)
        widths = [least if position in narrow else own * scale for position, own in letters.items()]
        areas = {}
        for position, start, wide in zip(letters, accumulate(widths, initial=0.0), widths, strict=False):
            left = self.width() - MARGIN - start - wide if self._turned else MARGIN + start
            areas[position] = QRectF(left, 0.0, wide, self.height())
        return areas

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        # Paints what is in view first, marks last.
        painter, theme, areas = QPainter(self), self._theme, self.areas()
        painter.fillRect(self.rect(), QColor(theme.background))
        for position in self._seen:
            if position in areas:
                painter.fillRect(areas[position].adjusted(0, 1, 1, -1), QColor(theme.selection))
        dash, middle = QColor(theme.paint(Role.TAG).fill or "#808080"), self.height() / 2
        for position, area in sorted(areas.items(), key=lambda each: each[0] in self._marks):
            gap = area.width() / (len(self._words[position]) + 1)  # the space after it
            if position in self._marks:
                gap = min(max(gap, APART), max(area.width() - NARROWEST, 0.0))
            left, wide = area.left() + gap * self._turned, max(area.width() - gap, NARROWEST / 2)
            painter.fillRect(QRectF(left, middle - DASH / 2, wide, DASH), dash)
            # Told apart by form as well: what one side has alone stands above or below the line, labels, and
            # what one of two parses has fixed, are hollow.
            for state in sorted(self._marks.get(position, ()), key=lambda state: state not in _HOLLOW):
                top, bottom = -MARK / 2 * (state not in _BELOW), MARK / 2 * (state not in _ABOVE)
                mark = QRectF(left, middle + top, wide, bottom - top)
                ink = theme.paint(Role.LABEL_BOX, state).stroke or theme.paint(Role.ARC, state).stroke or dash.name()
                painter.fillRect(mark, QColor(ink))
                if state in _HOLLOW:
                    painter.fillRect(mark.adjusted(1.5, 1.5, -1.5, -1.5), QColor(theme.background))
        if self.hasFocus():
            painter.setPen(self.palette().accent().color())
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def position_at(self, x: float) -> int | None:
        """The word at an x of the strip: one that differs, if it is near."""
        away = {position: max(area.left() - x, x - area.right(), 0.0) for position, area in self.areas().items()}
        near = {position: away[position] for position in self._marks if away.get(position, x) <= REACH}
        return min(near or away, key=lambda position: (near or away)[position], default=None)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        # Goes to what is clicked.
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        position = self.position_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton and position is not None:
            self.wanted.emit(position)
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        # Arrows go to what is just out of view, Home and End to the sentence's ends.
        words, key = [*self._words], event.key()
        shown = [place for place, position in enumerate(words) if position in self._seen] or [0]
        before, after = (Qt.Key.Key_Right, Qt.Key.Key_Left) if self._turned else (Qt.Key.Key_Left, Qt.Key.Key_Right)
        steps = {
            before: shown[0] - 1, Qt.Key.Key_Up: shown[0] - 1, after: shown[-1] + 1, Qt.Key.Key_Down: shown[-1] + 1,
            Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(words) - 1,
        }  # fmt: skip
        place = steps.get(Qt.Key(key))
        if place is None:
            super().keyPressEvent(event)
        elif 0 <= place < len(words):
            self.wanted.emit(words[place])

    def event(self, event: QEvent) -> bool:
        # Tips say which word it is.
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            position = self.position_at(event.pos().x())
            word = "" if position is None else f"{self._words[position]} ({position})"
            QToolTip.showText(event.globalPos(), tip(word), self)
        return super().event(event)


@lru_cache(maxsize=8)  # asked for whenever pictures are scrolled
def texts_by_word(diagram: Diagram) -> dict[int, list[Text]]:
    """Where each word is written, by its position: on each side, or in the smallest element that it is folded into."""
    texts = {text.key: text for text in diagram.texts if text.key is not None}
    known = [(positions_of(key, [diagram.elements]), key) for key in texts]
    ranked = sorted(((len(positions), key.kind != "word"), positions, key) for positions, key in known)
    places: dict[int, list[Text]] = {}
    ranks: dict[int, tuple[int, bool]] = {}
    for rank, positions, key in ranked:
        for position in positions:
            if ranks.setdefault(position, rank) == rank:
                places.setdefault(position, []).append(texts[key])
    return places
