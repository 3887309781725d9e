"""The first columns of a table, which stay where they are while the others are scrolled sideways."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView


class FrozenColumns(QTableView):
    """Lies over the left edge of a table, as soon as that is scrolled. The table has the focus and the clicks.

    ``leading`` tells how many columns say what a row is about. Those for which there is room in half of the table stay,
    and always the first one.
    """

    def __init__(self, table: QTableView, leading: Callable[[], int]) -> None:
        super().__init__(table)
        self._table, self._leading = table, leading
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(table.itemDelegate())
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(table.showGrid())
        self.setObjectName("frozenColumns")
        for way in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            way(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for view in (self, table):
            view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
            view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        self._wire()
        self.hide()

    def _wire(self) -> None:
        table, header, own = self._table, self._table.horizontalHeader(), self.horizontalHeader()
        own.setSectionsClickable(True)
        own.setHighlightSections(False)
        own.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        own.sectionClicked.connect(self._sort)
        header.sortIndicatorChanged.connect(lambda section, order: own.setSortIndicator(section, order))
        header.sectionResized.connect(lambda *_: self._place())
        table.horizontalScrollBar().valueChanged.connect(lambda *_: self._place())
        table.verticalScrollBar().valueChanged.connect(lambda value: self.verticalScrollBar().setValue(value))
        self.verticalScrollBar().valueChanged.connect(lambda value: table.verticalScrollBar().setValue(value))
        table.model().modelReset.connect(self._place)
        table.viewport().installEventFilter(self)
        self.clicked.connect(table.clicked)

    @property
    def width_over(self) -> int:
        """How much of the table it lies over, in pixels."""
        return 0 if self.isHidden() else self.width()

    @property
    def count(self) -> int:
        """How many columns stay."""
        room, count = self._table.viewport().width() // 2, 0
        while count < self._leading() and self._table.columnWidth(count) <= room:
            room -= self._table.columnWidth(count)
            count += 1
        return max(count, 1)

    def uncover(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Scroll the table until a cell of it is beside the columns that stay."""
        hidden = self.width_over - self._table.visualRect(index).left()
        if index.column() >= self.count and hidden > 0:
            bar = self._table.horizontalScrollBar()
            bar.setValue(bar.value() - hidden)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Stay as high as the table."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _sort(self, column: int) -> None:
        header = self._table.horizontalHeader()
        again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, Qt.SortOrder.DescendingOrder if again else Qt.SortOrder.AscendingOrder)

    def _place(self) -> None:
        """Over the first columns, unless these are seen."""
        table, columns = self._table, self._table.model().columnCount()
        scrolled = columns > 1 and table.horizontalScrollBar().value() > 0
        self.setVisible(scrolled)
        if not scrolled:
            return
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
