"""The sentence over the pictures as running text, with the same marks and selection; or the lines that are none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QMouseEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QTextEdit

from goldleaf.core.structures.phrase import is_trace
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme, load

LINES = 3  # seen at once; longer sentences scroll
SOURCE_LINES = 14
_UNDERLINES = {
    State.WRONG_HEAD: QTextCharFormat.UnderlineStyle.DashUnderline,
    State.REVERSED: QTextCharFormat.UnderlineStyle.DashUnderline,
    State.EDGE_FLIP: QTextCharFormat.UnderlineStyle.DashUnderline,
    State.EXTRA: QTextCharFormat.UnderlineStyle.DashUnderline,
    State.CROSSING: QTextCharFormat.UnderlineStyle.DashDotLine,
    State.MISSING: QTextCharFormat.UnderlineStyle.DotLine,
    State.WRONG_LABEL: QTextCharFormat.UnderlineStyle.SingleUnderline,
    State.DIFFERS: QTextCharFormat.UnderlineStyle.SingleUnderline,
    State.ONLY_ONE: QTextCharFormat.UnderlineStyle.DotLine,
    State.ONLY_OTHER: QTextCharFormat.UnderlineStyle.DashUnderline,
    State.OTHER_CROSSING: QTextCharFormat.UnderlineStyle.DashDotLine,
    State.ONE_RIGHT: QTextCharFormat.UnderlineStyle.DashDotLine,
    State.OTHER_RIGHT: QTextCharFormat.UnderlineStyle.DashUnderline,
}


class RunningText(QTextEdit):
    """Shows a sentence's text; ``word_chosen`` carries the position of a word that was clicked."""

    word_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("runningText")
        self.setAccessibleName("Sentence")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(9)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.1)
        self.setFont(font)
        self._spans: tuple[Span, ...] = ()
        self._states: Mapping[int, State] = {}
        self._selected: frozenset[int] = frozenset()
        self._theme = load("light")

    def show_sentence(self, sentence: Sentence | None, states: Mapping[int, State]) -> None:
        """Show another sentence; ``states`` marks words by position."""
        text, self._spans = running_text(sentence) if sentence else ("", ())
        self._states = states
        self._selected = frozenset()
        turned = bool(sentence) and mostly_right_to_left([text])
        option = QTextOption(self.document().defaultTextOption())
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if turned else Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        if text != self.toPlainText():
            self.setPlainText(text)
        self.setAccessibleDescription(text)
        self._mark()
        self._fit()

    def select(self, positions: Iterable[int]) -> None:
        """Mark words as selected, and no others."""
        wanted = frozenset(positions)
        if wanted != self._selected:
            self._selected = wanted
            self._mark()

    def set_theme(self, theme: Theme) -> None:
        """Mark in other colours."""
        self._theme = theme
        self._mark()

    def position_at(self, place: QPoint) -> int | None:
        """The word that is written at a place of the widget."""
        at = self.cursorForPosition(place).position()
        return next((span.positions[0] for span in self._spans if span.start <= at <= span.end), None)

    def _mark(self) -> None:
        self.setExtraSelections([selection for span in self._spans if (selection := self._selection(span)) is not None])

    def _selection(self, span: Span) -> QTextEdit.ExtraSelection | None:
        states = [self._states[position] for position in span.positions if position in self._states]
        selected = not self._selected.isdisjoint(span.positions)
        if not states and not selected:
            return None
        look = QTextCharFormat()
        if states:
            paint = self._theme.paint(Role.ARC, states[0])
            look.setUnderlineStyle(_UNDERLINES.get(states[0], QTextCharFormat.UnderlineStyle.NoUnderline))
            look.setUnderlineColor(QColor(paint.stroke or "#808080"))
            ink = self._theme.paint(Role.LABEL, states[0]).fill
            if ink is not None:
                look.setForeground(QColor(ink))
        if selected:
            look.setBackground(QColor(self._theme.selection))
        cursor = QTextCursor(self.document())
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        found = QTextEdit.ExtraSelection()
        found.cursor, found.format = cursor, look
        return found

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click that selects no text chooses a word."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            position = self.position_at(event.position().toPoint())
            if position is not None:
                self.word_chosen.emit(position)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """As high as its lines, up to some."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802
        """The height is fixed by the text."""
        return QSize(400, self.height())

    def _fit(self) -> None:
        margins = 2 * round(self.document().documentMargin())
        line = self.fontMetrics().lineSpacing()
        content = round(self.document().size().height()) - margins
        lines = max(1, min(LINES, -(-content // line)))
        scrolls = content > lines * line + 4
        # Where the text goes on, no part of a further line peeps out under the last one.
        self.setFixedHeight(lines * line + margins // 2 if scrolls else max(line, content) + margins)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)


class SourceView(QPlainTextEdit):
    """The lines of a sentence that could not be read, as they stand in the file; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Lines of the file")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("0" * 8))
        self._mark = QColor("#cfe3ff")
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Mark in other colours."""
        self._mark = QColor(theme.selection)

    def show_lines(self, lines: Sequence[tuple[int, str]], faults: Mapping[int, str]) -> None:
        """Show lines; those in ``faults`` are marked, and their message stands under them."""
        shown, marked = [], []
        for number, text in lines:
            shown.append(f"{number:>7}  {text}")
            if number in faults:
                marked += [len(shown) - 1, len(shown)]
                shown.append(f"      ↑  {faults[number]}")
        self.setPlainText("\n".join(shown))
        look = QTextCharFormat()
        look.setBackground(self._mark)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selections = []
        for line in marked:
            selection = QTextEdit.ExtraSelection()
            selection.cursor, selection.format = QTextCursor(self.document().findBlockByNumber(line)), look
            selections.append(selection)
        self.setExtraSelections(selections)
        height = self.fontMetrics().lineSpacing() * (min(len(shown), SOURCE_LINES) + 1) + 10
        self.setFixedHeight(height)
        self.setVisible(bool(shown))


@dataclass(frozen=True, slots=True)
class Span:
    """The characters ``start`` to ``end`` (not included) of a text, and the words that they write."""

    start: int
    end: int
    positions: tuple[int, ...]


def running_text(sentence: Sentence) -> tuple[str, tuple[Span, ...]]:
    """A sentence's text and the places of its words. Where the file's text has not the words, the words are joined."""
    # What is written, in order: surface tokens, and the words that are in none.
    tokens = {token.first: token for token in sentence.tokens}
    pieces, inside = [], 0
    for word in sentence.words:
        token = tokens.get(word.position)
        if token is not None:
            inside = token.last
            pieces.append((token.form, tuple(range(token.first, token.last + 1))))
        elif word.position > inside and not (sentence.nodes and is_trace(word)):
            pieces.append((word.form, (word.position,)))
    # Of trees without a text of their own the words are joined again, without traces.
    if sentence.text is not None or not sentence.nodes:
        spans = _locate(sentence.running_text, pieces)
        if spans is not None:
            return sentence.running_text, spans
    text = " ".join(form for form, _ in pieces)
    return text, _locate(text, pieces) or ()


def _locate(text: str, pieces: list[tuple[str, tuple[int, ...]]]) -> tuple[Span, ...] | None:
    spans, place = [], 0
    for form, positions in pieces:
        start = text.find(form, place)
        if start < 0 or text[place:start].strip():
            return None
        place = start + len(form)
        spans.append(Span(start, place, positions))
    return tuple(spans)
