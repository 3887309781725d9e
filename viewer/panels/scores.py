"""The score panel: the scores of the parse that is shown, or of all parses beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QStackedWidget, QTabBar, QToolButton, QWidget

from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.message_bar import MessageBar
from goldleaf.viewer.panels.parts import ElidedLabel, EmptyHint, fill
from goldleaf.viewer.panels.score_tables import FiguresView, ParseModel, ParsesView, ScoreModel
from goldleaf.viewer.panels.significance_bar import SignificanceBar
from goldleaf.viewer.session import parse_comparison, scores
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.parse_comparison import as_lines, with_tests
from goldleaf.viewer.session.scores import SCOPES, Sums
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Icons, Style

DELAY = 25  # milliseconds, by which the picture has been painted
_ONE, _ALL = 0, 1  # places of the switch and of the tables


class ScoresPanel(QWidget):
    """Shows the scores of what the inspector shows, with what must be known of them and the signature under them.

    With several parses there is a switch between the one that is shown and all of them.
    ``metric_chosen`` carries the name of the metric whose differences are to be shown; ``all_parses_chosen`` whether
    all parses are shown from now on; ``height_changed`` tells that it wants to be of another height.
    """

    metrics_wanted = Signal()
    metric_chosen = Signal(str)
    all_parses_chosen = Signal(bool)
    height_changed = Signal()

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.model, self.parses_model = ScoreModel(), ParseModel()
        self.view = FiguresView(self.model, "Scores", self.copy)
        self.parses_view = ParsesView(self.parses_model, self.copy)
        self.parses_view.parse_chosen.connect(inspector.set_parse)
        self.tables = QStackedWidget()
        self.tables.addWidget(self.view)
        self.tables.addWidget(self.parses_view)
        self._hint = EmptyHint(self.view, "Scores appear when a parse is open.")
        self.remark = MessageBar("What must be known of the scores", closable=False)
        self.signature = SignatureLine()
        self.significance = SignificanceBar()
        self.significance.hide()
        self.significance.tested.connect(self._show)
        above, below = (self._make_chooser(), self._make_switch()), (self.significance, self.remark, self.signature)
        fill(self, *above, self.tables, *below, tall=self.tables)
        # The figures are worked out once after a burst of changes, and when the picture has been painted.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._show)
        self._sums: list[Sums] | None = None
        self._tall = 0
        inspector.document_changed.connect(self._forget)
        inspector.rows_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._timer.start)
        inspector.look_changed.connect(self._timer.start)
        inspector.metric_changed.connect(self._timer.start)

    def _make_chooser(self) -> QHBoxLayout:
        self.chooser = QComboBox()
        self.chooser.setAccessibleName("Metric")
        self.chooser.setToolTip("The metric whose differences are marked and listed")
        self.chooser.activated.connect(lambda place: self.metric_chosen.emit(self.chooser.itemData(place)))
        self.more = QPushButton("Metrics…")
        self.more.setToolTip("Choose the metrics that score, with their options")
        self.more.clicked.connect(self.metrics_wanted)
        row = QHBoxLayout()
        row.setContentsMargins(6, 5, 6, 5)
        row.addWidget(self.chooser, 1)
        row.addWidget(self.more)
        return row

    def _make_switch(self) -> QTabBar:
        self.switch = QTabBar()
        self.switch.setObjectName("switch")
        self.switch.setAccessibleName("Whose scores")
        self.switch.setDrawBase(False)
        self.switch.setExpanding(True)
        self.switch.addTab("This parse")
        self.switch.addTab("All parses")
        self.switch.setTabToolTip(_ONE, "The parse that is shown: for the sentence, the filtered sentences and all")
        self.switch.setTabToolTip(_ALL, "All parses beside each other, over all sentences; a click shows a parse")
        self.switch.hide()
        self.switch.currentChanged.connect(self._switched)
        return self.switch

    @property
    def all_parses(self) -> bool:
        """Whether all parses are to be shown where there are several."""
        return self.switch.currentIndex() == _ALL

    def show_all_parses(self, wanted: bool) -> None:
        """Show all parses beside each other where there are several, or the chosen one."""
        self.switch.setCurrentIndex(_ALL if wanted else _ONE)

    def _switched(self) -> None:
        self._show()
        self.all_parses_chosen.emit(self.all_parses)

    def show_now(self) -> None:
        """Show the figures without waiting, so that it is known how much room they want."""
        self._timer.stop()
        self._show()

    def copy(self) -> None:
        """Put the figures that are shown on the clipboard, separated by tabs, with the signatures."""
        document = self._inspector.document
        if document is not None:
            said = scores.signatures(document, self._parses(document)) if document.blind is None else []
            comparing = self.tables.currentIndex() == _ALL
            tests = as_lines(self.significance.found) if comparing else []
            text = (
                parse_comparison.as_text(document, self.parses_model.rows, [*said, *tests])
                if comparing
                else scores.as_text(document, self.model.lines, said)
            )
            QGuiApplication.clipboard().setText(text)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as the figures and what is said under them."""
        width = max(self.width(), 240)
        table = self.parses_view if self.tables.currentIndex() == _ALL else self.view
        parts = [self.more, self.switch, table, self.significance, self.signature]
        height = sum(part.sizeHint().height() for part in parts if not part.isHidden() or part is table)
        remark = 0 if self.remark.isHidden() else self.remark.heightForWidth(width)
        return QSize(280, height + remark + 10)

    def restyle(self, style: Style) -> None:
        """Draw in other colours."""
        self.remark.set_icons(style.icons)
        self.signature.set_icons(style.icons)
        self.model.set_colours(style.colours)
        self.parses_model.set_colours(style.colours)

    def _forget(self) -> None:
        self._sums = None
        self._timer.start()

    def _parses(self, document: Document) -> list[int]:
        """The parses whose scores are shown: all, or the chosen one; while the gold is shown alone, the first."""
        if self.tables.currentIndex() == _ALL:
            return [*range(len(document.parses))]
        return [max(self._inspector.parse, 0)] if document.parses else []

    def _show(self) -> None:
        document, shown = self._inspector.document, self._inspector.metric
        # The metrics that score, the one whose differences are shown in front.
        self.chooser.clear()
        for metric in document.metrics if document is not None else ():
            self.chooser.addItem(metric.title, metric.name)
        self.chooser.setCurrentIndex(self.chooser.findData(shown.name) if shown is not None else -1)
        self.chooser.setEnabled(self.chooser.count() > 0)
        several = document is not None and len(document.parses) > 1
        self.significance.show_document(document, shown=several and self.all_parses)
        self.switch.setVisible(several)
        self.tables.setCurrentIndex(_ALL if several and self.all_parses else _ONE)
        self._tell(document)
        if document is None or document.blind is not None:
            self.model.set_lines(())
            self.parses_model.set_rows((), (), -1)
        else:
            self._show_figures(document, shown.name if shown is not None else None)
            self.view.setColumnHidden(1 + SCOPES.index("Filtered"), not self._inspector.filtered)
            self.view.share()
        tall = self.sizeHint().height()
        if tall != self._tall:
            self._tall = tall
            self.height_changed.emit()

    def _tell(self, document: Document | None) -> None:
        """Say how the figures were made, and what must be known of them."""
        parses = self._parses(document) if document is not None else []
        self.remark.hide()
        if document is None or document.blind is not None or not parses:
            self.signature.show_lines([])
            return
        self.signature.show_lines(scores.signatures(document, parses))
        told = self._inspector.wording.figures
        said = [*scores.remarks(document, parses), *map(told, scores.left_out(document))]
        # Of a part of the files nobody wants to know yet.
        said += scores.not_compared(document, parses) if document.complete else []
        if said:
            # The figures keep the room: the first in full, all in the tip.
            more = f"\n… and {len(said) - 1} more" if len(said) > 1 else ""
            self.remark.say("warning", f"{said[0]}{more}")
            self.remark.setToolTip(tip("\n".join(said)))

    def _show_figures(self, document: Document, first: str | None) -> None:
        """Those of the ``first`` metric before the others'."""
        inspector, scopes, parses = self._inspector, scores.scopes(document), self._parses(document)
        if self._sums is None:
            self._sums = scores.sums(document, inspector.rows)
        if self.tables.currentIndex() == _ALL:
            names = [parse.name for parse in document.parses]
            rows = with_tests(parse_comparison.parse_rows(document, self._sums, first), self.significance.found, names)
            self.parses_model.set_rows(rows, names, inspector.parse, scopes[-1])
        else:
            lines = scores.lines(document, inspector.row, self._sums, parses[0], first) if parses else []
            self.model.set_lines(lines, scopes, inspector.wording)


class SignatureLine(QWidget):
    """Says which choices made the figures: as much as there is room for, all in the tip, and a button that copies all.

    Hidden while there are none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""  # all signatures, a line each
        self._label = ElidedLabel()
        self._copy = QToolButton()
        self._copy.setObjectName("copy")
        self._copy.setAccessibleName("Copy the signatures")
        self._copy.setToolTip("Copy the signatures: they name every choice that changes the figures")
        self._copy.clicked.connect(self.copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 3, 6, 3)
        row.addWidget(self._label, 1)
        row.addWidget(self._copy)
        self.setAccessibleName("Signature of the scores")
        self.hide()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show other signatures."""
        self.text = "\n".join(lines)
        # A tip may be broken after a signature's bars.
        self._label.say("   ".join(lines), self.text.replace("|", "|\u200b"))
        self.setAccessibleDescription(self.text)
        self.setVisible(bool(lines))

    def copy(self) -> None:
        """Put all of them on the clipboard."""
        QGuiApplication.clipboard().setText(f"{self.text}\n")

    def set_icons(self, icons: Icons) -> None:
        """Draw the icon in other colours."""
        self._copy.setIcon(icons["copy"])
