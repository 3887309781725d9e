"""The score panel: the scores of the parse that is shown, or of all parses beside each other and tested."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QPushButton, QStackedWidget, QTabBar, QToolButton, QWidget

from goldleaf.core.analysis.significance import ScoreTest
from goldleaf.viewer.labels import Label, NamesBox, having, tip
from goldleaf.viewer.panels.parts import ElidedLabel, EmptyHint, MessageBar, add_section, fill, once, row
from goldleaf.viewer.panels.score_tables import FiguresView, ParseModel, ParsesView, ScoreModel
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.scores import SCOPES, Sums, as_lines, explained, testing, why_not_scored, with_tests
from goldleaf.viewer.state import settings as kept
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.style.appearance import PanelStyle

ROUNDS = (1_000, 10_000, 100_000)
_NO_TEST = "no test"
DELAY = 25  # milliseconds, by which the picture has been painted
BESIDE_REMARK, LINES = 48, 1.8  # pixels: its icon and margins; two, less what a break leaves
FEW = 4  # rows of figures without which a table is of no use
_ONE, _ALL = 0, 1  # places of the switch and of the tables
_SWITCH, _OF_ANNOTATORS = ("This parse", "All parses"), ("This pair", "All pairs")


class ScoresPanel(QWidget):
    """Shows the scores of what the inspector shows, with what must be known of them and the signature under them.

    With several parses there is a switch between the one that is shown and all of them.
    ``metric_chosen`` carries the name of the metric whose differences are to be shown; ``height_changed`` tells that it
    wants to be of another size. What is shown of several parses is remembered.
    """

    metric_chosen = Signal(str)
    height_changed = Signal()

    def __init__(self, inspector: Inspector, settings: kept.Settings) -> None:
        super().__init__()
        self._inspector = inspector
        # The names and titles of metrics that could score, too, and do from when they are chosen.
        self.further: Callable[[], Mapping[str, str]] = dict
        self.model, self.parses_model = ScoreModel(), ParseModel()
        self.view = FiguresView(self.model, "Scores", self.copy)
        self.parses_view = ParsesView(self.parses_model, self.copy)
        self.parses_view.parse_chosen.connect(inspector.set_parse)
        self.tables = QStackedWidget()
        self.tables.addWidget(self.view)
        self.tables.addWidget(self.parses_view)
        self._hint = EmptyHint(self.view, "")
        self.remark = MessageBar("What must be known of the scores", closable=False)
        self.signature = SignatureLine()
        self.significance = SignificanceBar(settings)
        self.significance.hide()
        self.significance.tested.connect(self._show)
        about = "The metric whose differences are marked and listed; one that does not score yet does from then on"
        self.chooser = having(NamesBox(), accessibleName="Metric", toolTip=about, maxVisibleItems=20)
        self.chooser.activated.connect(lambda place: self.metric_chosen.emit(self.chooser.itemData(place)))
        self.more = having(QPushButton("Metrics…"), toolTip="Choose the metrics that score, with their options")
        self.switch = having(QTabBar(), objectName="switch", accessibleName="Whose scores", drawBase=False)
        self.switch.setExpanding(True)
        for text in _SWITCH:
            self.switch.addTab(text)
        self.switch.setTabToolTip(_ONE, "The parse that is shown: for the sentence, the filtered sentences and all")
        self.switch.setTabToolTip(_ALL, "All parses beside each other, over all sentences; a click shows a parse")
        self.switch.hide()
        self.show_all_parses(settings.get(kept.ALL_PARSES))
        self.switch.currentChanged.connect(self._show)
        self.switch.currentChanged.connect(lambda _: settings.set(kept.ALL_PARSES, self.all_parses))
        above = row(self.chooser, self.more, margins=(6, 5, 6, 5), between=6, wide=self.chooser), self.switch
        fill(self, *above, self.tables, self.significance, self.remark, self.signature, tall=self.tables)
        # The figures are worked out once after a burst of changes, and when the picture has been painted.
        self._timer = once(self, DELAY, self._show)
        self._sums: list[Sums] | None = None
        self._wanted = 0, _ONE  # the height, and whose figures these are
        inspector.document_changed.connect(self._forget)
        inspector.rows_changed.connect(self._forget)
        for changed in (inspector.sentence_changed, inspector.look_changed, inspector.metric_changed):
            changed.connect(self._timer.start)

    @property
    def all_parses(self) -> bool:
        return self.switch.currentIndex() == _ALL

    def show_all_parses(self, wanted: bool) -> None:
        """Show all parses beside each other where there are several, or the chosen one."""
        self.switch.setCurrentIndex(_ALL if wanted else _ONE)

    def show_now(self) -> None:
        """Show the figures without waiting, so that it is known how much room they want."""
        self._timer.stop()
        self._show()

    def copy(self) -> None:
        """Put the figures that are shown on the clipboard, separated by tabs, with the signatures."""
        if (document := self._inspector.document) is not None:
            said = scores.signatures(document, self._parses(document))
            if self.tables.currentIndex() == _ALL:
                said += as_lines(self.significance.found)
                text = scores.as_text(document, self.parses_model.rows, said, all_parses=True)
            else:
                text = scores.as_text(document, self.model.lines, said)
            QGuiApplication.clipboard().setText(text)

    def sizeHint(self) -> QSize:  # noqa: N802
        # As high as the figures and what is said under them.
        table, hint = self._table.sizeHint(), self._hint.heightForWidth(max(self.view.viewport().width(), 180))
        shown = self._table is self.view and not self._hint.isHidden()
        return QSize(table.width(), table.height() + self._around + hint * shown)

    @property
    def enough(self) -> int:
        """The height at which some figures are seen, in pixels; less if there are no more."""
        rows = self._table.horizontalHeader().height() + FEW * self._table.verticalHeader().defaultSectionSize()
        return min(self.sizeHint().height(), rows + self._around)

    @property
    def _table(self) -> FiguresView:
        return self.parses_view if self.tables.currentIndex() == _ALL else self.view

    @property
    def _around(self) -> int:
        """The height of all but the table."""
        parts = [part for part in (self.switch, self.significance, self.signature) if not part.isHidden()]
        remark = 0 if self.remark.isHidden() else self.remark.heightForWidth(max(self.width(), 240))
        return sum(part.sizeHint().height() for part in (self.more, *parts)) + remark + 10

    def restyle(self, style: PanelStyle) -> None:
        self.remark.set_icons(style.icons)
        self.signature.copy.setIcon(style.icons["copy"])
        self.model.colours = self.parses_model.colours = style.colours

    def _forget(self) -> None:
        self._sums = None
        self._timer.start()

    def _parses(self, document: Document) -> list[int]:
        # The parses whose scores are shown: all, or the chosen one; while the gold is shown alone, the first.
        if self.tables.currentIndex() == _ALL:
            return [*range(len(document.parses))]
        return [max(self._inspector.parse, 0)] if document.parses else []

    def _show(self) -> None:
        document, shown = self._inspector.document, self._inspector.metric
        # The metrics that score, then those that could.
        self.chooser.clear()
        for metric in document.metrics if document is not None else ():
            self.chooser.addItem(metric.title, metric.name)
        if further := self.further():
            add_section(self.chooser, "Not scored yet")
        for name, title in further.items():
            self.chooser.addItem(title, name)
        # Where nothing scores what the picture compares, the first one's figures stand below.
        titles = [metric.title for metric in document.metrics] if document is not None else [""]
        self.chooser.setPlaceholderText(next(iter(titles), "Not scored"))
        chosen = self.chooser.findData(shown.name) if shown is not None else -1
        self.chooser.setCurrentIndex(chosen if chosen < len(titles) else -1)
        self.chooser.setEnabled(self.chooser.count() > 0)
        several = document is not None and len(document.parses) > 1
        self.significance.show_document(document, shown=several and self.all_parses)
        self.switch.setVisible(several)
        for place, text in enumerate(_SWITCH if self._inspector.wording.judges else _OF_ANNOTATORS):
            self.switch.setTabText(place, text)
        self.tables.setCurrentIndex(_ALL if several and self.all_parses else _ONE)
        self._tell(document)
        self.view.setColumnHidden(1 + SCOPES.index("Filtered"), not self._inspector.filtered)
        if document is None or not document.scored:
            self.model.set_lines(())
            self.parses_model.set_rows((), (), -1)
        else:
            inspector, scopes, parses = self._inspector, scores.scopes(document), self._parses(document)
            first = shown.name if shown is not None else None
            if self._sums is None:
                self._sums = scores.sums(document, inspector.rows)
            if self.tables.currentIndex() == _ALL:
                names = [parse.name for parse in document.parses]
                rows = scores.parse_rows(document, self._sums, first)
                rows = with_tests(rows, self.significance.found, names)
                self.parses_model.set_rows(rows, names, inspector.parse, scopes[-1])
            else:
                lines = scores.lines(document, inspector.row, self._sums, parses[0], first) if parses else []
                if inspector.of_versions and inspector.chosen_metric is None:  # who compares versions asks for changes
                    mains = {(metric.name, metric.main or next(iter(metric.ratios))) for metric in document.metrics[:1]}
                    lines = [line for line in lines if line.key in mains]
                self.model.set_lines(lines, scopes, inspector.wording)
        wanted = self.sizeHint().height(), self.tables.currentIndex()
        if wanted != self._wanted:
            self._wanted = wanted
            self.height_changed.emit()

    def _tell(self, document: Document | None) -> None:
        parses = self._parses(document) if document is not None else []
        self.remark.hide()
        nothing = document is not None and document.without_gold_path
        self._hint.setText("" if nothing else "Scores appear when a parse is open.")
        if document is None or not document.scored or not parses:
            self.signature.show_lines([])
            return
        chosen = self._inspector.metric
        own = f"{chosen.name}|" if chosen is not None else ""  # which is the one that is seen
        self.signature.show_lines(sorted(scores.signatures(document, parses), key=lambda line: own not in line))
        told = self._inspector.wording.figures
        said = [*scores.remarks(document, parses), *map(told, scores.left_out(document))]
        # Of a part of the files nobody wants to know yet.
        said += scores.not_compared(document, parses) if document.complete else []
        if said and not nothing:  # which the bar over the pictures says
            # The figures keep the room: two lines, all in the tip.
            room, metrics = round(LINES * (max(self.width(), 240) - BESIDE_REMARK)), self.remark.fontMetrics()
            more = f" +{len(said) - 1}" if len(said) > 1 else ""
            room -= metrics.horizontalAdvance(more)
            self.remark.say("warning", metrics.elidedText(said[0], Qt.TextElideMode.ElideRight, room) + more)
            self.remark.setToolTip(tip("\n".join(said)))


class SignatureLine(QWidget):
    """Says which choices made the figures: as much as there is room for, all in the tip, and a button that copies all.
    Hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""  # all signatures, a line each
        self._label = ElidedLabel()
        about = "Copy the signatures: they name every choice that changes the figures"
        self.copy = having(QToolButton(), objectName="copy", accessibleName="Copy the signatures", toolTip=about)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(f"{self.text}\n"))
        row(self._label, self.copy, margins=(9, 3, 6, 3), wide=self._label, of=self)
        self.setAccessibleName("Signature of the scores")
        self.hide()

    def show_lines(self, lines: Sequence[str]) -> None:
        self.text = "\n".join(lines)
        # A tip may be broken after a signature's bars.
        self._label.say("   ".join(lines), self.text.replace("|", "|\u200b"))
        having(self, accessibleDescription=self.text, visible=bool(lines))


class SignificanceBar(QWidget):
    """Says which parse the others are tested against, how often, and how far that is, which is remembered; tests in the
    background. ``tested`` tells that `found` is other."""

    tested = Signal()

    def __init__(self, settings: kept.Settings) -> None:
        super().__init__()
        self._settings = settings
        self.found: Sequence[ScoreTest] = ()
        self._document: Document | None = None
        self._wanted = settings.get(kept.BASELINE)
        self._tested_as: tuple[Document, str, int] | None = None
        self._work = Background(self, returned=self._done)
        self.failed = self._work.failed
        about = "Test whether the others' scores differ from this parse's by more than chance"
        self.baseline = having(NamesBox(), accessibleName="Parse that the others are tested against", toolTip=about)
        about = "How often sentences are shuffled, and drawn"
        self.rounds = having(QComboBox(), accessibleName="Rounds of shuffling", toolTip=about)
        for number in ROUNDS:
            self.rounds.addItem(f"{number:,} ×", number)
        self.rounds.setCurrentIndex(max(0, self.rounds.findData(settings.get(kept.ROUNDS))))
        self.note = having(Label(), objectName="faint", wordWrap=True)
        self._work.stepped.connect(lambda share: self.note.setText(f"Testing … {share:.0%}"))
        self.cancel = having(QPushButton("Cancel"), toolTip="Stop testing")
        self.cancel.hide()
        self.failed.connect(self.cancel.hide)
        self.failed.connect(lambda failure: self.note.setText(failure.message))
        above = Label("Test against"), self.baseline, self.rounds
        below = row(self.note, self.cancel, margins=(8, 0, 6, 2), wide=self.note)
        fill(self, row(*above, margins=(6, 2, 6, 2), between=6, wide=self.baseline), below)
        for box in (self.baseline, self.rounds):
            box.activated.connect(lambda _: self._choose())
        self.cancel.clicked.connect(lambda: self.choose(""))

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
        there = shown and not why_not_scored(document)
        self.setVisible(there)
        if not there or document is None:
            self.stop()
            return
        if document is not self._document:
            self._document = document
            self.baseline.clear()
            self.baseline.addItem(_NO_TEST, "")
            for one in document.parses:
                self.baseline.addItem(one.name, one.name)
            self.baseline.setCurrentIndex(max(0, self.baseline.findData(self._wanted)))
        self._test()

    def _choose(self) -> None:
        self._wanted = self.baseline.currentData() or ""
        self._settings.set(kept.BASELINE, self._wanted)
        self._settings.set(kept.ROUNDS, self.rounds.currentData())
        self._test()

    def _test(self) -> None:
        # Test what is chosen, unless that has been done or is being done.
        document, baseline, rounds = self._document, self.baseline.currentData() or "", self.rounds.currentData()
        if document is None or (document, baseline, rounds) == self._tested_as:
            return
        self._tested_as = (document, baseline, rounds)
        self._work.cancel()
        self.found = ()
        self.cancel.setVisible(bool(baseline))
        having(self.note, text="Testing …" if baseline else "", visible=bool(baseline))
        if baseline:
            self._work.start(testing(document, baseline, rounds), "The parses could not be tested")
        self.tested.emit()

    def _done(self, found: list[ScoreTest]) -> None:
        self.found = found
        self.cancel.hide()
        self.note.setText(explained(self.baseline.currentText(), found))
        self.tested.emit()
