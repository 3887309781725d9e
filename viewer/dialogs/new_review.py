"""Begin a review: where it is kept, who reviews, what is looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import LAYER_NAMES, Layer
from goldleaf.viewer.dialogs.parts import Button, answers, hint
from goldleaf.viewer.labels import Label, tip

SUFFIX = ".goldleaf"
FILES = f"Reviews (*{SUFFIX});;All files (*)"

_FIRST = (Layer.ARC, Layer.CONSTITUENT)


class NewReviewDialog(QDialog):
    """Asks how a review is to be; the layers that the files have can be chosen."""

    def __init__(self, parent: QWidget, path: Path, reviewer: str, layers: Collection[Layer]) -> None:
        super().__init__(parent)
        self.setWindowTitle("New review")
        self.file = QLineEdit(str(path))
        self.file.setAccessibleName("Kept in")
        self.reviewer = QLineEdit(reviewer)
        self.reviewer.setAccessibleName("Reviewer")
        self.blind = QCheckBox("Blind: no names, no scores, sides in changing order")
        self.layers = {layer: QCheckBox(LAYER_NAMES[layer].capitalize()) for layer in Layer if layer in layers}
        for layer, box in self.layers.items():
            box.setChecked(layer in _FIRST or len(self.layers) == 1)
        self._hint = hint()
        buttons = answers(self)
        self._ok = buttons.button(Button.Ok)
        self._ok.setText("Begin")
        form = QFormLayout()
        file = QHBoxLayout()
        file.addWidget(self.file, 1)
        browse = QPushButton("Browse…")
        browse.clicked.connect(self._browse)
        file.addWidget(browse)
        form.addRow("Kept in", file)
        form.addRow("Reviewer", self.reviewer)
        boxes = QGridLayout()
        for place, box in enumerate(self.layers.values()):
            boxes.addWidget(box, place // 2, place % 2)
        form.addRow("Decide about", boxes)
        form.addRow("", self.blind)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._hint)
        column.addWidget(buttons)
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
    """Asks who reviews, of those that are known or somebody new; ``is_blind`` says who reviews blind, or would.

    Who has begun blind stays so: to see the names, and then go on, would make verdicts of another kind.
    """

    def __init__(self, parent: QWidget, reviewer: str, known: Sequence[str], is_blind: Callable[[str], bool]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Who reviews?")
        self.reviewer = QLineEdit(reviewer)
        self.reviewer.setAccessibleName("Reviewer")
        self.blind = QCheckBox("Blind: no names, no scores, sides in changing order")
        buttons = answers(self)
        form = QFormLayout()
        form.addRow("Reviewer", self.reviewer)
        form.addRow("", self.blind)
        column = QVBoxLayout(self)
        column.addLayout(form)
        if known:
            so_far = Label(f"So far: {', '.join(known)}")
            so_far.setObjectName("faint")
            column.addWidget(so_far)
        column.addWidget(buttons)
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
