"""A review as files: where it is begun and by whom, and where the corrected treebank is saved, with its faults;
where its guidelines are; and what a reviewer says in words: a note, the same for all that a filter finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.core.errors import counted
from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.parts import Button, answers, below, choices, file_row, form, hint, named
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.review.sides import Such
from goldleaf.viewer.review.store import FILES, SUFFIX

BLIND = "Blind: no names, no scores, sides in changing order"
LISTED = 500  # faults of a corrected treebank, at most


class NewReviewDialog(QtWidgets.QDialog):
    """Asks how a review is to be; layers that the files have can be chosen; ``places`` is at how many they differ."""

    def __init__(self, parent: QtWidgets.QWidget, path: Path, reviewer: str, places: Mapping[Layer, int]) -> None:
        super().__init__(parent)
        having(self, windowTitle="New review", minimumWidth=520)
        self.file = named(QtWidgets.QLineEdit(str(path)), "Kept in")
        self.reviewer = named(QtWidgets.QLineEdit(reviewer), "Reviewer")
        self.blind = QtWidgets.QCheckBox(BLIND)
        titles = {layer: f"{LAYER_NAMES[layer].capitalize()}: {places[layer]:,}" for layer in Layer if layer in places}
        self.layers = {layer: QtWidgets.QCheckBox(title) for layer, title in titles.items()}
        boxes = having(QtWidgets.QGridLayout(), contentsMargins=(0, 4, 0, 0))  # on the line of what they are about
        for place, (layer, box) in enumerate(self.layers.items()):
            box.setChecked(layer in (Layer.ARC, Layer.CONSTITUENT) or len(self.layers) == 1)
            boxes.addWidget(box, *divmod(place, 2))
        self._hint = hint()
        buttons = answers(self)
        self._ok = having(buttons.button(Button.Ok), text="Begin")

        def ask() -> str:
            return QtWidgets.QFileDialog.getSaveFileName(self, "Keep the review in", self.file.text(), FILES)[0]

        asked = form(
            ("Kept in", file_row(self.file, ask, autoDefault=True)), ("Reviewer", self.reviewer),
            ("Decide about", boxes), ("", self.blind),
        )  # fmt: skip
        below(self, asked, self._hint, buttons)
        toggled = (box.toggled for box in self.layers.values())
        for changed in (self.file.textChanged, self.reviewer.textChanged, *toggled):
            changed.connect(self._look)
        self._look()

    @property
    def path(self) -> Path:
        written = Path(self.file.text().strip()).expanduser()
        return written if written.suffix else written.with_suffix(SUFFIX)

    @property
    def chosen_layers(self) -> tuple[Layer, ...]:
        return tuple(layer for layer, box in self.layers.items() if box.isChecked())

    def _look(self) -> None:
        objection = ""
        if not self.file.text().strip():
            objection = "The review needs a file."
        elif self.path.exists():
            name = self.path.name
            objection = f"{name} is there already: go on with it by Review › Open review, or choose another name."
        elif not self.path.parent.is_dir():
            objection = f"There is no folder {self.path.parent}."
        elif not self.reviewer.text().strip():
            objection = "A name is needed: it stands beside each verdict."
        elif not self.chosen_layers:
            objection = "Choose what to decide about."
        self._hint.setText(objection)
        self._ok.setEnabled(not objection)


class ReviewerDialog(QtWidgets.QDialog):
    """Asks who reviews, of those that are known or somebody new; ``is_blind`` says who reviews blind, or would."""

    def __init__(
        self, parent: QtWidgets.QWidget, reviewer: str, known: Sequence[str], is_blind: Callable[[str], bool]
    ) -> None:
        super().__init__(parent)
        having(self, windowTitle="Who reviews?", minimumWidth=380)
        self._known, self._is_blind = known, is_blind
        self.reviewer = named(QtWidgets.QLineEdit(reviewer), "Reviewer")
        self.blind = QtWidgets.QCheckBox(BLIND)
        so_far = [having(Label(f"So far: {', '.join(known)}"), objectName="faint")] if known else []
        buttons = answers(self)
        below(self, form(("Reviewer", self.reviewer), ("", self.blind)), *so_far, buttons)
        ok = buttons.button(Button.Ok)
        self.reviewer.textChanged.connect(lambda text: ok.setEnabled(bool(text.strip())))
        self.reviewer.textChanged.connect(self._show_blind)
        self._show_blind()

    def _show_blind(self) -> None:
        name = self.reviewer.text().strip()
        # Who is blind stays so: to see the names, and then go on, would make verdicts of another kind. The organizer
        # says who sees them, by `goldleaf review assign`.
        stays = self._is_blind(name)
        remedy = "for nobody has said otherwise: goldleaf review assign --seeing"
        why = f"{name} reviews blind, {'goes on so' if name in self._known else remedy}"
        having(self.blind, checked=stays, enabled=not stays, toolTip=tip(why * stays))


class SaveTreebankDialog(QtWidgets.QDialog):
    """Asks where to save and how. ``undecided`` are what undecided differences can become, a title and its value each;
    ``inputs`` are files that stay as they are, ``remarks`` what is to be known before."""

    def __init__(
        self, parent: QtWidgets.QWidget, path: Path, undecided: Sequence[tuple[str, str]], inputs: Sequence[Path], *,
        can_record: bool, can_mend: bool = False, remarks: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(parent)
        having(self, windowTitle="Save corrected treebank", minimumWidth=520)
        self._inputs = inputs
        self.file = named(QtWidgets.QLineEdit(str(path)), "File")
        self.undecided = choices("Undecided differences", undecided)
        where = "Into MISC of CoNLL-U, into comments of export" if can_record else "The format has no place for it"
        self.record = having(QtWidgets.QCheckBox("Write who decided"), enabled=can_record, toolTip=where)
        self.mend_deps = having(QtWidgets.QCheckBox("Change heads and labels in DEPS, too"), visible=can_mend)
        remark = having(Label("\n".join(remarks)), wordWrap=True, visible=bool(remarks))
        self.hint = hint()
        buttons = answers(self, Button.Save | Button.Cancel)
        self._save = buttons.button(Button.Save)

        # Qt need not ask whether to overwrite: the line under the fields says it.
        unasked = QtWidgets.QFileDialog.Option.DontConfirmOverwrite

        def ask() -> str:
            return QtWidgets.QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), options=unasked)[0]

        file = file_row(self.file, ask, autoDefault=True)
        asked = form(("File", file), ("Undecided differences", self.undecided), ("", self.record), ("", self.mend_deps))
        below(self, asked, remark, self.hint, buttons)
        self.file.textChanged.connect(self._look)
        self._look()

    @property
    def path(self) -> Path:
        return Path(self.file.text().strip()).expanduser()

    def _look(self) -> None:
        path, objection = self.path, ""
        if not self.file.text().strip():
            objection = "The treebank needs a file."
        elif any(is_same(path, kept) for kept in self._inputs):
            objection = f"{path.name} is part of the review and stays as it is: choose another name."
        elif path.is_dir():
            objection = f"{path} is a folder."
        elif not path.parent.is_dir():
            objection = f"There is no folder {path.parent}."
        replaced = f"{path.name} is there already and will be replaced." if path.is_file() else ""
        self.hint.setText(objection or replaced or "All that was not decided keeps its bytes.")
        self._save.setEnabled(not objection)


class FaultsDialog(QtWidgets.QDialog):
    """Tells what is wrong with what was chosen; accepted, it is saved all the same."""

    def __init__(self, parent: QtWidgets.QWidget, faults: Sequence[str], title: str) -> None:
        super().__init__(parent)
        number = counted(len(faults), "fault")
        told = f"The choices have {number}. Decide otherwise there, or save the treebank as it is."
        remedy = having(Label(told), wordWrap=True)
        self.list = named(QtWidgets.QListWidget(), "Faults", wordWrap=True)
        self.list.addItems(faults[:LISTED])
        if len(faults) > LISTED:
            self.list.addItem(f"… and {len(faults) - LISTED:,} more")
        buttons = answers(self, Button.Cancel)
        self.anyway = buttons.addButton("Save all the same", QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        below(self, remedy, self.list, buttons, title=title, size=(560, 320))
        self.anyway.setAutoDefault(False)  # Return is not to save what may be no treebank
        having(buttons.button(Button.Cancel), default=True).setFocus()


class GuidelinesDialog(QtWidgets.QDialog):
    """Shows where the guidelines speak of labels, by label; ``address`` is the one that is to be opened."""

    def __init__(self, parent: QtWidgets.QWidget, addresses: Mapping[str, str]) -> None:
        super().__init__(parent)
        having(self, windowTitle="Guidelines", minimumWidth=520)
        self.list = named(QtWidgets.QListWidget(), "Addresses")
        for label, address in addresses.items():
            QtWidgets.QListWidgetItem(f"{label or 'All'}:  {address}", self.list).setData(0x100, address)
        self.list.setCurrentRow(0)
        buttons = answers(self)
        having(buttons.button(Button.Ok), text="Open in the browser")
        below(self, hint("The review says that they are there; nothing is opened unless you do."), self.list, buttons)
        self.list.itemActivated.connect(self.accept)
        self.resize(520, 190)

    @property
    def address(self) -> str:
        return str(self.list.currentItem().data(0x100))


SHOWN = 200  # verdicts that are listed before they are said
_ANY_CASE = Qt.CaseSensitivity.CaseInsensitive


class NoteDialog(QtWidgets.QDialog):
    """Asks for a note; ``text`` and ``tags`` are what was written. ``known`` tags complete. Where something was
    ``said`` it is shown, and answered without tags."""

    def __init__(
        self, parent: QtWidgets.QWidget, about: str, text: str, tags: Sequence[str], known: Sequence[str],
        said: str = "",
    ) -> None:  # fmt: skip
        super().__init__(parent)
        having(self, windowTitle=f"Note on {about}", minimumWidth=420)
        self.note = named(QtWidgets.QPlainTextEdit(text), "Note", tabChangesFocus=True, minimumHeight=80)
        self.note.selectAll()
        for key in ("Ctrl+Return", "Ctrl+Enter"):  # Return is the note's own
            QShortcut(QKeySequence(key), self, self.accept)
        self.tag_line = TagLine(tags, known)
        self.said = named(QtWidgets.QPlainTextEdit(said), "What was written", readOnly=True, minimumHeight=120)
        replied = [("Written", self.said), ("Reply", self.note)]
        below(self, form(*(replied if said else [("Note", self.note), ("Tags", self.tag_line)])), answers(self))
        self.note.setFocus()

    @property
    def text(self) -> str:
        return self.note.toPlainText().strip()

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags, each once: written with blanks, commas or semicolons between them, with or without ``#``."""
        return tuple(dict.fromkeys(filter(None, (tag.lstrip("#") for tag in _blanks(self.tag_line.text()).split()))))


def _blanks(tags: str) -> str:
    return tags.replace(",", " ").replace(";", " ")


class TagLine(QtWidgets.QLineEdit):
    """Tags with blanks between them; the one that is being written is completed."""

    def __init__(self, tags: Sequence[str], known: Sequence[str]) -> None:
        super().__init__(" ".join(tags), placeholderText="such as  attachment  guideline-4.2")
        self.setAccessibleName("Tags")
        # Not the line's own completer, which would complete all that is written instead of the last tag.
        completer = QtWidgets.QCompleter(QStringListModel([*known], self), self, caseSensitivity=_ANY_CASE)
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


class _Preview(QtWidgets.QDialog):
    """A preview of verdicts that are said at once; ``chosen`` are those that would be."""

    def __init__(self, parent: QtWidgets.QWidget, title: str, third: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._all: tuple[Such, ...] = ()
        unedited = QtWidgets.QTableWidget.EditTrigger.NoEditTriggers
        self.table = named(QtWidgets.QTableWidget(0, 3), "What it is about", editTriggers=unedited)
        self.table.setHorizontalHeaderLabels(["Sentence", "What", third])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(1, QtWidgets.QHeaderView.ResizeMode.Stretch)
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
                self.table.setItem(row, column, QtWidgets.QTableWidgetItem(text))
        having(self._ok, text=f"Say it of {len(chosen):,}", enabled=bool(chosen))


class AllSuchDialog(_Preview):
    """Asks for a verdict; ``chosen`` are those that it would be said of. ``find`` gives those of a layer."""

    def __init__(
        self, parent: QtWidgets.QWidget, condition: str, verdicts: Sequence[tuple[str, str]], layers: Sequence[Layer],
        find: Callable[[Layer], Sequence[Such]],
    ) -> None:  # fmt: skip
        super().__init__(parent, "The same for all such", "Said so far")
        self._find = find
        self.verdict = choices("Verdict", [(title, verdict) for verdict, title in verdicts])
        self.layer = choices("About", [(LAYER_NAMES[layer].capitalize(), layer) for layer in layers])
        self.over = QtWidgets.QCheckBox("Also where something was decided already")
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
    """Asks how many of the ``sides`` must agree, and whose the rest is. ``find`` gives what would be taken."""

    def __init__(
        self, parent: QtWidgets.QWidget, sides: Sequence[str], layers: Sequence[Layer],
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
        self.layers = {layer: QtWidgets.QCheckBox(LAYER_NAMES[layer].capitalize()) for layer in layers}
        boxes = QtWidgets.QHBoxLayout()
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
