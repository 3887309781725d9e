"""The page of agreement between the annotators whose files are open."""

from __future__ import annotations

from PySide6.QtCore import Signal

from goldleaf.core.analysis.agreement import Agreement, PairAgreement, agreement_steps
from goldleaf.viewer.dialogs.agreement_page import AgreementPage
from goldleaf.viewer.session import agreement_texts as shown
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background

_TO_GO, _TO_FILTER = (
    "The worst first. Double click a sentence to go there",
    ", a label or a layer to filter its sentences",
)


class FilesPage(AgreementPage):
    """Compares the open files in the background; the tables are of the two annotators that are chosen above."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__("Pairs of annotators")
        self._inspector = inspector
        self._found: Agreement | None = None
        self._work = Background(self)
        self._work.stepped.connect(lambda share: self.show_progress("annotators", share))
        self._work.returned.connect(self._show)
        self._work.failed.connect(self._fail)
        self.pair_chosen.connect(self._show_pair)
        self.opened.connect(self._open)
        inspector.document_changed.connect(self.begin)

    def begin(self) -> None:
        """Compare what is open now."""
        self._work.cancel()
        self._found = None
        self.show_nothing("Open the files of two annotators or more.")
        document = self._inspector.document
        if document is not None and document.complete and document.parses:
            self.show_progress("annotators", 0.0)
            steps = agreement_steps(*shown.annotators(document), shown.metrics(document))
            self._work.start(steps, "The agreement could not be worked out")

    def stop(self) -> None:
        """Give up what is worked on."""
        self._work.cancel()

    def _fail(self, told: Failure) -> None:
        self.summary.setText(told.message)
        self.failed.emit(told)

    def _show(self, found: Agreement) -> None:
        self._found = found
        who = f"{len(found.annotators)} annotators"
        self.show_figures(shown.pairs(found), shown.alphas(found), who, found.signatures)

    def _show_pair(self, row: int) -> None:
        if self._found is not None:
            pair = self._found.pairs[row]
            tables = {"sentences": shown.sentences(pair), "labels": shown.labels(pair), "layers": shown.layers(pair)}
            self.show_pair(tables, f"{_TO_GO}{_TO_FILTER if self._filters(pair) else ''}.", pair)

    def _filters(self, pair: PairAgreement) -> bool:
        """Whether a filter can look into the words of the two: those of the gold's arcs and of a parse's."""
        return self._found is not None and pair.a == self._found.annotators[0] and "attachment" in pair.scored

    def _open(self, name: str, row: int) -> None:
        """Go to a sentence, or filter the sentences with a label or layer on which the two disagree."""
        document = self._inspector.document
        if self._found is None or document is None:
            return
        pair = self._found.pairs[self.pair]
        one, other = (self._found.annotators.index(who) for who in (pair.a, pair.b))
        self._inspector.set_parse(other - 1)
        if name == "sentences":
            sentence = int(self.tables[name].frame["sentence"][row])
            self._inspector.go(shown.row_of(document, one, sentence))
        elif self._filters(pair):
            value = self.tables[name].frame.row(row)[0] if name == "labels" else pair.layers["layer"][row]
            self.filter_wanted.emit(shown.with_label(value) if name == "labels" else shown.differing_in(value))
