"""Plots in windows of their own, to be clicked and saved: any plot, or those of the scores of the open parses, which
are worked out beside the window; their points list sentences."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QStackedWidget, QWidget

from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.dialogs.parts import Button, below, closing, named, save_where
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.plot_view import PlotView
from goldleaf.viewer.plots.description import Plot
from goldleaf.viewer.plots.of_scores import Plotted, plots_of
from goldleaf.viewer.plots.writing import FORMATS, save
from goldleaf.viewer.session.breakdowns import source_of
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import Settings

_NOTHING = "There is nothing to plot under the metrics that score."


def _save(dialog: PlotDialog | PlotsDialog) -> None:
    # Ask for a file and write the plot that is shown into it, in the light theme's colors.
    plot = dialog.view.plot
    if plot is None:
        return
    kinds = {f".{suffix}": title for suffix, title in FORMATS.items()}
    name = "".join(letter if letter.isalnum() else "-" for letter in plot.title.lower()).strip("-")
    tell, settings = dialog.told.emit, dialog.settings
    save_where(dialog, "Save plot", f"{name}.pdf", kinds, settings, lambda path: save(plot, path), tell, tell)


class PlotDialog(QDialog):
    """Shows a plot. ``filter_wanted`` has the condition of a point that was clicked, ``told`` what was saved or not."""

    filter_wanted = Signal(str)
    told = Signal(str)
    save = _save

    def __init__(self, parent: QWidget | None, plot: Plot, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(plot.title)
        self.settings = settings
        self.view = PlotView()
        self.view.set_theme(theme)
        self.view.show_plot(plot)
        self.view.filter_wanted.connect(self.filter_wanted)
        below(self, self.view, closing(self, self.save, "Save plot…"), tall=self.view, size=(760, 560))
        self.view.setFocus()


class PlotsDialog(QDialog):
    """One plot at a time. ``filter_wanted`` has the condition of a point, ``told`` what was saved or could not be."""

    filter_wanted = Signal(str)
    told = Signal(str)
    save = _save
    failed = Signal(Failure)

    def __init__(self, parent: QWidget | None, inspector: Inspector, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self._inspector, self.settings = inspector, settings
        self.work = Background(self, returned=self._show, failed=lambda failure: self._wait(failure.message))
        self.work.failed.connect(self.failed)
        self.chooser = named(QComboBox(), "Plot")
        self.chooser.activated.connect(lambda _: self._make())
        self.view = PlotView()
        self.view.set_theme(theme)
        self.view.filter_wanted.connect(self.filter_wanted)
        self.hint = having(Label(), objectName="faint", contentsMargins=(12, 12, 12, 12))
        self.work.stepped.connect(lambda share: self.hint.setText(f"Working out the plot … {share:.0%}"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.view)
        buttons = closing(self, self.save, "Save plot…")
        self.save_button = buttons.button(Button.Save)
        below(self, self.chooser, self._pages, buttons, tall=self._pages, title="Plots", size=(780, 600)).setSpacing(8)
        inspector.document_changed.connect(self.begin)
        inspector.sentence_changed.connect(self._look)
        self.finished.connect(self.work.cancel)
        self._parse = -1
        self.begin()

    def begin(self) -> None:
        """Offer what can be plotted of the document, and make the plot that is chosen."""
        document, chosen = self._inspector.document, self.chooser.currentText()
        self.chooser.clear()
        why_not = why_not_scored(document)
        for metric in document.metrics if document is not None and not why_not else ():
            for maker in plots_of(metric).values():
                title = f"{metric.title}: {maker.title[:1].lower()}{maker.title[1:]}"
                self.chooser.addItem(title, (metric.name, maker))
        self.chooser.setCurrentIndex(max(0, self.chooser.findText(chosen)))
        self._make()

    def _look(self) -> None:
        if self._parse != self._inspector.parse:
            self._make()

    def _make(self) -> None:
        self.work.cancel()
        self._parse = self._inspector.parse
        self._wait(why_not_scored(self._inspector.document) or _NOTHING)
        document, choice = self._inspector.document, self.chooser.currentData()
        if document is not None and choice is not None:
            metric, maker = choice
            self._wait("Working out the plot …")
            prefixes = word_prefixes(parse.name for parse in document.parses)
            parses = []
            for number, parse in enumerate(document.parses):
                if metric in parse.scored:
                    source, chosen = source_of(document, number, parse.scored[metric]), number == max(self._parse, 0)
                    parses.append(Plotted(parse.name, source, chosen, prefixes[parse.name]))
            self.work.start(maker.make(parses), f"The plot ‘{maker.title}’ could not be worked out")

    def _wait(self, why: str) -> None:
        self.hint.setText(why)
        self._pages.setCurrentWidget(self.hint)
        self.view.show_plot(None)
        having(self.save_button, enabled=False, toolTip="There is no plot yet.")

    def _show(self, plot: Plot) -> None:
        self.view.show_plot(plot)
        self._pages.setCurrentWidget(self.view)
        self.view.setFocus()
        having(self.save_button, enabled=True, toolTip="")
