"""Bubbles on two axes, whose areas are a third figure."""

from __future__ import annotations

import warnings
from math import sqrt
from typing import TYPE_CHECKING, Any

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Bubbles, Point
from goldleaf.viewer.plots.names import Box, Named, arranged
from goldleaf.viewer.plots.targets import Target
from goldleaf.viewer.plots.text import of_point, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

_LARGEST, _SMALLEST = 620.0, 26.0  # square points, as matplotlib has the sizes of marks
_IN_LEGEND = 45.0  # those of the series there, whatever their sizes
_LETTERS = 8.5  # points


def draw_bubbles(plot: Bubbles, axes: Axes, colors: Colors) -> list[Target]:
    """Draw the bubbles, the smaller ones above; the legend has the smallest and the largest one's size."""
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
        )
        if len(plot.series) > 1:
            axes.scatter([], [], s=_IN_LEGEND, color=style.color, marker=style.marker, label=written(series.name))
        targets += [_target(point, plot, series.name, _radius(point, most)) for point in points]
    sizes = {point.size: _area(point, most) for series in plot.series for point in series.points}
    for size in sorted({min(sizes, default=0.0), max(sizes, default=0.0)} & {*sizes}):
        said = written(f"{plot.size}: {size:,.6g}")
        axes.scatter([], [], s=sizes[size], facecolors="none", edgecolors=colors.faint, label=said)
    axes.margins(0.12, 0.16)
    return targets


def name_bubbles(plot: Bubbles, axes: Axes, colors: Colors) -> None:
    """Write the bubbles' names beside them, once the axes have their places."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    points = [point for series in plot.series for point in series.points]
    most = max((point.size for point in points), default=1.0) or 1.0
    pixels = figure.dpi / 72
    texts = [_name(point, axes, colors) for point in points]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what fonts lack is said when it is drawn
        figure.draw_without_rendering()  # which lays out
        sizes = [text.get_window_extent() for text in texts]
    named = []
    for point, size in zip(points, sizes, strict=True):
        x, y = axes.transData.transform((point.x, point.y)) / pixels
        named.append(Named(x, y, _radius(point, most), size.width / pixels, size.height / pixels))
    frame = Box(*(side / pixels for side in axes.get_window_extent().extents))
    for bubble, text, side in zip(named, texts, arranged(named, frame), strict=True):
        box = bubble.name_at(side)
        text.xyann = (box.left - bubble.x, box.bottom - bubble.y)


def _area(point: Point, most: float) -> float:
    return max(_LARGEST * max(point.size, 0.0) / most, _SMALLEST)


def _radius(point: Point, most: float) -> float:
    return sqrt(_area(point, most)) / 2


def _name(point: Point, axes: Axes, colors: Colors) -> Annotation:
    """A name that is at no place yet; it asks for no room of its own."""
    families: Any = list(colors.families)
    text = axes.annotate(
        written(point.label),
        (point.x, point.y),
        xytext=(0, 0),
        textcoords="offset points",
        va="bottom",
        color=colors.text,
        fontsize=_LETTERS,
        fontfamily=families,
    )
    text.set_in_layout(False)
    return text


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
