"""How far annotators agree whose files are open, and reviewers of the session that is: where they do not."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QDialog, QTabWidget, QWidget

from goldleaf.core.analysis.agreement import Agreement, Metrics, agreement_steps
from goldleaf.viewer.dialogs.parts import below, closing, hint
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import once
from goldleaf.viewer.panels.table import ShownCell, TableModel, TableView
from goldleaf.viewer.review import reviewer_agreement
from goldleaf.viewer.review.reviewer_agreement import ReviewerAgreement, disagreeing, of_reviewers
from goldleaf.viewer.session import agreement_texts as texts
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.tables.table import Column, Kind

DELAY = 300  # milliseconds after an act
TABLES = {"sentences": "Sentences", "labels": "Labels", "layers": "Layers"}
MOST_PAIRS = 5  # that are seen without scrolling


class AgreementDialog(QDialog):
    """One page for the files, and while there is a review by several, one for its reviewers."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, parent: QWidget, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__(parent)
        self._inspector = inspector
        self.files = FilesPage(inspector)
        self.reviewers = ReviewersPage(inspector, reviewing)
        self.pages = QTabWidget(tabBarAutoHide=True, documentMode=True)
        self.pages.addTab(self.files, "Files")
        below(self, self.pages, closing(self), tall=self.pages, title="Agreement", size=(760, 620)).setSpacing(8)
        for page in (self.files, self.reviewers):
            page.filter_wanted.connect(self.filter_wanted)
            page.failed.connect(self.failed)
        for changed in (inspector.document_changed, reviewing.session_changed):
            changed.connect(self._show_reviewers)
        reviewing.judged.connect(self._look_for_reviewers)
        self.finished.connect(self.stop)
        self.files.begin()
        self._show_reviewers()
        shown = self.files if self.pages.count() == 1 else self.reviewers
        shown.tables["sentences"].setFocus()

    def stop(self) -> None:
        self.files.stop()
        self.reviewers.stop()

    def _look_for_reviewers(self) -> None:
        # With an act there may be another reviewer, or one less.
        if self.reviewers.is_wanted != (self.pages.count() > 1):
            self._show_reviewers()

    def _show_reviewers(self) -> None:
        # Have a page for the reviewers, or none; where there is a new one, it is what was asked for.
        document, place = self._inspector.document, self.pages.indexOf(self.reviewers)
        self.pages.setTabText(0, "Annotators" if document is not None and document.adjudicated else "Files")
        if self.reviewers.is_wanted and place < 0:
            self.pages.setCurrentIndex(self.pages.addTab(self.reviewers, "Reviewers"))
        elif not self.reviewers.is_wanted and place >= 0:
            self.pages.removeTab(place)
        self.reviewers.begin()


class AgreementPage(QWidget):
    """Shows what it is given, and what its work says. ``hint_for`` says what a pair's rows are for."""

    filter_wanted = Signal(str)

    def __init__(self, pairs: str, hint_for: Callable[[int], str]) -> None:
        super().__init__()
        self._hint_for = hint_for
        self._shown: texts.AgreementTables | None = None
        self.summary: Label = having(Label(), wordWrap=True)
        self.work = Background(self, failed=lambda failure: self.summary.setText(failure.message))
        self.failed = self.work.failed
        self.pairs = AgreementTable(pairs)
        self.pairs.selectionModel().currentRowChanged.connect(self._show_pair)
        self.tabs = QTabWidget(documentMode=True)
        self.tables = {name: AgreementTable(title) for name, title in TABLES.items()}
        for name, table in self.tables.items():
            self.tabs.addTab(table, TABLES[name])
            table.activated.connect(lambda index, name=name: self.open_row(name, index.row()))
        self.hint, self.signature = hint(), hint(textInteractionFlags=Qt.TextInteractionFlag.TextSelectableByMouse)
        column = below(self, self.pairs, self.summary, self.tabs, self.hint, self.signature, tall=self.tabs)
        having(column, contentsMargins=(0, 8, 0, 0), spacing=8)  # below the names of the pages

    @property
    def pair(self) -> int:
        """The row of the pair that is chosen; −1 for none."""
        return self.pairs.currentIndex().row()

    def open_row(self, name: str, row: int) -> None:
        """Go where a row of one of the `TABLES` leads to."""
        raise NotImplementedError

    def stop(self) -> None:
        self.work.cancel()

    def show_nothing(self, why: str) -> None:
        self._shown = None
        for table in (self.pairs, *self.tables.values()):
            table.show_table(pl.DataFrame())
        self.hint.clear()
        self.signature.clear()
        self.summary.setText(why)

    def show_progress(self, what: str, share: float) -> None:
        self.summary.setText(f"Comparing the {what} …" + (f" {share:.0%}" if share else ""))

    def show_figures(self, tables: texts.AgreementTables) -> None:
        """Show all pairs and the alphas, and choose the pair that was chosen before, else the first."""
        self._shown = tables
        alphas = " · ".join(f"{name} {texts.cell(name, tables.alphas[name][0])}" for name in tables.alphas.columns)
        having(self.summary, text=f"Krippendorff's alpha, {tables.who}: {alphas}", toolTip=tables.note)
        having(self.signature, text="\n".join(tables.signatures), visible=bool(tables.signatures))
        # After an act of a review the same pair stays chosen.
        before = self.pair
        self.pairs.show_table(tables.pairs)
        rows = min(tables.pairs.height, MOST_PAIRS) * self.pairs.verticalHeader().defaultSectionSize()
        frame = 2 * self.pairs.frameWidth() + 2
        self.pairs.setFixedHeight(rows + self.pairs.horizontalHeader().sizeHint().height() + frame)
        self.pairs.selectRow(before if 0 <= before < tables.pairs.height else 0)

    def _show_pair(self, index: QModelIndex) -> None:
        if self._shown is None or not 0 <= index.row() < len(self._shown.each):
            return
        pair = self._shown.each[index.row()]
        self.hint.setText(self._hint_for(index.row()))
        for name, table in self.tables.items():
            frame: pl.DataFrame = getattr(pair, name)
            table.show_table(frame, pair)
            counted = "" if name == "layers" else f" ({frame.height:,})"
            self.tabs.setTabText(self.tabs.indexOf(table), f"{TABLES[name]}{counted}")


class FilesPage(AgreementPage):
    """Compares the open files in the background; the tables are of the two annotators that are chosen above."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__("Pairs of annotators", self._filtering_hint)
        self._inspector = inspector
        self._agreement: Agreement | None = None
        self.work.stepped.connect(lambda share: self.show_progress("annotators", share))
        self.work.returned.connect(self._show)
        inspector.document_changed.connect(self.begin)

    def begin(self) -> None:
        self.work.cancel()
        self._agreement = None
        self.show_nothing("Open the files of two annotators or more.")
        document = self._inspector.document
        if document is not None and document.complete and document.parses:
            self.show_progress("annotators", 0.0)
            steps = agreement_steps(*texts.annotators(document), Metrics.among(document.metrics))
            self.work.start(steps, "The agreement could not be worked out")

    def _show(self, agreement: Agreement) -> None:
        self._agreement = agreement
        self.show_figures(texts.of_annotators(agreement))

    def _filters(self, pair: int) -> bool:
        # Whether a filter can look into the words of the two: those of the gold's arcs and of a parse's.
        if self._agreement is None:
            return False
        chosen = self._agreement.pairs[pair]
        return chosen.a == self._agreement.annotators[0] and "attachment" in chosen.scored

    def _filtering_hint(self, pair: int) -> str:
        # A filter looks into words of the gold and a parse only.
        filters = ", a label or a layer to filter its sentences" if self._filters(pair) else ""
        return f"The worst first. Double click a sentence to go there{filters}."

    def open_row(self, name: str, row: int) -> None:
        """Go to a sentence, or filter the sentences with a label or layer on which the two disagree."""
        document = self._inspector.document
        if self._agreement is None or document is None:
            return
        pair = self._agreement.pairs[self.pair]
        a, b = (self._agreement.annotators.index(who) for who in (pair.a, pair.b))
        # The gold is annotator 0; a pair always has a parse in the second place.
        self._inspector.set_parse(b - 1)
        if name == "sentences":
            sentence = int(self.tables[name].frame["sentence"][row])
            self._inspector.go(texts.row_of(document, a, sentence))
        elif self._filters(self.pair):
            # Layers are shown by their names in words, in the rows of the table that has their own.
            if name == "labels":
                self.filter_wanted.emit(texts.with_label(self.tables["labels"].frame.row(row)[0]))
            else:
                self.filter_wanted.emit(texts.differing_in(pair.layers["layer"][row]))


class ReviewersPage(AgreementPage):
    """Compares what reviewers have said, in the background, and again after each act."""

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        # The sentences of labels and layers are known by their numbers.
        leads = "Double click a sentence to go there, a label or a layer to list its sentences."
        super().__init__("Pairs of reviewers", lambda _: f"The worst first. {leads}")
        self._inspector = inspector
        self._reviewing = reviewing
        self._agreement: ReviewerAgreement | None = None
        self.work.returned.connect(self._show)
        self._soon = once(self, DELAY, self.begin)
        reviewing.judged.connect(self._soon.start)

    @property
    def is_wanted(self) -> bool:
        """Whether there are reviewers to be compared, and who reviews may know of the others."""
        store = self._reviewing.store
        return store is not None and not store.blind and len(store.judging) > 1

    def begin(self) -> None:
        self.stop()
        store, document = self._reviewing.store, self._inspector.document
        if store is None or document is None or not document.complete or not self.is_wanted:
            self._agreement = None
            self.show_nothing("Only one reviewer has judged anything.")
            return
        # Figures that are seen stay until newer ones replace them: after an act they change little.
        if self._agreement is None:
            self.show_progress("reviewers", 0.0)

        parses, of_layers = range(len(document.parses)), document.layers.differences
        steps = reviewer_agreement.agreement_steps(
            store.table(independent=True), document.gold,
            lambda layers: (of_layers(parse, layers) for parse in parses), store.usual_layer,
        )  # fmt: skip
        self.work.start(steps, "The agreement of the reviewers could not be worked out")

    def stop(self) -> None:
        self._soon.stop()
        super().stop()

    def _show(self, agreement: ReviewerAgreement) -> None:
        self._agreement = agreement
        if agreement.pairs:
            self.show_figures(of_reviewers(agreement))
        else:
            self.show_nothing("Only one reviewer has judged anything that counts.")

    def open_row(self, name: str, row: int) -> None:
        """Go to a sentence, or list those in which the two disagree in a layer, or on words with a label."""
        if self._agreement is None:
            return
        pair = self._agreement.pairs[self.pair]
        if name == "sentences":
            self._inspector.go(int(self.tables[name].frame["sentence"][row]) - 1)
        elif name == "labels":
            self.filter_wanted.emit(disagreeing(pair, "label", self.tables[name].frame["label"][row]))
        else:
            self.filter_wanted.emit(disagreeing(pair, "layer", pair.layers["layer"][row]))


class AgreementTable(TableView):
    def __init__(self, title: str) -> None:
        self._model, self.frame = TableModel(), pl.DataFrame()
        super().__init__(self._model, title)
        self.choose_rows()

    def show_table(self, frame: pl.DataFrame, pair: texts.PairTables | None = None) -> None:
        self.frame = frame
        columns = []
        for name, dtype in frame.schema.items():
            title = texts.heading(name, pair)
            kind = Kind.FIGURE if dtype.is_numeric() else Kind.TEXT
            columns.append(Column(name, title if name == "id" else f"{title[:1].upper()}{title[1:]}", kind))
        # There may be as many rows as sentences: cells are made as they are seen.
        self._model.show_rows(columns, frame.height, self._cell)
        self.resizeColumnsToContents()

    def _cell(self, row: int, column: int) -> ShownCell:
        name = self.frame.columns[column]
        return ShownCell(texts.cell(name, self.frame[name][row]))
