"""Plots in windows of their own, to be saved: any plot, or those of the scores of the open parses, which are worked out
beside the window. What a plot shows can be pointed at, clicked, and walked through by the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QStackedWidget, QVBoxLayout, QWidget

from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.dialogs.parts import Button, below, closing, named, save_where
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.plots import ADVICE, installed
from goldleaf.viewer.plots.description import Plot, Target
from goldleaf.viewer.plots.drawing import Drawn, draw
from goldleaf.viewer.plots.of_scores import Plotted, plots_of
from goldleaf.viewer.plots.writing import FORMATS, save
from goldleaf.viewer.session.breakdowns import source_of
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import Settings

if TYPE_CHECKING:
    from matplotlib.lines import Line2D

_NOTHING = "There is nothing to plot under the metrics that score."
_HINT = "Click a point to list its sentences; the arrow keys walk from one to the next, Return lists."
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
_RING = 15.0  # points


def _save(dialog: PlotDialog | PlotsDialog) -> None:
    # Ask for a file and write the plot that is shown into it, in the light theme's colors.
    if (plot := dialog.view.plot) is None:
        return
    kinds = {f".{suffix}": title for suffix, title in FORMATS.items()}
    name = "".join(letter if letter.isalnum() else "-" for letter in plot.title.lower()).strip("-")
    tell, settings = dialog.told.emit, dialog.settings
    save_where(dialog, "Save plot", f"{name}.pdf", kinds, settings, lambda path: save(plot, path), tell, tell)


class PlotDialog(QDialog):
    """Shows a plot; ``told`` has what was saved or not."""

    told = Signal(str)
    save = _save

    def __init__(self, parent: QWidget | None, plot: Plot, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(plot.title)
        self.settings = settings
        self.view = PlotView()
        self.view.set_theme(theme)
        self.view.show_plot(plot)
        below(self, self.view, closing(self, self.save, "Save plot…"), tall=self.view, size=(760, 560))
        self.view.setFocus()


class PlotsDialog(QDialog):
    """One plot at a time. ``filter_wanted`` has the condition of a point, ``told`` what was saved or could not be."""

    told = Signal(str)
    save = _save

    def __init__(self, parent: QWidget | None, inspector: Inspector, theme: Theme, settings: Settings) -> None:
        super().__init__(parent)
        self._inspector, self.settings = inspector, settings
        self.work = Background(self, returned=self._show, failed=lambda failure: self._wait(failure.message))
        self.failed = self.work.failed
        self.chooser = named(QComboBox(), "Plot")
        self.chooser.activated.connect(lambda _: self._make())
        self.view = PlotView()
        self.view.set_theme(theme)
        self.filter_wanted = self.view.filter_wanted
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


class PlotView(QWidget):
    """Shows one plot, or none; ``filter_wanted`` has the condition of a point that was clicked. The canvas, and
    matplotlib with it, are made when the first plot is shown."""

    filter_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        having(self, accessibleName="Plot", focusPolicy=Qt.FocusPolicy.StrongFocus)
        self.plot: Plot | None = None
        self.drawn: Drawn | None = None
        self.canvas: Any = None
        self._theme = load("light")
        self._current = -1
        self._ring: Line2D | None = None
        self.told = having(Label(), objectName="faint", wordWrap=True, contentsMargins=(10, 4, 10, 6))
        self._column = having(QVBoxLayout(self), contentsMargins=(0, 0, 0, 0), spacing=0)
        self._column.addWidget(self.told)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.plot is not None:
            self.show_plot(self.plot)

    def show_plot(self, plot: Plot | None) -> None:
        self.plot, self.drawn, self._current, self._ring = plot, None, -1, None
        if plot is None:
            if self.canvas is not None:
                self.canvas.hide()
            self.told.clear()
            return
        if not installed():
            self.told.setText(ADVICE)
            return
        if self.canvas is None:
            from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
            from matplotlib.figure import Figure

            canvas: Any = FigureCanvasQTAgg  # has no types
            self.canvas = having(canvas(Figure()), focusPolicy=Qt.FocusPolicy.NoFocus, minimumSize=(200, 140))
            self._column.insertWidget(0, self.canvas, 1)
            for event in ("motion_notify_event", "button_press_event"):
                self.canvas.mpl_connect(event, self._point)
        self.drawn = draw(plot, self.canvas.figure, self._theme)
        self.canvas.show()
        self.canvas.draw_idle()
        self.told.setText(plot.note or self._hint)
        self.setAccessibleDescription(f"{plot.title}. {plot.note}")

    @property
    def _hint(self) -> str:
        return _HINT if self.drawn is not None and any(one.condition for one in self.drawn.targets) else ""

    def _point(self, event: Any) -> None:  # noqa: ANN401, of the mouse, which has no types
        target = self.drawn.at(event.x, event.y) if self.drawn is not None else None
        if event.name == "motion_notify_event":
            self._tell(target)
            pointed = target is not None and bool(target.condition)
            self.canvas.setCursor(Qt.CursorShape.PointingHandCursor if pointed else Qt.CursorShape.ArrowCursor)
        elif target is not None and self.drawn is not None:
            self._go_to([*self.drawn.targets].index(target))
            self._choose(target)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        targets = self.drawn.targets if self.drawn is not None else ()
        key = Qt.Key(event.key())
        if targets and key in _STEPS:
            self._go_to((self._current + _STEPS[key]) % len(targets) if self._current >= 0 else 0)
        elif 0 <= self._current < len(targets) and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(targets[self._current])
        else:
            super().keyPressEvent(event)

    def _go_to(self, number: int) -> None:
        assert self.drawn is not None
        self._current = number
        target = self.drawn.targets[number]
        if self._ring is not None:
            self._ring.remove()
        look: dict[str, Any] = {"marker": "o", "markersize": _RING, "markerfacecolor": "none", "markeredgewidth": 1.6}
        still: dict[str, Any] = {"scalex": False, "scaley": False, "clip_on": False}
        color = self.drawn.axes.title.get_color()
        places = ([part] for part in target.middle)
        [self._ring] = self.drawn.axes.plot(*places, markeredgecolor=color, **look, **still)
        self.canvas.draw_idle()
        self._tell(target)

    def _tell(self, target: Target | None) -> None:
        if target is None and self._current >= 0 and self.drawn is not None:
            target = self.drawn.targets[self._current]
        self.told.setText(target.text if target is not None else self.plot.note or self._hint if self.plot else "")

    def _choose(self, target: Target) -> None:
        if target.condition:
            self.filter_wanted.emit(target.condition)
