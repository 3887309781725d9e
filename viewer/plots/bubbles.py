"""Bubbles on two axes, whose areas are a third figure; their names beside them, on the side where each hides least."""

from __future__ import annotations

import warnings
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Bubbles, Target, point_text, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats: TypeAlias = NDArray[np.float64]

_LARGEST, _SMALLEST = 620.0, 26.0  # square points, as matplotlib has the sizes of marks
_IN_LEGEND = 45.0  # those of the series there, whatever their sizes
_GAP = 2.0  # between a bubble and its name
# Where a name may stand, seen from its bubble, the best first.
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
_OUTSIDE = 4.0  # how much worse it is to stand beyond the frame than on something else
_DIAGONAL = 0.71
_ROUNDS = 3  # in which a name may make room for those that came after it


def draw_bubbles(plot: Bubbles, axes: Axes, colors: Colors, scale: float) -> list[Target]:
    """Draw the bubbles, the smaller ones above; the legend has the smallest and the largest one's size."""
    areas = _areas(plot, scale)
    targets = []
    for number, series in enumerate(plot.series):
        style = colors.style(number)
        points = sorted(series.points, key=lambda point: -point.size)
        axes.scatter(
            [point.x for point in points], [point.y for point in points], s=[areas[point.size] for point in points],
            color=style.color, marker=style.marker, alpha=0.72, edgecolors=colors.background, linewidths=0.8,
        )  # fmt: skip
        if len(plot.series) > 1:
            axes.scatter([], [], s=_IN_LEGEND, color=style.color, marker=style.marker, label=written(series.name))
        for point in points:
            text = f"{point_text(point, plot.x, plot.y, series.name)} · {plot.size}: {point.size:,.6g}"
            reach = max(_radius(areas[point.size]), 6.0)
            targets.append(Target(point.x, point.y, point.x, point.y, text, point.condition, reach))
    for size in sorted({min(areas, default=0.0), max(areas, default=0.0)} & {*areas}):
        label = written(f"{plot.size}: {size:,.6g}")
        axes.scatter([], [], s=areas[size], facecolors="none", edgecolors=colors.faint, label=label)
    axes.margins(0.12, 0.16)
    return targets


def name_bubbles(plot: Bubbles, axes: Axes, scale: float) -> None:
    """Write the bubbles' names beside them, once the axes have their places."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    points, areas = [point for series in plot.series for point in series.points], _areas(plot, scale)
    pixels = figure.dpi / 72
    texts = [  # at no place yet
        axes.annotate(written(point.label), (point.x, point.y), (0, 0), textcoords="offset points", va="bottom")
        for point in points
    ]
    for text in texts:
        text.set_in_layout(False)  # names ask for no room of their own
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what fonts lack is said when it is drawn
        figure.draw_without_rendering()  # which lays out
        sizes = [text.get_window_extent() for text in texts]
    bubbles = []
    for point, size in zip(points, sizes, strict=True):
        x, y = axes.transData.transform((point.x, point.y)) / pixels
        bubbles.append((x, y, _radius(areas[point.size]), size.width / pixels, size.height / pixels))
    places = arranged(np.array(bubbles), np.array(axes.get_window_extent().extents) / pixels)
    for (x, y, *_), text, (left, bottom, *_) in zip(bubbles, texts, places, strict=True):
        text.xyann = (left - x, bottom - y)


def _areas(plot: Bubbles, scale: float) -> dict[float, float]:
    """The area of a bubble of each size, in square points; ``scale`` is that of letters."""
    sizes = [point.size for series in plot.series for point in series.points]
    most = max(sizes, default=1.0) or 1.0
    # Areas are in proportion, not radii: the eye compares areas.
    return {size: scale**2 * max(_LARGEST * max(size, 0.0) / most, _SMALLEST) for size in sizes}


def _radius(area: float) -> float:
    return sqrt(area) / 2


def arranged(bubbles: Floats, frame: Floats) -> Floats:
    """Where the names of bubbles (x, y, radius, width and height of the name) stand: each at the side of `SIDES` where
    it covers least of other names and bubbles, within the frame. Boxes are their left, bottom, right and top."""
    x, y, radius, width, height = bubbles.reshape(-1, 5).T[..., np.newaxis]
    across, up = np.array(SIDES).T
    away = (radius + _GAP) * np.where(across * up, _DIAGONAL, 1.0)
    left, bottom = x + across * away - width * (1 - across) / 2, y + up * away - height * (1 - up) / 2
    places = np.stack([left, bottom, left + width, bottom + height], axis=-1)  # by bubble and side
    marks = np.hstack([x - radius, y - radius, x + radius, y + radius])
    outside = width * height - _common(places, frame)
    each, sides = np.arange(len(places)), np.zeros(len(places), int)
    for _ in range(_ROUNDS):
        before = sides.copy()
        for number, own in enumerate(places):
            others = np.vstack([marks, np.delete(places[each, sides], number, axis=0)])
            covered = _common(own[:, np.newaxis], others).sum(axis=1)
            # In whole units: what is worse by less is as good.
            sides[number] = np.round(covered + _OUTSIDE * outside[number]).argmin()
        if (sides == before).all():
            break
    return places[each, sides]


def _common(boxes: Floats, others: Floats) -> Floats:
    """The areas that boxes have in common with others."""
    sides: Floats = np.minimum(boxes[..., 2:], others[..., 2:]) - np.maximum(boxes[..., :2], others[..., :2])
    areas: Floats = sides.clip(0).prod(axis=-1)
    return areas
