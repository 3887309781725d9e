"""What plots say: figures of axes, what a point stands for, and text that matplotlib takes as it is."""

from __future__ import annotations

from goldleaf.viewer.plots.description import Axis, Point
from goldleaf.viewer.text.visible import visible


def written(text: str) -> str:
    """The text with nothing in it that matplotlib would take for a formula, and that no SVG can hold."""
    return visible(text).replace("$", r"\$")


def told(value: float, axis: Axis) -> str:
    """A figure of an axis, or the name of its place."""
    if axis.names:
        return axis.names[round(value)]
    if axis.percent:
        return f"{100 * value:.4g} %"
    return f"{value:,.6g}".replace("-", "−")


def of_point(point: Point, x: Axis, y: Axis, series: str = "") -> str:
    """What a point says: its name, its series, its figures, its interval."""
    names = [part for part in (point.label, series) if part]
    figures = [f"{axis.title}: {_exact(value, axis)}" for value, axis in ((point.x, x), (point.y, y))]
    if point.low is not None and point.high is not None:
        figures[1] += f" ({_exact(point.low, y)} to {_exact(point.high, y)})"
    return " · ".join([*names, *figures])


def _exact(value: float, axis: Axis) -> str:
    return f"{100 * value:.2f} %" if axis.percent and not axis.names else told(value, axis)
