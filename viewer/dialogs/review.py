"""A review as files: where it is begun and by whom, and where the corrected treebank is saved, with its faults;
where its guidelines are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.core.errors import counted
from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.parts import Button, answers, below, choices, file_row, form, hint, named
from goldleaf.viewer.labels import Label, having, tip

SUFFIX = ".goldleaf"
FILES = f"Reviews (*{SUFFIX});;All files (*)"
BLIND = "Blind: no names, no scores, sides in changing order"
LISTED = 500  # faults of a corrected treebank, at most


class NewReviewDialog(QDialog):
    """Asks how a review is to be; layers that the files have can be chosen; ``places`` is at how many they differ."""

    def __init__(self, parent: QWidget, path: Path, reviewer: str, places: Mapping[Layer, int]) -> None:
        super().__init__(parent)
        having(self, windowTitle="New review", minimumWidth=520)
        self.file = named(QLineEdit(str(path)), "Kept in")
        self.reviewer = named(QLineEdit(reviewer), "Reviewer")
        self.blind = QCheckBox(BLIND)
        self.layers = {
            layer: QCheckBox(f"{LAYER_NAMES[layer].capitalize()}: {places[layer]:,}")
            for layer in Layer
            if layer in places
        }
        boxes = QGridLayout()
        for place, (layer, box) in enumerate(self.layers.items()):
            box.setChecked(layer in (Layer.ARC, Layer.CONSTITUENT) or len(self.layers) == 1)
            boxes.addWidget(box, *divmod(place, 2))
        self._hint = hint()
        buttons = answers(self)
        self._ok = having(buttons.button(Button.Ok), text="Begin")

        def ask() -> str:
            return QFileDialog.getSaveFileName(self, "Keep the review in", self.file.text(), FILES)[0]

        asked = form(
            ("Kept in", file_row(self.file, ask, autoDefault=True)),
            ("Reviewer", self.reviewer),
            ("Decide about", boxes),
            ("", self.blind),
        )
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


class ReviewerDialog(QDialog):
    """Asks who reviews, of those that are known or somebody new; ``is_blind`` says who reviews blind, or would."""

    def __init__(self, parent: QWidget, reviewer: str, known: Sequence[str], is_blind: Callable[[str], bool]) -> None:
        super().__init__(parent)
        having(self, windowTitle="Who reviews?", minimumWidth=380)
        self._known, self._is_blind = known, is_blind
        self.reviewer = named(QLineEdit(reviewer), "Reviewer")
        self.blind = QCheckBox(BLIND)
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


class SaveTreebankDialog(QDialog):
    """Asks where to save and how. ``undecided`` are what undecided differences can become, a title and its value each;
    ``inputs`` are files that stay as they are, ``remarks`` what is to be known before."""

    def __init__(
        self, parent: QWidget, path: Path, undecided: Sequence[tuple[str, str]], inputs: Sequence[Path], *,
        can_record: bool, can_mend: bool = False, remarks: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(parent)
        having(self, windowTitle="Save corrected treebank", minimumWidth=520)
        self._inputs = inputs
        self.file = named(QLineEdit(str(path)), "File")
        self.undecided = choices("Undecided differences", undecided)
        where = "Into MISC of CoNLL-U, into comments of export" if can_record else "The format has no place for it"
        self.record = having(QCheckBox("Write who decided"), enabled=can_record, toolTip=where)
        self.mend_deps = having(QCheckBox("Change heads and labels in DEPS, too"), visible=can_mend)
        remark = having(Label("\n".join(remarks)), wordWrap=True, visible=bool(remarks))
        self.hint = hint()
        buttons = answers(self, Button.Save | Button.Cancel)
        self._save = buttons.button(Button.Save)

        # Qt need not ask whether to overwrite: the line under the fields says it.
        unasked = QFileDialog.Option.DontConfirmOverwrite

        def ask() -> str:
            return QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text(), options=unasked)[0]

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


class FaultsDialog(QDialog):
    """Tells what is wrong with what was chosen; accepted, it is saved all the same."""

    def __init__(self, parent: QWidget, faults: Sequence[str], title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        number = counted(len(faults), "fault")
        remedy = Label(f"The choices have {number}. Decide otherwise there, or save the treebank as it is.")
        remedy.setWordWrap(True)
        self.list = named(QListWidget(), "Faults")
        self.list.addItems(faults[:LISTED])
        if len(faults) > LISTED:
            self.list.addItem(f"… and {len(faults) - LISTED:,} more")
        buttons = answers(self, Button.Cancel)
        self.anyway = buttons.addButton("Save all the same", QDialogButtonBox.ButtonRole.AcceptRole)
        below(self, remedy, self.list, buttons)
        self.resize(560, 320)
        self.anyway.setAutoDefault(False)  # Return is not to save what may be no treebank
        having(buttons.button(Button.Cancel), default=True).setFocus()


class GuidelinesDialog(QDialog):
    """Shows where the guidelines speak of labels, by label; ``address`` is the one that is to be opened."""

    def __init__(self, parent: QWidget, addresses: Mapping[str, str]) -> None:
        super().__init__(parent)
        having(self, windowTitle="Guidelines", minimumWidth=520)
        self.list = named(QListWidget(), "Addresses")
        for label, address in addresses.items():
            item = QListWidgetItem(f"{label or 'All'}:  {address}", self.list)
            item.setData(0x100, address)
        self.list.setCurrentRow(0)
        buttons = answers(self)
        having(buttons.button(Button.Ok), text="Open in the browser")
        below(self, hint("The review says that they are there; nothing is opened unless you do."), self.list, buttons)
        self.list.itemActivated.connect(self.accept)
        self.resize(520, 190)

    @property
    def address(self) -> str:
        return str(self.list.currentItem().data(0x100))
