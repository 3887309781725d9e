"""A printed table (`viewer.tables`) in the window: sorted by its headings, its cells to be opened."""

from __future__ import annotations

from itertools import takewhile

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView

from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.frozen_columns import FrozenColumns
from goldleaf.viewer.panels.plain_table import make_plain
from goldleaf.viewer.tables.csv import write
from goldleaf.viewer.tables.table import Kind, Table, Written
from goldleaf.viewer.text.visible import visible

GAP = 10
"""Pixels between blocks of which the second has no title."""

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class PrintedTable(QTableView):
    """Shows a table with the titles of its blocks; its first columns stay in sight.

    ``cell_opened`` has a row and a column of it; ``sort_wanted`` the column whose heading was clicked; ``told`` a line
    for the user.
    """

    told = Signal(str)
    cell_opened = Signal(int, int)
    sort_wanted = Signal(int)
    _frozen: FrozenColumns | None = None  # Qt scrolls to a cell while the table is being made

    def __init__(self, title: str) -> None:
        super().__init__()
        self._model = _Model()
        self.setModel(self._model)
        self.setObjectName("printed")
        make_plain(self, title)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setMinimumSectionSize(GAP)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self.sort_wanted)
        self._frozen = FrozenColumns(self, lambda: self._model.leading)
        self._frozen.verticalHeader().setMinimumSectionSize(GAP)
        self._frozen.horizontalHeader().sectionClicked.connect(self.sort_wanted)
        self.activated.connect(self._open)

    @property
    def table(self) -> Table | None:
        """What is shown."""
        return self._model.table

    def show_table(self, table: Table | None) -> None:
        """Show this; None for nothing. The cell that was chosen stays."""
        chosen = self.currentIndex()
        self._model.show_table(table)
        self.clearSpans()
        for row, (number, title) in enumerate(self._model.lines):
            if number is None and table is not None:
                self.setSpan(row, 0, 1, len(table.columns))
                for view in filter(None, (self, self._frozen)) if not title else ():
                    view.setRowHeight(row, GAP)
        self.resizeColumnsToContents()
        if chosen.isValid():
            self.setCurrentIndex(self._model.index(chosen.row(), chosen.column()))

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = _VISIBLE) -> None:  # noqa: N802
        """Show a cell, beside the columns that stay."""
        super().scrollTo(index, hint)
        if self._frozen is not None:
            self._frozen.uncover(index)

    def copy(self) -> None:
        """Put the whole table on the clipboard, as spreadsheets take it: with tabs between cells, figures in full."""
        if self.table is not None:
            QGuiApplication.clipboard().setText(write([self.table], "\t"))
            self.told.emit(f"Copied {len(self.table.rows):,} rows of the table")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Copy takes all of it; Return is for the cell alone, not for the button that a dialog has for it."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()

    def _open(self, index: QModelIndex) -> None:
        number, _ = self._model.lines[index.row()]
        if number is not None:
            self.cell_opened.emit(number, index.column())


class _Model(QAbstractTableModel):
    """``lines`` are the rows that are seen: the table's, by their numbers, and those above blocks (None), with a title
    or as a gap."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Table | None = None
        self.lines: list[tuple[int | None, str]] = []
        self._written: list[list[Written]] = []
        self._notes: dict[str, str] = {}

    def show_table(self, table: Table | None) -> None:
        self.beginResetModel()
        self.table = table
        self._written = table.written() if table is not None else []
        self._notes = {} if table is None else {letter: note for note, letter in table.notes.items()}
        self.lines = []
        for number in range(len(self._written)):
            if table is not None and number in table.blocks and (number or table.blocks[number]):
                self.lines.append((None, table.blocks[number]))
            self.lines.append((number, ""))
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() or self.table is None else len(self.table.columns)

    @property
    def leading(self) -> int:
        """How many columns say what a row is about."""
        columns = [] if self.table is None else self.table.columns
        return len([*takewhile(lambda column: column.kind is Kind.TEXT, columns)])

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A gap is nothing to stop at."""
        return Qt.ItemFlag.NoItemFlags if self.lines[index.row()] == (None, "") else super().flags(index)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.table is None or orientation != Qt.Orientation.Horizontal:
            return None
        column = self.table.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            group, title = visible(column.group), visible(column.title)
            return f"{group}\n{title}" if self.table.groups else title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if column.kind is Kind.TEXT else _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        number, title = self.lines[index.row()]
        if number is None:
            return _of_block(title, role) if index.column() == 0 else None
        return self._of_cell(number, index.column(), role)

    def _of_cell(self, row: int, column: int, role: int) -> object:
        cell = self._written[row][column]
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(cell.text)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if cell.left else _RIGHT
        if role == Qt.ItemDataRole.FontRole:
            return _font(bold=True) if cell.bold else None
        return tip(self._notes.get(cell.mark, "")) if role == Qt.ItemDataRole.ToolTipRole else None


def _of_block(title: str, role: int) -> object:
    if role == Qt.ItemDataRole.DisplayRole:
        return visible(title)
    return _font(italic=True) if role == Qt.ItemDataRole.FontRole else None


def _font(*, bold: bool = False, italic: bool = False) -> QFont:
    font = QFont()
    font.setBold(bold)
    font.setItalic(italic)
    return font
