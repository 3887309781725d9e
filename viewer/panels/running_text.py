"""The sentence over the pictures as running text, with the same marks and selection; or the lines that are none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from PySide6 import QtGui
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QTextCharFormat, QTextCursor, QTextFormat, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QTextEdit

from goldleaf.core.sentence import Sentence
from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.labels import having

RULE = 2  # pixels, under the letters of the last line that is seen
LINES = 3  # seen at once; longer sentences scroll
LOW, A_LINE = 600, 80  # pixels of a window that has no line to spare, and of height more for each line more
SOURCE_LINES = 14
_LINE = QTextCharFormat.UnderlineStyle
_UNDERLINES = {
    **dict.fromkeys((State.WRONG_HEAD, State.REVERSED, State.EDGE_FLIP, State.EXTRA), _LINE.DashUnderline),
    **dict.fromkeys((State.ONLY_OTHER, State.OTHER_RIGHT), _LINE.DashUnderline),
    **dict.fromkeys((State.CROSSING, State.OTHER_CROSSING, State.ONE_RIGHT), _LINE.DashDotLine),
    **dict.fromkeys((State.MISSING, State.ONLY_ONE), _LINE.DotLine),
    **dict.fromkeys((State.WRONG_LABEL, State.DIFFERS), _LINE.SingleUnderline),
}


class RunningText(QTextEdit):
    """Shows a sentence's text; ``word_chosen`` carries the position of a word that was clicked."""

    word_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        never, size = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, self.font().pointSizeF() * 1.1
        having(self, objectName="runningText", accessibleName="Sentence", readOnly=True)
        self.setHorizontalScrollBarPolicy(never)
        having(self, frameShape=QFrame.Shape.NoFrame, focusPolicy=Qt.FocusPolicy.ClickFocus)
        having(self, sizePolicy=(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed))
        self.document().setDocumentMargin(9)
        self.setFont(having(QFont(self.font()), pointSizeF=size))
        self._spans: tuple[Span, ...] = ()
        self._states: Mapping[int, Collection[State]] = {}
        self._selected: frozenset[int] = frozenset()
        self._theme = load("light")

    def show_sentence(self, sentence: Sentence | None, states: Mapping[int, Collection[State]]) -> None:
        """Show a text whose words are in these states; of several the first is that of the letters, the last of the
        line under them."""
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
        wanted = frozenset(positions)
        if wanted != self._selected:
            self._selected = wanted
            self._mark()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._mark()

    def _mark(self) -> None:
        """Underline words as their arcs are drawn in the pictures, and show which are selected."""
        marked = []
        for span in self._spans:
            states = [state for position in span.positions for state in self._states.get(position, ())]
            look = QTextCharFormat()
            if states:
                look.setUnderlineStyle(_UNDERLINES.get(states[-1], _LINE.NoUnderline))
                look.setUnderlineColor(QColor(self._theme.paint(Role.ARC, states[-1]).stroke or "#808080"))
                if (ink := self._theme.paint(Role.LABEL, states[0]).fill) is not None:
                    look.setForeground(QColor(ink))
            selected = not self._selected.isdisjoint(span.positions)
            if selected:
                look.setBackground(QColor(self._theme.selection))
            if states or selected:
                cursor = QTextCursor(self.document())
                cursor.setPosition(span.start)
                cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
                marked.append(_selection(cursor, look))
        self.setExtraSelections(marked)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:  # noqa: N802
        # A click that selects no text chooses a word.
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            at = self.cursorForPosition(event.position().toPoint()).position()
            position = next((span.positions[0] for span in self._spans if span.start <= at <= span.end), None)
            if position is not None:
                self.word_chosen.emit(position)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:  # noqa: N802
        # As high as its lines, up to some.
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802
        # The height is fixed by the text.
        return QSize(400, self.height())

    def _fit(self) -> None:
        margins = 2 * round(self.document().documentMargin())
        content = round(self.document().size().height()) - margins
        # A line is as high as what is written in it, which may be of another script.
        layout = self.document().firstBlock().layout()
        line = ceil(layout.lineAt(0).height()) if layout.lineCount() else self.fontMetrics().lineSpacing()
        most = max(LINES, (self.window().height() - LOW) // A_LINE)
        lines = max(1, min(most, -(-content // line)))
        scrolls = content > lines * line + 4
        # Where the text goes on, no part of a further line peeps out under the last one, which ends above the rule.
        self.setFixedHeight(lines * line + margins // 2 + RULE if scrolls else max(line, content) + margins)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)


class SourceView(QPlainTextEdit):
    """The lines of a sentence that could not be read, as they stand in the file; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        having(self, accessibleName="Lines of the file", readOnly=True, frameShape=QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("0" * 8))
        self.mark = "#cfe3ff"  # the colour of lines that are at fault
        self.hide()

    def show_lines(self, lines: Sequence[tuple[int, str]], faults: Mapping[int, str]) -> None:
        """Show lines; those in ``faults`` are marked, and their message stands under them."""
        shown, marked = [], []
        for number, text in lines:
            shown.append(f"{number:>7}  {text}")
            if number in faults:
                marked += [len(shown) - 1, len(shown)]
                shown.append(f"      ↑  {faults[number]}")
        self.setPlainText("\n".join(shown))
        whole_line = (QTextFormat.Property.FullWidthSelection, True)
        look = having(QTextCharFormat(), background=QColor(self.mark), property=whole_line)
        lines_marked = (QTextCursor(self.document().findBlockByNumber(line)) for line in marked)
        self.setExtraSelections([_selection(cursor, look) for cursor in lines_marked])
        self.setFixedHeight(self.fontMetrics().lineSpacing() * (min(len(shown), SOURCE_LINES) + 1) + 10)
        self.setVisible(bool(shown))


def _selection(cursor: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    made = QTextEdit.ExtraSelection()
    made.cursor, made.format = cursor, look
    return made


class Span(NamedTuple):
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
        if (token := tokens.get(word.position)) is not None:
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
