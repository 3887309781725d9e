"""A campaign beside the window: its tables while it is scored, and the pairs that their cells are about; the open
theories against one another, every parse against every gold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QListWidget, QProgressBar, QTabWidget, QWidget

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.description import Campaign, Submission
from goldleaf.core.campaigns.experiment import Experiment, Matrix
from goldleaf.core.campaigns.jobs import processes
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import Results, as_object
from goldleaf.core.campaigns.running import CampaignStep, running_steps, standard_folder
from goldleaf.core.errors import GoldleafError, counted
from goldleaf.viewer.campaigns import TABLES, tables, titled
from goldleaf.viewer.campaigns.breakdowns import plots
from goldleaf.viewer.dialogs.parts import below, beside, button, choices, closing, form, hint, named, save_tables
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import chooser, once
from goldleaf.viewer.panels.table import PrintedTable
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import ROUNDS, Settings
from goldleaf.viewer.tables import Table
from goldleaf.viewer.tables.table import in_order, value_of
from goldleaf.viewer.theories import matrix_of, place_of
from goldleaf.viewer.theories import tables as theory_tables

ALL_SCORES = "The campaign's"
WAITING = "The first figures are on their way."
NOTHING = "There is no such table of this campaign: choose another one, or another score."
HINT = "Double click a figure, or press Return on it, to open the pair. Click a heading to sort."

REST = 4  # times as long as they take to be shown figures stay as they are, while more are scored


class CampaignDialog(QDialog):
    """Scores a campaign in the background. ``pair_wanted`` has what is to be opened, ``told`` a line for the user."""

    pair_wanted = Signal(Campaign, Submission)
    plot_wanted = Signal(object)
    pages_wanted = Signal(Results)
    told = Signal(str)

    def __init__(self, parent: QWidget | None, settings: Settings) -> None:
        super().__init__(parent)
        self._settings, self._cache = settings, standard_folder()
        self._path: Path | None = None
        self.results: Results | None = None
        self._order: tuple[int, bool] | None = None
        self._latest: CampaignStep | None = None  # what is still to be shown
        self._soon = once(self, 0, self._show_latest)
        self._work = Background(self, stepped=self._step, returned=self._end)
        self._work.failed.connect(lambda failure: self._stopped(failure.message))
        self.failed = self._work.failed
        self.which = choices("Table", [(title, name) for name, (title, _) in TABLES.items()])
        self.score, self.of = chooser("Score"), chooser("Of")
        self.progress, self.status, self.again = QProgressBar(), Label(), button("Cancel", self._cancel_or_again)
        self.view = PrintedTable("Table of the campaign")
        self.note, self.hint = hint(textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse), hint(HINT)
        high = 5 * QFontMetrics(self.font()).height()
        self.errors = named(QListWidget(), "What could not be scored", wordWrap=True, maximumHeight=high)
        self.view.sort_wanted.connect(self._sort)
        self.view.cell_opened.connect(self._open)
        self.view.told.connect(self.told)
        above = QHBoxLayout()
        for title, box in (("&Table:", self.which), ("&Score:", self.score), ("&Of:", self.of)):
            above.addLayout(form((title, box)))
            box.currentIndexChanged.connect(self._choose)
        above.addStretch(1)
        done = beside(self.progress, self.status, self.again, wide=self.progress)
        done.setStretchFactor(self.status, 1)
        buttons = closing(self)
        self.export = button("Export table…", lambda: self._export(everything=False), buttons)
        self.export_all = button("Export all tables…", lambda: self._export(everything=True), buttons)
        self.copy = button("Copy table", self.view.copy, buttons)
        self.pages = button("Pages…", lambda: self.pages_wanted.emit(self.results), buttons)
        self.plot = button("Plot", self._plot, buttons)
        parts = (done, above, self.view, self.note, self.errors, self.hint, buttons)
        below(self, *parts, tall=self.view, size=(960, 640)).setSpacing(8)
        self.finished.connect(self.stop)

    def open(self, path: Path | None = None) -> None:
        """Score the campaign of a file. Raises GoldleafError where it cannot be read."""
        path = path or self._path
        assert path is not None
        campaign = load(path)
        self._path, self._order = path, None
        self.setWindowTitle(f"Campaign: {campaign.title}")
        self._take(None)
        self.progress.setRange(0, 0)
        self.progress.show()
        self.status.hide()
        self.again.setText("Cancel")
        self._work.start(running_steps(campaign, processes(), self._cache), "The campaign could not be scored")

    def stop(self) -> None:
        """Give up what is worked on; what is scored is kept."""
        if self._work.busy:
            self._work.cancel()
            self._show_latest()
            self._stopped("Canceled: what is scored stays, and need not be scored again.")

    def _cancel_or_again(self) -> None:
        if self._work.busy:
            self.stop()
            return
        try:
            self.open()
        except GoldleafError as error:
            self.told.emit(str(error))

    def _stopped(self, told: str) -> None:
        # What has become of it stands where one saw how far it was.
        self.progress.hide()
        self.status.show()
        self.status.setText(told)
        self.again.setText("Score again")

    def _step(self, step: CampaignStep) -> None:
        # Show it as soon as the window has had time for other things.
        self._latest = step
        if not self._soon.isActive():
            self._soon.start()

    def _show_latest(self) -> None:
        self._soon.stop()
        step, self._latest = self._latest, None
        if step is None:
            return
        begun = monotonic()
        having(self.progress, range=(0, step.total), value=step.done)
        self.progress.setFormat(f"Scoring: {step.done:,} of {step.total:,}")
        self._take(step.results())
        self._soon.setInterval(round(1000 * REST * (monotonic() - begun)))

    def _end(self, results: Results) -> None:
        self._latest = None
        self._take(results)
        scored = counted(sum(pair.found is not None for pair in results.pairs), "pair")
        self._stopped(f"{scored} scored" + (f", {len(results.errors):,} not" if results.errors else ""))

    def _take(self, results: Results | None) -> None:
        # Show what there is now, without a change of what is chosen.
        self.results = results
        names = [] if results is None else dict.fromkeys(results.figures()["score"])
        refill(self.score, [ALL_SCORES, *names])
        self.errors.clear()
        self.errors.addItems([] if results is None else results.errors)
        self._show()

    def _choose(self) -> None:
        self._order = None
        self._show()

    def _show(self) -> None:
        fitting: list[Table] = []
        if self.results is not None:
            scores = [] if self.score.currentIndex() <= 0 else [self.score.currentText()]
            fitting = [*tables(self.results, [self.which.currentData()], scores)]
        refill(self.of, [table.title for table in fitting])
        self.of.setEnabled(len(fitting) > 1)
        table = fitting[self.of.currentIndex()] if fitting else None
        if table is not None and self._order is not None and self._order[0] < len(table.columns):
            table = in_order(table, self._order[0], descending=self._order[1])
        self.view.show_table(table)
        empty = WAITING if self._work.busy or self.results is None else NOTHING
        self.note.setText(empty if table is None else table.note)
        self.errors.setVisible(self.errors.count() > 0)
        for pressed in (self.export, self.export_all, self.copy, self.pages):
            having(pressed, enabled=table is not None, toolTip="" if table is not None else "There is no table yet.")
        drawn = self.results is not None and bool([*plots(self.results)])
        no_plot = "There are plots of attachment, parseval and leaf-ancestor."
        having(self.plot, enabled=drawn, toolTip="" if drawn else no_plot)

    def _sort(self, column: int) -> None:
        # By a column, the largest first; once more, the smallest.
        self._order = (column, self._order != (column, True))
        self._show()

    def _open(self, row: int, column: int) -> None:
        table = self.view.table
        if self.results is not None and table is not None:
            submission = submission_at(self.results, table, row, column)
            if submission is not None:
                self.pair_wanted.emit(self.results.campaign, submission)

    def _plot(self) -> None:
        if self.results is not None:
            for _, plot in plots(self.results):
                self.plot_wanted.emit(plot)

    def _export(self, *, everything: bool) -> None:
        if self.results is None or self.view.table is None:
            return
        title = "Export all tables" if everything else "Export table"
        results, told = self.results, self.told.emit
        made, whole = ([*tables(results)], as_object(results)) if everything else ([self.view.table], None)
        save_tables(self, title, "campaign.html", self._settings, [*titled(results, made)], told, told, whole)


def refill(box: QComboBox, titles: Sequence[str]) -> None:
    """Offer these; what was chosen stays if it is among them, and nobody is told."""
    if [*titles] == [box.itemText(place) for place in range(box.count())]:
        return  # a list that is open stays so
    chosen = box.currentText()
    with QSignalBlocker(box):
        box.clear()
        box.addItems(titles)
        box.setCurrentIndex(max(box.findText(chosen), 0) if titles else -1)


def submission_at(results: Results, table: Table, row: int, column: int) -> Submission | None:
    """The submission that a cell is about; None where it is about several, or none. The first cell of its row names the
    system, its column, its group or itself the treebank, its block the run."""
    system, place = value_of(table.rows[row][0]), table.columns[column]
    named = {place.name, place.group.strip("()"), str(value_of(table.rows[row][column]))}
    block = next((table.blocks[first] for first in sorted(table.blocks, reverse=True) if first <= row), "")
    fitting = [
        submission
        for submission in results.campaign.submissions
        if submission.system == system
        and submission.treebank in named
        # A block's title begins with its run, then may come a group, or another run.
        and (not (run := submission.run.name) or block == run or block.startswith((f"{run}, ", f"{run} less ")))
    ]
    return max(fitting, key=lambda submission: len(submission.run.name), default=None)


OPEN_HINT = "Double click a figure, or press Return on it, to open its gold and parse."
_TABS = ("Every parse against every gold", "Parses two by two")


class TheoriesDialog(QDialog):
    """Works the matrix out in the background; closed, it gives that up. ``told`` says what was saved or copied;
    ``pair_wanted`` has the names of the golds and the place of the parse among all that a figure is about."""

    pair_wanted = Signal(tuple, int)
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
        self.saving = buttons.button(buttons.StandardButton.Save)
        self.copying = button("Copy table", lambda: self.views[self.pages.currentIndex()].copy(), buttons)
        for pressed in (self.saving, self.copying):
            having(pressed, enabled=False, toolTip="The tables are being worked out.")
        below(self, self.pages, self.note, buttons, tall=self.pages, size=(1040, 640))
        self._work = Background(self, returned=self._done, failed=lambda failure: self.note.setText(failure.message))
        self.failed = self._work.failed
        scoring = "Scoring every parse against every gold …"
        self._work.stepped.connect(lambda share: self.note.setText(f"{scoring} {share:.0%}"))
        self.finished.connect(self._work.cancel)
        self._work.start(matrix_of(experiments, Rounds(settings.get(ROUNDS))), "The theories could not be compared")

    def save(self) -> None:
        tell, fail = self.told.emit, self.note.setText
        save_tables(self, "Save tables", "theories.csv", self._settings, self.made, tell, fail)

    def _done(self, found: Matrix) -> None:
        self.made, self._found = theory_tables(found), found
        for place, view in enumerate(self.views):
            view.show_table(self.made[place] if place < len(self.made) else None)
            self.pages.setTabVisible(place, place < len(self.made))
        having(self.saving, enabled=True, toolTip="Save as text, CSV, LaTeX, HTML or JSON")
        having(self.copying, enabled=True, toolTip="Copy the table that is shown, for spreadsheets")
        self._show_note()
        self.views[0].setFocus()

    def _open(self, row: int, column: int) -> None:
        if self._found is not None and (place := place_of(self._found, row, column)) is not None:
            self.pair_wanted.emit(*place)

    def _show_note(self) -> None:
        if self.made:
            page = min(max(self.pages.currentIndex(), 0), len(self.made) - 1)
            self.note.setText("\n".join([self.made[page].note, *([] if page else [OPEN_HINT])]))
