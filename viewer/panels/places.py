"""Lists of places, to one of which a click goes: what is wrong with the files, and what is left of a review."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.core.errors import Problem, Severity
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import EmptyHint, fill, once
from goldleaf.viewer.panels.table import ShownCell, TableModel, TableView
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.states import Progress
from goldleaf.viewer.session.navigation import row_of_line
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.style.appearance import PanelStyle
from goldleaf.viewer.tables.table import Column, Kind

SOON = 25  # milliseconds, by which the picture of the next place has been painted
PROBLEM_COLUMNS = (Column("where", "Where"), Column("problem", "Problem"))
COLUMNS = (
    Column("sentence", "Sentence", Kind.COUNT),
    Column("why", "State", description="Why nothing decides it"),
    Column("place", "Place"),
    Column("layer", "Layer"),
    Column("readings", "Readings", description="What the sides say"),
)


class PlacesView(TableView):
    """Rows whose columns have widths at first, but for the last one, which takes the rest. There may be a hundred
    thousand: their cells are made as they are seen."""

    def __init__(self, name: str, columns: Sequence[Column], widths: Sequence[int]) -> None:
        self.rows = TableModel()
        self.rows.columns = columns
        super().__init__(self.rows, name)
        having(self, wordWrap=False, selectionBehavior=QAbstractItemView.SelectionBehavior.SelectRows)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        self.horizontalHeader().setStretchLastSection(True)


class ProblemsPanel(QWidget):
    """Lists the problems of gold and parses. ``counted`` carries how many there are."""

    counted = Signal(int)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.problems: tuple[Problem, ...] = ()
        self._icons: dict[Severity, QIcon] = {}
        self.view = PlacesView("Problems", PROBLEM_COLUMNS, (170,))
        self._hint = EmptyHint(self.view, "No problems were found in the files.")
        fill(self, self.view)
        self.view.selectionModel().currentRowChanged.connect(lambda current: self.go(current.row()))
        self.view.clicked.connect(lambda index: self.go(index.row()))
        inspector.document_changed.connect(self._show)

    def restyle(self, style: PanelStyle) -> None:
        self._icons = {Severity.ERROR: style.icons["error"], Severity.WARNING: style.icons["warning"]}

    def go(self, place: int) -> None:
        document = self._inspector.document
        if document is None or not 0 <= place < len(self.problems):
            return
        problem = self.problems[place]
        if (treebank := document.treebank_of(problem.path)) is not None:
            row = row_of_line(treebank, problem.line)
            self._inspector.go(None if row is None else min(row, len(document) - 1))

    def _show(self) -> None:
        document = self._inspector.document
        self.problems = document.problems if document is not None else ()
        self.view.rows.show_rows(PROBLEM_COLUMNS, len(self.problems), self._cell)
        self.counted.emit(len(self.problems))

    def _cell(self, row: int, column: int) -> ShownCell:
        problem = self.problems[row]
        if column:
            return ShownCell(problem.message, str(problem))
        place = f"{Path(problem.path).name}:{problem.line}" + (f":{problem.column}" if problem.column else "")
        return ShownCell(place, str(problem), icon=self._icons.get(problem.severity))


class LeftPanel(QWidget):
    """Lists the places, the selected one as the current one; ``chosen`` carries a sentence's row and the place."""

    chosen = Signal(int, object)

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__()
        self._reviewing = reviewing
        self._places: list[tuple[int, Place, Progress]] = []  # the row of each one's sentence, and why it is left
        self.view = PlacesView("What is left", COLUMNS, (80, 80, 170, 140))
        self._hint = EmptyHint(self.view, "")
        fill(self, self.view)
        self.view.clicked.connect(lambda index: self.go(index.row()))
        self.view.activated.connect(lambda index: self.go(index.row()))
        self._soon = once(self, SOON, self.show_now)
        for changed in (reviewing.marked, reviewing.session_changed):
            changed.connect(self._soon.start)
        follow = once(self, 0, self._show_place)  # what is selected in a sentence comes after it
        for changed in (inspector.selection_changed, inspector.sentence_changed):
            changed.connect(follow.start)

    def go(self, place: int) -> None:
        if 0 <= place < len(self._places):
            row, which, _ = self._places[place]
            self.chosen.emit(row, which)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._soon.start()

    def show_now(self) -> None:
        """List what is left now; nothing while nobody looks."""
        if not self.isVisible():
            return
        current = self.view.currentIndex().row()
        self._places = self._reviewing.places_left()
        self.view.rows.show_rows(COLUMNS, len(self._places), self._cell)
        none = "Nothing is left." if self._reviewing.left.places else "Places are listed when a review is open."
        self._hint.setText(none)
        if 0 <= current < len(self._places):  # what follows the place that was decided
            self.view.setCurrentIndex(self.view.rows.index(current, 0))
        self._show_place()

    def _show_place(self) -> None:
        if not self.isVisible():
            return
        here = self._reviewing.places
        row = next((row for row, (_, place, _) in enumerate(self._places) if place in here), None)
        if row is None:  # what is selected is decided
            self.view.clearSelection()
        else:
            self.view.setCurrentIndex(self.view.rows.index(row, 0))

    def _cell(self, row: int, column: int) -> ShownCell:
        sentence, place, why = self._places[row]
        match COLUMNS[column].name:
            case "sentence":
                return ShownCell(f"{sentence + 1:,}")
            case "why":
                return ShownCell(why.value)
            case "place":
                return ShownCell(self._reviewing.words(place))
            case "layer":
                return ShownCell(LAYER_NAMES[place.layer] if place.layer is not None else "")
        text = self._reviewing.readings(place)
        return ShownCell(text, text)
