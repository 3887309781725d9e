"""The filters that were saved: to choose, rename and delete."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, hint, named
from goldleaf.viewer.labels import Label, tip
from goldleaf.viewer.panels.parts import EmptyHint
from goldleaf.viewer.session.queries import MARK, Queries

T = TypeVar("T")


class SavedFiltersDialog(QDialog):
    """Lists the saved filters; ``chosen`` is the condition that was chosen. A name is changed in its cell."""

    def __init__(self, parent: QWidget, queries: Queries, *, can_use: bool = True) -> None:
        super().__init__(parent)
        self.setWindowTitle("Saved filters")
        self._queries, self._can_use = queries, can_use
        self.chosen: str | None = None
        self.table = named(QTableWidget(0, 2), "Saved filters")
        self.table.setHorizontalHeaderLabels(["Name", "Condition"])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        nothing = "No filter is saved. Write one above the list of sentences, then Edit > Saved filters > Save filter."
        self._hint = EmptyHint(self.table, nothing)
        self.error = Label()
        self.error.setObjectName("filterError")
        self.error.setWordWrap(True)
        self.error.hide()
        where = hint(f"Kept in {queries.path}; a name is what goldleaf find takes: goldleaf find {MARK}name …")
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.use = QPushButton("Use")
        self.rename = QPushButton("Rename")
        self.delete = QPushButton("Delete")
        self.use.setDefault(True)
        self.use.clicked.connect(self._use)
        self.rename.clicked.connect(lambda: self.table.edit(self.table.currentIndex().siblingAtColumn(0)))
        self.delete.clicked.connect(self._delete)
        row = beside(self.use, self.rename, self.delete)
        row.addWidget(answers(self, Button.Close))
        below(self, self.table, self.error, where, row)
        self.table.itemChanged.connect(self._renamed)
        self.table.itemSelectionChanged.connect(self._selected)
        self.table.cellDoubleClicked.connect(lambda *_: self._use())
        self._fill()
        self.resize(640, 360)

    def _fill(self, chosen: str = "") -> None:
        known = self._safely(self._queries.read) or {}
        self.table.blockSignals(True)
        self.table.setRowCount(len(known))
        for row, (name, condition) in enumerate(known.items()):
            cells = QTableWidgetItem(name), QTableWidgetItem(condition)
            cells[0].setData(Qt.ItemDataRole.UserRole, name)
            cells[1].setFlags(cells[1].flags() & ~Qt.ItemFlag.ItemIsEditable)
            cells[1].setToolTip(tip(condition))
            for column, cell in enumerate(cells):
                self.table.setItem(row, column, cell)
        self.table.blockSignals(False)
        names = [*known]
        if names:
            self.table.selectRow(names.index(chosen) if chosen in names else 0)
        self._selected()

    def _selected(self) -> None:
        some = bool(self.table.selectedItems())
        for button in (self.rename, self.delete):
            button.setEnabled(some)
        self.use.setEnabled(some and self._can_use)
        self.use.setToolTip("" if self._can_use else "Open a file first.")

    def _use(self) -> None:
        if self.table.selectedItems() and self._can_use:
            self.chosen = self.table.currentIndex().siblingAtColumn(1).data()
            self.accept()

    def _renamed(self, item: QTableWidgetItem) -> None:
        before, after = item.data(Qt.ItemDataRole.UserRole), item.text().strip().removeprefix(MARK)
        self._safely(lambda: self._queries.rename(before, after))
        said = self.error.text()
        self._fill(before if said else after)  # which hides what was said
        if said:
            self.error.setText(said)
            self.error.show()

    def _delete(self) -> None:
        name: str = self.table.currentIndex().siblingAtColumn(0).data(Qt.ItemDataRole.UserRole)
        self._safely(lambda: self._queries.delete(name))
        self._fill()

    def _safely(self, act: Callable[[], T]) -> T | None:
        """Do something with the file; say below the list what is wrong with it."""
        self.error.clear()
        self.error.hide()
        try:
            return act()
        except GoldleafError as error:
            self.error.setText(str(error))
            self.error.show()
            return None
