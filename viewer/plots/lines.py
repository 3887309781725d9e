"""Lines through points, with bands where the points have intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from goldleaf.viewer.plots.colors import Colors, Style
from goldleaf.viewer.plots.description import Lines, Point, Series
from goldleaf.viewer.plots.targets import Target
from goldleaf.viewer.plots.text import of_point, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_REACH = 9.0  # points around a mark
_BAND = 0.18


def draw_lines(plot: Lines, axes: Axes, colors: Colors) -> list[Target]:
    """Draw the lines."""
    targets = []
    for number, series in enumerate(plot.series):
        _draw(series, axes, colors.style(number))
        name = series.name if len(plot.series) > 1 else ""
        targets += [_target(point, plot, name) for point in series.points]
    if plot.x.names:
        axes.set_xlim(-0.4, len(plot.x.names) - 0.6)
    return targets


def _draw(series: Series, axes: Axes, style: Style) -> None:
    bounds = [(point.x, point.low, point.high) for point in series.points if None not in (point.low, point.high)]
    if bounds:
        places, low, high = np.array(bounds, float).T
        axes.fill_between(places, low, high, color=style.color, alpha=_BAND, linewidth=0)
    axes.plot(
        [point.x for point in series.points],
        [point.y for point in series.points],
        color=style.color,
        linestyle=style.dash,
        marker=style.marker,
        markersize=5,
        linewidth=1.6,
        label=written(series.name),
    )


def _target(point: Point, plot: Lines, series: str) -> Target:
    return Target(
        left=point.x,
        right=point.x,
        bottom=point.y,
        top=point.y,
        reach=_REACH,
        text=of_point(point, plot.x, plot.y, series),
        condition=point.condition,
    )
