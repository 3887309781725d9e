"""Bars from the left, a group of them beside each name; their intervals as lines over their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Bars, Series
from goldleaf.viewer.plots.targets import Target
from goldleaf.viewer.plots.text import of_point, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROOM = 0.78  # of the height of a name, for its bars


def draw_bars(plot: Bars, axes: Axes, colors: Colors) -> list[Target]:
    """Draw the bars, the first name above."""
    height = _ROOM / max(len(plot.series), 1)
    targets = []
    for number, series in enumerate(plot.series):
        shift = (number + 0.5) * height - _ROOM / 2
        places = [point.y + shift for point in series.points]
        style = colors.style(number)
        axes.barh(
            places,
            [point.x for point in series.points],
            height=0.88 * height,
            color=style.color,
            edgecolor=colors.background,
            hatch=style.hatch,
            linewidth=0,
            label=written(series.name),
        )
        _intervals(series, places, axes, colors)
        targets += [
            Target(
                left=min(point.x, 0.0),
                right=max(point.x, 0.0),
                bottom=place - height / 2,
                top=place + height / 2,
                reach=2.0,  # a bar may have no length
                text=of_point(point, plot.x, plot.y, series.name if len(plot.series) > 1 else ""),
                condition=point.condition,
            )
            for point, place in zip(series.points, places, strict=True)
        ]
    axes.set_ylim(max(len(plot.y.names), 1) - 0.5, -0.5)
    return sorted(targets, key=lambda target: target.bottom)


def _intervals(series: Series, places: list[float], axes: Axes, colors: Colors) -> None:
    """The intervals of the figures, of those that have one."""
    for point, place in zip(series.points, places, strict=True):
        if point.low is not None and point.high is not None:
            axes.plot([point.low, point.high], [place, place], color=colors.text, linewidth=1.1)
