"""What is plotted, as plain values: points or cells on axes, each with the condition that finds what it stands for; and
what they say where they are pointed at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from goldleaf.viewer.text.characters import visible


class Axis(NamedTuple):
    """What an axis measures. With ``names`` its places 0, 1, … have these names; ``percent``: fractions of 1."""

    title: str
    names: tuple[str, ...] = ()
    percent: bool = False
    high: float | None = None  # where it ends, if that is not left to the points


class Point(NamedTuple):
    """A figure. ``low`` and ``high`` bound its interval, ``size`` is what a bubble's area says, ``label`` its name."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    size: float = 1.0
    label: str = ""
    condition: str = ""


class Series(NamedTuple):
    """Points of one kind, in the order in which lines join them."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfSeries:
    title: str
    x: Axis
    y: Axis
    note: str = ""
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart(_OfSeries):
    """A line a series through its points, with a band where they have intervals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars(_OfSeries):
    """A bar a point from the left, those of one name side by side; ``names`` of ``y`` are read from above.

    Points have their figure in ``x`` and their place in ``y``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubbles(_OfSeries):
    """A bubble a point, whose area is its size among all; ``size`` says what that is."""

    size: str


class HeatCell(NamedTuple):
    """A figure in a heat map. One that is ``plain`` has no color, as what is right among errors."""

    row: int
    column: int
    value: float
    text: str
    condition: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Cells in rows (from above) and columns, both with names; the larger a value, the stronger its color.

    Where some are below 0 there are two colors. What has no cell is empty. A value of ``least`` has no color."""

    title: str
    x: Axis
    y: Axis
    note: str = ""
    cells: tuple[HeatCell, ...] = field(repr=False)
    least: float = 0.0


Plot: TypeAlias = LineChart | Bars | Bubbles | HeatMap


class Target(NamedTuple):
    """A point or an area in the axes' figures, what it says, and what finds it; ``reach``: around it, in points."""

    left: float
    bottom: float
    right: float
    top: float
    text: str
    condition: str = ""
    reach: float = 0.0

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


def written(text: str) -> str:
    """The text with nothing in it that matplotlib would take for a formula, and that no SVG can hold."""
    return visible(text).replace("$", r"\$")


def figure_of(value: float, axis: Axis) -> str:
    """A figure of an axis, or the name of its place."""
    if axis.names:
        return axis.names[round(value)]
    if axis.percent:
        return f"{100 * value:.4g} %"
    return f"{value:,.6g}".replace("-", "−")


def point_text(point: Point, x: Axis, y: Axis, series: str = "") -> str:
    """What a point says: its name, its series, its figures, its interval."""

    def exact(value: float, axis: Axis) -> str:
        return f"{100 * value:.2f} %" if axis.percent and not axis.names else figure_of(value, axis)

    figures = [f"{axis.title}: {exact(value, axis)}" for value, axis in ((point.x, x), (point.y, y))]
    if point.low is not None and point.high is not None:
        figures[1] += f" ({exact(point.low, y)} to {exact(point.high, y)})"
    return " · ".join([*filter(None, (point.label, series)), *figures])
