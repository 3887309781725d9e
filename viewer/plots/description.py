"""What is plotted, as plain values: points or cells on axes, each with the condition that finds what it stands for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What an axis measures. With ``names`` its places 0, 1, … have these names; ``percent``: fractions of 1."""

    title: str
    names: tuple[str, ...] = ()
    percent: bool = False
    logarithmic: bool = False
    low: float | None = None  # where it begins and ends, if that is not left to the points
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A figure. ``low`` and ``high`` bound its interval, ``size`` is what a bubble's area says, ``label`` its name."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    size: float = 1.0
    label: str = ""
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind, in the order in which lines join them."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OnAxes:
    """What every plot has."""

    title: str
    x: Axis
    y: Axis
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfSeries(_OnAxes):
    """What plots of points have."""

    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(_OfSeries):
    """A line a series through its points, with a band where they have intervals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars(_OfSeries):
    """A bar a point from the left, those of one name side by side; ``names`` of ``y`` are read from above.

    Points have their figure in ``x`` and their place in ``y``.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubbles(_OfSeries):
    """A bubble a point, whose area is its size among all; ``size`` says what that is."""

    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A figure in a heat map. One that is ``plain`` has no color, as what is right among errors."""

    row: int
    column: int
    value: float
    text: str
    condition: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap(_OnAxes):
    """Cells in rows (from above) and columns, both with names; the larger a value, the stronger its color.

    Where some are below 0 there are two colors. What has no cell is empty. A value of ``least`` has no color.
    """

    cells: tuple[Cell, ...] = field(repr=False)
    least: float = 0.0


Plot: TypeAlias = Lines | Bars | Bubbles | HeatMap
