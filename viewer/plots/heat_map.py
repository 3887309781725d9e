"""Cells in rows and columns, colored by their figures, which stand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Axis, Cell, HeatMap
from goldleaf.viewer.plots.targets import Target
from goldleaf.viewer.plots.text import written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

_LETTERS = 8.5  # points, in few and short cells
_ACROSS = 40  # so many characters of names have room beside each other
_STEEPNESS = 0.5  # small figures are told apart, too: confusions differ by orders of magnitude


def draw_heat_map(plot: HeatMap, axes: Axes, colors: Colors) -> list[Target]:
    """Draw the cells with their figures."""
    strengths = _strengths(plot)
    signed = any(cell.value < 0 for cell in plot.cells)
    scale = colors.scale(signed=signed)
    if plot.y.names and plot.x.names:
        _color(plot, strengths, axes, scale, signed=signed, line=colors.grid)
        axes.set_xlim(-0.5, len(plot.x.names) - 0.5)
        axes.set_ylim(len(plot.y.names) - 0.5, -0.5)
    for cell, strength in zip(plot.cells, strengths, strict=True):
        behind = scale((strength + 1) / 2 if signed else strength)
        _write(cell, axes, colors.text if cell.plain else colors.on(behind), _letters(cell, plot), colors)
    longest = max(map(len, plot.x.names), default=0)
    axes.tick_params(axis="x", labelrotation=90 if longest > 3 and longest * len(plot.x.names) > _ACROSS else 0)
    return [_target(cell, plot) for cell in plot.cells]


def _color(plot: HeatMap, strengths: list[float], axes: Axes, scale: Colormap, *, signed: bool, line: str) -> None:
    rows, columns = len(plot.y.names), len(plot.x.names)
    shown = np.full((rows, columns), np.nan)
    for cell, strength in zip(plot.cells, strengths, strict=True):
        shown[cell.row, cell.column] = np.nan if cell.plain else strength
    axes.pcolormesh(
        np.arange(columns + 1) - 0.5,
        np.arange(rows + 1) - 0.5,
        np.ma.masked_invalid(shown),
        cmap=scale,
        vmin=-1.0 if signed else 0.0,
        vmax=1.0,
        edgecolors=line,
        linewidth=0.4,
    )


def _strengths(plot: HeatMap) -> list[float]:
    """The figures from −1 to 1, by their distance from the least one."""
    values = [cell.value - plot.least for cell in plot.cells]
    most = max((abs(value) for value, cell in zip(values, plot.cells, strict=True) if not cell.plain), default=0.0)
    return [float(np.sign(value) * min(abs(value) / (most or 1.0), 1.0) ** _STEEPNESS) for value in values]


def _letters(cell: Cell, plot: HeatMap) -> float:
    """The size of a figure's letters, in points: the longer it is and the more cells there are, the smaller."""
    most = max(len(plot.x.names), len(plot.y.names), 1)
    return max(min(_LETTERS, 36.0 / max(len(cell.text), 1), 260.0 / most), 4.5)


def _write(cell: Cell, axes: Axes, color: str, letters: float, colors: Colors) -> None:
    families: Any = list(colors.families)
    place = (cell.column, cell.row)
    axes.text(*place, written(cell.text), color=color, fontsize=letters, fontfamily=families, ha="center", va="center")


def _of(axis: Axis, place: int) -> str:
    """What a cell is of on an axis, which may have no title."""
    return f"{axis.title}: {axis.names[place]}" if axis.title else axis.names[place]


def _target(cell: Cell, plot: HeatMap) -> Target:
    return Target(
        left=cell.column - 0.5,
        right=cell.column + 0.5,
        bottom=cell.row - 0.5,
        top=cell.row + 0.5,
        text=f"{_of(plot.y, cell.row)} · {_of(plot.x, cell.column)} · {cell.text}",
        condition=cell.condition,
    )
