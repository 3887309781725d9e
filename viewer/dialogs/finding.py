"""Go to a sentence by its id, its number or a line of the file; choose, rename and delete saved filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTableWidget, QTableWidgetItem, QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, button, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import EmptyHint
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.filtering import MARK, Queries
from goldleaf.viewer.session.navigation import find, not_found
from goldleaf.viewer.views.everyone import wording_of


class GoToDialog(QDialog):
    """Asks for a sentence; ``row`` is the one that was found."""

    def __init__(self, parent: QWidget, document: Document) -> None:
        super().__init__(parent)
        having(self, windowTitle="Go to sentence", minimumWidth=420)
        self._document = document
        self.row: int | None = None
        self.line = named(QLineEdit(placeholderText="weblog-7   ·   12   ·   #12   ·   :340"), "Id, number or line")
        ways = f"An id or a part of one, a number up to {len(document):,}, or :line of the gold file."
        self._hint = hint(wording_of(document).told(ways))
        self._buttons = answers(self)
        below(self, self.line, self._hint, self._buttons)
        self.line.textChanged.connect(self._look)
        self._look("")

    def _look(self, text: str) -> None:
        gold = self._document.gold
        self.row = find(gold, text, partly=True)
        self._buttons.button(Button.Ok).setEnabled(self.row is not None)
        if self.row is not None:
            sentence = gold.sentence(self.row)
            name = f"{sentence.number:,}" + (f" · {sentence.id}" if sentence.id else "")
            running = sentence.running_text
            self._hint.setText(f"{name} · {running if len(running) < 60 else running[:58] + '…'}")
        elif text.strip():
            self._hint.setText(not_found(gold, text))


T = TypeVar("T")


class SavedFiltersDialog(QDialog):
    """Lists the saved filters; ``chosen`` is the condition that was chosen. A name is changed in its cell."""

    def __init__(self, parent: QWidget, queries: Queries, *, can_use: bool = True) -> None:
        super().__init__(parent)
        self._queries, self._can_use = queries, can_use
        self.chosen: str | None = None
        self.table = named(
            QTableWidget(0, 2), "Saved filters", showGrid=False,
            selectionBehavior=QTableWidget.SelectionBehavior.SelectRows,
            selectionMode=QTableWidget.SelectionMode.SingleSelection,
            editTriggers=QTableWidget.EditTrigger.EditKeyPressed,
        )  # fmt: skip
        self.table.setHorizontalHeaderLabels(["Name", "Condition"])
        self.table.verticalHeader().hide()
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        header = having(self.table.horizontalHeader(), stretchLastSection=True, defaultAlignment=left)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        nothing = "No filter is saved. Write one above the list of sentences, then Edit › Saved filters › Save filter."
        self._hint = EmptyHint(self.table, nothing)
        self.error = having(Label(), objectName="filterError", wordWrap=True, visible=False)
        kept = f"Kept in {queries.path}; a name is what goldleaf find takes: goldleaf find {MARK}name …"
        where = hint(kept, textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse)
        self.use = button("Use", self._use, autoDefault=True, default=True)
        self.rename = button("Rename", lambda: self.table.edit(self._cell(0)), autoDefault=True)
        self.delete = button("Delete", self._delete, autoDefault=True)
        row = beside(self.use, self.rename, self.delete)
        row.addWidget(answers(self, Button.Close))
        below(self, self.table, self.error, where, row, title="Saved filters", size=(640, 360))
        self.table.itemChanged.connect(self._renamed)
        self.table.itemSelectionChanged.connect(self._selected)
        self.table.cellDoubleClicked.connect(lambda *_: self._use())
        self._fill()

    def _cell(self, column: int) -> QModelIndex:
        return self.table.currentIndex().siblingAtColumn(column)

    def _fill(self, chosen: str = "") -> None:
        known = self._safely(self._queries.read) or {}
        self.table.blockSignals(True)
        self.table.setRowCount(len(known))
        for row, (name, condition) in enumerate(known.items()):
            cells = QTableWidgetItem(name), QTableWidgetItem(condition)
            cells[0].setData(Qt.ItemDataRole.UserRole, name)
            having(cells[1], flags=cells[1].flags() & ~Qt.ItemFlag.ItemIsEditable, toolTip=condition)
            for column, cell in enumerate(cells):
                self.table.setItem(row, column, cell)
        self.table.blockSignals(False)
        if names := [*known]:
            self.table.selectRow(names.index(chosen) if chosen in names else 0)
        self._selected()

    def _selected(self) -> None:
        some = bool(self.table.selectedItems())
        self.rename.setEnabled(some)
        self.delete.setEnabled(some)
        having(self.use, enabled=some and self._can_use, toolTip="" if self._can_use else "Open a file first.")

    def _use(self) -> None:
        if self.table.selectedItems() and self._can_use:
            self.chosen = self._cell(1).data()
            self.accept()

    def _renamed(self, item: QTableWidgetItem) -> None:
        before, after = item.data(Qt.ItemDataRole.UserRole), item.text().strip().removeprefix(MARK)
        self._safely(lambda: self._queries.rename(before, after))
        objection = self.error.text()
        self._fill(before if objection else after)  # which hides what is wrong
        having(self.error, text=objection, visible=bool(objection))

    def _delete(self) -> None:
        name: str = self._cell(0).data(Qt.ItemDataRole.UserRole)
        self._safely(lambda: self._queries.delete(name))
        self._fill()

    def _safely(self, act: Callable[[], T]) -> T | None:
        # Do something with the file; say below the list what is wrong with it.
        having(self.error, text="", visible=False)
        try:
            return act()
        except GoldleafError as error:
            having(self.error, text=str(error), visible=True)
            return None
