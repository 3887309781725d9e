"""The corrected treebank of a review: where it is saved, what becomes of what is undecided, what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.errors import counted
from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.parts import Button, answers, hint
from goldleaf.viewer.labels import Label

LISTED = 500
"""As many faults are listed at most."""


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
        self.file, self.undecided = QLineEdit(str(path)), QComboBox()
        self.file.setAccessibleName("File")
        self.undecided.setAccessibleName("Undecided differences")
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
        form, file = QFormLayout(), QHBoxLayout()
        file.addWidget(self.file, 1)
        browse = QPushButton("Browse…")
        browse.clicked.connect(self._browse)
        file.addWidget(browse)
        form.addRow("File", file)
        form.addRow("Undecided differences", self.undecided)
        form.addRow("", self.record)
        column = QVBoxLayout(self)
        column.addLayout(form)
        for part in (remark, self.hint, buttons):
            column.addWidget(part)
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
        self.list = QListWidget()
        self.list.setAccessibleName("Faults")
        self.list.addItems(
            [*faults[:LISTED], *([f"… and {len(faults) - LISTED:,} more"] if len(faults) > LISTED else [])]
        )
        buttons = answers(self, Button.Cancel)
        self.anyway = buttons.addButton("Save all the same", QDialogButtonBox.ButtonRole.AcceptRole)
        column = QVBoxLayout(self)
        for part in (said, self.list, buttons):
            column.addWidget(part)
        self.resize(560, 320)
        self.anyway.setAutoDefault(False)  # Return is not to save what may be no treebank
        cancel = buttons.button(Button.Cancel)
        cancel.setDefault(True)
        cancel.setFocus()
