"""The list of sentences with the filter line over it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QBrush, QColor, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QPushButton, QStyle, QStyledItemDelegate, QWidget

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.analysis.sides.sentence_table import DIFFERENCES, figure_columns
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.panels.parts import EmptyHint, fill, row
from goldleaf.viewer.panels.sentence_model import SentenceModel, grouped
from goldleaf.viewer.panels.table import Index, TableView
from goldleaf.viewer.review.states import Progress
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import COLUMNS, Settings
from goldleaf.viewer.style.appearance import LIGHT, Colours, PanelStyle
from goldleaf.viewer.tables.table import Column, Kind
from goldleaf.viewer.views.everyone import everyone_of

_CHANGED = "change != ''"
_AIR = 4  # pixels at either side of a text that is painted
BAR = 26  # pixels of a score's bar
_BAR_HEIGHT = 4.0
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT, _RIGHT = _LINE | Qt.AlignmentFlag.AlignLeft, _LINE | Qt.AlignmentFlag.AlignRight
_SELECTED = QStyle.StateFlag.State_Selected
PADDING, TIGHT = 18, 2 * _AIR + 1  # pixels beside the text of a cell, and where there is little room
LEAST = 12  # pixels of the column of texts, which are written over the columns beside it
_LONGEST_ID = 14  # characters of an id that the column has room for


class SentencesPanel(QWidget):
    """Shows the inspector's list, in columns that are remembered; a click shows a sentence. ``left`` says that the user
    goes back to the pictures, with Escape or Return."""

    left = Signal()

    def __init__(self, inspector: Inspector, settings: Settings) -> None:
        super().__init__()
        self._inspector, self._settings = inspector, settings
        self._chosen = [name for name in settings.get(COLUMNS) if name]
        self._showing = False  # the place, not the user's choice
        self._layers: tuple[Layer | bool, ...] = ()  # whose differences are counted, and whether of all sides
        self._figures: tuple[str, ...] = ()  # the columns of figures that are shown unless others are chosen
        self.model = SentenceModel()
        self.view = _View(self.model)
        self.filter = FilterLine(inspector)
        self._hint = EmptyHint(self.view, "")
        self.worst = having(QPushButton("Worst first"), checkable=True, objectName="worst", minimumWidth=48)
        self.worst.clicked.connect(self._show_worst)
        above = row(self.filter, self.worst, margins=(0, 0, 8, 0), wide=self.filter)
        places = self.filter.below, above  # a condition has the whole width
        self.filter.line.textChanged.connect(lambda text: places[text in ("", _CHANGED)].addWidget(self.worst))
        fill(self, above, self.view, tall=self.view)
        self.view.selectionModel().currentRowChanged.connect(self._pointed_at)
        header = self.view.horizontalHeader()
        header.sortIndicatorChanged.connect(self._sort)
        header.customContextMenuRequested.connect(self._offer_columns)
        inside = Qt.ShortcutContext.WidgetWithChildrenShortcut
        back = having(QAction(self), shortcut=Qt.Key.Key_Escape, shortcutContext=inside)
        back.triggered.connect(self.left)
        self.addAction(back)
        self.view.activated.connect(self.left)
        inspector.document_changed.connect(self._show_table)
        inspector.rows_changed.connect(self._show_rows)
        for changed in (inspector.sentence_changed, inspector.look_changed, inspector.metric_changed):
            changed.connect(self._show_sentence)
        inspector.marks_changed.connect(self._show_marks)
        self._show_table()

    def choose_columns(self, names: list[str]) -> None:
        """Show these columns from now on; of none, the usual ones."""
        self._settings.set(COLUMNS, names)
        self._chosen = names
        self._show_table()

    def restyle(self, style: PanelStyle) -> None:
        self.filter.glass.setIcon(style.icons["search"])
        self.model.colours = style.colours
        self.view.delegate.set_colours(style.colours)
        self.view.viewport().update()

    def _show_table(self) -> None:
        document = self._inspector.document
        self.worst.setEnabled(document is not None)
        if document is None:
            self._hint.setText("Open a file to see its sentences.")
            self._hint.look()
            return
        self._figures, self._layers = self._usual(), (*self._inspector.layers, self._inspector.everyone)
        wording = self._inspector.wording
        self.model.set_table(self._inspector.table, self._inspector.rows, self._chosen, self._figures, wording)
        if self._inspector.everyone:  # of whom the scores are those of two, beside differences among all
            letters = everyone_of(document).initials
            pair = f"{letters[0]}–{letters[max(self._inspector.parse, 0) + 1]}"
            self.model.columns = tuple(
                replace(one, heading=f"{one.title} {pair}") if one.kind is Kind.SHARE else one
                for one in self.model.columns
            )
        self._hint.setText("No sentence matches the filter.")
        # Each column is as wide as its title and what usually stands in it; scores have bars beside them.
        metrics, longest = QFontMetrics(self.view.font()), f"{self.model.mark}{max(self.model.rowCount(), 99):,}"
        samples = {"id": "n" * _LONGEST_ID, "number": longest, "state": Progress.CONFLICT, "change": "removed"}
        widths, bars = dict[int, int](), dict[int, int]()
        for section, column in enumerate(self.model.columns):
            sample = samples.get(column.name) or self.model.widest(section)
            widths[section] = max(metrics.horizontalAdvance(sample), metrics.horizontalAdvance(column.title))
            if column.kind is Kind.SHARE:
                bars[section] = BAR + 8
        self.view.set_widths(widths, bars, self.model.text_column)
        self.view.set_lines(1 if self.model.text_column is None else 2)
        self._show_order()
        self._show_place()

    def _usual(self) -> tuple[str, ...]:
        """The columns of the parse that is shown, or of the first, under the metric whose differences are."""
        document, metric = self._inspector.document, self._inspector.metric
        if document is None or metric is None:
            return ()
        layers = bool(self._inspector.layers)
        columns = document.columns_for(max(self._inspector.parse, 0), metric, layers=layers)
        if self._inspector.of_versions:
            columns = ("change", *columns[1:-1])
        # A number of differences stands only beside a list of as many.
        listed = layers or self._inspector.view.lists_facts
        return columns if listed else tuple(name for name in columns if not name.endswith(DIFFERENCES))

    def _show_sentence(self) -> None:
        other = self._usual() != self._figures and not self._chosen
        if other or (*self._inspector.layers, self._inspector.everyone) != self._layers:
            self._show_table()
        else:
            self._show_place()

    def _show_marks(self) -> None:
        """Other values in the columns of a review; other columns, where one begins or ends."""
        marks = self._inspector.marks
        if marks is not None and {column.name for column in self.model.known}.issuperset(marks.columns):
            self.model.set_marks(marks)
        else:
            self._show_table()

    def _show_rows(self) -> None:
        self.model.set_rows(self._inspector.rows)
        self._show_order()
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
        column = self.model.columns[section].name if 0 <= section < len(self.model.columns) else None
        self._order(column, descending=order == Qt.SortOrder.DescendingOrder)

    def _order(self, column: str | None, *, descending: bool) -> None:
        """Sort, and show the beginning: also its sentence, to who was at the beginning."""
        inspector, at_first = self._inspector, self._inspector.place == 0
        inspector.set_order(column, descending)
        if at_first and len(inspector.rows):
            inspector.go(int(inspector.rows[0]))
        self.view.scrollToTop()

    @property
    def _of_worst(self) -> tuple[str, bool] | None:
        """The column in whose order the worst sentences come first, and whether from high to low."""
        kinds = {column.name: column.kind for column in self.model.known}
        figures = [name for name in self._figures if name in kinds]
        share = next((name for name in figures if kinds[name] is Kind.SHARE), None)
        return (share, False) if share is not None else (figures[0], True) if figures else None

    def _show_worst(self, wanted: bool) -> None:
        """Put the worst sentences first, or all back in the files' order; of versions list those that have changed."""
        if self._inspector.of_versions:
            self.filter.use(_CHANGED if wanted else "")
            return
        column, descending = self._of_worst if wanted and self._of_worst is not None else (None, False)
        self._order(column, descending=descending)

    def _show_order(self) -> None:
        column, descending = self._inspector.order
        places = [place for place, shown in enumerate(self.model.columns) if shown.name == column]
        header = self.view.horizontalHeader()
        direction = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        with QSignalBlocker(header):  # it would sort anew
            header.setSortIndicator(places[0] if places else -1, direction)
        worst = {"checked": (column, descending) == self._of_worst, "enabled": self._of_worst is not None}
        changed = {"text": "Changed", "checked": self.filter.line.text() == _CHANGED, "enabled": True}
        having(self.worst, **(changed if self._inspector.of_versions else {"text": "Worst first"} | worst))

    def _offer_columns(self, place: QPoint) -> None:
        menu = self.column_menu()
        menu.exec(self.view.horizontalHeader().mapToGlobal(place))
        menu.deleteLater()  # or it stays with the panel, and another one comes with each click

    def column_menu(self) -> QMenu:
        """A menu of all columns, those of figures by metric and parse; an action's data is its column."""
        document = self._inspector.document
        figures = figure_columns(document.scored) if document is not None else {}
        own, groups = grouped(self.model.known, figures, self._inspector.wording)
        menu = QMenu(self)
        self._add_columns(menu, own)
        menu.addSeparator()
        for title, of_parses in groups.items():
            submenu = having(menu.addMenu(title), toolTipsVisible=True)
            for parse, columns in of_parses.items():
                if len(of_parses) > 1:
                    submenu.addSection(parse)
                self._add_columns(submenu, columns)
        menu.addSeparator()
        menu.addAction("Usual columns").triggered.connect(lambda: self.choose_columns([]))
        return menu

    def _add_columns(self, menu: QMenu, columns: Sequence[Column]) -> None:
        shown = [column.name for column in self.model.columns]
        for column in columns:
            action = having(menu.addAction(column.title.replace("&", "&&")), toolTip=column.description, checkable=True)
            having(action, checked=column.name in shown, data=column.name)
            action.triggered.connect(lambda _=False, name=column.name: self.toggle_column(name))

    def toggle_column(self, name: str) -> None:
        """Show a column that is hidden, hide one that is shown; the last one stays."""
        if wanted := {column.name for column in self.model.columns} ^ {name}:
            self.choose_columns([column.name for column in self.model.known if column.name in wanted])


class _View(TableView):
    """Rows of one line or two; sections share the room that there is."""

    def __init__(self, model: SentenceModel) -> None:
        super().__init__(model, "Sentences")
        self._model = model
        self._widths: dict[int, int] = {}
        self._bars: dict[int, int] = {}
        self._stretched: int | None = None
        self.delegate = CellDelegate(model, self)
        self.setItemDelegate(self.delegate)
        self.choose_rows()
        having(self, objectName="sentences", wordWrap=False, textElideMode=Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.set_lines(2)
        header = having(self.horizontalHeader(), sectionsClickable=True, minimumSectionSize=LEAST)
        having(header, sortIndicatorShown=True, sortIndicatorClearable=True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
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
        if self._stretched is not None:  # a title of which little is seen says nothing
            lacking = self.columnWidth(self._stretched) < self._widths[self._stretched] + TIGHT
            self._model.cut = {self._stretched: ""} if lacking else {}

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share()

    def set_lines(self, count: int) -> None:
        """Make the rows high enough for so many lines."""
        height = count * (self.fontMetrics().height() + 3) + (6 if count > 1 else 7)
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)


class CellDelegate(QStyledItemDelegate):
    """Paints a sentence's text over the whole row in its own direction, and under it values, and scores as bars. It
    asks the model directly, not a role at a time: that takes a fraction of the time that Qt's own delegate does."""

    def __init__(self, model: SentenceModel, parent: TableView) -> None:
        super().__init__(parent)
        self._model, self._view = model, parent
        self.set_colours(LIGHT)

    def set_colours(self, colours: Colours) -> None:
        self._ink, self._faint = QPen(QColor(colours.text)), QPen(QColor(colours.faint))
        self._selected_ink, self._selection = QPen(QColor(colours.selected)), QBrush(QColor(colours.selection))
        self._line, self._bar = QPen(QColor(colours.line)), QBrush(QColor(colours.accent))
        self._track = QBrush(QColor(colours.line))
        self._metrics: QFontMetrics | None = None

    def paint(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell: its part of the text's line, and its value."""
        options: Any = option
        area: QRect = options.rect
        selected = _SELECTED in options.state
        if self._metrics is None:
            self._metrics = QFontMetrics(options.font)
        if selected:
            painter.fillRect(area, self._selection)
        text_column, column = self._model.text_column, index.column()
        if text_column is None:
            self._write_value(painter, area, index.row(), column, selected)
            return
        painter.setPen(self._line)
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        half = area.height() // 2
        upper, lower = area.adjusted(0, 3, 0, -half), area.adjusted(0, half, 0, -3)
        if column >= text_column:
            painter.setPen(self._selected_ink if selected else self._ink)
            self._write_text(painter, upper, index.row(), text_column)
        if column != text_column:
            self._write_value(painter, upper if column < text_column else lower, index.row(), column, selected)

    def _write_text(self, painter: QPainter, area: QRect, row: int, text_column: int) -> None:
        """Write what a cell shows of the sentence's text, which runs on over the cells to its right."""
        header = self._view.horizontalHeader()
        left = header.sectionViewportPosition(text_column) + _AIR
        right = min(header.length() - header.offset(), self._view.viewport().width()) - _AIR
        if right <= left or area.left() > right:
            return
        text, turned = self._model.sentence(row)
        painter.save()
        painter.setClipRect(area)
        painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turned else Qt.LayoutDirection.LeftToRight)
        whole = QRect(left, area.top(), right - left, area.height())
        painter.drawText(whole, _LEFT, self._elided(text, whole.width()))  # at the right where it runs to the left
        painter.restore()

    def _write_value(self, painter: QPainter, area: QRect, row: int, column: int, selected: bool) -> None:
        text, numeric, faint = self._model.painted(row, column)
        if not text:
            return
        area = area.adjusted(_AIR, 0, -_AIR, 0)
        painter.setPen(self._selected_ink if selected else self._faint if faint else self._ink)
        if not numeric:
            painter.drawText(area, _LEFT, self._elided(text, area.width()))
            return
        painter.drawText(area, _RIGHT, text)
        share = self._model.share(row, column)
        assert self._metrics is not None
        if share is not None and area.width() - self._metrics.horizontalAdvance(text) > BAR:
            corner = QPointF(area.left(), area.center().y() + 1 - _BAR_HEIGHT / 2)
            painter.fillRect(QRectF(corner.x(), corner.y(), BAR, _BAR_HEIGHT), self._track)
            painter.fillRect(QRectF(corner.x(), corner.y(), BAR * share, _BAR_HEIGHT), self._bar)

    def _elided(self, text: str, width: int) -> str:
        # A text is cut before it is measured: it may be as long as a page.
        assert self._metrics is not None
        return self._metrics.elidedText(text[: width // 2 + 1], Qt.TextElideMode.ElideRight, width)
