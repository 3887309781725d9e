"""Labels and tips of texts that are not ours, shown as they are written.

Qt guesses whether a label's or a tip's text is HTML, and reads what that names: a sentence called
``<img src=/dev/zero>`` would take all memory, a pipe that nobody writes to would stop the window for good.
"""

from __future__ import annotations

from html import escape

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class Label(QLabel):
    """A label whose text is plain, whatever it looks like."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def tip(text: str) -> str:
    """A text as a tip has to be given it, for a tip cannot be told that its text is plain."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if QtGui.Qt.mightBeRichText(text) else text
