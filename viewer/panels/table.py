"""Tables in the window: one model of columns and cells, one view whose first columns stay in sight; printed tables
(`viewer.tables`) in it, sorted by their headings, their cells to be opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from goldleaf.viewer.labels import having, tip
from goldleaf.viewer.style.appearance import LIGHT
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.text.characters import visible

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_INDEX = QModelIndex()
EMPTY = 3  # pixels at the foot of a row, which may be cut
LINES = 2.4  # as high as text: a row that is more than one of a table
GAP = 10  # pixels between blocks of which the second has no title
_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell as it is seen, with its tip. ``said`` is what a screen reader is told instead of the text; ``ink`` and
    ``ground`` name colours of the window."""

    text: str
    tip: str = ""
    said: str | None = None
    bold: bool = False
    italic: bool = False
    ink: str = ""
    ground: str = ""
    icon: QIcon | None = None


class TableModel(QAbstractTableModel):
    """Columns with their headings, and rows of cells, which of a table that is large are made when they are seen."""

    def __init__(self) -> None:
        super().__init__()
        self.columns: Sequence[Column] = ()
        self.cells: Sequence[Sequence[ShownCell]] = ()
        self._count = 0  # of the rows
        self._made: Callable[[int, int], ShownCell] = lambda row, column: self.cells[row][column]
        self.cut: Mapping[int, str] = {}  # headings that there is no room for, as they are seen
        self.colours = LIGHT

    def show_rows(self, columns: Sequence[Column], count: int, made: Callable[[int, int], ShownCell]) -> None:
        """Show so many rows, whose cells are ``made`` by row and column."""
        self.beginResetModel()
        self.columns, self._count, self._made = columns, count, made
        self.endResetModel()

    def show_cells(self, columns: Sequence[Column], cells: Sequence[Sequence[ShownCell]]) -> None:
        self.cells = cells
        self.show_rows(columns, len(cells), lambda row, column: self.cells[row][column])

    def renew_cells(self, columns: Sequence[Column], cells: Sequence[Sequence[ShownCell]]) -> None:
        """Show others; where they are of the same rows and columns, the cell that one is in stays."""
        same = [column.name for column in columns] == [column.name for column in self.columns]
        if not cells or not same or [row[0] for row in cells] != [row[0] for row in self.cells]:
            self.show_cells(columns, cells)
            return
        self.columns, self.cells = columns, cells
        self.dataChanged.emit(self.index(0, 0), self.index(len(cells) - 1, len(columns) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(columns) - 1)

    def cell(self, row: int, column: int) -> ShownCell:
        return self._made(row, column)

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows: text at the left, figures at the right."""
        if role == Role.TextAlignmentRole:
            return aligned(self.columns[index.column()])
        cell = self.cell(index.row(), index.column())
        match role:
            case Role.DisplayRole:
                return cell.text
            case Role.ToolTipRole:
                return tip(cell.tip)
            case Role.AccessibleTextRole:
                return cell.said
            case Role.DecorationRole:
                return cell.icon
            case Role.FontRole:
                return having(QFont(), bold=cell.bold, italic=cell.italic) if cell.bold or cell.italic else None
            case Role.ForegroundRole:
                return self.colour(cell.ink)
            case Role.BackgroundRole:
                return self.colour(cell.ground)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:  # noqa: N802
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Role.DisplayRole:
                return self.cut.get(section, column.title)
            case Role.ToolTipRole:
                return tip(column.description)
            case Role.TextAlignmentRole:
                return aligned(column)
        return None

    def colour(self, name: str) -> QColor | None:
        """A colour of the window; None where none is asked for."""
        return QColor(getattr(self.colours, name)) if name else None


def aligned(column: Column) -> Qt.AlignmentFlag:
    """The side at which a column's heading and cells stand."""
    return _LEFT if column.kind is Kind.TEXT else _RIGHT


class WholeRows(QObject):
    """Has a view show no row of a line of which only the upper part has room, at the foot; it is seen as soon as one
    scrolls. One of several lines fades away, a whole line of it in view: a list seems to end where nothing is."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        view.viewport().installEventFilter(self)
        # Qt moves what is painted, which lacks the row.
        view.verticalScrollBar().valueChanged.connect(lambda _: view.viewport().update())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        if not isinstance(event, QPaintEvent):
            return False
        room = self._view.viewport().rect()
        last = self._view.visualRect(self._view.indexAt(room.bottomLeft()))
        if cut := last.top() > 0 and last.bottom() > room.bottom() + EMPTY:
            line = LINES * self._view.fontMetrics().height()
            several = last.height() > line and room.bottom() - last.top() > line / 2
            seen = room if several else QRect(0, 0, room.width(), last.top())
            self._view.paintEvent(QPaintEvent(event.region() & seen))
            if several:
                fade, ground = QLinearGradient(0, last.top(), 0, room.bottom()), self._view.palette().base().color()
                fade.setStops([(0.0, QColor(Qt.GlobalColor.transparent)), (1.0, ground)])
                with QPainter(self._view.viewport()) as painter:
                    painter.fillRect(last & room, fade)
        return cut


class TableView(QTableView):
    """Rows of one line, without numbers and a grid; Tab leaves the table, which screen readers know by its name."""

    _frozen: FrozenColumns | None = None  # Qt scrolls to a cell while the table is being made

    def __init__(self, model: QAbstractTableModel, name: str) -> None:
        super().__init__()
        having(self, model=model, accessibleName=name, showGrid=False, tabKeyNavigation=False)
        WholeRows(self)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setHighlightSections(False)

    def freeze(self) -> FrozenColumns:
        """Keep the columns that say what a row is about in sight, from now on."""
        self._frozen = FrozenColumns(self)
        return self._frozen

    @property
    def leading(self) -> int:
        """How many of the first columns say what a row is about."""
        return 1

    def choose_rows(self) -> None:
        mode = QAbstractItemView.SelectionMode.SingleSelection
        having(self, selectionBehavior=QAbstractItemView.SelectionBehavior.SelectRows, selectionMode=mode)

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = _VISIBLE) -> None:  # noqa: N802
        # Show a cell, beside the columns that stay.
        super().scrollTo(index, hint)
        frozen, bar = self._frozen, self.horizontalScrollBar()
        if frozen is not None and index.column() >= frozen.count:
            hidden = (0 if frozen.isHidden() else frozen.width()) - self.visualRect(index).left()
            bar.setValue(bar.value() - max(hidden, 0))


class FrozenColumns(QTableView):
    """Lies over the left edge of a table, as soon as that is scrolled. The table has the focus and the clicks. Of the
    table's `leading` columns those stay for which there is room in half of it, and always the first one."""

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._table = table
        WholeRows(self)
        having(self, model=table.model(), selectionModel=table.selectionModel(), itemDelegate=table.itemDelegate())
        having(self, objectName="frozenColumns", focusPolicy=Qt.FocusPolicy.NoFocus, showGrid=table.showGrid())
        never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        having(self, frameShape=QFrame.Shape.NoFrame, horizontalScrollBarPolicy=never, verticalScrollBarPolicy=never)
        by_pixels = QAbstractItemView.ScrollMode.ScrollPerPixel
        for view in (self, table):
            having(view, horizontalScrollMode=by_pixels, verticalScrollMode=by_pixels)
        self.verticalHeader().hide()
        header, own = table.horizontalHeader(), self.horizontalHeader()
        having(own, sectionsClickable=True, highlightSections=False, sectionResizeMode=QHeaderView.ResizeMode.Fixed)
        own.sectionClicked.connect(self._sort)
        header.sortIndicatorChanged.connect(lambda section, order: own.setSortIndicator(section, order))
        header.sectionResized.connect(lambda *_: self._place())
        table.horizontalScrollBar().valueChanged.connect(lambda *_: self._place())
        table.verticalScrollBar().valueChanged.connect(lambda value: self.verticalScrollBar().setValue(value))
        self.verticalScrollBar().valueChanged.connect(lambda value: table.verticalScrollBar().setValue(value))
        table.model().modelReset.connect(self._place)
        table.viewport().installEventFilter(self)
        self.clicked.connect(table.clicked)
        self.hide()

    @property
    def count(self) -> int:
        room, count = self._table.viewport().width() // 2, 0
        while count < self._table.leading and self._table.columnWidth(count) <= room:
            room -= self._table.columnWidth(count)
            count += 1
        return max(count, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _sort(self, column: int) -> None:
        header = self._table.horizontalHeader()
        again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, Qt.SortOrder.DescendingOrder if again else Qt.SortOrder.AscendingOrder)

    def _place(self) -> None:
        # Over the first columns, unless these are seen.
        table, columns = self._table, self._table.model().columnCount()
        scrolled = columns > 1 and table.horizontalScrollBar().value() > 0
        self.setVisible(scrolled)
        if not scrolled:
            return
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        count, most = self.count, table.viewport().width() // 2
        for column in range(columns):
            self.setColumnHidden(column, column >= count)
            if column < count:
                self.setColumnWidth(column, min(table.columnWidth(column), most))
        height, edge = table.horizontalHeader().height(), table.frameWidth()
        self.horizontalHeader().setFixedHeight(height)
        width = min(sum(map(table.columnWidth, range(count))), most)
        self.setGeometry(edge, edge, width, height + table.viewport().height())
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.raise_()


class PrintedTable(TableView):
    """Shows a table with the titles of its blocks; its first columns stay in sight. ``cell_opened`` has a row and a
    column of it; ``sort_wanted`` the column whose heading was clicked; ``told`` a line for the user."""

    told = Signal(str)
    cell_opened = Signal(int, int)
    sort_wanted = Signal(int)
    table: Table | None = None  # what is shown

    def __init__(self, title: str) -> None:
        self._model = _Model()
        super().__init__(self._model, title)
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
        from goldleaf.viewer.tables.values import write_csv

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
