"""A review as files: where it is begun and by whom, and where the corrected treebank is saved, with its faults."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.core.errors import counted
from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, form, hint, named
from goldleaf.viewer.labels import Label, tip

SUFFIX = ".goldleaf"
FILES = f"Reviews (*{SUFFIX});;All files (*)"
BLIND = "Blind: no names, no scores, sides in changing order"
LISTED = 500  # faults of a corrected treebank, at most


class NewReviewDialog(QDialog):
    """Asks how a review is to be; the layers that the files have can be chosen."""

    def __init__(self, parent: QWidget, path: Path, reviewer: str, layers: Collection[Layer]) -> None:
        super().__init__(parent)
        self.setWindowTitle("New review")
        self.file = named(QLineEdit(str(path)), "Kept in")
        self.reviewer = named(QLineEdit(reviewer), "Reviewer")
        self.blind = QCheckBox(BLIND)
        self.layers = {layer: QCheckBox(LAYER_NAMES[layer].capitalize()) for layer in Layer if layer in layers}
        for layer, box in self.layers.items():
            box.setChecked(layer in (Layer.ARC, Layer.CONSTITUENT) or len(self.layers) == 1)
        self._hint = hint()
        buttons = answers(self)
        self._ok = buttons.button(Button.Ok)
        self._ok.setText("Begin")
        browse = QPushButton("Browse…")
        browse.clicked.connect(self._browse)
        file = beside(self.file, browse, wide=self.file)
        boxes = QGridLayout()
        for place, box in enumerate(self.layers.values()):
            boxes.addWidget(box, place // 2, place % 2)
        asked = form(("Kept in", file), ("Reviewer", self.reviewer), ("Decide about", boxes), ("", self.blind))
        below(self, asked, self._hint, buttons)
        self.file.textChanged.connect(self._look)
        self.reviewer.textChanged.connect(self._look)
        for box in self.layers.values():
            box.toggled.connect(self._look)
        self.setMinimumWidth(520)
        self._look()

    @property
    def path(self) -> Path:
        """Where the session is kept."""
        written = Path(self.file.text().strip()).expanduser()
        return written if written.suffix else written.with_suffix(SUFFIX)

    @property
    def chosen_layers(self) -> tuple[Layer, ...]:
        """What is decided about."""
        return tuple(layer for layer, box in self.layers.items() if box.isChecked())

    def _browse(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, "Keep the review in", self.file.text(), FILES)
        if path:
            self.file.setText(path)

    def _look(self) -> None:
        objection = self._objection()
        self._hint.setText(objection)
        self._ok.setEnabled(not objection)

    def _objection(self) -> str:
        if not self.file.text().strip():
            return "The review needs a file."
        if self.path.exists():
            return f"{self.path.name} is there already: go on with it by Review › Open review, or choose another name."
        if not self.path.parent.is_dir():
            return f"There is no folder {self.path.parent}."
        if not self.reviewer.text().strip():
            return "A name is needed: it stands beside each verdict."
        return "" if self.chosen_layers else "Choose what to decide about."


class ReviewerDialog(QDialog):
    """Asks who reviews, of those that are known or somebody new; ``is_blind`` says who reviews blind, or would. Who has
    begun blind stays so: to see the names, and then go on, would make verdicts of another kind."""

    def __init__(self, parent: QWidget, reviewer: str, known: Sequence[str], is_blind: Callable[[str], bool]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Who reviews?")
        self.reviewer = named(QLineEdit(reviewer), "Reviewer")
        self.blind = QCheckBox(BLIND)
        so_far = []
        if known:
            so_far.append(Label(f"So far: {', '.join(known)}"))
            so_far[0].setObjectName("faint")
        buttons = answers(self)
        below(self, form(("Reviewer", self.reviewer), ("", self.blind)), *so_far, buttons)
        ok = buttons.button(Button.Ok)
        self.reviewer.textChanged.connect(lambda text: ok.setEnabled(bool(text.strip())))
        self._known, self._is_blind = known, is_blind
        self.reviewer.textChanged.connect(self._show_blind)
        self._show_blind()
        self.setMinimumWidth(380)

    def _show_blind(self) -> None:
        name = self.reviewer.text().strip()
        stays = name in self._known and self._is_blind(name)
        self.blind.setChecked(self._is_blind(name))
        self.blind.setEnabled(not stays)
        self.blind.setToolTip(tip(f"{name} reviews blind, and goes on so") if stays else "")


class SaveTreebankDialog(QDialog):
    """Asks where to save and how. ``choices`` are what undecided differences can become, a title and its value each;
    ``inputs`` are files that stay as they are, ``remarks`` what is to be known before."""

    def __init__(
        self,
        parent: QWidget,
        path: Path,
        choices: Sequence[tuple[str, str]],
        inputs: Sequence[Path],
        *,
        can_record: bool,
        remarks: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save corrected treebank")
        self._inputs = inputs
        self.file = named(QLineEdit(str(path)), "File")
        self.undecided = named(QComboBox(), "Undecided differences")
        for title, value in choices:
            self.undecided.addItem(title, value)
        self.record = QCheckBox("Write who decided")
        self.record.setEnabled(can_record)
        self.record.setToolTip(
            "Into MISC of CoNLL-U, into comments of export" if can_record else "The format has no place for it"
        )
        remark = Label("\n".join(remarks))
        remark.setWordWrap(True)
        remark.setVisible(bool(remarks))
        self.hint = hint()
        buttons = answers(self, Button.Save | Button.Cancel)
        self._save = buttons.button(Button.Save)
        browse = QPushButton("Browse…")
        browse.clicked.connect(self._browse)
        file = beside(self.file, browse, wide=self.file)
        asked = form(("File", file), ("Undecided differences", self.undecided), ("", self.record))
        below(self, asked, remark, self.hint, buttons)
        self.file.textChanged.connect(self._look)
        self.setMinimumWidth(520)
        self._look()

    @property
    def path(self) -> Path:
        """Where it is saved."""
        return Path(self.file.text().strip()).expanduser()

    def _browse(self) -> None:
        options = QFileDialog.Option.DontConfirmOverwrite  # the dialog says it
        path, _ = QFileDialog.getSaveFileName(self, "Save corrected treebank", self.file.text(), options=options)
        if path:
            self.file.setText(path)

    def _look(self) -> None:
        objection = self._objection()
        replaced = f"{self.path.name} is there already and will be replaced." if self.path.is_file() else ""
        self.hint.setText(objection or replaced or "All that was not decided keeps its bytes.")
        self._save.setEnabled(not objection)

    def _objection(self) -> str:
        if not self.file.text().strip():
            return "The treebank needs a file."
        if any(is_same(self.path, one) for one in self._inputs):
            return f"{self.path.name} is part of the review and stays as it is: choose another name."
        if self.path.is_dir():
            return f"{self.path} is a folder."
        return "" if self.path.parent.is_dir() else f"There is no folder {self.path.parent}."


class FaultsDialog(QDialog):
    """Tells what is wrong with the trees that were chosen; accepted, they are saved all the same."""

    def __init__(self, parent: QWidget, faults: Sequence[str]) -> None:
        super().__init__(parent)
        self.setWindowTitle("The choices make no tree")
        said = Label(
            f"The choices have {counted(len(faults), 'fault')}. Decide otherwise there, or save the treebank as it is."
        )
        said.setWordWrap(True)
        self.list = named(QListWidget(), "Faults")
        self.list.addItems(
            [*faults[:LISTED], *([f"… and {len(faults) - LISTED:,} more"] if len(faults) > LISTED else [])]
        )
        buttons = answers(self, Button.Cancel)
        self.anyway = buttons.addButton("Save all the same", QDialogButtonBox.ButtonRole.AcceptRole)
        below(self, said, self.list, buttons)
        self.resize(560, 320)
        self.anyway.setAutoDefault(False)  # Return is not to save what may be no treebank
        cancel = buttons.button(Button.Cancel)
        cancel.setDefault(True)
        cancel.setFocus()
