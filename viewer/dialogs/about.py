"""About Goldleaf, and its log."""

from __future__ import annotations

import platform
from pathlib import Path

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from goldleaf.core.version import VERSION
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, named
from goldleaf.viewer.labels import Label
from goldleaf.viewer.state.crash import Log
from goldleaf.viewer.style.icons import application_icon


class AboutDialog(QDialog):
    """Version, licence, and what it is made with."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Goldleaf")
        sign = Label()
        sign.setPixmap(application_icon().pixmap(40, 40))
        sign.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = Label(
            f"<h3>Goldleaf {VERSION}</h3>"
            "<p>A desktop inspector for syntactic trees:<br>compare, score, draw and review gold and parse trees.</p>"
            "<p>MIT license.</p>"
            f"<p>Python {platform.python_version()} · PySide {PySide6.__version__} · Qt {qVersion()}</p>"
        )
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = beside(sign, text, wide=text)
        row.setSpacing(14)
        below(self, row, answers(self, Button.Close))


class LogDialog(QDialog):
    """The text of a log, to be copied into a report."""

    def __init__(self, parent: QWidget | None, title: str, text: str, path: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.text = named(QPlainTextEdit(text or "Nothing went wrong so far.", readOnly=True), title)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        place = Label(f"From {path}")
        place.setObjectName("faint")
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        below(self, self.text, place, answers(self, Button.Close), tall=self.text)
        self.resize(760, 420)


def show_log(parent: QWidget, title: str, text: str | None = None) -> None:
    """Show the log, or a part of it."""
    log = Log()
    dialog = LogDialog(parent, title, log.read() if text is None else text, log.path)
    dialog.exec()
    dialog.deleteLater()
