"""Bubbles on two axes, whose areas are a third figure."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Bubbles, Point
from goldleaf.viewer.plots.targets import Target
from goldleaf.viewer.plots.text import of_point, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LARGEST, _SMALLEST = 620.0, 26.0  # square points, as matplotlib has the sizes of marks
_LETTERS = 8.5  # points


def draw_bubbles(plot: Bubbles, axes: Axes, colors: Colors) -> list[Target]:
    """Draw the bubbles, the smaller ones above, each with its name."""
    most = max((point.size for series in plot.series for point in series.points), default=1.0) or 1.0
    targets = []
    for number, series in enumerate(plot.series):
        style = colors.style(number)
        points = sorted(series.points, key=lambda point: -point.size)
        axes.scatter(
            [point.x for point in points],
            [point.y for point in points],
            s=[_area(point, most) for point in points],
            color=style.color,
            marker=style.marker,
            alpha=0.72,
            edgecolors=colors.background,
            linewidths=0.8,
            label=written(series.name),
        )
        for point in points:
            _name(point, _radius(point, most), axes, colors)
        targets += [_target(point, plot, series.name, _radius(point, most)) for point in points]
    axes.margins(0.12, 0.16)
    return targets


def _area(point: Point, most: float) -> float:
    return max(_LARGEST * max(point.size, 0.0) / most, _SMALLEST)


def _radius(point: Point, most: float) -> float:
    return sqrt(_area(point, most)) / 2


def _name(point: Point, radius: float, axes: Axes, colors: Colors) -> None:
    families: Any = list(colors.families)
    axes.annotate(
        written(point.label),
        (point.x, point.y),
        xytext=(radius + 2, 0),
        textcoords="offset points",
        va="center",
        color=colors.text,
        fontsize=_LETTERS,
        fontfamily=families,
    )


def _target(point: Point, plot: Bubbles, series: str, radius: float) -> Target:
    return Target(
        left=point.x,
        right=point.x,
        bottom=point.y,
        top=point.y,
        reach=max(radius, 6.0),
        text=f"{of_point(point, plot.x, plot.y, series)} · {plot.size}: {point.size:,.6g}",
        condition=point.condition,
    )
