"""What is left of a review: the places that nothing decides; a click goes to one."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import EmptyHint, fill, once
from goldleaf.viewer.panels.table import ShownCell, TableModel, TableView
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.states import Progress
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.tables.table import Column, Kind

SOON = 25  # milliseconds, by which the picture of the next place has been painted
COLUMNS = (
    Column("sentence", "Sentence", Kind.COUNT),
    Column("why", "State", description="Why nothing decides it"),
    Column("place", "Place"),
    Column("layer", "Layer"),
    Column("readings", "Readings", description="What the sides say"),
)


class LeftPanel(QWidget):
    """Lists the places, the selected one as the current one; ``chosen`` carries a sentence's row and the place."""

    chosen = Signal(int, object)

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__()
        self._reviewing = reviewing
        self._places: list[tuple[int, Place, Progress]] = []  # the row of each one's sentence, and why it is left
        self.model = TableModel()
        self.model.columns = COLUMNS
        self.view = TableView(self.model, "What is left")
        having(self.view, wordWrap=False, selectionBehavior=QAbstractItemView.SelectionBehavior.SelectRows)
        for column, width in enumerate((80, 80, 170, 140)):
            having(self.view.horizontalHeader(), sectionResizeMode=(column, QHeaderView.ResizeMode.Interactive))
            self.view.setColumnWidth(column, width)
        self.view.horizontalHeader().setStretchLastSection(True)
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
        # There may be a hundred thousand: cells are made as they are seen.
        self.model.show_rows(COLUMNS, len(self._places), self._cell)
        none = "Nothing is left." if self._reviewing.left.places else "Places are listed when a review is open."
        self._hint.setText(none)
        if 0 <= current < len(self._places):  # what follows the place that was decided
            self.view.setCurrentIndex(self.model.index(current, 0))
        self._show_place()

    def _show_place(self) -> None:
        if not self.isVisible():
            return
        here = self._reviewing.places
        row = next((row for row, (_, place, _) in enumerate(self._places) if place in here), None)
        if row is None:  # what is selected is decided
            self.view.clearSelection()
        else:
            self.view.setCurrentIndex(self.model.index(row, 0))

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
