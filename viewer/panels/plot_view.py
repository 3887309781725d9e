"""A plot in the window: what it shows can be pointed at, clicked, and walked through by the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.plots import ADVICE, installed
from goldleaf.viewer.plots.description import Plot, Target
from goldleaf.viewer.plots.drawing import Drawn, draw

if TYPE_CHECKING:
    from matplotlib.lines import Line2D

_HINT = "Click a point to list its sentences; the arrow keys walk from one to the next, Return lists."
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
_RING = 15.0  # points


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
