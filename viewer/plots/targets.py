"""What of a plot can be pointed at: where it is, what it says, what finds what it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A point or an area in the figures of the axes; ``reach`` is how far around it one may point, in points."""

    left: float
    bottom: float
    right: float
    top: float
    reach: float = 0.0
    text: str
    condition: str = ""

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in the figures of the axes."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


def target_at(targets: Sequence[Target], axes: Axes, x: float, y: float) -> Target | None:
    """The target at these pixels of the figure (from its lower left), the nearest one if there are several."""
    pixels = axes.figure.dpi / 72
    found = [(away, target) for target in targets if (away := _away(target, axes, x, y)) <= target.reach * pixels]
    return min(found, key=lambda one: one[0])[1] if found else None


def _away(target: Target, axes: Axes, x: float, y: float) -> float:
    """How many pixels a place is from a target; 0 inside of an area."""
    corners = axes.transData.transform([(target.left, target.bottom), (target.right, target.top)])
    (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
    return hypot(max(left - x, 0, x - right), max(bottom - y, 0, y - top))
