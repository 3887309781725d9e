"""Which parse the others are tested against, how often, and how far that is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QWidget

from goldleaf.core.analysis.significance import Comparison
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.parts import fill
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.parse_comparison import can_test, explained, testing
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.jobs import Background

ROUNDS = (1_000, 10_000, 100_000)
_NONE = "no test"


class SignificanceBar(QWidget):
    """Tests in the background. ``tested`` tells that `found` is other; ``chosen`` carries what is to be remembered."""

    tested = Signal()
    chosen = Signal(str, int)
    failed = Signal(Failure)

    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Comparison] = ()
        self._document: Document | None = None
        self._wanted = ""
        self._tested_as: tuple[Document, str, int] | None = None
        self._work = Background(self)
        self._work.stepped.connect(self._show_progress)
        self._work.returned.connect(self._done)
        self._work.failed.connect(self._failed)
        self.baseline, self.rounds = QComboBox(), QComboBox()
        self.baseline.setAccessibleName("Parse that the others are tested against")
        self.baseline.setToolTip("Test whether the others' scores differ from this parse's by more than chance")
        self.rounds.setAccessibleName("Rounds of shuffling")
        self.rounds.setToolTip("How often sentences are shuffled, and drawn")
        for number in ROUNDS:
            self.rounds.addItem(f"{number:,} ×", number)
        self.note = Label()
        self.note.setObjectName("faint")
        self.note.setWordWrap(True)
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Stop testing")
        self.cancel.hide()
        top = QHBoxLayout()
        top.setContentsMargins(6, 2, 6, 2)
        top.addWidget(Label("Test against"))
        top.addWidget(self.baseline, 1)
        top.addWidget(self.rounds)
        below = QHBoxLayout()
        below.setContentsMargins(8, 0, 6, 2)
        below.addWidget(self.note, 1)
        below.addWidget(self.cancel)
        fill(self, top, below)
        self.baseline.activated.connect(lambda _: self._choose())
        self.rounds.activated.connect(lambda _: self._choose())
        self.cancel.clicked.connect(lambda: self.choose(""))

    def restore(self, baseline: str, rounds: int) -> None:
        """Take the choices that are remembered."""
        self._wanted = baseline
        self.rounds.setCurrentIndex(max(0, self.rounds.findData(rounds)))

    def choose(self, baseline: str) -> None:
        """Test against the parse of this name; an empty one for no test."""
        self.baseline.setCurrentIndex(max(0, self.baseline.findData(baseline)))
        self._choose()

    def stop(self) -> None:
        """Give up what is worked on; it is begun anew when it is shown again."""
        if self._work.busy:
            self._tested_as = None
        self._work.cancel()

    def show_document(self, document: Document | None, *, shown: bool) -> None:
        """Test the parses of a document, once they are all read, if they are ``shown`` beside each other."""
        there = shown and can_test(document)
        self.setVisible(there)
        if not there or document is None:
            self.stop()
            return
        if document is not self._document:
            self._document = document
            self.baseline.clear()
            self.baseline.addItem(_NONE, "")
            for one in document.parses:
                self.baseline.addItem(one.name, one.name)
            self.baseline.setCurrentIndex(max(0, self.baseline.findData(self._wanted)))
        self._test()

    def _choose(self) -> None:
        self._wanted = self.baseline.currentData() or ""
        self.chosen.emit(self._wanted, self.rounds.currentData())
        self._test()

    def _test(self) -> None:
        """Test what is chosen, unless that has been done or is being done."""
        document, baseline, rounds = self._document, self.baseline.currentData() or "", self.rounds.currentData()
        if document is None or (document, baseline, rounds) == self._tested_as:
            return
        self._tested_as = (document, baseline, rounds)
        self._work.cancel()
        self.cancel.hide()
        self.found = ()
        self.note.setText("")
        if baseline:
            self.note.setText("Testing …")
            self.cancel.show()
            self._work.start(testing(document, baseline, rounds), "The parses could not be tested")
        self.note.setVisible(bool(baseline))
        self.tested.emit()

    def _show_progress(self, share: float) -> None:
        self.note.setText(f"Testing … {share:.0%}")

    def _done(self, found: list[Comparison]) -> None:
        self.found = found
        self.cancel.hide()
        self.note.setText(explained(self.baseline.currentText(), found))
        self.tested.emit()

    def _failed(self, told: Failure) -> None:
        self.cancel.hide()
        self.note.setText(told.message)
        self.failed.emit(told)
