"""Names beside bubbles, each on the side where it hides least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GAP = 2.0
"""Between a bubble and its name."""

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Where a name may stand, seen from its bubble, the best first."""

_OUTSIDE = 4.0  # how much worse it is to stand beyond the frame than on something else
_DIAGONAL = 0.71
_ROUNDS = 3  # in which a name may make room for those that came after it


class Box(NamedTuple):
    """A rectangle from its lower left to its upper right."""

    left: float
    bottom: float
    right: float
    top: float

    def common(self, other: Box) -> float:
        """The area that both have."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(width, 0.0) * max(height, 0.0)

    @property
    def area(self) -> float:
        """Its own."""
        return (self.right - self.left) * (self.top - self.bottom)


@dataclass(frozen=True, slots=True)
class Named:
    """A bubble at a place, with the size of its name."""

    x: float
    y: float
    radius: float
    width: float
    height: float

    @property
    def box(self) -> Box:
        """What the bubble covers."""
        return Box(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)

    def name_at(self, side: tuple[int, int]) -> Box:
        """What its name covers on a side."""
        away = (self.radius + GAP) * (_DIAGONAL if all(side) else 1.0)
        x, y = (self.x + side[0] * away, self.y + side[1] * away)
        left = x - self.width * (1 - side[0]) / 2
        bottom = y - self.height * (1 - side[1]) / 2
        return Box(left, bottom, left + self.width, bottom + self.height)


def arranged(bubbles: Sequence[Named], frame: Box) -> list[tuple[int, int]]:
    """The side of `SIDES` of each name: where it covers least of other names and bubbles, within the frame."""
    sides = [SIDES[0]] * len(bubbles)
    for _ in range(_ROUNDS):
        before = [*sides]
        for place, own in enumerate(bubbles):
            others = [*_others(bubbles, sides, place)]
            sides[place] = min(SIDES, key=lambda side: _hidden(own.name_at(side), others, frame))
        if sides == before:
            break
    return sides


def _others(bubbles: Sequence[Named], sides: Sequence[tuple[int, int]], place: int) -> Iterator[Box]:
    """The names of the other bubbles, and all bubbles."""
    for number, (bubble, side) in enumerate(zip(bubbles, sides, strict=True)):
        yield bubble.box
        if number != place:
            yield bubble.name_at(side)


def _hidden(name: Box, others: Sequence[Box], frame: Box) -> float:
    """How much a name covers, in whole units: what is worse by less is as good."""
    outside = name.area - name.common(frame)
    return round(sum(map(name.common, others)) + _OUTSIDE * outside)
