"""The open theories against one another: every parse against every gold, in a dialog beside the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QTabWidget, QWidget

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import Experiment
from goldleaf.core.campaigns.experiment_matrix import Matrix
from goldleaf.viewer.dialogs.parts import Button, below, button, closing, hint, save_tables
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.printed_table import PrintedTable
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import ROUNDS, Settings
from goldleaf.viewer.tables import Table
from goldleaf.viewer.theories import matrix_of, place_of, tables

HINT = "Double click a figure, or press Return on it, to open its gold and parse."
_TABS = ("Every parse against every gold", "Parses two by two")


class TheoriesDialog(QDialog):
    """Works the matrix out in the background; closed, it gives that up. ``told`` says what was saved or copied;
    ``pair_wanted`` has the names of the golds and the place of the parse among all that a figure is about."""

    pair_wanted = Signal(tuple, int)
    failed = Signal(Failure)
    told = Signal(str)

    def __init__(self, parent: QWidget | None, experiments: Sequence[Experiment], settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle("Theories against one another")
        self._settings = settings
        self.made: Sequence[Table] = ()
        self._found: Matrix | None = None
        self.note = hint()
        self.pages = QTabWidget(documentMode=True)
        self.views = [PrintedTable(title) for title in _TABS]
        for title, view in zip(_TABS, self.views, strict=True):
            self.pages.addTab(view, title)
            view.told.connect(self.told)
        self.views[0].cell_opened.connect(self._open)
        self.pages.currentChanged.connect(self._show_note)
        buttons = closing(self, self.save, "Save tables…")
        self.saving = buttons.button(Button.Save)
        self.copying = button("Copy table", lambda: self.views[self.pages.currentIndex()].copy(), buttons)
        for pressed in (self.saving, self.copying):
            having(pressed, enabled=False, toolTip="The tables are being worked out.")
        below(self, self.pages, self.note, buttons, tall=self.pages)
        self.resize(1040, 640)
        self._work = Background(self, returned=self._done, failed=lambda failure: self.note.setText(failure.message))
        self._work.failed.connect(self.failed)
        scoring = "Scoring every parse against every gold …"
        self._work.stepped.connect(lambda share: self.note.setText(f"{scoring} {share:.0%}"))
        self.finished.connect(self._work.cancel)
        self._work.start(matrix_of(experiments, Rounds(settings.get(ROUNDS))), "The theories could not be compared")

    def save(self) -> None:
        tell, fail = self.told.emit, self.note.setText
        save_tables(self, "Save tables", "theories.csv", self._settings, self.made, tell, fail)

    def _done(self, found: Matrix) -> None:
        self.made, self._found = tables(found), found
        for place, view in enumerate(self.views):
            view.show_table(self.made[place] if place < len(self.made) else None)
            self.pages.setTabVisible(place, place < len(self.made))
        having(self.saving, enabled=True, toolTip="Save as text, CSV, LaTeX, HTML or JSON")
        having(self.copying, enabled=True, toolTip="Copy the table that is shown, for spreadsheets")
        self._show_note()
        self.views[0].setFocus()

    def _open(self, row: int, column: int) -> None:
        place = None if self._found is None else place_of(self._found, row, column)
        if place is not None:
            self.pair_wanted.emit(*place)

    def _show_note(self) -> None:
        if self.made:
            page = min(max(self.pages.currentIndex(), 0), len(self.made) - 1)
            self.note.setText("\n".join([self.made[page].note, *([] if page else [HINT])]))
