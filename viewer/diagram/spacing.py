"""Where things stand: along a line as close together as texts, ports and labels allow, or at the nearest place that is
free; and what is asked of whoever lays out a graph. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple, TypeAlias

from goldleaf.viewer.diagram.shapes import Point

Extent: TypeAlias = tuple[float, float]  # where something begins and ends


class Need(NamedTuple):
    """Two columns whose centres must be at least ``distance`` pixels apart."""

    left: int
    right: int
    distance: float


def positions(gaps: Sequence[float], needs: Iterable[Need]) -> list[float]:
    """The positions of columns 0 to ``len(gaps)``, the first at 0, the last as near as the needs allow. ``gaps`` are
    the least distances of neighbours. Columns that have some freedom stand in the middle of it, halfway between their
    leftmost and their rightmost places (halfway between two solutions lies a third)."""
    from_left: defaultdict[int, list[Need]] = defaultdict(list)
    from_right: defaultdict[int, list[Need]] = defaultdict(list)
    for need in needs:
        from_left[need[1]].append(need)
        from_right[need[0]].append(need)
    least = [0.0]
    for right, gap in enumerate(gaps, 1):
        x = least[-1] + gap
        for left, _, distance in from_left.get(right, ()):
            x = max(x, least[left] + distance)
        least.append(x)
    most = [least[-1]] * len(least)
    for left in range(len(gaps) - 1, -1, -1):
        x = most[left + 1] - gaps[left]
        for _, right, distance in from_right.get(left, ()):
            x = min(x, most[right] - distance)
        most[left] = x
    return [0.0, *[(a + b) / 2 for a, b in zip(least[1:], most[1:], strict=True)]]


def cheapest(count: int, runs: Callable[[int], Iterable[tuple[int, float]]]) -> list[tuple[int, int]]:
    """The first and last of each of the runs of so many things that together cost least. ``runs`` are the places that
    one from a place may end at, with its costs. As TeX breaks paragraphs (Knuth and Plass 1981)."""
    best = [(0.0, 0)] + [(inf, 0)] * count  # for so many: the costs, and where (negative: long ones first) a run begins
    for first in range(count):
        for last, cost in runs(first) if best[first][0] < inf else ():
            best[last + 1] = min(best[last + 1], (best[first][0] + cost, -first))
    found, end = list[tuple[int, int]](), count
    while end:
        found.insert(0, (-best[end][1], end - 1))
        end = -best[end][1]
    return found


def gaps_between(widths: Sequence[float], gap: float) -> list[float]:
    """The least distances between the centres of neighbouring texts; an empty one asks for half a gap."""
    return [(a + b) / 2 + (gap if a and b else gap / 2 if a or b else 0.0) for a, b in pairwise(widths)]


def nearest_free(wanted: float, walls: Sequence[Extent]) -> float:
    """The place outside all walls that is nearest to the one wanted."""
    joined: list[Extent] = []
    for low, high in sorted(walls):
        if joined and low < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    for low, high in joined:
        if low < wanted < high:
            return low if wanted - low <= high - wanted else high
    return wanted


class LabelledEdge(NamedTuple):
    """An edge between two states (places in the order of states), its label's size; heavy ones are kept straight."""

    origin: int
    target: int
    width: float
    height: float
    heavy: bool


Curve: TypeAlias = tuple[Point, ...]  # a start, then three points (two controls and an end) for each piece


@dataclass(frozen=True, slots=True)
class LatticeSpacing:
    """Centres of states and labels, and of each edge the line before and after the label; y goes down."""

    states: tuple[Point, ...]
    labels: tuple[Point, ...]
    before: tuple[Curve, ...]
    after: tuple[Curve, ...]
    note: str = ""  # why it is not Graphviz's
    provisional: bool = False  # Graphviz's is on its way


LayOut: TypeAlias = Callable[[int, Sequence[LabelledEdge]], LatticeSpacing]  # lays out so many states and these edges
