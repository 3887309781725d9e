"""A plot drawn onto a figure of matplotlib, whoever shows it or writes it: lines, bars, heat maps; `bubbles` apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import hypot
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.sizes import FigureSize
from goldleaf.viewer.plots import description
from goldleaf.viewer.plots.bubbles import draw_bubbles, name_bubbles
from goldleaf.viewer.plots.colors import Colors, colors_of
from goldleaf.viewer.plots.description import Axis, Bars, Bubbles, HeatMap, LineChart, Plot, Target

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.figure import Figure

LETTERS = 9.5  # points of the names of axes
LEAST = 6.0  # that any letters have
_TITLE, _TICK = 1.16, 0.9  # of the former
_DENSE = 30  # names on an axis from which on they are small
_NARROW = 290.0  # points that have room for fewer figures on an axis
_REACH = 9.0  # points around a mark of a line
_BAND = 0.18
_ROOM = 0.78  # of the height of a name, for its bars
_ACROSS = 40  # so many characters of names have room beside each other
_STEEPNESS = 0.5  # small figures are told apart, too: confusions differ by orders of magnitude


class Drawn(NamedTuple):
    """What has been drawn: the axes, and what on them can be pointed at, in reading order."""

    axes: Axes
    targets: Sequence[Target]

    def at(self, x: float, y: float) -> Target | None:
        """What is at these pixels of the figure (from its lower left), the nearest one if there are several."""
        pixels = self.axes.figure.dpi / 72
        near: list[tuple[float, Target]] = []
        for target in self.targets:
            corners = self.axes.transData.transform([(target.left, target.bottom), (target.right, target.top)])
            (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
            away = hypot(max(left - x, 0, x - right), max(bottom - y, 0, y - top))
            if away <= target.reach * pixels:
                near.append((away, target))
        return min(near, key=lambda pair: pair[0])[1] if near else None


def draw(plot: Plot, figure: Figure, theme: Theme, *, letters: float = LETTERS, titled: bool = True) -> Drawn:
    """Draw a plot in a theme's colors onto a figure, in place of whatever was on it; ``letters`` is in points."""
    import matplotlib as mpl

    colors = colors_of(theme)
    figure.clear()
    figure.set_layout_engine("constrained")
    figure.set_facecolor(colors.background)
    looks: Any = {
        "font.family": [*colors.families], "font.size": _TICK * letters, "text.color": colors.text,
        "axes.facecolor": colors.background, "axes.edgecolor": colors.grid, "axes.labelcolor": colors.faint,
        "axes.labelsize": letters, "axes.titlelocation": "left", "axes.titlesize": _TITLE * letters,
        "axes.spines.top": isinstance(plot, HeatMap), "axes.spines.right": isinstance(plot, HeatMap),
        "grid.color": colors.grid, "grid.linewidth": 0.6, "hatch.linewidth": letters / LETTERS,
        "legend.fontsize": letters, "legend.frameon": False, "legend.handlelength": 2.6,
    }  # fmt: skip
    with mpl.rc_context(looks):
        axes = figure.add_subplot()
        match plot:
            case LineChart():
                targets = _draw_lines(plot, axes, colors, letters / LETTERS)
            case Bars():
                targets = _draw_bars(plot, axes, colors)
            case Bubbles():
                targets = draw_bubbles(plot, axes, colors, letters / LETTERS)
            case HeatMap():
                targets = draw_heat_map(plot, axes, colors, _TICK * letters)
        if titled:
            axes.set_title(description.written(plot.title))
        _frame(plot, axes, colors, letters)
        _legend(plot, figure, axes, letters)
        if isinstance(plot, Bubbles):
            name_bubbles(plot, axes, letters / LETTERS)
    return Drawn(axes, targets)


def size_of(plot: Plot, page: FigureSize | None = None) -> tuple[float, float]:
    """Width and height that suit a plot, in inches; without a page a column and a half of a paper, more for many names.

    On a page it is as wide as that, and rows are as high as the letters ask for."""
    if page is not None:
        width, height = size_of(plot)
        rows = 0.75 if isinstance(plot, Bars) else 1.0
        of_letters = rows * page.text / LETTERS
        share = of_letters if isinstance(plot, HeatMap | Bars) else max(page.width / 2.54 / width, 0.8 * of_letters)
        return page.width / 2.54, min(share * height, page.height / 2.54)
    if isinstance(plot, HeatMap):
        return 2.0 + 0.36 * max(len(plot.x.names), 6), 1.6 + 0.28 * max(len(plot.y.names), 5)
    if isinstance(plot, Bars):
        bars = len(plot.y.names) * max(len(plot.series), 1)
        return 6.0, 1.2 + max(0.26 * len(plot.y.names), 0.17 * bars, 1.2)
    return 6.0, 3.8


def narrowed(plot: Plot, page: FigureSize) -> tuple[Plot, str]:
    """A plot with as many of its first columns as a page has room for, and what is left out, in words.

    Labels that are both rows and columns are left out of both."""
    if not isinstance(plot, HeatMap):
        return plot, ""
    letter = 0.6 * LEAST  # the width of one, in points
    cell = max(max((len(cell.text) for cell in plot.cells), default=1) * letter + 3, 1.5 * LEAST)

    def needed(columns: int) -> float:
        names = plot.y.names[:columns] if plot.x.names == plot.y.names else plot.y.names
        return columns * cell + (0.6 * _TICK * max(map(len, names), default=0) + 3) * page.text

    columns = len(plot.x.names)
    while columns > 1 and needed(columns) > page.width / 2.54 * 72:
        columns -= 1
    if columns == len(plot.x.names):
        return plot, ""
    rows = columns if plot.x.names == plot.y.names else len(plot.y.names)
    x, y = plot.x._replace(names=plot.x.names[:columns]), plot.y._replace(names=plot.y.names[:rows])
    cells = tuple(cell for cell in plot.cells if cell.column < columns and cell.row < rows)
    left_out = f"{page.width:g} cm have room for the first {columns} of {len(plot.x.names)} columns"
    return replace(plot, x=x, y=y, cells=cells), left_out


def _draw_lines(plot: LineChart, axes: Axes, colors: Colors, scale: float) -> list[Target]:
    """Lines through points, with bands where the points have intervals."""
    targets = []
    for number, series in enumerate(plot.series):
        style = colors.style(number)
        figures = np.array([(point.x, point.y, point.low, point.high) for point in series.points], float).reshape(-1, 4)
        if plot.x.names and len(figures):  # nothing leads over a class that has nothing
            every = np.full((int(figures[:, 0].max()) + 1, 4), np.nan)
            every[figures[:, 0].astype(int)] = figures
            figures = every
        places, values, low, high = figures.T
        if not np.isnan(low).all():
            axes.fill_between(places, low, high, color=style.color, alpha=_BAND, linewidth=0)
            none = np.isnan(np.pad(low, 1, constant_values=np.nan))
            lone = ~none[1:-1] & none[:-2] & none[2:]  # a band would have no width
            axes.vlines(places[lone], low[lone], high[lone], style.color, alpha=_BAND, linewidth=8 * scale)
        # No line leads to what has too few sentences for an interval: chance would look like a course.
        sure = values if np.isnan(low).all() else np.where(np.isnan(low), np.nan, values)
        plotted = partial(axes.plot, places, color=style.color, marker=style.marker, markersize=5 * scale)
        plotted(values, linestyle="")
        plotted(sure, linestyle=style.dash, linewidth=1.6 * scale, label=description.written(series.name))
        name = series.name if len(plot.series) > 1 else ""
        for point in series.points:
            text = description.point_text(point, plot.x, plot.y, name)
            targets.append(Target(point.x, point.y, point.x, point.y, text, point.condition, _REACH))
    if plot.x.names:
        axes.set_xlim(-0.4, len(plot.x.names) - 0.6)
    return targets


def _draw_bars(plot: Bars, axes: Axes, colors: Colors) -> list[Target]:
    """Bars from the left, a group beside each name, the first name above; intervals are lines over the bars' ends."""
    height = _ROOM / max(len(plot.series), 1)
    targets = []
    for number, series in enumerate(plot.series):
        shift = (number + 0.5) * height - _ROOM / 2
        places = [point.y + shift for point in series.points]
        style = colors.style(number)
        axes.barh(
            places, [point.x for point in series.points], height=0.88 * height, color=style.color,
            edgecolor=colors.background, hatch=style.hatch, linewidth=0, label=description.written(series.name),
        )  # fmt: skip
        name = series.name if len(plot.series) > 1 else ""
        for point, place in zip(series.points, places, strict=True):
            if point.low is not None and point.high is not None:
                axes.plot([point.low, point.high], [place, place], color=colors.text, linewidth=1.1)
            sides = (min(point.x, 0.0), place - height / 2, max(point.x, 0.0), place + height / 2)
            text = description.point_text(point, plot.x, plot.y, name)
            targets.append(Target(*sides, text, point.condition, reach=2.0))  # a bar may have no length
    # Names are read from above; axes begin below.
    axes.set_ylim(max(len(plot.y.names), 1) - 0.5, -0.5)
    return sorted(targets, key=lambda target: target.bottom)


def draw_heat_map(plot: HeatMap, axes: Axes, colors: Colors, letters: float) -> list[Target]:
    """Cells in rows and columns, colored by their figures, which stand in them."""
    rows, columns = len(plot.y.names), len(plot.x.names)
    # From −1 to 1, by the distance from the least figure.
    values = [cell.value - plot.least for cell in plot.cells]
    most = max((abs(value) for value, cell in zip(values, plot.cells, strict=True) if not cell.plain), default=0.0)
    strengths = [float(np.sign(value) * min(abs(value) / (most or 1.0), 1.0) ** _STEEPNESS) for value in values]
    signed = any(cell.value < 0 for cell in plot.cells)
    scale = colors.scale(signed=signed)
    if rows and columns:
        shown = np.full((rows, columns), np.nan)
        for cell, strength in zip(plot.cells, strengths, strict=True):
            shown[cell.row, cell.column] = np.nan if cell.plain else strength
        axes.pcolormesh(
            np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, np.ma.masked_invalid(shown), cmap=scale,
            vmin=-1.0 if signed else 0.0, vmax=1.0, edgecolors=colors.grid, linewidth=0.4,
        )  # fmt: skip
        axes.set_xlim(-0.5, columns - 0.5)
        axes.set_ylim(rows - 0.5, -0.5)
    # The longer a figure is and the more cells there are, the smaller are its letters.
    room = axes.figure.bbox.width / axes.figure.dpi * 72 * 0.8 / max(columns, 1)
    for cell, strength in zip(plot.cells, strengths, strict=True):
        size = max(min(letters, room / (0.6 * max(len(cell.text), 1) + 0.4)), LEAST)
        color = colors.text if cell.plain else colors.on(scale((strength + 1) / 2 if signed else strength))
        axes.text(
            cell.column, cell.row, description.written(cell.text), color=color, fontsize=size, ha="center", va="center"
        )
    longest = max(map(len, plot.x.names), default=0)
    axes.tick_params(axis="x", labelrotation=90 if longest > 3 and longest * columns > _ACROSS else 0)

    def named(axis: Axis, place: int) -> str:
        return f"{axis.title}: {axis.names[place]}" if axis.title else axis.names[place]

    targets = []
    for cell in plot.cells:
        sides = (cell.column - 0.5, cell.row - 0.5, cell.column + 0.5, cell.row + 0.5)
        text = f"{named(plot.y, cell.row)} · {named(plot.x, cell.column)} · {cell.text}"
        targets.append(Target(*sides, text, cell.condition))
    return targets


def _frame(plot: Plot, axes: Axes, colors: Colors, letters: float) -> None:
    """Axes and grid; names that are longer than their axis are broken into lines."""
    width, height = (72 * pixels / axes.figure.dpi for pixels in axes.figure.bbox.size)
    axes.set_xlabel(fill(description.written(plot.x.title), int(0.9 * width / (0.55 * letters))))
    axes.set_ylabel(fill(description.written(plot.y.title), int(0.5 * height / (0.55 * letters))))
    families: Any = list(colors.families)
    for way, axis in ((axes.xaxis, plot.x), (axes.yaxis, plot.y)):
        size = max(_TICK * letters - 2 * (len(axis.names) > _DENSE), LEAST)
        length = 0 if axis.names else 3
        way.set_tick_params(colors=colors.faint, labelsize=size, labelfontfamily=families, length=length)
        upright = way is axes.yaxis or isinstance(plot, HeatMap)
        room = None if upright else int(0.8 * width / max(len(axis.names), 1) / (0.6 * size))
        _ticks(way, axis, 4 if way is axes.xaxis and width < _NARROW else 7, room)
        if not isinstance(plot, HeatMap) and not axis.names:
            way.grid(visible=True)
    axes.set_axisbelow(not isinstance(plot, HeatMap))
    axes.set_xlim(right=plot.x.high)
    axes.set_ylim(top=plot.y.high)


def _ticks(way: XAxis | YAxis, axis: Axis, most: int, room: int | None) -> None:
    """Names at their places, in lines of so many letters as there is ``room`` for; else numbers, so many at most."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

    if axis.names:
        way.set_major_locator(FixedLocator(range(len(axis.names))))
        names = [*map(description.written, axis.names)]
        if room is not None:
            names = [fill(name, max(room, 4), break_long_words=False) for name in names]
        way.set_major_formatter(FuncFormatter(lambda place, _: names[round(place)]))
        return
    way.set_major_locator(MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]))
    way.set_major_formatter(FuncFormatter(lambda value, _: description.figure_of(value, axis)))


def _legend(plot: Plot, figure: Figure, axes: Axes, letters: float) -> None:
    """Which series is which, below the plot, and what sizes say; a single series needs none."""
    handles, labels = axes.get_legend_handles_labels()
    sized = isinstance(plot, Bubbles)
    if len(handles) < 2 and not sized:
        return
    # As many beside each other as have room: letters of 0.55, and the line with the gaps around it.
    columns = int(figure.get_figwidth() * 72 / ((0.55 * max(map(len, labels), default=0) + 5) * letters))
    figure.legend(
        handles, labels, loc="outside lower center", ncols=max(min(columns, len(handles)), 1),
        labelspacing=1.8 if sized else 0.5, borderpad=1.2 if sized else 0.4,  # room for the largest bubble
    )  # fmt: skip
