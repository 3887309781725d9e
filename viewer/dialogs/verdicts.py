"""What a reviewer says in words: a reading that neither side has, a note, the same for all that a filter finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialog,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.dialogs.parts import Button, answers, below, form, hint, named
from goldleaf.viewer.labels import Label
from goldleaf.viewer.review.such import Such
from goldleaf.viewer.state.reviewing import Readable

SHOWN = 200  # verdicts that are listed before they are said
_NAMES = {
    Layer.ARC: "Label",
    Layer.TAG: "Tag",
    Layer.LEMMA: "Lemma",
    Layer.FEATURES: "Features",
    Layer.CONSTITUENT: "Label",
    Layer.ROLE: "Role",
}


class ReadingDialog(QDialog):
    """Asks for another reading of something; ``verdict`` is how a session writes it. Known values complete."""

    def __init__(self, parent: QWidget, subject: Readable) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Another reading of {subject.called}")
        self._layer = layer = subject.layer
        self.head = named(QComboBox(), "Head")
        self.value = named(QComboBox(editable=True), _NAMES[layer])
        self.value.addItems([*subject.known])
        self.value.setCurrentText(subject.now)
        if subject.word is not None:
            self._offer_heads(subject.sentence, subject.word)
        heads = [("Head", self.head)] if layer is Layer.ARC else []
        note = hint("It is kept as it is written here, and goes over what gold and parse say.")
        buttons = answers(self)
        self._ok = buttons.button(Button.Ok)
        below(self, form(*heads, (_NAMES[layer], self.value)), note, buttons)
        self.value.editTextChanged.connect(self._look)
        self.setMinimumWidth(320)
        self._look()
        (self.head if layer is Layer.ARC else self.value).setFocus()

    def _offer_heads(self, sentence: Sentence, word: Word) -> None:
        """The sentence's words as heads."""
        self.head.setEditable(True)
        self.head.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.head.addItem("0  root", 0)
        for other in sentence.words:
            if other.position != word.position:
                self.head.addItem(f"{other.name}  {other.form}", other.number or other.position)
        completer = QCompleter(self.head.model(), self.head)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.head.setCompleter(completer)
        self.head.setCurrentIndex(max(self.head.findData(word.head), 0))

    def _look(self) -> None:
        self._ok.setEnabled(bool(self.value.currentText().strip()))

    @property
    def verdict(self) -> str:
        """``head:label`` of an arc, else the value after ``=``."""
        value = self.value.currentText().strip()
        if self._layer is not Layer.ARC:
            return f"={value}"
        written = self.head.currentText().split()[:1]  # counts before what was chosen
        number = int(written[0]) if written and written[0].isdecimal() else None
        place = self.head.findData(number) if number is not None else self.head.currentIndex()
        return f"{int(self.head.itemData(max(place, 0)))}:{value}"


class NoteDialog(QDialog):
    """Asks for a note; ``text`` and ``tags`` are what was written. ``known`` tags complete."""

    def __init__(self, parent: QWidget, about: str, text: str, tags: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Note on {about}")
        self.note = named(_Note(text), "Note")
        self.note.kept.connect(self.accept)
        self.tag_line = TagLine(tags, known)
        below(self, form(("Note", self.note), ("Tags", self.tag_line)), answers(self))
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
        super().__init__(" ".join(tags), placeholderText="such as  attachment  guideline-4.2")
        self.setAccessibleName("Tags")
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


class AllSuchDialog(QDialog):
    """Asks for a verdict; ``chosen`` are those that it would be said of. ``find`` gives those of a layer."""

    def __init__(
        self,
        parent: QWidget,
        condition: str,
        verdicts: Sequence[tuple[str, str]],
        layers: Sequence[Layer],
        find: Callable[[Layer], Sequence[Such]],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("The same for all such")
        self._find = find
        self.verdict = QComboBox()
        for verdict, title in verdicts:
            self.verdict.addItem(title, verdict)
        self.layer = QComboBox()
        for layer in layers:
            self.layer.addItem(LAYER_NAMES[layer].capitalize(), layer)
        self.over = QCheckBox("Also where something was decided already")
        self.table = named(QTableWidget(0, 3), "What it is about")
        self.table.setHorizontalHeaderLabels(["Sentence", "What", "Said so far"])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.count = Label()
        self._buttons = answers(self)
        shown = Label(condition)
        shown.setWordWrap(True)
        asked = form(("All with", shown), ("About", self.layer), ("Verdict", self.verdict), ("", self.over))
        below(self, asked, self.count, self.table, self._buttons, tall=self.table)
        self.layer.currentIndexChanged.connect(self._look_again)
        self.over.toggled.connect(self._look)
        self.resize(640, 480)
        self._look_again()

    def _look_again(self) -> None:
        self._found = tuple(self._find(self.layer.currentData()))
        self._look()

    @property
    def chosen(self) -> tuple[Such, ...]:
        """Those that the verdict would be said of."""
        return tuple(one for one in self._found if self.over.isChecked() or not one.said)

    def _look(self) -> None:
        chosen = self.chosen
        sentences = len({one.place.sentence for one in chosen})
        left = len(self._found) - len(chosen)
        more = f"; the first {SHOWN} are shown" if len(chosen) > SHOWN else ""
        already = f"; {left:,} decided already are left as they are" if left else ""
        self.count.setText(f"{len(chosen):,} verdicts in {sentences:,} sentences{already}{more}.")
        self.table.setRowCount(min(len(chosen), SHOWN))
        for row, one in enumerate(chosen[:SHOWN]):
            for column, text in enumerate((f"{one.number:,}", one.what, one.said)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        ok = self._buttons.button(Button.Ok)
        ok.setText(f"Say it of {len(chosen):,}")
        ok.setEnabled(bool(chosen))
