"""The open theories against one another: every parse against every gold, in a dialog beside the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import Experiment
from goldleaf.core.campaigns.experiment_matrix import Matrix
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.dialogs.saving import ask_where, remember_where
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.printed_table import PrintedTable
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import ROUNDS, Settings
from goldleaf.viewer.tables import FORMATS, Table, save
from goldleaf.viewer.theories import matrix_of, place_of, tables

HINT = "Double click a figure, or press Return on it, to open its gold and parse."
_TABS = ("Every parse against every gold", "Parses two by two")


class TheoriesDialog(QDialog):
    """Works the matrix out in the background; closed, it gives that up.

    ``told`` says what was saved or copied; ``pair_wanted`` has the names of the golds and the place of the parse among
    all that a figure is about.
    """

    pair_wanted = Signal(tuple, int)
    failed = Signal(Failure)
    told = Signal(str)

    def __init__(self, parent: QWidget | None, experiments: Sequence[Experiment], settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle("Theories against one another")
        self._settings = settings
        self.made: Sequence[Table] = ()
        self._found: Matrix | None = None
        self.note = Label()
        self.note.setWordWrap(True)
        self.note.setObjectName("faint")
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.views = [PrintedTable(title) for title in _TABS]
        for title, view in zip(_TABS, self.views, strict=True):
            self.pages.addTab(view, title)
            view.told.connect(self.told)
        self.views[0].cell_opened.connect(self._open)
        self.pages.currentChanged.connect(self._show_note)
        column = QVBoxLayout(self)
        column.addWidget(self.pages, 1)
        column.addWidget(self.note)
        column.addWidget(self._buttons())
        self.resize(1040, 640)
        self._work = Background(self)
        self._work.stepped.connect(
            lambda share: self.note.setText(f"Scoring every parse against every gold … {share:.0%}")
        )
        self._work.returned.connect(self._done)
        self._work.failed.connect(self._failed)
        self.finished.connect(self._work.cancel)
        self._work.start(matrix_of(experiments, Rounds(settings.get(ROUNDS))), "The theories could not be compared")

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        self.saving = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.saving.setText("Save tables…")
        self.saving.setAutoDefault(False)
        self.saving.clicked.connect(self.save)
        self.copying = buttons.addButton("Copy table", QDialogButtonBox.ButtonRole.ActionRole)
        self.copying.setAutoDefault(False)
        self.copying.clicked.connect(lambda: self.views[self.pages.currentIndex()].copy())
        for button in (self.saving, self.copying):
            button.setEnabled(False)
            button.setToolTip("The tables are being worked out.")
        buttons.rejected.connect(self.reject)
        return buttons

    def save(self) -> None:
        """Ask where to, and write both tables there."""
        kinds = {ending: one.title for one in FORMATS.values() for ending in one.endings[:1]}
        path = ask_where(self, "Save tables", "theories.csv", kinds, self._settings)
        if path is None:
            return
        try:
            save(path, self.made)
        except GoldleafError as error:
            self.note.setText(f"{error}")
            return
        remember_where(path, self._settings)
        self.told.emit(f"Saved {path.name}")

    def _done(self, found: Matrix) -> None:
        self.made, self._found = tables(found), found
        for place, view in enumerate(self.views):
            view.show_table(self.made[place] if place < len(self.made) else None)
            self.pages.setTabVisible(place, place < len(self.made))
        self.saving.setToolTip("Save as text, CSV, LaTeX, HTML or JSON")
        self.copying.setToolTip("Copy the table that is shown, for spreadsheets")
        for button in (self.saving, self.copying):
            button.setEnabled(True)
        self._show_note()
        self.views[0].setFocus()

    def _open(self, row: int, column: int) -> None:
        """Ask for the pair of a cell."""
        place = None if self._found is None else place_of(self._found, row, column)
        if place is not None:
            self.pair_wanted.emit(*place)

    def _show_note(self) -> None:
        if self.made:
            page = min(max(self.pages.currentIndex(), 0), len(self.made) - 1)
            self.note.setText("\n".join([self.made[page].note, *([] if page else [HINT])]))

    def _failed(self, told: Failure) -> None:
        self.note.setText(told.message)
        self.failed.emit(told)
