"""Labels and tips of texts that are not ours, shown as they are written; widgets made and set up in one expression.

Qt guesses whether a label's or a tip's text is HTML, and reads what that names: a sentence called
``<img src=/dev/zero>`` would take all memory, a pipe that nobody writes to would stop the window for good.
"""

from __future__ import annotations

from html import escape
from typing import Any, TypeVar

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

Made = TypeVar("Made")


class Label(QLabel):
    """A label whose text is plain, whatever it looks like."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def tip(text: str) -> str:
    """A text as a tip has to be given it, for a tip cannot be told that its text is plain."""
    return f'<p style="white-space: pre-wrap">{escape(text)}</p>' if QtGui.Qt.mightBeRichText(text) else text


def having(made: Made, **settings: Any) -> Made:  # noqa: ANN401, as Qt takes them
    """What was made of Qt, with settings by their names: ``wordWrap=True`` is ``setWordWrap(True)``.

    A tuple is several arguments. Tips are shown as they are written.
    """
    for name, value in settings.items():
        setting = getattr(made, f"set{name[0].upper()}{name[1:]}")
        setting(*(value if isinstance(value, tuple) else (tip(value) if name == "toolTip" else value,)))
    return made
