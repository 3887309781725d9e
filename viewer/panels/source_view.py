"""The lines of a sentence that could not be read, as they stand in the file, with what is wrong beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QColor, QFontDatabase, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit

from goldleaf.viewer.diagram.theme import Theme

LINES = 14  # seen at once


class SourceView(QPlainTextEdit):
    """Shows numbered lines; hidden while there are none."""

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
        self.setExtraSelections([self._marked(line) for line in marked])
        height = self.fontMetrics().lineSpacing() * (min(len(shown), LINES) + 1) + 10
        self.setFixedHeight(height)
        self.setVisible(bool(shown))

    def _marked(self, line: int) -> QTextEdit.ExtraSelection:
        look = QTextCharFormat()
        look.setBackground(self._mark)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        found = QTextEdit.ExtraSelection()
        found.cursor, found.format = QTextCursor(self.document().findBlockByNumber(line)), look
        return found
