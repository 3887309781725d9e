"""A note on what is selected, with tags."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)


class NoteDialog(QDialog):
    """Asks for a note; ``text`` and ``tags`` are what was written. ``known`` tags complete."""

    def __init__(self, parent: QWidget, about: str, text: str, tags: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Note on {about}")
        self.note = _Note(text)
        self.note.setAccessibleName("Note")
        self.note.kept.connect(self.accept)
        self.tag_line = TagLine(tags, known)
        form = QFormLayout()
        form.addRow("Note", self.note)
        form.addRow("Tags", self.tag_line)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)
        self.setMinimumWidth(420)
        self.note.setFocus()

    @property
    def text(self) -> str:
        """The note."""
        return self.note.toPlainText().strip()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags, each once."""
        return tags_in(self.tag_line.text())


def tags_in(text: str) -> tuple[str, ...]:
    """Tags that are written with blanks, commas or semicolons between them, with or without ``#``, each once."""
    written = text.replace(",", " ").replace(";", " ").split()
    return tuple(dict.fromkeys(tag.lstrip("#") for tag in written if tag.lstrip("#")))


class _Note(QPlainTextEdit):
    """A text of some lines; Ctrl+Return keeps it, Tab leaves it."""

    kept = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTabChangesFocus(True)
        self.setMinimumHeight(80)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Ctrl+Return is for the dialog."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.kept.emit()
        else:
            super().keyPressEvent(event)


class TagLine(QLineEdit):
    """Tags with blanks between them; the one that is being written is completed."""

    def __init__(self, tags: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(" ".join(tags))
        self.setAccessibleName("Tags")
        self.setPlaceholderText("such as  attachment  guideline-4.2")
        self._completer = QCompleter(QStringListModel([*known], self), self)
        self._completer.setWidget(self)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.activated.connect(self._insert)
        self.textEdited.connect(self._offer)

    def _offer(self) -> None:
        piece = self._piece
        self._completer.setCompletionPrefix(piece)
        if piece and self._completer.completionCount() and self._completer.currentCompletion() != piece:
            self._completer.complete()
        elif (popup := self._completer.popup()) is not None:
            popup.hide()

    @property
    def _piece(self) -> str:
        before = self.text()[: self.cursorPosition()]
        return before.replace(",", " ").replace(";", " ").rpartition(" ")[2].lstrip("#")

    def _insert(self, tag: str) -> None:
        place, text = self.cursorPosition(), self.text()
        kept = text[: place - len(self._piece)]
        self.setText(f"{kept}{tag} {text[place:].lstrip()}")
        self.setCursorPosition(len(kept) + len(tag) + 1)
