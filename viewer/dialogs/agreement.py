"""How far the annotators whose files are open agree: each two of them and all, and where they do not."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.analysis.agreement import Agreement, PairAgreement, agreement_steps
from goldleaf.viewer.session import agreement as shown
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()

_TABLES: dict[str, tuple[str, Callable[[PairAgreement], pl.DataFrame]]] = {
    "sentences": ("Sentences", shown.sentences),
    "labels": ("Labels", shown.labels),
    "layers": ("Layers", shown.layers),
}
_TO_GO, _TO_FILTER = (
    "The worst first. Double click a sentence to go there",
    ", a label or a layer to filter its sentences",
)
MOST_PAIRS = 5  # that are seen without scrolling


class AgreementDialog(QDialog):
    """Compares the open files in the background; the tables below are of the two annotators that are chosen above."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, parent: QWidget, inspector: Inspector) -> None:
        super().__init__(parent)
        self.setWindowTitle("Agreement")
        self._inspector = inspector
        self._found: Agreement | None = None
        self._work = Background(self)
        self._work.stepped.connect(self._show_progress)
        self._work.returned.connect(self._show)
        self._work.failed.connect(self._fail)
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.pairs = _Table("Pairs of annotators")
        self.pairs.selectionModel().currentRowChanged.connect(self._show_pair)
        self.tabs = QTabWidget()
        self.tables = {name: _Table(title) for name, (title, _) in _TABLES.items()}
        for name, table in self.tables.items():
            self.tabs.addTab(table, _TABLES[name][0])
            table.activated.connect(lambda index, name=name: self._open(name, index.row()))
        self._hint, self.signature = QLabel(), QLabel()
        self._lay_out()
        inspector.document_changed.connect(self.begin)
        self.finished.connect(self.stop)
        self.begin()

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)  # Return opens a row
        for label in (self._hint, self.signature):
            label.setObjectName("faint")
            label.setWordWrap(True)
        self.signature.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.tabs.setDocumentMode(True)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.pairs)
        column.addWidget(self.summary)
        column.addWidget(self.tabs, 1)
        column.addWidget(self._hint)
        column.addWidget(self.signature)
        column.addWidget(buttons)
        self.resize(760, 620)

    def begin(self) -> None:
        """Compare what is open now."""
        self._work.cancel()
        self._forget()
        document = self._inspector.document
        if document is None or not document.complete or not document.parses:
            self.summary.setText("Open the files of two annotators or more.")
            return
        self._show_progress(0.0)
        steps = agreement_steps(*shown.annotators(document), shown.metrics(document))
        self._work.start(steps, "The agreement could not be worked out")

    def stop(self) -> None:
        """Give up what is worked on."""
        self._work.cancel()

    def _forget(self) -> None:
        self._found = None
        for table in (self.pairs, *self.tables.values()):
            table.show_table(None)
        self._hint.clear()
        self.signature.clear()

    def _show_progress(self, share: float) -> None:
        self.summary.setText("Comparing the annotators …" + (f" {share:.0%}" if share else ""))

    def _fail(self, told: Failure) -> None:
        self.summary.setText(told.message)
        self.failed.emit(told)

    def _show(self, found: Agreement) -> None:
        self._found = found
        alphas = shown.alphas(found)
        told = " · ".join(f"{name} {shown.cell(name, alphas[name][0])}" for name in alphas.columns)
        self.summary.setText(f"Krippendorff's alpha, {len(found.annotators)} annotators: {told}")
        self.signature.setText("\n".join(found.signatures))
        self.pairs.show_table(shown.pairs(found))
        self.pairs.fit_height(MOST_PAIRS)
        self.pairs.selectRow(0)
        self.tables["sentences"].setFocus()

    def _show_pair(self, index: QModelIndex) -> None:
        if self._found is None or not index.isValid():
            return
        pair = self._found.pairs[index.row()]
        self._hint.setText(f"{_TO_GO}{_TO_FILTER if self._filters(pair) else ''}.")
        for name, table in self.tables.items():
            title, make = _TABLES[name]
            frame = make(pair)
            table.show_table(frame, pair)
            self.tabs.setTabText(self.tabs.indexOf(table), title if name == "layers" else f"{title} ({frame.height:,})")

    def _filters(self, pair: PairAgreement) -> bool:
        """Whether a filter can look into the words of the two: those of the gold's arcs and of a parse's."""
        return self._found is not None and pair.a == self._found.annotators[0] and "attachment" in pair.scored

    def _open(self, name: str, row: int) -> None:
        """Go to a sentence, or filter the sentences with a label or layer on which the two disagree."""
        document = self._inspector.document
        if self._found is None or document is None:
            return
        pair = self._found.pairs[self.pairs.currentIndex().row()]
        one, other = (self._found.annotators.index(who) for who in (pair.a, pair.b))
        self._inspector.set_parse(other - 1)
        if name == "sentences":
            sentence = int(self.tables[name].frame["sentence"][row])
            self._inspector.go(shown.row_of(document, one, sentence))
        elif self._filters(pair):
            value = self.tables[name].frame.row(row)[0] if name == "labels" else pair.layers["layer"][row]
            self.filter_wanted.emit(shown.with_label(value) if name == "labels" else shown.differing_in(value))


class _Table(QTableView):
    """A table of figures."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._model = _Model()
        self.setModel(self._model)
        self.setAccessibleName(title)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setHighlightSections(False)

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
