"""What a reviewer says in words: a note, the same for all that a filter finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QCompleter,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.viewer.dialogs.parts import Button, answers, below, choices, form, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.review.sides import Such

SHOWN = 200  # verdicts that are listed before they are said
_ANY_CASE = Qt.CaseSensitivity.CaseInsensitive


class NoteDialog(QDialog):
    """Asks for a note; ``text`` and ``tags`` are what was written. ``known`` tags complete. Where something was
    ``said`` it is shown, and answered without tags."""

    def __init__(
        self, parent: QWidget, about: str, text: str, tags: Sequence[str], known: Sequence[str], said: str = ""
    ) -> None:
        super().__init__(parent)
        having(self, windowTitle=f"Note on {about}", minimumWidth=420)
        self.note = named(_Note(text), "Note", tabChangesFocus=True, minimumHeight=80)
        self.note.selectAll()
        self.note.kept.connect(self.accept)
        self.tag_line = TagLine(tags, known)
        self.said = named(QPlainTextEdit(said), "What was written", readOnly=True, minimumHeight=120)
        replied = [("Written", self.said), ("Reply", self.note)]
        below(self, form(*(replied if said else [("Note", self.note), ("Tags", self.tag_line)])), answers(self))
        self.note.setFocus()

    @property
    def text(self) -> str:
        return self.note.toPlainText().strip()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags, each once: written with blanks, commas or semicolons between them, with or without ``#``."""
        written = (tag.lstrip("#") for tag in _blanks(self.tag_line.text()).split())
        return tuple(dict.fromkeys(filter(None, written)))


def _blanks(tags: str) -> str:
    return tags.replace(",", " ").replace(";", " ")


class _Note(QPlainTextEdit):
    """A text of some lines; Ctrl+Return keeps it, Tab leaves it."""

    kept = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        # Ctrl+Return is for the dialog.
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
        # Not the line's own completer, which would complete all that is written instead of the last tag.
        completer = QCompleter(QStringListModel([*known], self), self, caseSensitivity=_ANY_CASE)
        self._completer = having(completer, widget=self)
        self._completer.activated.connect(self._insert)
        self.textEdited.connect(self._offer)

    @property
    def _piece(self) -> str:
        return _blanks(self.text()[: self.cursorPosition()]).rpartition(" ")[2].lstrip("#")

    def _offer(self) -> None:
        piece = self._piece
        self._completer.setCompletionPrefix(piece)
        if piece and self._completer.completionCount() and self._completer.currentCompletion() != piece:
            self._completer.complete()
        elif (popup := self._completer.popup()) is not None:
            popup.hide()

    def _insert(self, tag: str) -> None:
        place, text = self.cursorPosition(), self.text()
        kept = text[: place - len(self._piece)]
        self.setText(f"{kept}{tag} {text[place:].lstrip()}")
        self.setCursorPosition(len(kept) + len(tag) + 1)


class _Preview(QDialog):
    """A preview of verdicts that are said at once; ``chosen`` are those that would be."""

    def __init__(self, parent: QWidget, title: str, third: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._all: tuple[Such, ...] = ()
        unedited = QTableWidget.EditTrigger.NoEditTriggers
        self.table = named(QTableWidget(0, 3), "What it is about", editTriggers=unedited)
        self.table.setHorizontalHeaderLabels(["Sentence", "What", third])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.count = Label()
        self._buttons = answers(self)
        self._ok = self._buttons.button(Button.Ok)
        self.resize(640, 480)

    @property
    def chosen(self) -> tuple[Such, ...]:
        return self._all

    def _look(self) -> None:
        chosen = self.chosen
        sentences = len({such.place.sentence for such in chosen})
        left = len(self._all) - len(chosen)
        more = f"; the first {SHOWN} are shown" if len(chosen) > SHOWN else ""
        already = f"; {left:,} decided already are left as they are" if left else ""
        self.count.setText(f"{len(chosen):,} verdicts in {sentences:,} sentences{already}{more}.")
        self.table.setRowCount(min(len(chosen), SHOWN))
        for row, such in enumerate(chosen[:SHOWN]):
            for column, text in enumerate((f"{such.number:,}", such.what, such.why or such.said)):
                self.table.setItem(row, column, QTableWidgetItem(text))
        having(self._ok, text=f"Say it of {len(chosen):,}", enabled=bool(chosen))


class AllSuchDialog(_Preview):
    """Asks for a verdict; ``chosen`` are those that it would be said of. ``find`` gives those of a layer."""

    def __init__(
        self, parent: QWidget, condition: str, verdicts: Sequence[tuple[str, str]], layers: Sequence[Layer],
        find: Callable[[Layer], Sequence[Such]],
    ) -> None:  # fmt: skip
        super().__init__(parent, "The same for all such", "Said so far")
        self._find = find
        self.verdict = choices("Verdict", [(title, verdict) for verdict, title in verdicts])
        self.layer = choices("About", [(LAYER_NAMES[layer].capitalize(), layer) for layer in layers])
        self.over = QCheckBox("Also where something was decided already")
        shown = having(Label(condition), wordWrap=True)
        asked = form(("All with", shown), ("About", self.layer), ("Verdict", self.verdict), ("", self.over))
        below(self, asked, self.count, self.table, self._buttons, tall=self.table)
        self.layer.currentIndexChanged.connect(self._look_again)
        self.over.toggled.connect(self._look)
        self._look_again()

    @property
    def chosen(self) -> tuple[Such, ...]:
        return tuple(such for such in self._all if self.over.isChecked() or not such.said)

    def _look_again(self) -> None:
        self._all = tuple(self._find(self.layer.currentData()))
        self._look()


class AgreedDialog(_Preview):
    """Asks how many of the ``sides`` must agree, whose the rest is, and in which layers. ``find`` gives what would be
    taken; ``rule`` says it in words."""

    def __init__(
        self, parent: QWidget, sides: Sequence[str], layers: Sequence[Layer],
        find: Callable[[int, int | None, Sequence[Layer]], Sequence[Such]],
    ) -> None:  # fmt: skip
        super().__init__(parent, "Take what several agree on", "Whose")
        self._find = find
        count = len(sides)
        # What all agree on is no place to be decided; of two who agree against two nobody has the majority.
        some = [(f"at least {votes} of {count} have alike", votes) for votes in range(2, count)]
        self.votes = choices("Take what", [*some, ("is chosen below, whoever agrees", count)])
        self.votes.setCurrentIndex(count // 2 - 1)
        theirs = ((f"As {name}", number) for number, name in enumerate(sides))
        self.rest = choices("Elsewhere", [("Leave it open", None), *theirs])
        self.layers = {layer: QCheckBox(LAYER_NAMES[layer].capitalize()) for layer in layers}
        boxes = QHBoxLayout()
        for box in self.layers.values():
            box.setChecked(True)
            boxes.addWidget(box)
            box.toggled.connect(self._look_again)
        asked = form(("Take what", self.votes), ("Elsewhere", self.rest), ("In", boxes))
        below(self, asked, self.count, self.table, self._buttons, tall=self.table)
        for chooser in (self.votes, self.rest):
            chooser.currentIndexChanged.connect(self._look_again)
        self._look_again()

    @property
    def rule(self) -> str:
        else_ = f", {self.rest.currentText().lower()}" if self.rest.currentData() is not None else ""
        return f"what {self.votes.currentText()}{else_}"

    def _look_again(self) -> None:
        layers = [layer for layer, box in self.layers.items() if box.isChecked()]
        self._all = tuple(self._find(self.votes.currentData(), self.rest.currentData(), layers))
        self._look()
