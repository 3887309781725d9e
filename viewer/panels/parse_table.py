"""The table of all parses' scores: a row a score, a column a parse; the one that is shown stands out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem

from goldleaf.viewer.panels.score_table import NO_INDEX, FiguresView, Index, aligned, bold
from goldleaf.viewer.session.parse_comparison import ParseRow
from goldleaf.viewer.style.appearance import LIGHT, Colours

Role = Qt.ItemDataRole
PADDING = 18  # pixels beside a figure
SHORTEST = 84  # pixels of a title


class ParseModel(QAbstractTableModel):
    """The rows as a table: titles, then a column a parse."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[ParseRow] = []
        self._names: list[str] = []
        self._shown = -1
        self._colours = LIGHT

    def set_rows(self, rows: list[ParseRow], names: Sequence[str], shown: int) -> None:
        """Show other figures, of parses of these names; ``shown`` is the one that is shown, −1 for none."""
        if (rows, [*names]) == (self.rows, self._names):
            self._show(shown)
            return
        self.beginResetModel()
        self.rows, self._names, self._shown = rows, [*names], shown
        self.endResetModel()

    def _show(self, parse: int) -> None:
        """Mark another parse; the cell that one is in stays."""
        if parse != self._shown and self.rows:
            self._shown = parse
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(self._names)))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._names))

    def set_colours(self, colours: Colours) -> None:
        """Draw in other colours."""
        self._colours = colours

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """Titles and parses."""
        return 0 if parent.isValid() else 1 + len(self._names)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows: the best in bold, the parse that is shown on another ground."""
        row, parse = self.rows[index.row()], index.column() - 1
        match role:
            case Role.DisplayRole:
                return row.title if parse < 0 else _of(row.cells, parse)
            case Role.ToolTipRole:
                return row.title if parse < 0 else _of(row.told, parse)
            case Role.TextAlignmentRole:
                return aligned(index.column())
            case Role.FontRole:
                return _bold(parse in row.best or not row.cells)
            case Role.BackgroundRole:
                return self._ground(parse)
            case Role.ForegroundRole:
                return self._ink(row, parse)
        return None

    def _marks(self, parse: int) -> bool:
        return parse >= 0 and parse == self._shown

    def _ground(self, parse: int) -> QColor | None:
        return QColor(self._colours.selection) if self._marks(parse) else None

    def _ink(self, row: ParseRow, parse: int) -> QColor | None:
        if self._marks(parse):
            return QColor(self._colours.selected)
        return QColor(self._colours.faint) if row.count else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """The parses' names."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        parse = section - 1
        match role:
            case Role.DisplayRole:
                return ("Corpus", *self._names)[section]
            case Role.ToolTipRole:
                return (
                    "Over all sentences; the best of what is scored alike is bold"
                    if parse < 0
                    else f"{self._names[parse]}: click to show"
                )
            case Role.TextAlignmentRole:
                return aligned(section)
            case Role.FontRole:
                return _bold(self._marks(parse))
            case Role.ForegroundRole:
                return QColor(self._colours.text) if self._marks(parse) else None
        return None


def _bold(wanted: bool) -> QFont | None:
    return bold() if wanted else None


def _of(texts: Sequence[str], parse: int) -> str | None:
    return texts[parse] if 0 <= parse < len(texts) else None


class _Delegate(QStyledItemDelegate):
    """Paints the ground, which the window's style leaves out."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        ground = index.data(Role.BackgroundRole)
        if ground is not None:
            area: Any = option
            painter.fillRect(area.rect, ground)
        super().paint(painter, option, index)


class ParsesView(FiguresView):
    """Shows the table; a click on a column, or Return in it, chooses its parse: ``parse_chosen`` carries the number."""

    parse_chosen = Signal(int)

    def __init__(self, model: ParseModel, copy: Callable[[], object]) -> None:
        super().__init__(model, "Scores of all parses", copy)
        self.setItemDelegate(_Delegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._share)
        header.sectionClicked.connect(self._choose)
        self.clicked.connect(lambda index: self._choose(index.column()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Shares the room anew."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Figures are always seen, then as much of the titles and of the parses' names as there is room for."""
        header, room, count = self.horizontalHeader(), self.viewport().width(), self.model().columnCount() - 1
        if count < 1:
            return
        figure = self.fontMetrics().horizontalAdvance("100.00 ▲") + PADDING
        each = max((room - SHORTEST) // count, figure)
        wanted = [max(min(header.sectionSizeHint(section), each), figure) for section in range(1, count + 1)]
        for section, width in enumerate([max(room - sum(wanted), SHORTEST), *wanted]):
            header.resizeSection(section, width)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return chooses the parse of the column that one is in."""
        current: QModelIndex = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self._choose(current.column())
            event.accept()
        else:
            super().keyPressEvent(event)

    def _choose(self, section: int) -> None:
        if section > 0:
            self.parse_chosen.emit(section - 1)
