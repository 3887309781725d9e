"""A page of agreement: pairs above, and the tables of the pair that is chosen below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QTableView, QTabWidget, QVBoxLayout, QWidget

from goldleaf.core.analysis.agreement import PairAgreement
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.plain_table import make_plain
from goldleaf.viewer.session import agreement_texts as shown

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()

TABLES = {"sentences": "Sentences", "labels": "Labels", "layers": "Layers"}
MOST_PAIRS = 5  # that are seen without scrolling


class AgreementPage(QWidget):
    """Shows what it is given. ``pair_chosen`` has the row of a pair, ``opened`` the name of a table and a row of it."""

    pair_chosen = Signal(int)
    opened = Signal(str, int)

    def __init__(self, pairs: str) -> None:
        super().__init__()
        self.summary = Label()
        self.summary.setWordWrap(True)
        self.pairs = AgreementTable(pairs)
        self.pairs.selectionModel().currentRowChanged.connect(self._choose)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tables = {name: AgreementTable(title) for name, title in TABLES.items()}
        for name, table in self.tables.items():
            self.tabs.addTab(table, TABLES[name])
            table.activated.connect(lambda index, name=name: self.opened.emit(name, index.row()))
        self.hint, self.signature = Label(), Label()
        for label in (self.hint, self.signature):
            label.setObjectName("faint")
            label.setWordWrap(True)
        self.signature.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)  # below the names of the pages
        column.setSpacing(8)
        for part in (self.pairs, self.summary):
            column.addWidget(part)
        column.addWidget(self.tabs, 1)
        for label in (self.hint, self.signature):
            column.addWidget(label)

    @property
    def pair(self) -> int:
        """The row of the pair that is chosen; −1 for none."""
        return self.pairs.currentIndex().row()

    def show_nothing(self, why: str) -> None:
        """Say why there is nothing to be shown."""
        for table in (self.pairs, *self.tables.values()):
            table.show_table(None)
        self.hint.clear()
        self.signature.clear()
        self.summary.setText(why)

    def show_progress(self, what: str, share: float) -> None:
        """Say how much of the work is done."""
        self.summary.setText(f"Comparing the {what} …" + (f" {share:.0%}" if share else ""))

    def show_figures(self, pairs: pl.DataFrame, alphas: pl.DataFrame, who: str, signatures: Sequence[str] = ()) -> None:
        """Show all pairs and the alphas, and choose the pair that was chosen before, else the first."""
        told = " · ".join(f"{name} {shown.cell(name, alphas[name][0])}" for name in alphas.columns)
        self.summary.setText(f"Krippendorff's alpha, {who}: {told}")
        self.signature.setText("\n".join(signatures))
        self.signature.setVisible(bool(signatures))
        before = self.pair
        self.pairs.show_table(pairs)
        self.pairs.fit_height(MOST_PAIRS)
        self.pairs.selectRow(before if 0 <= before < pairs.height else 0)

    def show_pair(self, tables: Mapping[str, pl.DataFrame], hint: str, pair: PairAgreement | None = None) -> None:
        """Show the tables of the pair that is chosen."""
        self.hint.setText(hint)
        for name, table in self.tables.items():
            frame = tables[name]
            table.show_table(frame, pair)
            counted = "" if name == "layers" else f" ({frame.height:,})"
            self.tabs.setTabText(self.tabs.indexOf(table), f"{TABLES[name]}{counted}")

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.pair_chosen.emit(index.row())


class AgreementTable(QTableView):
    """A table of figures."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._model = _Model()
        self.setModel(self._model)
        make_plain(self, title)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    @property
    def frame(self) -> pl.DataFrame:
        """What is shown."""
        return self._model.frame

    def show_table(self, frame: pl.DataFrame | None, pair: PairAgreement | None = None) -> None:
        """Show this; None for nothing."""
        self._model.show_table(pl.DataFrame() if frame is None else frame, pair)
        self.resizeColumnsToContents()

    def fit_height(self, most: int) -> None:
        """Be as high as the rows, up to so many."""
        rows = min(self.frame.height, most) * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + 2)


class _Model(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.frame = pl.DataFrame()
        self._pair: PairAgreement | None = None

    def show_table(self, frame: pl.DataFrame, pair: PairAgreement | None) -> None:
        self.beginResetModel()
        self.frame, self._pair = frame, pair
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else self.frame.height

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else self.frame.width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            name = self.frame.columns[index.column()]
            return shown.cell(name, self.frame[name][index.row()])
        return self._alignment(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown.heading(self.frame.columns[section], self._pair)
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        figure = self.frame.dtypes[column].is_numeric()
        side = Qt.AlignmentFlag.AlignRight if figure else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
