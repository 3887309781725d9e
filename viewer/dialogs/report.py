"""What a report is to be about, and where it goes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.saving import ask_where
from goldleaf.viewer.labels import Label, tip
from goldleaf.viewer.report.making import ENDINGS, MOST_PICTURED, Wish
from goldleaf.viewer.state.settings import Settings

HINT = "One page of scores, comparisons, tables, plots and pictures. It needs a browser, and no network."


class ReportDialog(QDialog):
    """Asks for a report. ``inputs`` are the files that are open, which it must not replace."""

    def __init__(
        self, parent: QWidget, path: Path, wish: Wish, title: str, inputs: Collection[Path], settings: Settings
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Report")
        self._inputs, self._settings = inputs, settings
        self.file = QLineEdit(str(path))
        self.title = QLineEdit(wish.title)
        self.title.setPlaceholderText(title)
        self.where = QLineEdit(wish.where)
        self.where.setPlaceholderText("All sentences")
        self.sentences = QSpinBox()
        self.sentences.setRange(0, MOST_PICTURED)
        self.sentences.setValue(wish.sentences)
        self.sentences.setSpecialValueText("None")
        self.hint = Label()
        self.hint.setObjectName("faint")
        self.hint.setWordWrap(True)
        self.hint.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self._lay_out()
        self.file.textChanged.connect(self._look)
        self.setMinimumWidth(560)
        self._look()

    def _lay_out(self) -> None:
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.browse = QPushButton("Browse…")
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._browse)
        file = QHBoxLayout()
        file.addWidget(self.file, 1)
        file.addWidget(self.browse)
        form = QFormLayout()
        pictured = QHBoxLayout()
        pictured.addWidget(self.sentences)
        pictured.addWidget(Label("the worst first"))
        pictured.addStretch()
        for name, field, shown in (
            ("File", self.file, file),
            ("Title", self.title, self.title),
            ("Only sentences where", self.where, self.where),
            ("Sentences in pictures", self.sentences, pictured),
        ):
            form.addRow(name, shown)
            field.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.hint)
        column.addWidget(self._buttons)

    @property
    def path(self) -> Path:
        """The file; ``.html`` is added where there is no ending."""
        written = Path(self.file.text().strip()).expanduser()
        return written if written.suffix else written.with_suffix(ENDINGS[0])

    def _browse(self) -> None:
        name = self.path.name if self.file.text().strip() else f"report{ENDINGS[0]}"
        path = ask_where(self, "Save the report as", name, {ENDINGS[0]: "Page"}, self._settings)
        if path is not None:
            self.file.setText(str(path))

    def _look(self) -> None:
        objection = self._objection()
        hint = objection or HINT
        if not objection and self.path.exists():
            hint = f"{self.path.name} is there already and will be replaced."
        self.hint.setText(hint)
        save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(not objection)
        save.setToolTip(tip(objection))

    def _objection(self) -> str:
        if not self.file.text().strip():
            return "The report needs a file."
        path = self.path
        if path.suffix.lower() not in ENDINGS:
            return f"A report is a page: end the name in {ENDINGS[0]}."
        if not path.parent.is_dir():
            return f"There is no folder {path.parent}."
        if path.is_dir():
            return f"{path.name} is a folder."
        if any(is_same(path, one) for one in self._inputs):
            return f"{path.name} would replace a file that is open; give another name."
        return ""
