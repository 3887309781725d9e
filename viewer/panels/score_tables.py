"""The tables of scores: of one parse for the sentence, the filtered sentences and all; of all parses side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import dropwhile
from math import ceil
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem

from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.labels import having, shortened
from goldleaf.viewer.panels.table import Index, Role, ShownCell, TableModel, TableView
from goldleaf.viewer.session.scores import SCOPES, ScoreRow
from goldleaf.viewer.tables.table import Column, Kind

SHORTEST = 74  # pixels of a title beside the figures of all parses
PADDING, TIGHT = 13, 10  # pixels beside a figure of a parse, and where there is little room
SHORT = 60  # pixels of a heading that are never cut for titles: "Corpus"
LINE_BREAK = "\u2028"
NARROW = {"Sentence": "Sent.", "Filtered": "Listed"}  # headings that are wider than their figures


class ScoreModel(TableModel):
    """The lines of one parse: a title, and a figure a scope. A heading has no figures; the first ones are not shown, as
    the boxes of parse and metric say the same."""

    def __init__(self) -> None:
        super().__init__()
        self.set_lines(())

    def set_lines(self, lines: Sequence[ScoreRow], scopes: Sequence[str] = SCOPES, wording: Wording = REVIEW) -> None:
        self.lines = lines
        # A heading may be cut, so that it is told in full, too.
        columns = [Column("title", "")]
        for name, scope in zip(SCOPES, scopes, strict=True):
            columns.append(Column(name, NARROW.get(scope, scope), Kind.FIGURE, description=scope))
        cells = []
        for line in dropwhile(lambda line: not line.cells, lines):
            look: dict[str, Any] = {"bold": not line.cells, "ink": "faint" if line.faint else ""}
            title = wording.figures(line.title) if line.cells else line.title
            texts, tips = line.cells or [""] * 3, line.told or [""] * 3
            cells.append([ShownCell(title, title, **look)])
            cells[-1] += [ShownCell(text, told, **look) for text, told in zip(texts, tips, strict=True)]
        self.renew_cells(columns, cells)


class ColumnPart(Enum):
    """What a column has of a parse."""

    TITLE = auto()  # of no parse
    SCORE = auto()
    P = auto()
    INTERVAL = auto()


_HEADINGS = {ColumnPart.P: "p", ColumnPart.INTERVAL: "95 %"}
_TOLD = {
    ColumnPart.P: "the probability of such a difference by chance, after Holm where several are tested; it decides",
    ColumnPart.INTERVAL: "the interval of the difference, by the bootstrap over sentences: how large it may be; p "
    "decides",
}
_WIDEST_SCORE = "100.00"
_WIDEST = {ColumnPart.SCORE: f"{_WIDEST_SCORE} ▲", ColumnPart.P: "0.0000", ColumnPart.INTERVAL: "+00.00 to +00.00"}


class ParseModel(TableModel):
    """Titles, then a column a parse, each with those of its test where there was one. The best of what is scored alike
    is bold, the parse that is shown stands on another ground."""

    def __init__(self) -> None:
        super().__init__()
        self.set_rows((), (), -1)

    def set_rows(self, rows: Sequence[ScoreRow], names: Sequence[str], shown: int, scope: str = SCOPES[-1]) -> None:
        """Show other figures, of parses of these names; ``shown`` is shown, −1 for none; ``scope``: of how much."""
        self.rows, self._shown = rows, shown
        self.places = [(ColumnPart.TITLE, -1)]  # what each column has, of which parse
        for parse in range(len(names)):
            tested = any(row.tests and row.tests[parse] is not None for row in rows)
            parts = [ColumnPart.SCORE, ColumnPart.P, ColumnPart.INTERVAL] if tested else [ColumnPart.SCORE]
            self.places += [(part, parse) for part in parts]
        about = "Over all sentences; the best of what is scored alike is bold"
        columns = [Column("", scope, description=about)]
        for part, parse in self.places[1:]:
            name = names[parse]
            about = f"{name}: {_TOLD[part]}" if part in _TOLD else f"{name}: click to show"
            columns.append(Column(f"{part} {parse} {name}", _HEADINGS.get(part, name), Kind.FIGURE, description=about))
        self.renew_cells(columns, [[self._in_column(row, place, names) for place in self.places] for row in rows])

    def _in_column(self, row: ScoreRow, place: tuple[ColumnPart, int], names: Sequence[str]) -> ShownCell:
        part, parse = place
        if part is ColumnPart.TITLE:
            return ShownCell(row.title, row.title, row.title, bold=not row.cells, ink="faint" if row.faint else "")
        if part is ColumnPart.SCORE:
            text = row.cells[parse] if parse < len(row.cells) else ""
        else:
            test = row.tests[parse] if parse < len(row.tests) else None
            text = "" if test is None else test[part is ColumnPart.INTERVAL]
        of_test = f", {_HEADINGS[part]}" if part in _HEADINGS else ""
        shown = parse == self._shown
        told, said = row.told[parse] if parse < len(row.told) else "", f"{names[parse]}{of_test}: {text}"
        bold = (part is ColumnPart.SCORE and parse in row.best) or not row.cells
        ink = "selected" if shown else "faint" if row.faint or part in _HEADINGS else ""
        return ShownCell(text, told, said if text else None, bold, ink=ink, ground="selection" if shown else "")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:  # noqa: N802
        # The heading of the parse that is shown is bold.
        if orientation == Qt.Orientation.Horizontal and role in (Role.FontRole, Role.ForegroundRole):
            part, parse = self.places[section]
            if parse < 0 or parse != self._shown:
                return None
            if role == Role.ForegroundRole:
                return self.colour("text")
            return having(QFont(), bold=True) if part is ColumnPart.SCORE else None
        return super().headerData(section, orientation, role)


class FiguresView(TableView):
    """Figures, as high as their lines, all of which are copied. Titles take what figures leave, and are cut at last."""

    def __init__(self, model: TableModel, name: str, copy: Callable[[], object]) -> None:
        super().__init__(model, name)
        self._copy = copy
        rows, never = QAbstractItemView.SelectionBehavior.SelectRows, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        middle = Qt.TextElideMode.ElideMiddle
        having(self, wordWrap=False, selectionBehavior=rows, horizontalScrollBarPolicy=never, textElideMode=middle)
        self.setObjectName("figures")
        header = having(self.horizontalHeader(), sectionsClickable=False, minimumSectionSize=40)
        having(header, textElideMode=Qt.TextElideMode.ElideRight, sectionResizeMode=QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setItemDelegateForColumn(0, _Titles(self))
        self.cut: dict[str, str] = {}  # titles as they are seen
        model.modelReset.connect(self._span_headings)
        model.modelReset.connect(self.updateGeometry)
        model.modelReset.connect(self.share)
        model.dataChanged.connect(self.share)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Share the room among titles and figures."""
        header = self.horizontalHeader()
        columns = [number for number in range(1, self.model().columnCount()) if not self.isColumnHidden(number)]
        named, figures = ([*map(width, columns)] for width in (header.sectionSizeHint, self.sizeHintForColumn))
        least = [max(figure, min(heading, SHORT)) for heading, figure in zip(named, figures, strict=True)]
        whole = [*map(max, named, least)]
        room = max(self.viewport().width() - self._wide, sum(least))
        over, spare = sum(whole) - room, sum(whole) - sum(least)
        for column, width, needed in zip(columns, whole, least, strict=True):
            header.resizeSection(column, width - ceil(over * (width - needed) / spare) if over > 0 else width)
        self.cut_titles(self.viewport().width() - sum(map(self.columnWidth, columns)))

    def whole_heading(self, column: int) -> int:
        """The width that a heading wants."""
        return self.horizontalHeader().sectionSizeHint(column)

    @property
    def _titles(self) -> list[str]:
        """The titles that have figures beside them; headings have the whole line."""
        beside = [row for row in range(self.model().rowCount()) if self.columnSpan(row, 0) == 1]
        return [self.model().index(row, 0).data() for row in beside]

    @property
    def _wide(self) -> int:
        return PADDING + max(map(self.fontMetrics().horizontalAdvance, self._titles), default=0)

    def cut_titles(self, width: int) -> None:
        """Titles that are wider go on in further lines; those that this does not help are cut, but no two alike."""
        titles, metrics, room = [*dict.fromkeys(self._titles)], self.fontMetrics(), width - PADDING
        self.cut = dict(zip(titles, shortened(titles, metrics, room), strict=True))
        for title in titles:
            first, *words = title.split(" ") if self.cut[title] != title else [title]
            lines = [first]
            for word in words:
                longer = f"{lines[-1]} {word}"
                lines[-1:] = [longer] if metrics.horizontalAdvance(longer) <= room else [lines[-1], word]
            # Of each word its beginning is seen, where no other title begins so.
            own = LINE_BREAK.join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines)
            if words and own not in self.cut.values():
                self.cut[title] = own
        for row in range(self.model().rowCount()):
            own = self.cut[self.model().index(row, 0).data()] if self.columnSpan(row, 0) == 1 else ""
            height = self.verticalHeader().defaultSectionSize() + own.count(LINE_BREAK) * metrics.lineSpacing()
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def _span_headings(self) -> None:
        # Give a heading, beside which there is nothing, the whole line.
        self.clearSpans()
        model, columns = self.model(), range(1, self.model().columnCount())
        for row in range(model.rowCount()):
            if not any(model.index(row, column).data() for column in columns):
                self.setSpan(row, 0, 1, model.columnCount())

    def sizeHint(self) -> QSize:  # noqa: N802
        # As high as the lines; as wide as titles and figures, also those of another sentence.
        model = self.model()
        least = self.fontMetrics().horizontalAdvance(_WIDEST_SCORE) + PADDING
        columns = [number for number in range(1, model.columnCount()) if not self.isColumnHidden(number)]
        figures = sum(max(self.whole_heading(each), self.sizeHintForColumn(each), least) for each in columns)
        width = self._wide + figures + self.verticalScrollBar().sizeHint().width()
        return QSize(width, self.verticalHeader().length() + self.horizontalHeader().sizeHint().height() + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
            event.accept()
        else:
            super().keyPressEvent(event)


class ParsesView(FiguresView):
    """Shows all parses; a click on a column, or Return in it, chooses its parse: ``parse_chosen`` has the number."""

    parse_chosen = Signal(int)

    def __init__(self, model: ParseModel, copy: Callable[[], object]) -> None:
        super().__init__(model, "Scores of all parses", copy)
        self._model = model
        having(self, itemDelegate=_OnGround(self), selectionMode=QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        header = having(self.horizontalHeader(), sectionsClickable=True, textElideMode=Qt.TextElideMode.ElideMiddle)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.sectionClicked.connect(self._choose)
        for chosen in (self.clicked, self.activated):  # the latter by Return
            chosen.connect(lambda index: self._choose(index.column()))

    def share(self) -> None:
        """Figures are always seen, then p and intervals if there is room, then names of parses; titles have the rest.
        What there is no room for is in the tips."""
        header, parts = self.horizontalHeader(), [part for part, _ in self._model.places[1:]]
        whole = self.viewport().width()
        room = whole - SHORTEST
        if not parts:
            return
        metrics = QFontMetrics(having(QFont(self.font()), bold=True))
        widest = _WIDEST if ColumnPart.P in parts else {ColumnPart.SCORE: _WIDEST_SCORE}
        least = {part: metrics.horizontalAdvance(text) + TIGHT for part, text in widest.items()}
        shown = {ColumnPart.SCORE}
        for part in (ColumnPart.P, ColumnPart.INTERVAL) if ColumnPart.P in parts else ():
            if sum(least[own] for own in parts if own in {*shown, part}) > room:
                break
            shown.add(part)
        sections = [section for section, part in enumerate(parts, 1) if part in shown]
        needed = {each: max(least[parts[each - 1]], self.sizeHintForColumn(each)) for each in sections}
        wanted = {each: max(self.whole_heading(each), needed[each]) for each in sections}
        most, widths = 0, dict(wanted)
        for most in range(max(wanted.values()), 0, -1):  # the longest names give way first
            widths = {each: max(min(wanted[each], most), needed[each]) for each in sections}
            if sum(widths.values()) <= room:
                break
        for section in range(1, len(parts) + 1):
            self.setColumnHidden(section, section not in widths)
            header.resizeSection(section, widths.get(section, 0))
        left = max(whole - sum(widths.values()), SHORTEST)
        header.resizeSection(0, left)
        self.cut_titles(left)
        titles = [self._model.columns[each].title for each in sections]
        longest = max(most, min(widths.values())) - TIGHT
        self._model.cut = dict(zip(sections, shortened(titles, metrics, longest), strict=True))

    def whole_heading(self, column: int) -> int:
        metrics = QFontMetrics(having(QFont(self.font()), bold=True))
        return metrics.horizontalAdvance(self._model.columns[column].title) + TIGHT + 2  # of letters that round up

    def _choose(self, section: int) -> None:
        _, parse = self._model.places[section]
        if parse >= 0:
            self.parse_chosen.emit(parse)


class _Titles(QStyledItemDelegate):
    """Paints titles as the view has cut them."""

    def __init__(self, view: FiguresView) -> None:
        super().__init__(view)
        self._view = view

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        shown: Any = option
        shown.text = self._view.cut.get(shown.text, shown.text)


class _OnGround(QStyledItemDelegate):
    """Paints the ground, which the window's style leaves out."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if (ground := index.data(Role.BackgroundRole)) is not None:
            area: Any = option
            painter.fillRect(area.rect, ground)
        super().paint(painter, option, index)
