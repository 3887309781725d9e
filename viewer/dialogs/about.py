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
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.state.crash import Log
from goldleaf.viewer.style.icons import application_icon

_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


class AboutDialog(QDialog):
    """Version, licence, and what it is made with."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Goldleaf")
        sign = having(Label(), pixmap=application_icon().pixmap(40, 40), alignment=Qt.AlignmentFlag.AlignTop)
        text = Label(
            f"<h3>Goldleaf {VERSION}</h3>"
            "<p>A desktop inspector for syntactic trees:<br>compare, score, draw and review gold and parse trees.</p>"
            "<p>MIT license.</p>"
            f"<p>Python {platform.python_version()} · PySide {PySide6.__version__} · Qt {qVersion()}</p>"
        )
        having(text, textFormat=Qt.TextFormat.RichText, textInteractionFlags=_SELECTABLE)
        below(self, having(beside(sign, text, wide=text), spacing=14), answers(self, Button.Close))


class LogDialog(QDialog):
    """The text of a log, to be copied into a report."""

    def __init__(self, parent: QWidget | None, title: str, text: str, path: Path) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.text = named(QPlainTextEdit(text or "Nothing went wrong so far.", readOnly=True), title, font=font)
        place = having(Label(f"From {path}"), objectName="faint", textInteractionFlags=_SELECTABLE)
        below(self, self.text, place, answers(self, Button.Close), tall=self.text)
        self.resize(760, 420)


def show_log(parent: QWidget, title: str, text: str | None = None) -> None:
    """Show the log, or a part of it."""
    log = Log()
    dialog = LogDialog(parent, title, log.read() if text is None else text, log.path)
    dialog.exec()
    dialog.deleteLater()
