"""What is wrong with the files; a click goes to the sentence."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from goldleaf.core.errors import Problem, Severity
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import EmptyHint, fill
from goldleaf.viewer.panels.table import ShownCell, TableModel, TableView
from goldleaf.viewer.session.navigation import row_of_line
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import PanelStyle
from goldleaf.viewer.tables.table import Column

COLUMNS = (Column("where", "Where"), Column("problem", "Problem"))


class ProblemsPanel(QWidget):
    """Lists the problems of gold and parses. ``counted`` carries how many there are."""

    counted = Signal(int)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.problems: tuple[Problem, ...] = ()
        self._icons: dict[Severity, QIcon] = {}
        self.model = TableModel()
        self.view = TableView(self.model, "Problems")
        having(self.view, wordWrap=False, selectionBehavior=QAbstractItemView.SelectionBehavior.SelectRows)
        interactive = 0, QHeaderView.ResizeMode.Interactive
        having(self.view.horizontalHeader(), stretchLastSection=True, sectionResizeMode=interactive)
        self.view.setColumnWidth(0, 170)
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
        self.problems = document.problems if document else ()
        # A file may have tens of thousands: cells are made as they are seen.
        self.model.show_rows(COLUMNS, len(self.problems), self._cell)
        self.counted.emit(len(self.problems))

    def _cell(self, row: int, column: int) -> ShownCell:
        problem = self.problems[row]
        if column:
            return ShownCell(problem.message, str(problem))
        place = f"{Path(problem.path).name}:{problem.line}" + (f":{problem.column}" if problem.column else "")
        return ShownCell(place, str(problem), icon=self._icons.get(problem.severity))
