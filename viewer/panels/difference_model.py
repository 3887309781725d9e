"""The list of differences as rows; those that are forgiven are folded into one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from goldleaf.viewer.diagram.differences import Difference, listed
from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.labels import tip

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class Fold:
    """The line that stands for the forgiven differences, or over them while they are listed."""

    count: int
    unfolded: bool

    @property
    def text(self) -> str:
        """How many there are, and whether they follow."""
        return f"{self.count:,} forgiven {'▾' if self.unfolded else '▸'}"

    @property
    def sentence(self) -> str:
        """What one can do."""
        many = "1 difference is" if self.count == 1 else f"{self.count:,} differences are"
        return f"{many} forgiven: {'click to fold' if self.unfolded else 'click to list'}"


class DifferenceModel(QAbstractListModel):
    """The differences in their order, those that are not scored last, then the forgiven ones under a line of theirs."""

    DIFFERENCE = Qt.ItemDataRole.UserRole

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Difference | Fold] = []
        self._folded: list[Difference] = []

    def set_differences(self, found: tuple[Difference, ...], *, forgiven: bool = False) -> None:
        """List others; with ``forgiven`` also these one by one."""
        others, folded = listed(found)
        self.beginResetModel()
        self.rows = [*others, *([Fold(len(folded), forgiven)] if folded else ()), *(folded if forgiven else ())]
        self._folded = [] if forgiven else folded
        self.endResetModel()

    @property
    def fold_row(self) -> int | None:
        """Where the line of the forgiven ones stands; None if there are none."""
        return next((row for row, one in enumerate(self.rows) if isinstance(one, Fold)), None)

    def row_of(self, key: Key | None) -> int | None:
        """Where the difference of an element of the pictures stands, or the line that it is folded into."""
        if key is None:
            return None
        rows = (row for row, one in enumerate(self.rows) if not isinstance(one, Fold) and one.about(key))
        found = next(rows, None)
        return self.fold_row if found is None and any(one.about(key) for one in self._folded) else found

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The difference in words; itself to the delegate."""
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.sentence
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.sentence)
        return row if role == self.DIFFERENCE else None
