"""What is in the open treebanks, what can be made of them, and whether they belong together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QListWidget, QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.core.structures.transformations import EXAMPLES, FILE, TRANSFORMATIONS, Transformation, steps_of
from goldleaf.viewer import tables
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, button, closing, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.printed_table import PrintedTable
from goldleaf.viewer.tables.table import Table

_HOW = "Double click a transformation to add it; they are applied one after the other, and each step is a parse."
_LISTED = 1000  # deviations
_WIDEST = 240  # pixels of a column but for the first


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
        self.view = PrintedTable("Properties")
        self._table: Table | None = None
        buttons = answers(self, Button.Close)
        self.save = button("Save table…", self._ask_where, buttons, autoDefault=True, enabled=False)
        # Else the table's first cell has a frame.
        buttons.button(Button.Close).setFocus()
        top = beside(self.training, self.choose, self.without, wide=self.training)
        below(self, top, self.view, self.hint, buttons, tall=self.view)
        self.resize(980, 640)

    def show_table(self, table: Table) -> None:
        self._table = table
        self.view.show_table(table)
        for place in range(1, len(table.columns)):  # what is longer goes on in the next line
            self.view.setColumnWidth(place, min(self.view.columnWidth(place), _WIDEST))
        self.view.resizeRowsToContents()
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
        looks = {"spacing": 4, "wordWrap": True, "horizontalScrollBarPolicy": off}
        self.list = named(QListWidget(), "Known transformations", **looks)
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
        self.view = PrintedTable("Deviations")
        self.view.horizontalHeader().setStretchLastSection(True)
        self._rows: list[int] = []
        for chosen in (self.view.clicked, self.view.activated):
            chosen.connect(lambda index: self.opened.emit(self._rows[index.row()]))
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
