"""What is in the open treebanks, what can be made of them, and whether they belong together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QListWidget, QTableWidget, QTableWidgetItem, QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.core.structures.transformations import EXAMPLES, FILE, TRANSFORMATIONS, Transformation, steps_of
from goldleaf.viewer import tables
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, button, closing, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.table import aligned
from goldleaf.viewer.tables.table import Kind, Table

_HOW = "Double click a transformation to add it; they are applied one after the other, and each step is a parse."
_LISTED = 1000  # deviations
_WIDEST = 140  # pixels of a column of figures; what is longer goes on in the next line, and is the cell's tip


class TableView(QTableWidget):
    """A printed table's cells."""

    def __init__(self, name: str) -> None:
        super().__init__()
        having(
            self,
            accessibleName=name,
            showGrid=False,
            tabKeyNavigation=False,
            editTriggers=QTableWidget.EditTrigger.NoEditTriggers,
            selectionBehavior=QTableWidget.SelectionBehavior.SelectRows,
            selectionMode=QTableWidget.SelectionMode.SingleSelection,
        )
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)

    def show_table(self, table: Table) -> None:
        """Show the cells; blocks' titles are rows of their own."""
        self.setColumnCount(len(table.columns))
        for place, column in enumerate(table.columns):
            heading = column.heading or column.name
            # A file's name stands as it is.
            title = heading if column.kind is Kind.FIGURE else f"{heading[:1].upper()}{heading[1:]}"
            self.setHorizontalHeaderItem(place, having(QTableWidgetItem(title), textAlignment=aligned(column)))
        self.setRowCount(0)
        for number, row in enumerate(table.written()):
            if number in table.blocks:
                self._add([(table.blocks[number], True)], bold=True)
            self._add([(cell.text, cell.left) for cell in row], bold=False)
        self.resizeColumnsToContents()
        for place, column in enumerate(table.columns):
            if column.kind is not Kind.TEXT:
                self.setColumnWidth(place, min(self.columnWidth(place), _WIDEST))
        self.resizeRowsToContents()

    def _add(self, cells: list[tuple[str, bool]], *, bold: bool) -> None:
        row = self.rowCount()
        self.insertRow(row)
        for column, (text, left) in enumerate(cells):
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            item = having(QTableWidgetItem(text), toolTip=text, textAlignment=side | Qt.AlignmentFlag.AlignVCenter)
            item.setFont(having(item.font(), bold=bold))
            if bold:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.setItem(row, column, item)
        if bold:
            self.setSpan(row, 0, 1, self.columnCount())


class PropertiesDialog(QDialog):
    """The properties of all open treebanks, a column each; they can be written as a file. ``trained`` has the path of a
    training file that is wanted, empty for none."""

    trained = Signal(str)

    def __init__(self, parent: QWidget, training: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Properties of treebanks")
        self.training = Label()
        told = "Say how many forms and lemmas are not in a training file"
        self.choose = button("Training file…", self._ask_training, autoDefault=True, toolTip=told)
        told = "Say nothing of a training file"
        self.without = button("Without", lambda: self._train(""), autoDefault=True, toolTip=told)
        self._say_training(training)
        self.hint = hint("Counting …", wordWrap=False)
        self.view = TableView("Properties")
        self._table: Table | None = None
        buttons = answers(self, Button.Close)
        self.save = button("Save table…", self._ask_where, buttons, autoDefault=True, enabled=False)
        # Else the table's first cell has a frame.
        buttons.button(Button.Close).setFocus()
        top = beside(self.training, self.choose, self.without, wide=self.training)
        below(self, top, self.view, self.hint, buttons, tall=self.view)
        self.resize(980, 640)

    def show_table(self, table: Table) -> None:
        """Show what was counted."""
        self._table = table
        self.view.show_table(table)
        self.hint.setText("Each share says of what. The rows are those of the shared tasks' first tables.")
        self.save.setEnabled(True)

    def _ask_training(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Training file", self._training)
        if name:
            self._train(name)

    def _train(self, path: str) -> None:
        self._say_training(path)
        self.hint.setText("Counting …")
        self.trained.emit(path)

    def _say_training(self, path: str) -> None:
        self._training, known = path, Path(path).name
        told = f"Unseen: against {known}" if known else "Unseen: choose a training file"
        having(self.training, text=told, toolTip=path)
        self.without.setEnabled(bool(known))

    def _ask_where(self) -> None:
        endings = " ".join(f"*{ending}" for known in tables.FORMATS.values() for ending in known.endings)
        name, _ = QFileDialog.getSaveFileName(self, "Save table", "properties.tex", f"Tables ({endings})")
        if name and self._table is not None:
            try:
                tables.save(name, [self._table])
            except GoldleafError as error:
                self.hint.setText(str(error))
            else:
                self.hint.setText(f"Written: {name}")


class TransformDialog(QDialog):
    """Asks for a chain of transformations. Choosing one in the list adds it to the line."""

    def __init__(self, parent: QWidget, kind: str) -> None:
        super().__init__(parent)
        self.setWindowTitle("Transform")
        order = "Transformations with commas between them, in their order"
        self.line = named(QLineEdit(placeholderText=order), "Transformations")
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.list = named(
            QListWidget(), "Known transformations", spacing=4, wordWrap=True, horizontalScrollBarPolicy=off
        )
        self._listed = [known for known in TRANSFORMATIONS.values() if known.needs in ("", kind)]
        self.list.addItems([f"{known.name}\n{known.title} ({known.source})" for known in self._listed])
        self.list.itemActivated.connect(lambda item: self._add(self._listed[self.list.row(item)]))
        self.hint = hint()
        self._buttons = answers(self)
        self._buttons.button(Button.Ok).setText("Open beside the file")
        below(self, self.line, self.list, self.hint, self._buttons)
        self.line.textChanged.connect(self._look)
        self.resize(640, 560)
        self._look("")

    @property
    def chain(self) -> str:
        return self.line.text().strip()

    def _add(self, added: Transformation) -> None:
        piece = added.name
        if added.argument == FILE:
            name, _ = QFileDialog.getOpenFileName(self, added.title)
            if not name:
                return
            piece += f"={name}"
        elif added.argument:
            piece += f"={EXAMPLES[added.argument]}"
        self.line.setText(f"{self.chain},{piece}" if self.chain else piece)

    def _look(self, text: str) -> None:
        ok = self._buttons.button(Button.Ok)
        try:
            steps_of(text)
        except GoldleafError as error:
            self.hint.setText(str(error).removeprefix("--apply "))
            ok.setEnabled(False)
        else:
            self.hint.setText(_HOW)
            ok.setEnabled(bool(text.strip()))


class BelongingDialog(QDialog):
    """Where dependencies, constituents and lattice do not belong together. ``opened`` has a sentence's row."""

    opened = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Do they belong together?")
        self.counts = having(Label("Comparing …"), wordWrap=True)
        self.view = TableView("Deviations")
        self.view.horizontalHeader().setStretchLastSection(True)
        self._rows: list[int] = []
        for chosen in (self.view.itemClicked, self.view.itemActivated):
            chosen.connect(lambda item: self.opened.emit(self._rows[item.row()]))
        buttons = closing(self)
        below(self, self.counts, self.view, buttons, tall=self.view)
        self.resize(720, 480)

    def show_deviations(self, deviations: pl.DataFrame) -> None:
        """Show the first deviations, and how many there are of each kind."""
        listed = deviations.head(_LISTED)
        self._rows = [sentence - 1 for sentence in listed["sentence"]]
        self.view.show_table(tables.of_frame("", listed))
        kinds = " · ".join(f"{kind} {count:,}" for kind, count in Counter(deviations["kind"].to_list()).items())
        more = f" The first {_LISTED:,} are listed." if deviations.height > _LISTED else ""
        nothing = "All belong together: the same sentences, words, tags and features."
        self.counts.setText(f"{kinds}.{more} A click shows the sentence in its structures." if kinds else nothing)
