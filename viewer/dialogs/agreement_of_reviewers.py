"""The page of agreement between the reviewers of the session that is open."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from PySide6.QtCore import QTimer, Signal

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.dialogs.agreement_page import AgreementPage
from goldleaf.viewer.review import agreement_tables as shown
from goldleaf.viewer.review.reviewer_agreement import ReviewerAgreement, agreement_steps
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.reviewing import Reviewing

DELAY = 300  # milliseconds after an act
_HINT = "The worst first. Double click a sentence to go there, a label or a layer to list its sentences."


class ReviewersPage(AgreementPage):
    """Compares what reviewers have said, in the background, and again after each act."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__("Pairs of reviewers")
        self._inspector = inspector
        self._reviewing = reviewing
        self._found: ReviewerAgreement | None = None
        self._work = Background(self)
        self._work.returned.connect(self._show)
        self._work.failed.connect(self._fail)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(DELAY)
        self._soon.timeout.connect(self.begin)
        self.pair_chosen.connect(self._show_pair)
        self.opened.connect(self._open)
        reviewing.judged.connect(self._soon.start)

    @property
    def is_wanted(self) -> bool:
        """Whether there are reviewers to be compared, and who reviews may know of the others."""
        store = self._reviewing.store
        return store is not None and not store.blind and len(store.judging) > 1

    def begin(self) -> None:
        """Compare what has been said until now."""
        self.stop()
        store, document = self._reviewing.store, self._inspector.document
        if store is None or document is None or not document.complete or not self.is_wanted:
            self._found = None
            self.show_nothing("Only one reviewer has judged anything.")
            return
        if self._found is None:
            self.show_progress("reviewers", 0.0)

        def differences(layers: tuple[Layer, ...]) -> Iterator[pl.DataFrame]:
            return (document.layers.differences(parse, layers) for parse in range(len(document.parses)))

        steps = agreement_steps(store.independent(), document.gold, differences, store.usual_layer)
        self._work.start(steps, "The agreement of the reviewers could not be worked out")

    def stop(self) -> None:
        """Give up what is worked on."""
        self._soon.stop()
        self._work.cancel()

    def _fail(self, told: Failure) -> None:
        self.summary.setText(told.message)
        self.failed.emit(told)

    def _show(self, found: ReviewerAgreement) -> None:
        self._found = found
        if found.pairs:
            self.show_figures(shown.pairs(found), shown.alphas(found), f"{len(found.reviewers)} reviewers")
        else:
            self.show_nothing("Only one reviewer has judged anything that counts.")

    def _show_pair(self, row: int) -> None:
        if self._found is not None and row < len(self._found.pairs):
            pair = self._found.pairs[row]
            tables = {"sentences": shown.sentences(pair), "labels": shown.labels(pair), "layers": shown.layers(pair)}
            self.show_pair(tables, _HINT)

    def _open(self, name: str, row: int) -> None:
        """Go to a sentence, or list those in which the two disagree in a layer, or on words with a label."""
        if self._found is None:
            return
        pair = self._found.pairs[self.pair]
        if name == "sentences":
            self._inspector.go(int(self.tables[name].frame["sentence"][row]) - 1)
            return
        column = name.removesuffix("s")
        value = self.tables[name].frame["label"][row] if name == "labels" else pair.layers["layer"][row]
        self.filter_wanted.emit(shown.disagreeing(pair, column, value))
