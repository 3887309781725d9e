"""The table of all parses' scores: a row a score, a column a parse; the one that is shown stands out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem

from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.score_table import NO_INDEX, SHORTEST, FiguresView, Index, aligned, bold
from goldleaf.viewer.session.parse_comparison import ParseRow
from goldleaf.viewer.session.scores import SCOPES
from goldleaf.viewer.style.appearance import LIGHT, Colours

Role = Qt.ItemDataRole
PADDING = 18  # pixels beside a figure


class Part(Enum):
    """What a column has of a parse."""

    TITLE = auto()  # of no parse
    SCORE = auto()
    P = auto()
    INTERVAL = auto()


_HEADINGS = {Part.P: "p", Part.INTERVAL: "95 %"}
_TOLD = {
    Part.P: "the probability of such a difference by chance, after Holm where several are tested",
    Part.INTERVAL: "the interval of the difference, by the bootstrap over sentences",
}


_WIDEST = {Part.SCORE: "100.00 ▲", Part.P: "0.0000", Part.INTERVAL: "+00.00 to +00.00"}


class Column(NamedTuple):
    """A column of a parse, by its number; −1 for the titles."""

    part: Part
    parse: int = -1


class ParseModel(QAbstractTableModel):
    """The rows as a table: titles, then a column a parse, each with those of its test where there was one."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[ParseRow] = []
        self.columns: list[Column] = [Column(Part.TITLE)]
        self._names: list[str] = []
        self._shown = -1
        self._scope = SCOPES[-1]
        self._colours = LIGHT

    def set_rows(self, rows: list[ParseRow], names: Sequence[str], shown: int, scope: str = SCOPES[-1]) -> None:
        """Show other figures, of parses of these names; ``shown`` is the one that is shown, −1 for none; ``scope`` says
        of how much they are."""
        if (rows, [*names], scope) == (self.rows, self._names, self._scope):
            self._show(shown)
            return
        self.beginResetModel()
        self.rows, self._names, self._shown, self._scope = rows, [*names], shown, scope
        self.columns = [Column(Part.TITLE), *(one for parse in range(len(names)) for one in self._of(parse))]
        self.endResetModel()

    def _of(self, parse: int) -> Iterator[Column]:
        yield Column(Part.SCORE, parse)
        if any(row.tests and row.tests[parse] is not None for row in self.rows):
            yield Column(Part.P, parse)
            yield Column(Part.INTERVAL, parse)

    def _show(self, parse: int) -> None:
        """Mark another parse; the cell that one is in stays."""
        if parse != self._shown and self.rows:
            self._shown = parse
            last = len(self.columns) - 1
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, last))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)

    def set_colours(self, colours: Colours) -> None:
        """Draw in other colours."""
        self._colours = colours

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """Titles, and those of parses."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows: the best in bold, the parse that is shown on another ground."""
        row, (part, parse) = self.rows[index.row()], self.columns[index.column()]
        match role:
            case Role.DisplayRole:
                return _written(row, part, parse)
            case Role.ToolTipRole:
                return tip(row.title if part is Part.TITLE else _at(row.told, parse) or "")
            case Role.AccessibleTextRole:
                return self._said(row, part, parse)
            case Role.TextAlignmentRole:
                return aligned(index.column())
        return self._look(row, part, parse, role)

    def _look(self, row: ParseRow, part: Part, parse: int, role: int) -> object:
        match role:
            case Role.FontRole:
                return _bold((part is Part.SCORE and parse in row.best) or not row.cells)
            case Role.BackgroundRole:
                return self._ground(parse)
            case Role.ForegroundRole:
                return self._ink(row, part, parse)
        return None

    def _said(self, row: ParseRow, part: Part, parse: int) -> str | None:
        """What a cell says to who does not see where it stands."""
        said = _written(row, part, parse)
        if part is Part.TITLE or said is None:
            return said
        return f"{self._names[parse]}{f', {_HEADINGS[part]}' if part in _HEADINGS else ''}: {said}"

    def _marks(self, parse: int) -> bool:
        return parse >= 0 and parse == self._shown

    def _ground(self, parse: int) -> QColor | None:
        return QColor(self._colours.selection) if self._marks(parse) else None

    def _ink(self, row: ParseRow, part: Part, parse: int) -> QColor | None:
        if self._marks(parse):
            return QColor(self._colours.selected)
        return QColor(self._colours.faint) if row.count or part in _HEADINGS else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """The parses' names, and what is told of their tests."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        part, parse = self.columns[section]
        match role:
            case Role.DisplayRole:
                return _HEADINGS.get(part, (self._scope, *self._names)[parse + 1])
            case Role.ToolTipRole:
                return tip(self._tip(part, parse))
            case Role.TextAlignmentRole:
                return aligned(section)
            case Role.FontRole:
                return _bold(part is Part.SCORE and self._marks(parse))
        return QColor(self._colours.text) if role == Role.ForegroundRole and self._marks(parse) else None

    def _tip(self, part: Part, parse: int) -> str:
        if part is Part.TITLE:
            return "Over all sentences; the best of what is scored alike is bold"
        name = self._names[parse]
        return f"{name}: {_TOLD[part]}" if part in _TOLD else f"{name}: click to show"


def _written(row: ParseRow, part: Part, parse: int) -> str | None:
    if part is Part.TITLE:
        return row.title
    if part is Part.SCORE:
        return _at(row.cells, parse)
    test = row.tests[parse] if parse < len(row.tests) else None
    return None if test is None else test[part is Part.INTERVAL]


def _bold(wanted: bool) -> QFont | None:
    return bold() if wanted else None


def _at(texts: Sequence[str], parse: int) -> str | None:
    return texts[parse] if 0 <= parse < len(texts) else None


def _parts_in(room: int, columns: Sequence[Column], least: Mapping[Part, int]) -> set[Part]:
    """What of each parse there is room for, in pixels: always its score."""
    shown = {Part.SCORE}
    for part in (Part.P, Part.INTERVAL):
        wanted = {*shown, part}
        if sum(least[own] for own, _ in columns if own in wanted) > room:
            break
        shown = wanted
    return shown


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
        self._model = model
        self.setItemDelegate(_Delegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.sectionClicked.connect(self._choose)
        self.clicked.connect(lambda index: self._choose(index.column()))

    def share(self) -> None:
        """Figures are always seen, then p and intervals if there is room, then as much as there is of titles and names.

        What there is no room for is in the tips.
        """
        header, columns, room = self.horizontalHeader(), self._model.columns[1:], self.viewport().width() - SHORTEST
        if not columns:
            return
        least = {part: self.fontMetrics().horizontalAdvance(text) + PADDING for part, text in _WIDEST.items()}
        shown = _parts_in(room, columns, least)
        of_tests = sum(least[part] for part, _ in columns if part in shown and part is not Part.SCORE)
        each = (room - of_tests) // sum(part is Part.SCORE for part, _ in columns)
        left = room + SHORTEST
        for section, (part, _) in enumerate(columns, 1):
            self.setColumnHidden(section, part not in shown)
            width = max(min(header.sectionSizeHint(section), each), least[part]) * (part in shown)
            left -= width
            if width:
                header.resizeSection(section, width)
        header.resizeSection(0, max(left, SHORTEST))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return chooses the parse of the column that one is in."""
        current: QModelIndex = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self._choose(current.column())
            event.accept()
        else:
            super().keyPressEvent(event)

    def _choose(self, section: int) -> None:
        parse = self._model.columns[section].parse
        if parse >= 0:
            self.parse_chosen.emit(parse)
