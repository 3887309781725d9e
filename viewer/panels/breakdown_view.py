"""Breakdowns in docks: figures over bars, each of them to be clicked for its sentences, made in the background."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl
from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from goldleaf.core.analysis.breakdown_table import BREAK, Breakdown, Group, SideBySide, is_difference
from goldleaf.core.steps import Steps
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.parts import ElidedLabel, EmptyHint
from goldleaf.viewer.panels.table import Index, Role, ShownCell, TableModel, TableView
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.style.appearance import LIGHT, PanelStyle
from goldleaf.viewer.tables.table import FRACTIONS, KINDS, Column, Kind, counted_by, text_of, titled
from goldleaf.viewer.text.numbers import in_words, is_binned, signed

BAR = Qt.ItemDataRole.UserRole  # how long the cell's bar is, from 0 to 1; None without one
ACTIVE = Qt.ItemDataRole.UserRole + 1  # whether the sentences behind the cell are those that are listed
_INSET = 3.0  # of a bar in its cell, in pixels
WIDEST = " 100.00 "  # figure that most cells have
_EDGE = 2.0  # the line around the active cell
_PROSE = frozenset({"description", "class"})  # what is said of errors in words
_NAMELESS = "(none)"  # such as the label of a bracket around a whole tree
A_LINE = 60  # letters of a note: what is cut says little, and takes the room of what is not
# Columns of lists that are cut where there is no room for all, and the pixels that they keep.
_LONG = dict.fromkeys(("text", "which", "first_in", "dependents", "gold", "parses"), 200) | {"form": 100, "kind": 300}
_WHOLE = frozenset({"total", "all"})
_PARTS = ("mass", "loss")  # shares of a whole: the largest of them has the longest bar, as of counts
_LONGEST_BAR = 180  # pixels
_MOST_LINES, _MEASURED = 3, 1_000  # of a row; rows that may have heights of their own
_SOME = 16  # letters that stand before the bracket of a text that is cut
_OF_TESTS = ("net_share", "low_share", "high_share", "p")  # of gains and losses, which have no bars
_TIPS = {  # of columns whose headings do not say all
    "goes_with": "A wrong word is in the first row, from above, that holds of it: what it goes with, not its cause",
    "without_share": "What the score would be without the errors of this row",
    "sure_share": "How often the gold agrees where all parses give this label to a word of this tag",
    "readings": "→: the last word is below the first; ←: the first is below the last; none: neither; how often",
}


class BreakdownModel(TableModel):
    """A breakdown in words, its rows searched and sorted. Cells are made as they are seen: each has a condition."""

    def __init__(self) -> None:
        super().__init__()
        self.table: Breakdown | None = None
        self._wording = REVIEW
        self.bars: dict[str, list[float | None]] = {}
        self._active = (-1, -1)
        self._order: list[int] = []  # the rows of the table that are shown
        self._wanted = ""
        self._sorted: tuple[int, bool] = (-1, False)

    def show_table(self, table: Breakdown | None, wording: Wording = REVIEW) -> None:
        self.table, self._wording, self._sorted = table, wording, (-1, False)
        self.bars = _bars(table) if table is not None else {}
        self._arrange([] if table is None else _columns(table, wording))

    def search(self, text: str) -> None:
        """Show only the rows of which a name holds this text, in capitals or not."""
        self._wanted = text.strip().lower()
        self._arrange(self.columns)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, figures the largest first where it is descending; −1 for the table's own order."""
        self._sorted = (column, order == Qt.SortOrder.DescendingOrder)
        self._arrange(self.columns)

    def _arrange(self, columns: Iterable[Column]) -> None:
        columns, self._active, self._order = [*columns], (-1, -1), []
        if self.table is not None:
            frame = self.table.frame.with_row_index("#row")
            if self._wanted:
                names = [name for name in self.table.keys if frame[name].dtype == pl.String]
                there = (pl.col(name).str.to_lowercase().str.contains(self._wanted, literal=True) for name in names)
                frame = frame.filter(pl.any_horizontal(pl.lit(value=False), *there))
            column, descending = self._sorted
            if 0 <= column < len(columns):
                name = columns[column].name
                frame = frame.sort(name, descending=descending, nulls_last=True, maintain_order=True)
            self._order = frame["#row"].to_list()
        self.show_rows(columns, len(self._order), self._cell)

    @property
    def shown(self) -> pl.DataFrame | None:
        """The rows that are shown, in their order; None without a table."""
        return None if self.table is None else self.table.frame[self._order]

    @property
    def groups(self) -> list[Group]:
        """The same in groups of columns, one a parse; a single one of no name where the table is of one parse."""
        if isinstance(self.table, SideBySide):
            return [group._replace(frame=group.frame[self._order]) for group in self.table.groups]
        return [] if self.shown is None else [Group("", self.shown)]

    def parses(self, index: Index) -> tuple[str, ...]:
        """The names of the parses that a figure is about, where the table is of several."""
        if not (isinstance(self.table, SideBySide) and index.isValid()):
            return ()
        name = self.columns[index.column()].name.rpartition(BREAK)[0]
        return next((group.of for group in self.table.groups if name and group.name == name), ())

    def condition(self, index: Index) -> str:
        """What finds the sentences behind a figure."""
        if self.table is None:
            return ""
        return self.table.condition(self._order[index.row()], self.columns[index.column()].name)

    def place(self, index: Index) -> int:
        """The row in the table that is shown at an index."""
        return self._order[index.row()]

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

    def _cell(self, row: int, column: int) -> ShownCell:
        """Shares as percentages with two digits, counts with commas; differences with signs."""
        assert self.table is not None
        declared = self.columns[column]
        value = self.table.frame[declared.name][self._order[row]]
        if isinstance(value, bool):
            text = "yes" if value else "no"
        elif value is None or declared.kind is not Kind.TEXT:
            text = text_of(value, declared.kind).replace("-", "−")
        else:
            text = in_words(f"{value}") if declared.binned else f"{value}"
            text = self._wording.figures(text) if declared.name in _PROSE else text
            text = text or (_NAMELESS if declared.name in self.table.keys else "")
        if declared.signed:
            text = signed(value, text)
        return ShownCell(text, said=f"{declared.title.replace(BREAK, ', ')}: {text}")

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell says, and how; its tip is what it would filter by."""
        row, column = index.row(), index.column()
        match role:
            case Role.ToolTipRole:
                condition = self.condition(index)
                if self.columns[column].name in _LONG:
                    return tip(self.cell(row, column).text)
                return tip(f"Show the sentences: {condition}") if condition else None
            case _ if role == BAR:
                lengths = self.bars.get(self.columns[column].name)
                return None if lengths is None else lengths[self._order[row]]
            case _ if role == ACTIVE:
                return (row, column) == self._active
        return super().data(index, role)


def _columns(table: Breakdown, wording: Wording) -> Iterable[Column]:
    """Headings such as ``Right head %``, of several parses each below its name; labels of files stand as they are."""
    for name, dtype in table.frame.schema.items():
        parse, apart, figure = name.rpartition(BREAK)
        fraction = figure in FRACTIONS and dtype.is_float()
        kind = Kind.SHARE if fraction else KINDS.get(figure, Kind.FIGURE) if dtype.is_float() else Kind.COUNT
        if (heading := table.headings.get(figure)) is None:
            base = counted_by(figure)
            said = wording.heading(base)
            text = titled(base) if said == base.replace("_", " ") else said
            heading = text + " %" * (figure in FRACTIONS)
        gains = (is_difference(name) or figure == "net") and dtype.is_numeric() and kind is not Kind.PROBABILITY
        kind, told = kind if dtype.is_numeric() else Kind.TEXT, _TIPS.get(figure, "")
        yield Column(name, f"{parse}{apart}{heading}", kind, signed=gains, binned=is_binned(name), description=told)


def _bars(table: Breakdown) -> dict[str, list[float | None]]:
    """How long the bars of each column of figures are, from 0 to 1, by row. Gains and losses have none. Shares are as
    long as they are; counts, and parts of a whole, are fractions of the largest one of their column, the total left
    out, which has none."""
    totals = [value in _WHOLE for value in table.frame[table.frame.columns[0]]]
    lengths: dict[str, list[float | None]] = {}
    for name, dtype in table.frame.schema.items():
        without = name in (*table.keys, *_OF_TESTS) or is_difference(name)
        if without or not dtype.is_numeric() or dtype.is_signed_integer():
            continue
        lengths[name] = table.frame[name].to_list()
        figure = name.rpartition(BREAK)[2]
        if figure not in FRACTIONS or counted_by(figure) in _PARTS:
            alone = [None if total else count for count, total in zip(lengths[name], totals, strict=True)]
            most = max((count for count in alone if count is not None), default=0) or 1
            lengths[name] = [None if count is None else count / most for count in alone]
    return lengths


class BreakdownView(TableView):
    """Shows a breakdown. Where it is ``sortable``, the columns that say what a row is about stay in sight (`freeze`).
    With it come a ``note`` on the table, a ``hint`` while there is none, and the ``work`` that makes it.
    ``figure_chosen`` carries the cell of a figure that was clicked."""

    figure_chosen = Signal(QModelIndex)

    def __init__(self, name: str, hint: str = "", *, sortable: bool = False) -> None:
        self.figures = BreakdownModel()
        super().__init__(self.figures, name)
        self._delegate = FigureDelegate(self)
        self.setItemDelegate(self._delegate)
        self._doing = ""
        self.note = ElidedLabel(A_LINE)
        self.hint = EmptyHint(self, hint)
        self.work = Background(self)
        self.work.failed.connect(lambda failure: self.hint.setText(failure.message))
        self.work.stepped.connect(lambda share: self.hint.setText(self._doing + (f" {share:.0%}" if share else "")))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        if sortable:
            self.freeze()
            self.setSortingEnabled(True)
            self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def make(self, making: Steps[Breakdown], sorry: str, doing: str = "Working out the table …") -> None:
        """Begin to make another table, which ``work`` returns; if it fails, say that one is ``sorry``."""
        self._doing = doing
        self.hint.setText(doing)
        self.work.start(making, sorry)

    def show_table(self, table: Breakdown | None, note: str = "", wording: Wording = REVIEW) -> None:
        self.figures.show_table(table, wording)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._share_width()
        self.note.say(note)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share_width()

    def _share_width(self) -> None:
        """Where there is not room for all, long texts give way; what is left is the last text's, or that of the bars,
        which are all as long, so that those of one table can be compared."""
        header, room, model = self.horizontalHeader(), self.viewport().width(), self.figures
        header.setStretchLastSection(False)
        for place in range(len(model.columns)):
            self.setColumnHidden(place, False)
        self.resizeColumnsToContents()
        narrow, names = header.length() > room, [column.name for column in model.columns]
        lines = 2 if narrow and names[-1] == "text" else 1
        self.verticalHeader().setMaximumSectionSize(_MOST_LINES * self.fontMetrics().lineSpacing() + 8)
        self.verticalHeader().setDefaultSectionSize(lines * self.fontMetrics().lineSpacing() + 8)
        if narrow:
            for place, name in enumerate(names):
                self.setColumnWidth(place, min(self.columnWidth(place), _LONG.get(name, self.width())))
                self.setColumnHidden(place, f"{name}_share" in names)  # which says the same
            # What has changed in a sentence is seen whole; the sentence is in the list.
            self.setColumnHidden(len(names) - 1, names[-1] == "text" and "which" in names)
        barred = [place for place, name in enumerate(names) if name in model.bars and not self.isColumnHidden(place)]
        if names and names[-1] in _LONG:
            header.setStretchLastSection(True)
            if narrow and "which" in names and model.rowCount() <= _MEASURED:
                self.resizeRowsToContents()
        elif barred:
            others = header.length() - sum(map(self.columnWidth, barred))
            width = min((room - others) // len(barred), _LONGEST_BAR)
            for place in barred if width >= max(map(self.columnWidth, barred)) else ():
                self.setColumnWidth(place, width)

    @property
    def leading(self) -> int:
        """The columns before the first figure say what a row is about."""
        if (table := self.figures.table) is None:
            return 0
        return next((place for place, name in enumerate(table.frame.columns) if name not in table.keys), 0)

    def restyle(self, style: PanelStyle) -> None:
        self._delegate.colours = style.colours
        self.viewport().update()
        if self._frozen is not None:
            self._frozen.viewport().update()

    def show_filter(self, condition: str) -> None:
        """Take the mark from the cell whose sentences are listed no more."""
        if self.figures.active.isValid() and self.figures.condition(self.figures.active) != condition:
            self.figures.mark(QModelIndex())

    def _choose(self, index: QModelIndex) -> None:
        if self.figures.condition(index):
            self.figure_chosen.emit(index)


class FigureDelegate(QStyledItemDelegate):
    """Figures behind their bars; a line around the active cell."""

    colours = LIGHT

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        # Of a text that is too long what stands in brackets is seen.
        super().initStyleOption(option, index)
        shown: Any = option
        text, at = shown.text, shown.text.find("[")
        lines = shown.rect.height() // shown.fontMetrics.lineSpacing()
        if at > _SOME and "]" in text and shown.fontMetrics.horizontalAdvance(text) > lines * shown.rect.width():
            shown.text = f"… {text[text.rfind(' ', 0, at - _SOME) + 1 :]}"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        options: Any = option
        area, length = QRectF(options.rect), index.data(BAR)
        if length and QStyle.StateFlag.State_Selected not in options.state:
            # Bars end before the figures, where the cell is not so narrow that these need most of it.
            figures = options.fontMetrics.horizontalAdvance(WIDEST)
            room = area.adjusted(_INSET, _INSET, -min(figures, area.width() / 2), -_INSET)
            bar = QRectF(room.left(), room.top(), room.width() * length, room.height())
            painter.fillRect(bar, QColor(self.colours.hover))
        super().paint(painter, option, index)
        if index.data(ACTIVE):
            painter.save()
            painter.setPen(QPen(QColor(self.colours.accent), _EDGE))
            painter.drawRect(area.adjusted(_EDGE / 2, _EDGE / 2, -_EDGE / 2, -_EDGE / 2))
            painter.restore()
