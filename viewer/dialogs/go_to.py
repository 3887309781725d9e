"""Go to a sentence by its id, its number or a line of the file."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QLineEdit, QWidget

from goldleaf.viewer.dialogs.parts import Button, answers, below, hint, named
from goldleaf.viewer.labels import having
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import find, not_found
from goldleaf.viewer.views.wording import wording_of


class GoToDialog(QDialog):
    """Asks for a sentence; ``row`` is the one that was found."""

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent)
        having(self, windowTitle="Go to sentence", minimumWidth=420)
        self._document = document
        self.row: int | None = None
        self.line = named(QLineEdit(placeholderText="weblog-7   ·   12   ·   #12   ·   :340"), "Id, number or line")
        ways = f"An id or a part of one, a number up to {len(document):,}, or :line of the gold file."
        self._hint = hint(wording_of(document).told(ways))
        self._buttons = answers(self)
        below(self, self.line, self._hint, self._buttons)
        self.line.textChanged.connect(self._look)
        self._look("")

    def _look(self, text: str) -> None:
        gold = self._document.gold
        self.row = find(gold, text, partly=True)
        self._buttons.button(Button.Ok).setEnabled(self.row is not None)
        if self.row is not None:
            sentence = gold.sentence(self.row)
            name = f"{sentence.number:,}" + (f" · {sentence.id}" if sentence.id else "")
            running = sentence.running_text
            self._hint.setText(f"{name} · {running if len(running) < 60 else running[:58] + '…'}")
        elif text.strip():
            self._hint.setText(not_found(gold, text))
