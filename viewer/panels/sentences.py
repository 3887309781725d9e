"""The list of sentences with the filter line over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.cell_delegate import BAR, CellDelegate
from goldleaf.viewer.panels.column import fill
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.panels.sentence_columns import Column, grouped
from goldleaf.viewer.panels.sentence_model import SentenceModel
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style

PADDING, TIGHT = 18, 7  # pixels beside the text of a cell, and where there is little room
LEAST = 12  # pixels of the column of texts, which are written over the columns beside it
_LONGEST_ID = 14  # characters of an id that the column has room for


class SentencesPanel(QWidget):
    """Shows the inspector's list; a click shows a sentence. ``columns_chosen`` carries the names of the columns;
    ``left`` says that the user goes back to the pictures, with Escape or Return."""

    columns_chosen = Signal(list)
    left = Signal()

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._chosen: list[str] = []
        self._showing = False  # the place, not the user's choice
        self._layers: tuple[Layer, ...] = ()  # whose differences are counted
        self._figures: tuple[str, ...] = ()  # the columns of figures that are shown unless others are chosen
        self.model = SentenceModel()
        self.view = _View(self.model)
        self.filter = FilterLine(inspector)
        self._hint = EmptyHint(self.view, "")
        fill(self, self.filter, self.view, tall=self.view)
        self.view.selectionModel().currentRowChanged.connect(self._pointed_at)
        header = self.view.horizontalHeader()
        header.sortIndicatorChanged.connect(self._sort)
        header.customContextMenuRequested.connect(self._offer_columns)
        self._back = QAction(self)
        self._back.setShortcut(Qt.Key.Key_Escape)
        self._back.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._back.triggered.connect(self.left)
        self.addAction(self._back)
        self.view.activated.connect(self.left)
        inspector.document_changed.connect(self._show_table)
        inspector.rows_changed.connect(self._show_rows)
        inspector.sentence_changed.connect(self._show_sentence)
        inspector.look_changed.connect(self._show_sentence)
        inspector.metric_changed.connect(self._show_sentence)
        inspector.marks_changed.connect(self._show_marks)
        self._show_table()

    def choose_columns(self, names: list[str]) -> None:
        """Show these columns; of none, the usual ones."""
        self._chosen = [name for name in names if name]
        self._show_table()

    def restyle(self, style: Style) -> None:
        """Draw in other colours."""
        self.filter.set_icons(style.icons)
        self.model.set_faint(style.colours.faint)
        self.view.delegate.set_colours(style.colours)
        self.view.viewport().update()

    def _show_table(self) -> None:
        document = self._inspector.document
        if document is None:
            self._hint.setText("Open a file to see its sentences.")
            self._hint.look()
            return
        self._figures, self._layers = self._usual(), self._inspector.layers
        wording = self._inspector.wording
        self.model.set_table(self._inspector.table, self._inspector.rows, self._chosen, self._figures, wording)
        self._hint.setText("No sentence matches the filter.")
        self._set_widths()
        self._show_order()
        self._show_place()

    def _usual(self) -> tuple[str, ...]:
        """The columns of the parse that is shown, or of the first, under the metric whose differences are."""
        document, metric = self._inspector.document, self._inspector.metric
        if document is None or metric is None:
            return ()
        return document.columns_for(max(self._inspector.parse, 0), metric, layers=bool(self._inspector.layers))

    def _show_sentence(self) -> None:
        other = self._usual() != self._figures and not self._chosen
        if other or self._inspector.layers != self._layers:
            self._show_table()
        else:
            self._show_place()

    def _show_marks(self) -> None:
        """Other values in the columns of a review; other columns, where one begins or ends."""
        marks = self._inspector.marks
        known = {column.name for column in self.model.columns}
        if marks is not None and known.issuperset(marks.columns):
            self.model.set_marks(marks)
        else:
            self._show_table()

    def _show_rows(self) -> None:
        self.model.set_rows(self._inspector.rows)
        self._show_place()

    def _show_place(self) -> None:
        place = self._inspector.place
        self._showing = True
        if place is None or place >= self.model.rowCount():
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        else:
            index = self.model.index(place, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._showing = False

    def _pointed_at(self, current: QModelIndex) -> None:
        if current.isValid() and not self._showing:
            self._inspector.go(self.model.row_at(current))

    def _sort(self, section: int, order: Qt.SortOrder) -> None:
        shown = self.model.shown
        column = shown[section].name if 0 <= section < len(shown) else None
        self._inspector.set_order(column, order == Qt.SortOrder.DescendingOrder)

    def _show_order(self) -> None:
        column, descending = self._inspector.order
        places = [place for place, shown in enumerate(self.model.shown) if shown.name == column]
        header = self.view.horizontalHeader()
        blocked = header.blockSignals(True)
        direction = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(places[0] if places else -1, direction)
        header.blockSignals(blocked)

    def _set_widths(self) -> None:
        metrics = QFontMetrics(self.view.font())
        widths = {section: self._text_width(column, metrics) for section, column in enumerate(self.model.shown)}
        bars = {section: BAR + 8 for section, column in enumerate(self.model.shown) if column.is_score}
        self.view.set_widths(widths, bars, self.model.text_column)
        self.view.set_lines(1 if self.model.text_column is None else 2)

    def _text_width(self, column: Column, metrics: QFontMetrics) -> int:
        """The width of a column's title and of what usually stands in it."""
        usual = "100.00" if column.dtype.is_float() else "999"
        sample = {"id": "n" * _LONGEST_ID, "number": f"{self.model.mark}{max(self.model.rowCount(), 99):,}"}.get(
            column.name, usual
        )
        return max(metrics.horizontalAdvance(sample), metrics.horizontalAdvance(column.title))

    def _offer_columns(self, place: QPoint) -> None:
        menu = self.column_menu()
        menu.exec(self.view.horizontalHeader().mapToGlobal(place))
        menu.deleteLater()

    def column_menu(self) -> QMenu:
        """A menu of all columns, those of figures by metric and parse; an action's data is its column."""
        document = self._inspector.document
        own, groups = grouped(
            self.model.columns, document.figures if document is not None else {}, self._inspector.wording
        )
        menu = QMenu(self)
        self._add_columns(menu, own)
        menu.addSeparator()
        for title, of_parses in groups.items():
            submenu = menu.addMenu(title)
            submenu.setToolTipsVisible(True)
            for parse, columns in of_parses.items():
                if len(of_parses) > 1:
                    submenu.addSection(parse)
                self._add_columns(submenu, columns)
        menu.addSeparator()
        menu.addAction("Usual columns").triggered.connect(lambda: self._columns_now([]))
        return menu

    def _add_columns(self, menu: QMenu, columns: Sequence[Column]) -> None:
        shown = [column.name for column in self.model.shown]
        for column in columns:
            action = menu.addAction(column.title.replace("&", "&&"))
            action.setToolTip(tip(column.description))
            action.setCheckable(True)
            action.setChecked(column.name in shown)
            action.setData(column.name)
            action.triggered.connect(lambda _=False, name=column.name: self.toggle_column(name))

    def toggle_column(self, name: str) -> None:
        """Show a column that is hidden, hide one that is shown; the last one stays."""
        shown = [column.name for column in self.model.shown]
        wanted = {*shown} ^ {name}
        if wanted:
            self._columns_now([column.name for column in self.model.columns if column.name in wanted])

    def _columns_now(self, names: list[str]) -> None:
        self.choose_columns(names)
        self.columns_chosen.emit(names)


class _View(QTableView):
    """The table: whole rows, one at a time, no grid."""

    def __init__(self, model: SentenceModel) -> None:
        super().__init__()
        self._widths: dict[int, int] = {}
        self._bars: dict[int, int] = {}
        self._stretched: int | None = None
        self.setModel(model)
        self.delegate = CellDelegate(model, self)
        self.setItemDelegate(self.delegate)
        self.setAccessibleName("Sentences")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSortingEnabled(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().hide()
        self.set_lines(2)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(LEAST)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def set_widths(self, texts: Mapping[int, int], bars: Mapping[int, int], stretched: int | None) -> None:
        """Give the sections these widths of texts, and beside them of bars if there is room; one takes the rest."""
        self._widths, self._bars, self._stretched = dict(texts), dict(bars), stretched
        for section in texts:
            mode = QHeaderView.ResizeMode.Stretch if section == stretched else QHeaderView.ResizeMode.Interactive
            self.horizontalHeader().setSectionResizeMode(section, mode)
        self._share()

    def _share(self) -> None:
        """Give each section its width: with bars and air, tight, or without bars."""
        fixed = {section: width for section, width in self._widths.items() if section != self._stretched}
        own = self._widths.get(self._stretched, 0) + TIGHT if self._stretched is not None else 0
        room = self.viewport().width() - max(own, LEAST) - sum(fixed.values())
        ways: tuple[tuple[int, dict[int, int]], ...] = ((PADDING, self._bars), (TIGHT, self._bars), (TIGHT, {}))
        padding, bars = next((way for way in ways if way[0] * len(fixed) + sum(way[1].values()) <= room), ways[-1])
        for section, width in fixed.items():
            self.horizontalHeader().resizeSection(section, width + padding + bars.get(section, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Shares the width anew where it has changed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share()

    def set_lines(self, count: int) -> None:
        """Make the rows high enough for so many lines."""
        height = count * (self.fontMetrics().height() + 3) + (6 if count > 1 else 7)
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)
