"""Plots of the scores of the open parses, worked out beside the window; their points list sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QStackedWidget, QVBoxLayout, QWidget

from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.dialogs.plot import save_plot
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.plot_view import PlotView
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.of_scores import Maker, Plotted, plots_of
from goldleaf.viewer.session.breakdowns import Source
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import Settings

_NOTHING = "There is nothing to plot under the metrics that score."


class PlotsDialog(QDialog):
    """One plot at a time. ``filter_wanted`` has the condition of a point, ``told`` what was saved or could not be."""

    filter_wanted = Signal(str)
    told = Signal(str)
    failed = Signal(Failure)

    def __init__(self, parent: QWidget | None, inspector: Inspector, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle("Plots")
        self._inspector, self._settings = inspector, settings
        self.work = Background(self)
        self.work.stepped.connect(self._show_progress)
        self.work.returned.connect(self._show)
        self.work.failed.connect(self._failed)
        self.chooser = QComboBox()
        self.chooser.setAccessibleName("Plot")
        self.chooser.activated.connect(lambda _: self._make())
        self.view = PlotView()
        self.view.set_theme(theme)
        self.view.filter_wanted.connect(self.filter_wanted)
        self.hint = Label()
        self.hint.setObjectName("faint")
        self.hint.setContentsMargins(12, 12, 12, 12)
        self._lay_out()
        inspector.document_changed.connect(self.begin)
        inspector.sentence_changed.connect(self._look)
        self.finished.connect(self.work.cancel)
        self._parse = -1
        self.begin()

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.view)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Close)
        self.save_button = buttons.button(QDialogButtonBox.StandardButton.Save)
        self.save_button.setText("Save plot…")
        self.save_button.clicked.connect(self.save)
        buttons.rejected.connect(self.reject)
        for kind in (QDialogButtonBox.StandardButton.Save, QDialogButtonBox.StandardButton.Close):
            buttons.button(kind).setAutoDefault(False)  # Return lists the sentences of a point
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.chooser)
        column.addWidget(self._pages, 1)
        column.addWidget(buttons)
        self.resize(780, 600)

    def begin(self) -> None:
        """Offer what can be plotted of the document, and make the plot that is chosen."""
        document, chosen = self._inspector.document, self.chooser.currentText()
        self.chooser.clear()
        why_not = why_not_scored(document)
        for metric in document.metrics if document is not None and not why_not else ():
            for maker in plots_of(metric).values():
                self.chooser.addItem(
                    f"{metric.title}: {maker.title[:1].lower()}{maker.title[1:]}", (metric.name, maker)
                )
        self.chooser.setCurrentIndex(max(0, self.chooser.findText(chosen)))
        self._make()

    def save(self) -> None:
        """Ask where to, and write the plot there."""
        plot = self.view.plot
        if plot is not None and (message := save_plot(self, plot, self._settings)):
            self.told.emit(message)

    def _look(self) -> None:
        if self._parse != self._inspector.parse:
            self._make()

    def _make(self) -> None:
        self.work.cancel()
        self._parse = self._inspector.parse
        self._wait(why_not_scored(self._inspector.document) or _NOTHING)
        document, choice = self._inspector.document, self.chooser.currentData()
        if document is not None and choice is not None:
            name, maker = choice
            self._wait("Working out the plot …")
            self._start(maker, _plotted(document, name, self._parse))

    def _start(self, maker: Maker, parses: Sequence[Plotted]) -> None:
        self.work.start(maker.make(parses), f"The plot ‘{maker.title}’ could not be worked out")

    def _wait(self, why: str) -> None:
        self.hint.setText(why)
        self._pages.setCurrentWidget(self.hint)
        self.view.show_plot(None)
        self.save_button.setEnabled(False)
        self.save_button.setToolTip("There is no plot yet.")

    def _show_progress(self, share: float) -> None:
        self.hint.setText(f"Working out the plot … {share:.0%}")

    def _show(self, plot: Plot) -> None:
        self.view.show_plot(plot)
        self._pages.setCurrentWidget(self.view)
        self.view.setFocus()
        self.save_button.setEnabled(True)
        self.save_button.setToolTip("")

    def _failed(self, told: Failure) -> None:
        self._wait(told.message)
        self.failed.emit(told)


def _plotted(document: Document, metric: str, parse: int) -> list[Plotted]:
    prefixes = word_prefixes(one.name for one in document.parses)
    return [
        Plotted(one.name, Source(document, number, one.scored[metric]), number == max(parse, 0), prefixes[one.name])
        for number, one in enumerate(document.parses)
        if metric in one.scored
    ]
