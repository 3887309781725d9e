"""Choose a gold and its parses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import Qt

from goldleaf.core.formats import FORMATS
from goldleaf.core.naming import annotators_of, names_of
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, button, choices, file_row, form, named
from goldleaf.viewer.labels import having
from goldleaf.viewer.session.request import Request

ENCODINGS = ("utf-8", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16")


class OpenDialog(QtWidgets.QDialog):
    """Asks for files; `request` is what they make. Names of parses are edited in the list."""

    title = "Open"
    listed = "Parses"
    _named: Callable[[list[Path]], list[str]] = staticmethod(names_of)
    _adjudicates = False

    def __init__(self, parent: QtWidgets.QWidget, folder: str, current: Request | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.title)
        self._folder = folder
        self._predicted = current is not None and current.predicted
        self.gold = named(QtWidgets.QLineEdit(placeholderText="The file to compare with"), "Gold")
        self.parses = _FileTable(self.listed)
        every = "None: all ways to cut and tag the sentences"
        self.lattice = named(QtWidgets.QLineEdit(placeholderText=every), "Lattice")
        self.train = named(QtWidgets.QLineEdit(placeholderText="None: whether words are seen in it"), "Training file")
        self._beside = {"Lattice": self.lattice, "Training file": self.train}
        known = [(format_.title, format_.name) for format_ in FORMATS.values()]
        self.format = choices("Format", [("Found out from each file", None), *known])
        self.encoding = named(QtWidgets.QComboBox(editable=True), "Encoding")
        self.encoding.addItems(ENCODINGS)
        self._lay_out()
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
        gold = self.gold.text().strip()
        if not gold:
            return None
        rows = self.parses.entries()
        names = _distinct([name for name, _ in rows], "parse")
        made = Request(Path(gold).expanduser(), tuple(path for _, path in rows), names, predicted=self._predicted)
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

    def _lay_out(self) -> None:
        buttons = below(
            None, button("Add…", self._browse_parses), button("Remove", self.parses.remove),
            button("Up", lambda: self.parses.move_row(-1)), button("Down", lambda: self.parses.move_row(1)),
        )  # fmt: skip
        buttons.addStretch()
        parses = beside(self.parses, wide=self.parses)
        parses.addLayout(buttons)

        def ask() -> str:
            name = self._ask("Gold file", self.gold)
            if name:
                self._folder = str(Path(name).parent)
            return name

        # None of the annotators is asked for apart from the others.
        first = [] if self._adjudicates else [("Gold", file_row(self.gold, ask))]
        asked = form(
            *first, (self.listed, parses),
            *((name, file_row(line, partial(self._ask, name, line))) for name, line in self._beside.items()),
            ("Format", self.format), ("Encoding", self.encoding), labelAlignment=Qt.AlignmentFlag.AlignRight,
        )  # fmt: skip
        self._buttons = answers(self, Button.Open | Button.Cancel)
        below(self, asked, self._buttons)
        self.setMinimumSize(640, 360)

    def _look(self) -> None:
        self._buttons.button(Button.Open).setEnabled(self.request() is not None)

    def _ask(self, title: str, line: QtWidgets.QLineEdit) -> str:
        return QtWidgets.QFileDialog.getOpenFileName(self, title, line.text() or self._folder)[0]

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
        names = _distinct([name for name, _ in rows], "annotator")
        return self._read(Request.of_annotators([path for _, path in rows], names))

    def add_parses(self, paths: list[Path]) -> None:
        """Add files to the list. Names that nobody has changed are those that tell all files apart."""
        before = self.parses.entries()
        as_made = [name for name, _ in before] == self._named([path for _, path in before])
        super().add_parses(paths)
        if as_made:
            for row, name in enumerate(self._named([path for _, path in self.parses.entries()])):
                self.parses.setItem(row, 0, QtWidgets.QTableWidgetItem(name))


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


def _distinct(names: list[str], what: str) -> tuple[str, ...]:
    """The names, numbers added to those that are not the first of theirs, or empty."""
    found: list[str] = []
    for place, name in enumerate(names, 1):
        wanted = name or f"{what} {place}"
        found.append(wanted if wanted not in found else f"{wanted} ({place})")
    return tuple(found)
