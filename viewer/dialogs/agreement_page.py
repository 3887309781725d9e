"""A page of agreement: pairs above, and the tables of the pair that is chosen below."""

from __future__ import annotations

import polars as pl
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.table import NO_INDEX, Index, Shown, TableModel, TableView
from goldleaf.viewer.session.agreement_texts import AgreementTables, PairTables, cell, heading
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.tables.table import Column, Kind

TABLES = {"sentences": "Sentences", "labels": "Labels", "layers": "Layers"}
MOST_PAIRS = 5  # that are seen without scrolling


class AgreementPage(QWidget):
    """Shows what it is given, and what its work says. Pages say what a pair's rows are for, and open them."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, pairs: str) -> None:
        super().__init__()
        self._shown: AgreementTables | None = None
        self.work = Background(self)
        self.work.failed.connect(self._fail)
        self.summary = Label()
        self.summary.setWordWrap(True)
        self.pairs = AgreementTable(pairs)
        self.pairs.selectionModel().currentRowChanged.connect(self._show_pair)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tables = {name: AgreementTable(title) for name, title in TABLES.items()}
        for name, table in self.tables.items():
            self.tabs.addTab(table, TABLES[name])
            table.activated.connect(lambda index, name=name: self.open_row(name, index.row()))
        self.hint, self.signature = Label(), Label()
        for label in (self.hint, self.signature):
            label.setObjectName("faint")
            label.setWordWrap(True)
        self.signature.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)  # below the names of the pages
        column.setSpacing(8)
        column.addWidget(self.pairs)
        column.addWidget(self.summary)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.hint)
        column.addWidget(self.signature)

    @property
    def pair(self) -> int:
        """The row of the pair that is chosen; −1 for none."""
        return self.pairs.currentIndex().row()

    def hint_for(self, pair: int) -> str:
        """What a pair's rows are for."""
        raise NotImplementedError

    def open_row(self, name: str, row: int) -> None:
        """Go where a row of one of the `TABLES` leads to."""
        raise NotImplementedError

    def stop(self) -> None:
        """Give up what is worked on."""
        self.work.cancel()

    def show_nothing(self, why: str) -> None:
        """Say why there is nothing to be shown."""
        self._shown = None
        for table in (self.pairs, *self.tables.values()):
            table.show_table(pl.DataFrame())
        self.hint.clear()
        self.signature.clear()
        self.summary.setText(why)

    def show_progress(self, what: str, share: float) -> None:
        """Say how much of the work is done."""
        self.summary.setText(f"Comparing the {what} …" + (f" {share:.0%}" if share else ""))

    def show_figures(self, tables: AgreementTables) -> None:
        """Show all pairs and the alphas, and choose the pair that was chosen before, else the first."""
        self._shown = tables
        alphas = " · ".join(f"{name} {cell(name, tables.alphas[name][0])}" for name in tables.alphas.columns)
        self.summary.setText(f"Krippendorff's alpha, {tables.who}: {alphas}")
        self.signature.setText("\n".join(tables.signatures))
        self.signature.setVisible(bool(tables.signatures))
        # After an act of a review the same pair stays chosen.
        before = self.pair
        self.pairs.show_table(tables.pairs)
        self.pairs.fit_height(MOST_PAIRS)
        self.pairs.selectRow(before if 0 <= before < tables.pairs.height else 0)

    def _show_pair(self, index: QModelIndex) -> None:
        if self._shown is None or not 0 <= index.row() < len(self._shown.each):
            return
        pair = self._shown.each[index.row()]
        self.hint.setText(self.hint_for(index.row()))
        for name, table in self.tables.items():
            frame: pl.DataFrame = getattr(pair, name)
            table.show_table(frame, pair)
            counted = "" if name == "layers" else f" ({frame.height:,})"
            self.tabs.setTabText(self.tabs.indexOf(table), f"{TABLES[name]}{counted}")

    def _fail(self, failure: Failure) -> None:
        self.summary.setText(failure.message)
        self.failed.emit(failure)


class AgreementTable(TableView):
    """A table of figures."""

    def __init__(self, title: str) -> None:
        model = _Model()
        super().__init__(model, title)
        self._model = model
        self.choose_rows()

    @property
    def frame(self) -> pl.DataFrame:
        """What is shown."""
        return self._model.frame

    def show_table(self, frame: pl.DataFrame, pair: PairTables | None = None) -> None:
        """Show this, which is of a pair where there is one."""
        self._model.show_table(frame, pair)
        self.resizeColumnsToContents()

    def fit_height(self, most: int) -> None:
        """Be as high as the rows, up to so many."""
        rows = min(self.frame.height, most) * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + 2)


class _Model(TableModel):
    """Makes the cells that are seen: a file may have as many rows as sentences."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = pl.DataFrame()

    def show_table(self, frame: pl.DataFrame, pair: PairTables | None) -> None:
        self.beginResetModel()
        self.frame = frame
        self.columns = [
            Column(name, heading(name, pair), Kind.FIGURE if dtype.is_numeric() else Kind.TEXT)
            for name, dtype in frame.schema.items()
        ]
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else self.frame.height

    def cell(self, row: int, column: int) -> Shown:
        name = self.columns[column].name
        return Shown(cell(name, self.frame[name][row]))
