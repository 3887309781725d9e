"""Bubbles on two axes, whose areas are a third figure; their names beside them, on the side where each hides least."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from goldleaf.viewer.plots.colors import Colors
from goldleaf.viewer.plots.description import Bubbles, Target, point_text, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    named = []
    for point, size in zip(points, sizes, strict=True):
        x, y = axes.transData.transform((point.x, point.y)) / pixels
        named.append(NamedBubble(x, y, _radius(areas[point.size]), size.width / pixels, size.height / pixels))
    frame = Bounds(*(side / pixels for side in axes.get_window_extent().extents))
    for bubble, text, side in zip(named, texts, arranged(named, frame), strict=True):
        box = bubble.name_at(side)
        text.xyann = (box.left - bubble.x, box.bottom - bubble.y)


def _areas(plot: Bubbles, scale: float) -> dict[float, float]:
    """The area of a bubble of each size, in square points; ``scale`` is that of letters."""
    sizes = [point.size for series in plot.series for point in series.points]
    most = max(sizes, default=1.0) or 1.0
    # Areas are in proportion, not radii: the eye compares areas.
    return {size: scale**2 * max(_LARGEST * max(size, 0.0) / most, _SMALLEST) for size in sizes}


def _radius(area: float) -> float:
    return sqrt(area) / 2


class Bounds(NamedTuple):
    """A rectangle from its lower left to its upper right."""

    left: float
    bottom: float
    right: float
    top: float

    def common(self, other: Bounds) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)


class NamedBubble(NamedTuple):
    """A bubble at a place, with the size of its name."""

    x: float
    y: float
    radius: float
    width: float
    height: float

    @property
    def box(self) -> Bounds:
        return Bounds(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)

    def name_at(self, side: tuple[int, int]) -> Bounds:
        away = (self.radius + _GAP) * (_DIAGONAL if all(side) else 1.0)
        x, y = (self.x + side[0] * away, self.y + side[1] * away)
        left = x - self.width * (1 - side[0]) / 2
        bottom = y - self.height * (1 - side[1]) / 2
        return Bounds(left, bottom, left + self.width, bottom + self.height)


def arranged(bubbles: Sequence[NamedBubble], frame: Bounds) -> list[tuple[int, int]]:
    """The side of `SIDES` of each name: where it covers least of other names and bubbles, within the frame."""
    sides = [SIDES[0]] * len(bubbles)
    for _ in range(_ROUNDS):
        before = [*sides]
        for place, own in enumerate(bubbles):
            names = [bubble.name_at(side) for bubble, side in zip(bubbles, sides, strict=True)]
            others = [*(bubble.box for bubble in bubbles), *names[:place], *names[place + 1 :]]
            costs: dict[tuple[int, int], int] = {}
            for side in SIDES:
                name = own.name_at(side)
                outside = name.area - name.common(frame)
                # In whole units: what is worse by less is as good.
                costs[side] = round(sum(map(name.common, others)) + _OUTSIDE * outside)
            sides[place] = min(costs, key=costs.__getitem__)
        if sides == before:
            break
    return sides
