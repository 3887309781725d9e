"""What a report is to be about, and where it goes."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtWidgets import QDialog, QLineEdit, QSpinBox, QWidget

from goldleaf.core.files import is_same
from goldleaf.viewer.dialogs.parts import Button, answers, ask_where, below, beside, file_row, form, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.report.making import ENDINGS, MOST_PICTURED, Wish
from goldleaf.viewer.state.settings import Settings

HINT = "One page of scores, comparisons, tables, plots and pictures. It needs a browser, and no network."


class ReportDialog(QDialog):
    """Asks for a report. ``inputs`` are the files that are open, which it must not replace."""

    def __init__(
        self, parent: QWidget, path: Path, wish: Wish, title: str, inputs: Collection[Path], settings: Settings
    ) -> None:
        super().__init__(parent)
        having(self, windowTitle="Report", minimumWidth=560)
        self._inputs = inputs
        self.file = named(QLineEdit(str(path)), "File")
        self.title = named(QLineEdit(wish.title, placeholderText=title), "Title")
        self.where = named(QLineEdit(wish.where, placeholderText="All sentences"), "Only sentences where")
        pictured = QSpinBox(maximum=MOST_PICTURED, value=wish.sentences)
        self.sentences = named(pictured, "Sentences in pictures", specialValueText="None")
        self.hint = hint(minimumHeight=2 * self.fontMetrics().lineSpacing() + 4)
        buttons = answers(self, Button.Save | Button.Cancel)
        self._save = buttons.button(Button.Save)

        def ask() -> str:
            name = self.path.name if self.file.text().strip() else f"report{ENDINGS[0]}"
            return str(ask_where(self, "Save the report as", name, {ENDINGS[0]: "Page"}, settings) or "")

        asked = form(
            ("File", file_row(self.file, ask)), ("Title", self.title), ("Only sentences where", self.where),
            ("Sentences in pictures", beside(self.sentences, Label("the worst first"))),
        )  # fmt: skip
        below(self, asked, self.hint, buttons)
        self.file.textChanged.connect(self._look)
        self._look()

    @property
    def path(self) -> Path:
        """The file; ``.html`` is added where there is no ending."""
        written = Path(self.file.text().strip()).expanduser()
        return written if written.suffix or not written.name else written.with_suffix(ENDINGS[0])

    def _look(self) -> None:
        path, objection = self.path, ""
        if not self.file.text().strip():
            objection = "The report needs a file."
        elif path.suffix.lower() not in ENDINGS:
            objection = f"A report is a page: end the name in {ENDINGS[0]}."
        elif not path.parent.is_dir():
            objection = f"There is no folder {path.parent}."
        elif path.is_dir():
            objection = f"{path.name} is a folder."
        elif any(is_same(path, read) for read in self._inputs):
            objection = f"{path.name} would replace a file that is open; give another name."
        replaces = not objection and path.exists()
        replaced = f"{path.name} is there already and will be replaced." if replaces else ""
        self.hint.setText(objection or replaced or HINT)
        having(self._save, enabled=not objection, toolTip=objection)
