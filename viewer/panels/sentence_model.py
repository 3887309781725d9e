"""The sentence table as Qt's model: it looks into the frame only where it is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from goldleaf.viewer.diagram.bidi import strength
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.sentence_columns import Column, columns_of, no_trees
from goldleaf.viewer.panels.sentence_columns import usual as usual_columns
from goldleaf.viewer.session.navigation import Rows

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
MARK = "⚠ "
_FAINT = frozenset({"number", "id", "words"})


class SentenceModel(QAbstractTableModel):
    """Shows chosen rows and columns of a table of sentences."""

    def __init__(self) -> None:
        super().__init__()
        self._table = pl.DataFrame()
        self._all: tuple[Column, ...] = ()
        self._shown: tuple[Column, ...] = ()
        self._series: list[pl.Series] = []
        self._no_tree: pl.Series | None = None
        self._rows: Rows = np.arange(0)
        self._faint = QColor()

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns that can be shown."""
        return self._all

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns that are shown."""
        return self._shown

    def set_table(
        self, table: pl.DataFrame, rows: Rows, chosen: list[str], usual: Sequence[str], wording: Wording
    ) -> None:
        """Show another table. ``chosen`` names columns; of none, the ``usual`` ones for figures are shown."""
        self.beginResetModel()
        self._table, self._rows = table, rows
        self._all = columns_of(table, wording)
        known = {column.name: column for column in self._all}
        self._shown = tuple(known[name] for name in chosen if name in known) or usual_columns(self._all, usual, wording)
        self._series = [table[column.name] for column in self._shown]
        self._no_tree = no_trees(table, self._all, wording)
        self.endResetModel()

    def set_rows(self, rows: Rows) -> None:
        """Show other rows, or in another order."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_marks(self, marks: pl.DataFrame) -> None:
        """Show other values in the columns that the table has of these."""
        changed = [place for place, column in enumerate(self._shown) if column.name in marks.columns]
        for place in changed:
            self._series[place] = marks[self._shown[place].name]
        if changed and len(self._rows):
            self.dataChanged.emit(self.index(0, changed[0]), self.index(len(self._rows) - 1, changed[-1]))

    def set_faint(self, colour: str) -> None:
        """The colour of text that stands back."""
        self._faint = QColor(colour)

    def row_at(self, index: Index) -> int:
        """The document's row at an index."""
        return int(self._rows[index.row()])

    def cell(self, row: int, column: int) -> tuple[str, bool, bool]:
        """A cell's text, whether it is set to the right, whether it stands back; for painting many of them."""
        shown = self._shown[column]
        return self._text(row, column), shown.numeric, shown.name in _FAINT

    @property
    def text_column(self) -> int | None:
        """The column of the sentences' text; None if it is not shown."""
        return next((place for place, column in enumerate(self._shown) if column.name == "text"), None)

    def sentence(self, row: int) -> tuple[str, bool]:
        """A sentence's text, and whether it runs from right to left."""
        column = self.text_column
        text = "" if column is None else self._text(row, column)
        return text, strength(text) > 0

    def share(self, row: int, column: int) -> float | None:
        """A score between 0 and 1; None of what is no score."""
        shown = self._shown[column]
        value = self._series[column][int(self._rows[row])] if shown.is_score else None
        return None if value is None else min(max(value, 0.0), 1.0)

    @property
    def mark(self) -> str:
        """What stands before the numbers of sentences that are no trees; empty if there are none."""
        return MARK if self._no_tree is not None else ""

    def _text(self, row: int, column: int) -> str:
        shown = self._shown[column]
        text = shown.text(self._series[column][int(self._rows[row])])
        return f"{MARK}{text}" if shown.name == "number" and self._why_no_tree(row) else text

    def _why_no_tree(self, row: int) -> str | None:
        return None if self._no_tree is None else self._no_tree[int(self._rows[row])]

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many sentences the list has."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many columns are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        column = self._shown[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column.name == "text":
            return tip(self._series[index.column()][int(self._rows[index.row()])] or "")
        if role == Qt.ItemDataRole.ToolTipRole and column.name == "number":
            return tip(self._why_no_tree(index.row()) or "")
        if role == Qt.ItemDataRole.ForegroundRole and column.name in _FAINT:
            return self._faint
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The columns' titles."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._shown):
            return None
        column = self._shown[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.description)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
