"""The cells of the errors dock, and how they are painted: figures at the right over a bar, the active one marked."""

from __future__ import annotations

from typing import Any

import polars as pl
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from goldleaf.core.analysis.breakdown.beside import BREAK, Group, SideBySide, shown
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.error_texts import bars, cell, heading
from goldleaf.viewer.style.appearance import LIGHT, Colours

Index = QModelIndex | QPersistentModelIndex
BAR = Qt.ItemDataRole.UserRole
"""How long the cell's bar is, from 0 to 1; None without one."""

ACTIVE = Qt.ItemDataRole.UserRole + 1
"""Whether the sentences behind the cell are those that are listed."""

_NO_INDEX = QModelIndex()
_INSET = 3.0  # of a bar in its cell, in pixels
_EDGE = 2.0  # the line around the active cell


class ErrorModel(QAbstractTableModel):
    """A breakdown, in words."""

    def __init__(self) -> None:
        super().__init__()
        self._table: Table | None = None
        self._wording = REVIEW
        self._bars: dict[str, list[float | None]] = {}
        self._active = (-1, -1)
        self._order: list[int] = []  # the rows of the table that are shown
        self._wanted = ""
        self._sorted: tuple[int, bool] = (-1, False)

    def show_table(self, table: Table | None, wording: Wording = REVIEW) -> None:
        """Show another table, or none."""
        self.beginResetModel()
        self._table, self._wording, self._active = table, wording, (-1, -1)
        self._bars = bars(table) if table is not None else {}
        self._sorted = (-1, False)
        self._order = self._rows()
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show only the rows of which a name holds this text, in capitals or not."""
        self._wanted = text.strip().lower()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, figures the largest first where it is descending; −1 for the table's own order."""
        self._sorted = (column, order == Qt.SortOrder.DescendingOrder)
        self._arrange()

    @property
    def shown(self) -> pl.DataFrame | None:
        """The rows that are shown, in their order; None without a table."""
        return None if self._table is None else self._table.frame[self._order]

    @property
    def groups(self) -> list[Group]:
        """The same in groups of columns, one a parse; a single one of no name where the table is of one parse."""
        if self._table is None:
            return []
        if isinstance(self._table, SideBySide):
            return shown(self._table, self._order)
        return [Group("", self._table.frame[self._order])]

    def parses(self, index: Index) -> tuple[str, ...]:
        """The names of the parses that a figure is about, where the table is of several."""
        group = self._name(index.column()).rpartition(BREAK)[0] if index.isValid() else ""
        of = [one.of for one in self._table.groups if one.name == group] if isinstance(self._table, SideBySide) else []
        return of[0] if group and of else ()

    @property
    def leading(self) -> int:
        """How many of the first columns say what a row is about."""
        return (
            0
            if self._table is None
            else next(
                (place for place, name in enumerate(self._table.frame.columns) if name not in self._table.keys), 0
            )
        )

    @property
    def table(self) -> Table | None:
        """The whole table."""
        return self._table

    def _arrange(self) -> None:
        self.beginResetModel()
        self._active = (-1, -1)
        self._order = self._rows()
        self.endResetModel()

    def _rows(self) -> list[int]:
        """The rows that are searched for, in the order that is wanted."""
        if self._table is None:
            return []
        frame = self._table.frame.with_row_index("#row")
        if self._wanted:
            names = [name for name in self._table.keys if frame[name].dtype == pl.String]
            there = (pl.col(name).str.to_lowercase().str.contains(self._wanted, literal=True) for name in names)
            frame = frame.filter(pl.any_horizontal(pl.lit(value=False), *there))
        column, descending = self._sorted
        if 0 <= column < self._table.frame.width:
            name = self._table.frame.columns[column]
            frame = frame.sort(name, descending=descending, nulls_last=True, maintain_order=True)
        return frame["#row"].to_list()

    def condition(self, index: Index) -> str:
        """What finds the sentences behind a figure."""
        if self._table is None:
            return ""
        return self._table.condition(self._order[index.row()], self._name(index.column()))

    def mark(self, index: Index) -> None:
        """Mark the cell whose sentences are listed; an invalid index for none."""
        before, self._active = self._active, (index.row(), index.column())
        for row, column in {before, self._active}:
            changed = self.index(row, column)
            if changed.isValid():
                self.dataChanged.emit(changed, changed)

    @property
    def active(self) -> QModelIndex:
        """The cell that is marked; an invalid index for none."""
        return self.index(*self._active)

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many rows there are."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many columns there are."""
        return 0 if parent.isValid() or self._table is None else self._table.frame.width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell says, and how."""
        if self._table is None:
            return None
        name = self._name(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell(name, self._table.frame[name][self._order[index.row()]], self._wording)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._side(name)
            case Qt.ItemDataRole.ToolTipRole:
                condition = self.condition(index)
                return tip(f"Show the sentences: {condition}") if condition else None
            case Qt.ItemDataRole.AccessibleTextRole:
                said = heading(name, self._wording, self._table.labels)
                return f"{said.replace(BREAK, ', ')}: {self.data(index)}"
        return self._own(index, name, role)

    def _own(self, index: Index, name: str, role: int) -> object:
        if role == BAR:
            lengths = self._bars.get(name)
            return None if lengths is None else lengths[self._order[index.row()]]
        return (index.row(), index.column()) == self._active if role == ACTIVE else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The headings of the columns."""
        if self._table is None or orientation != Qt.Orientation.Horizontal:
            return None
        name = self._name(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return heading(name, self._wording, self._table.labels)
        return self._side(name) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _name(self, column: int) -> str:
        assert self._table is not None
        return self._table.frame.columns[column]

    def _side(self, name: str) -> Qt.AlignmentFlag:
        assert self._table is not None
        right = self._table.frame[name].dtype.is_numeric()
        return (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


class FigureDelegate(QStyledItemDelegate):
    """Figures over their bars; a line around the active cell."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.set_colours(LIGHT)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self._bar, self._edge = QColor(colours.hover), QPen(QColor(colours.accent), _EDGE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        options: Any = option
        area, length = QRectF(options.rect), index.data(BAR)
        if length and QStyle.StateFlag.State_Selected not in options.state:
            room = area.adjusted(_INSET, _INSET, -_INSET, -_INSET)
            painter.fillRect(QRectF(room.left(), room.top(), room.width() * length, room.height()), self._bar)
        super().paint(painter, option, index)
        if index.data(ACTIVE):
            painter.save()
            painter.setPen(self._edge)
            painter.drawRect(area.adjusted(_EDGE / 2, _EDGE / 2, -_EDGE / 2, -_EDGE / 2))
            painter.restore()
