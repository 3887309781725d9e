"""A plot drawn onto a figure of matplotlib, whoever shows it or writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.plots.bars import draw_bars
from goldleaf.viewer.plots.bubbles import draw_bubbles, name_bubbles
from goldleaf.viewer.plots.colors import Colors, colors_of
from goldleaf.viewer.plots.description import Axis, Bars, Bubbles, HeatMap, Lines, Plot
from goldleaf.viewer.plots.heat_map import draw_heat_map
from goldleaf.viewer.plots.lines import draw_lines
from goldleaf.viewer.plots.targets import Target, target_at
from goldleaf.viewer.plots.text import told, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.figure import Figure

_TITLE, _AXIS, _TICK = 11.0, 9.5, 8.5  # points
_LEGEND_COLUMNS = 4
_DENSE = 30  # names on an axis from which on they are small


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What has been drawn: the axes, and what on them can be pointed at, in reading order."""

    axes: Axes
    targets: Sequence[Target]

    def at(self, x: float, y: float) -> Target | None:
        """What is at these pixels of the figure, counted from its lower left."""
        return target_at(self.targets, self.axes, x, y)


def draw(plot: Plot, figure: Figure, theme: Theme) -> Drawn:
    """Draw a plot in a theme's colors onto a figure, in place of whatever was on it."""
    colors = colors_of(theme)
    figure.clear()
    figure.set_layout_engine("constrained")
    figure.set_facecolor(colors.background)
    axes = figure.add_subplot()
    axes.set_facecolor(colors.background)
    axes.set_xscale("log" if plot.x.logarithmic else "linear")
    axes.set_yscale("log" if plot.y.logarithmic else "linear")
    targets = _of_kind(plot, axes, colors)
    _frame(plot, axes, colors)
    _legend(plot, figure, axes, colors)
    if isinstance(plot, Bubbles):
        name_bubbles(plot, axes, colors)
    return Drawn(axes, targets)


def size_of(plot: Plot) -> tuple[float, float]:
    """Width and height that suit a plot, in inches: a column and a half of a paper, more for many names."""
    if isinstance(plot, HeatMap):
        return 2.0 + 0.36 * max(len(plot.x.names), 6), 1.6 + 0.28 * max(len(plot.y.names), 5)
    if isinstance(plot, Bars):
        bars = len(plot.y.names) * max(len(plot.series), 1)
        return 6.0, 1.2 + max(0.26 * len(plot.y.names), 0.17 * bars, 1.2)
    return 6.0, 3.8


def _of_kind(plot: Plot, axes: Axes, colors: Colors) -> list[Target]:
    match plot:
        case Lines():
            return draw_lines(plot, axes, colors)
        case Bars():
            return draw_bars(plot, axes, colors)
        case Bubbles():
            return draw_bubbles(plot, axes, colors)
        case HeatMap():
            return draw_heat_map(plot, axes, colors)


def _frame(plot: Plot, axes: Axes, colors: Colors) -> None:
    """Title, axes and grid."""
    families: Any = list(colors.families)
    axes.set_title(written(plot.title), loc="left", color=colors.text, fontsize=_TITLE, fontfamily=families)
    axes.set_xlabel(written(plot.x.title), color=colors.faint, fontsize=_AXIS, fontfamily=families)
    axes.set_ylabel(written(plot.y.title), color=colors.faint, fontsize=_AXIS, fontfamily=families)
    for name, spine in axes.spines.items():
        spine.set_color(colors.grid)
        spine.set_visible(name in ("left", "bottom") or isinstance(plot, HeatMap))
    for way, axis in ((axes.xaxis, plot.x), (axes.yaxis, plot.y)):
        dense = len(axis.names) > _DENSE
        way.set_tick_params(
            colors=colors.faint, labelsize=_TICK - 2 * dense, labelfontfamily=families, length=0 if axis.names else 3
        )
        _ticks(way, axis)
    if not isinstance(plot, HeatMap):
        _grid(plot, axes, colors)
    _limits(plot, axes)


def _grid(plot: Plot, axes: Axes, colors: Colors) -> None:
    axes.set_axisbelow(True)
    for way, axis in ((axes.xaxis, plot.x), (axes.yaxis, plot.y)):
        if not axis.names:
            way.grid(visible=True, color=colors.grid, linewidth=0.6)


def _ticks(way: XAxis | YAxis, axis: Axis) -> None:
    """Names at their places, else numbers as they are said."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

    if axis.names:
        way.set_major_locator(FixedLocator(range(len(axis.names))))
        way.set_major_formatter(FuncFormatter(lambda place, _: written(axis.names[round(place)])))
        return
    if axis.logarithmic:
        way.set_minor_locator(NullLocator())
    else:
        way.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 2.5, 5, 10]))
    way.set_major_formatter(FuncFormatter(lambda value, _: told(value, axis)))


def _limits(plot: Plot, axes: Axes) -> None:
    axes.set_xlim(left=plot.x.low, right=plot.x.high)
    axes.set_ylim(bottom=plot.y.low, top=plot.y.high)


def _legend(plot: Plot, figure: Figure, axes: Axes, colors: Colors) -> None:
    """Which series is which, below the plot, and what sizes say; a single series needs none."""
    handles, labels = axes.get_legend_handles_labels()
    sized = isinstance(plot, Bubbles)
    if len(handles) < 2 and not sized:
        return
    figure.legend(
        handles,
        labels,
        loc="outside lower center",
        ncols=min(len(handles), _LEGEND_COLUMNS),
        frameon=False,
        labelcolor=colors.text,
        prop={"family": list(colors.families), "size": _AXIS},
        handlelength=2.6,
        labelspacing=1.8 if sized else 0.5,  # room for the largest bubble
        borderpad=1.2 if sized else 0.4,
    )
