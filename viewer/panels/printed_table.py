"""A printed table (`viewer.tables`) in the window: sorted by its headings, its cells to be opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView

from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.table import Index, ShownCell, TableModel, TableView
from goldleaf.viewer.tables.table import Kind, Table
from goldleaf.viewer.tables.values import write_csv
from goldleaf.viewer.text.characters import visible

GAP = 10  # pixels between blocks of which the second has no title


class PrintedTable(TableView):
    """Shows a table with the titles of its blocks; its first columns stay in sight. ``cell_opened`` has a row and a
    column of it; ``sort_wanted`` the column whose heading was clicked; ``told`` a line for the user."""

    told = Signal(str)
    cell_opened = Signal(int, int)
    sort_wanted = Signal(int)
    table: Table | None = None  # what is shown

    def __init__(self, title: str) -> None:
        model = _Model()
        super().__init__(model, title)
        self._model = model
        having(self, objectName="printed", selectionMode=QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setMinimumSectionSize(GAP)
        self.horizontalHeader().setSectionsClickable(True)
        self._beside = self.freeze()
        self._beside.verticalHeader().setMinimumSectionSize(GAP)
        for header in (self.horizontalHeader(), self._beside.horizontalHeader()):
            header.sectionClicked.connect(self.sort_wanted)
        self.activated.connect(self._open)

    def show_table(self, table: Table | None) -> None:
        """Show this; None for nothing. The cell that was chosen stays."""
        chosen = self.currentIndex()
        self.table = table
        self._model.show_table(table)
        self.clearSpans()
        for row, number in enumerate(self._model.rows):
            if number is None:
                self.setSpan(row, 0, 1, len(self._model.columns))
            gap = self._model.is_gap(row)
            for view in (self, self._beside):  # a gap of the table before is none in this one
                height = GAP if gap else view.verticalHeader().defaultSectionSize()
                if view.rowHeight(row) != height:
                    view.setRowHeight(row, height)
        self.resizeColumnsToContents()
        if chosen.isValid():
            self.setCurrentIndex(self._model.index(chosen.row(), chosen.column()))

    @property
    def leading(self) -> int:
        """The columns of text before any figure say what a row is about."""
        return self.table.leading if self.table is not None else 0

    def copy(self) -> None:
        """Put the whole table on the clipboard, as spreadsheets take it: with tabs between cells, figures in full."""
        if self.table is not None:
            QGuiApplication.clipboard().setText(write_csv([self.table], "\t"))
            self.told.emit(f"Copied {len(self.table.rows):,} rows of the table")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        # Copy takes all of it; Return is for the cell alone, not for the button that a dialog has for it.
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()

    def _open(self, index: QModelIndex) -> None:
        if (number := self._model.rows[index.row()]) is not None:
            self.cell_opened.emit(number, index.column())


class _Model(TableModel):
    """``rows`` are the table's by their numbers, and None for those above blocks, which have a title or are a gap."""

    rows: Sequence[int | None] = ()

    def show_table(self, table: Table | None) -> None:
        if table is None:
            self.rows = ()
            self.show_cells([], [])
            return
        notes = {letter: note for note, letter in table.notes.items()}
        rows: list[int | None] = []
        cells = []
        for number, row in enumerate(table.written()):
            title = table.blocks.get(number)
            if title is not None and (number or title):
                rows.append(None)
                cells.append([ShownCell(visible(title), italic=True), *[ShownCell("")] * (len(table.columns) - 1)])
            rows.append(number)
            cells.append([ShownCell(visible(cell.text), notes.get(cell.mark, ""), bold=cell.bold) for cell in row])
        self.rows, columns = rows, []
        for column in table.columns:
            group, title = visible(column.group), visible(column.title)
            if column.kind in (Kind.TEXT, Kind.ORDINAL):  # those of figures are names of scores and files
                title = f"{title[:1].upper()}{title[1:]}"
            columns.append(replace(column, heading=f"{group}\n{title}" if table.groups else title))
        self.show_cells(columns, cells)

    def is_gap(self, row: int) -> bool:
        return self.rows[row] is None and not self.cells[row][0].text

    def flags(self, index: Index) -> Qt.ItemFlag:
        # A gap is nothing to stop at.
        return Qt.ItemFlag.NoItemFlags if self.is_gap(index.row()) else super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        # A block's title stands left, also above figures.
        above = self.rows[index.row()] is None
        return None if above and role == Qt.ItemDataRole.TextAlignmentRole else super().data(index, role)
