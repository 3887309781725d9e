"""Treebanks: which are opened, what is in them, what can be made of them, and whether they belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import polars as pl
from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS
from goldleaf.core.naming import annotators_of, distinct, names_of
from goldleaf.core.structures.transformations import EXAMPLES, FILE, TRANSFORMATIONS, Transformation, steps_of
from goldleaf.viewer import tables
from goldleaf.viewer.dialogs import parts
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, button, choices, file_row, form, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.table import PrintedTable
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.tables.table import Table

ENCODINGS = ("utf-8", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16")


class OpenDialog(QtWidgets.QDialog):
    """Asks for files; `request` is what they make. Names of parses are edited in the list."""

    title = "Open"
    listed = "Parses"
    _named: Callable[[list[Path]], list[str]] = staticmethod(names_of)
    _adjudicates = False

    def __init__(self, parent: QtWidgets.QWidget, folder: str, current: Request | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._predicted = current is not None and current.predicted
        self.gold = named(QtWidgets.QLineEdit(placeholderText="The file to compare with"), "Gold")
        self.parses = _FileTable(self.listed)
        every = "None: all ways to cut and tag the sentences"
        self.lattice = named(QtWidgets.QLineEdit(placeholderText=every), "Lattice")
        self.train = named(QtWidgets.QLineEdit(placeholderText="None: whether words are seen in it"), "Training file")
        known = [(format_.title, format_.name) for format_ in FORMATS.values()]
        self.format = choices("Format", [("Found out from each file", None), *known])
        self.encoding = named(QtWidgets.QComboBox(editable=True), "Encoding")
        self.encoding.addItems(ENCODINGS)
        rows = *self._rows(), ("Format", self.format), ("Encoding", self.encoding)
        asked = form(*rows, labelAlignment=Qt.AlignmentFlag.AlignRight)
        self._buttons = answers(self, Button.Open | Button.Cancel)
        below(self, asked, self._buttons, title=self.title)
        self.setMinimumSize(640, 360 if self.listed else 0)
        if current is not None:
            shown = zip(current.names, current.parses, strict=True)
            if self._adjudicates:
                shown = zip(current.annotators, (current.gold, *current.parses), strict=False)
            else:
                self.gold.setText(str(current.gold))
            for name, path in shown:
                self.parses.add(name, path)
            self.format.setCurrentIndex(max(self.format.findData(current.format_name), 0))
            self.encoding.setCurrentText(current.encoding)
            self.lattice.setText(str(current.lattice or ""))
            self.train.setText(str(current.train or ""))
        self.gold.textChanged.connect(self._look)
        for changed in (self.parses.model().rowsInserted, self.parses.model().rowsRemoved):
            changed.connect(self._look)
        self._look()

    def request(self) -> Request | None:
        """What was chosen; None without a gold."""
        if not (gold := self.gold.text().strip()):
            return None
        rows = self.parses.entries()
        names = distinct([name or f"parse {place}" for place, (name, _) in enumerate(rows, 1)])
        made = Request(Path(gold).expanduser(), tuple(path for _, path in rows), (*names,), predicted=self._predicted)
        return self._read(made)

    def _read(self, request: Request) -> Request:
        lattice, train = (line.text().strip() for line in (self.lattice, self.train))
        return replace(
            request, format_name=self.format.currentData(), encoding=self.encoding.currentText().strip() or "utf-8",
            lattice=Path(lattice).expanduser() if lattice else None, train=Path(train).expanduser() if train else None,
        )  # fmt: skip

    def add_parses(self, paths: list[Path]) -> None:
        taken = [path for _, path in self.parses.entries()]
        for path, name in zip(paths, self._named([*taken, *paths])[len(taken) :], strict=True):
            self.parses.add(name, path)

    def _rows(self) -> list[tuple[str, QtWidgets.QWidget | QtWidgets.QLayout]]:
        """What is asked for before format and encoding, with its names."""
        buttons = below(
            None, button("Add…", self._browse_parses), button("Remove", self.parses.remove),
            button("Up", lambda: self.parses.move_row(-1)), button("Down", lambda: self.parses.move_row(1)),
        )  # fmt: skip
        buttons.addStretch()
        parses = beside(self.parses, buttons, wide=self.parses)
        # None of the annotators is asked for apart from the others.
        first = [] if self._adjudicates else [self._file_row("Gold", self.gold)]
        beside_them = {"Lattice": self.lattice, "Training file": self.train}
        return [*first, (self.listed, parses), *(self._file_row(*each) for each in beside_them.items())]

    def _file_row(self, name: str, line: QtWidgets.QLineEdit) -> tuple[str, QtWidgets.QLayout]:
        return name, file_row(line, partial(self._ask, name, line))

    def _look(self) -> None:
        self._buttons.button(Button.Open).setEnabled(self.request() is not None)

    def _ask(self, title: str, line: QtWidgets.QLineEdit) -> str:
        name, _ = QtWidgets.QFileDialog.getOpenFileName(self, title, line.text() or self._folder)
        self._folder = str(Path(name).parent) if name else self._folder
        return name

    def _browse_parses(self) -> None:
        names, _ = QtWidgets.QFileDialog.getOpenFileNames(self, f"{self.listed} – files", self._folder)
        self.add_parses([Path(name) for name in names])


class AdjudicateDialog(OpenDialog):
    """Asks for the files of two or more annotators, none of which is the gold; the first is compared with others."""

    title = "Adjudicate"
    listed = "Annotators"
    _named = staticmethod(annotators_of)
    _adjudicates = True

    def request(self) -> Request | None:
        """What was chosen; None without two files."""
        rows = self.parses.entries()
        if len(rows) < 2:
            return None
        names = distinct([name or f"annotator {place}" for place, (name, _) in enumerate(rows, 1)])
        return self._read(Request.of_annotators([path for _, path in rows], names))

    def add_parses(self, paths: list[Path]) -> None:
        """Add files to the list. Names that nobody has changed are those that tell all files apart."""
        before = self.parses.entries()
        as_made = [name for name, _ in before] == self._named([path for _, path in before])
        super().add_parses(paths)
        if as_made:
            for row, name in enumerate(self._named([path for _, path in self.parses.entries()])):
                self.parses.setItem(row, 0, QtWidgets.QTableWidgetItem(name))


class VersionsDialog(OpenDialog):
    """Asks for two versions of a treebank, the old one and the new one."""

    title = "Compare versions"
    listed = ""

    def request(self) -> Request | None:
        """What was chosen; None without two files."""
        paths = [Path(text).expanduser() for line in (self.gold, self.new) if (text := line.text().strip())]
        return self._read(Request.of_annotators(paths, versions=True)) if len(paths) > 1 else None

    def _rows(self) -> list[tuple[str, QtWidgets.QWidget | QtWidgets.QLayout]]:
        self.new = named(QtWidgets.QLineEdit(placeholderText="The file that came of it"), "New")
        self.new.textChanged.connect(self._look)
        swap = button("Swap", self._swap, toolTip="Put the new version in the place of the old one")
        return [self._file_row("Old", named(self.gold, "Old")), self._file_row("New", self.new), ("", beside(swap))]

    def _swap(self) -> None:
        old, new = self.gold.text(), self.new.text()
        self.gold.setText(new)
        self.new.setText(old)


class _FileTable(QtWidgets.QTableWidget):
    """Parses or annotators: a name that can be edited, and the file."""

    def __init__(self, listed: str) -> None:
        super().__init__(0, 2)
        having(self, accessibleName=listed, showGrid=False, tabKeyNavigation=False)
        self.setHorizontalHeaderLabels(["Name", "File"])
        self.setSelectionBehavior(QtWidgets.QTableWidget.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        header = having(self.horizontalHeader(), highlightSections=False, defaultAlignment=left)
        header.resizeSection(0, 140)
        header.setSectionResizeMode(1, QtWidgets.QHeaderView.ResizeMode.Stretch)

    def add(self, name: str, path: Path) -> None:
        row = self.rowCount()
        self.insertRow(row)
        self.setItem(row, 0, QtWidgets.QTableWidgetItem(name))
        file = having(QtWidgets.QTableWidgetItem(str(path)), toolTip=str(path))
        file.setFlags(file.flags() & ~Qt.ItemFlag.ItemIsEditable)
        self.setItem(row, 1, file)
        self.selectRow(row)

    def entries(self) -> list[tuple[str, Path]]:
        texts = []
        for row in range(self.rowCount()):
            name, path = self.item(row, 0), self.item(row, 1)
            # Qt tells of a new row before it has its items.
            texts.append((name.text().strip() if name else "", path.text().strip() if path else ""))
        return [(name, Path(path).expanduser()) for name, path in texts]

    def remove(self) -> None:
        self.removeRow(self.currentRow())

    def move_row(self, by: int) -> None:
        row, other = self.currentRow(), self.currentRow() + by
        if row < 0 or not 0 <= other < self.rowCount():
            return
        for column in range(2):
            moved, displaced = self.takeItem(row, column), self.takeItem(other, column)
            self.setItem(row, column, displaced)
            self.setItem(other, column, moved)
        self.selectRow(other)


_HOW = "Double click a transformation to add it; they are applied one after the other, and each step is a parse."
_LISTED = 1000  # deviations
_WIDEST = 240  # pixels of a column but for the first


class PropertiesDialog(QtWidgets.QDialog):
    """The properties of all open treebanks, a column each; they can be written as a file. ``trained`` has the path of a
    training file that is wanted, empty for none."""

    trained = Signal(str)

    def __init__(self, parent: QtWidgets.QWidget, settings: Settings, training: str) -> None:
        super().__init__(parent)
        self._settings = settings
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
        below(self, top, self.view, self.hint, buttons, tall=self.view, size=(980, 640))

    def show_table(self, table: Table) -> None:
        self._table = table
        self.view.show_table(table)
        for place in range(1, len(table.columns)):  # what is longer goes on in the next line
            self.view.setColumnWidth(place, min(self.view.columnWidth(place), _WIDEST))
        self.view.resizeRowsToContents()
        self.hint.setText("Each share says of what. The rows are those of the shared tasks' first tables.")
        self.save.setEnabled(True)

    def _ask_training(self) -> None:
        name, _ = QtWidgets.QFileDialog.getOpenFileName(self, "Training file", self._training)
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
        assert self._table is not None
        tell = self.hint.setText
        parts.save_tables(self, "Save table", "properties.tex", self._settings, [self._table], tell, tell)


class TransformDialog(QtWidgets.QDialog):
    """Asks for a chain of transformations. Choosing one in the list adds it to the line."""

    def __init__(self, parent: QtWidgets.QWidget, kind: str) -> None:
        super().__init__(parent)
        order = "Transformations with commas between them, in their order"
        self.line = named(QtWidgets.QLineEdit(placeholderText=order), "Transformations")
        self.list = named(QtWidgets.QListWidget(), "Known transformations", spacing=4, wordWrap=True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._listed = [known for known in TRANSFORMATIONS.values() if known.needs in ("", kind)]
        self.list.addItems([f"{known.name}\n{known.title} ({known.source})" for known in self._listed])
        self.list.itemActivated.connect(lambda item: self._add(self._listed[self.list.row(item)]))
        self.hint = hint()
        self._buttons = answers(self)
        self._buttons.button(Button.Ok).setText("Open beside the file")
        below(self, self.line, self.list, self.hint, self._buttons, title="Transform", size=(640, 560))
        self.line.textChanged.connect(self._look)
        self._look("")

    @property
    def chain(self) -> str:
        return self.line.text().strip()

    def _add(self, added: Transformation) -> None:
        piece = added.name
        if added.argument == FILE:
            name, _ = QtWidgets.QFileDialog.getOpenFileName(self, added.title)
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


class BelongingDialog(QtWidgets.QDialog):
    """Where dependencies, constituents and lattice do not belong together. ``opened`` has a sentence's row."""

    opened = Signal(int)

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.counts = having(Label("Comparing …"), wordWrap=True)
        self.view = PrintedTable("Deviations")
        self.view.horizontalHeader().setStretchLastSection(True)
        self._rows: list[int] = []
        for chosen in (self.view.clicked, self.view.activated):
            chosen.connect(lambda index: self.opened.emit(self._rows[index.row()]))
        buttons = parts.closing(self)
        below(self, self.counts, self.view, buttons, tall=self.view, title="Do they belong together?", size=(720, 480))

    def show_deviations(self, deviations: pl.DataFrame) -> None:
        """Show the first deviations, and how many there are of each kind."""
        listed = deviations.head(_LISTED)
        self._rows = [sentence - 1 for sentence in listed["sentence"]]
        self.view.show_table(tables.of_frame("", listed))
        kinds = " · ".join(f"{kind} {count:,}" for kind, count in Counter(deviations["kind"].to_list()).items())
        more = f" The first {_LISTED:,} are listed." if deviations.height > _LISTED else ""
        nothing = "All belong together: the same sentences, words, tags and features."
        self.counts.setText(f"{kinds}.{more} A click shows the sentence in its structures." if kinds else nothing)
