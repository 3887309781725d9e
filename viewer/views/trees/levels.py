"""Trees over a bottom line: how high each node stands, and where.

Nodes stand over their words with room for their branches. In a tree with crossing branches, no two nodes of a level
stand over stretches of words that overlap, so that every level line is one node's; and no label stands in the way of
another node's branch.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from goldleaf.viewer.diagram.nearest import Extent, nearest_free
from goldleaf.viewer.views.trees.branches import marked
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown

LABEL_GAP = 4.0  # between a label and what stands beside it, in pixels
NEAR = 100.0  # how far from its best place a label's place is sought at first


def levels(shown: Shown, compact: Callable[[Item], bool]) -> list[int]:
    """The level of each item; words are at 0. An only child may stand one level down if it is ``compact``."""
    items = shown.items
    found = [0] * len(items)
    for number in range(len(items) - 1, -1, -1):
        found[number] = _lowest(number, items, found, compact)
    if shown.projective:
        return found
    spans = [((item.slots & -item.slots).bit_length(), item.slots.bit_length()) for item in items]
    order = sorted(range(len(items)), key=lambda number: (found[number], spans[number][1] - spans[number][0]))
    taken: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in order:
        if items[number].children:
            level = _lowest(number, items, found, compact)
            while _overlaps(spans[number], taken[level]):
                level += 1
            insort(taken[level], spans[number])
            found[number] = level
    return found


def _lowest(number: int, items: list[Item], found: Sequence[int], compact: Callable[[Item], bool]) -> int:
    """The lowest level that an item can have over its children."""
    item = items[number]
    if not item.children:
        return 1 if item.kind is Kind.WORDS else 0
    step = 1 if len(item.children) == 1 and compact(items[item.children[0]]) else 2
    return max([found[child] for child in item.children]) + step


def _overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Whether a span has a place in common with one of some that have none in common with each other."""
    at = bisect_left(others, span)
    return (at < len(others) and others[at][0] <= span[1]) or (at > 0 and others[at - 1][1] >= span[0])


@dataclass(slots=True)
class _Rising:
    """The branches that pass a level on their way up: their x in order, and half the room that each needs."""

    places: list[tuple[float, float]] = field(default_factory=list)

    def add(self, x: float, room: float) -> None:
        insort(self.places, (x, room))

    def remove(self, x: float, room: float) -> None:
        del self.places[bisect_left(self.places, (x, room))]

    def between(self, left: float, right: float) -> list[Extent]:
        """What they take up, as far as their x are between two."""
        first, last = bisect_left(self.places, (left, 0.0)), bisect_right(self.places, (right, np.inf))
        return [(x - room, x + room) for x, room in self.places[first:last]]


@dataclass(frozen=True, slots=True)
class Demands:
    """What items need on the line: the x of words, the outer edges of the columns under each item, the widths of its
    label and of the box on its branch."""

    leaves: Sequence[float]
    extents: Sequence[Extent]
    labels: Sequence[float]
    boxes: Sequence[float]


def centres(shown: Shown, level: Sequence[int], demands: Demands) -> list[float]:
    """The x of each item. A node stands over the middle of its children, or as near to it as its label is free."""
    items = shown.items
    if shown.projective:
        return _middles(items, demands)
    xs = list(demands.leaves)
    by_level: defaultdict[int, list[int]] = defaultdict(list)
    for number, place in enumerate(level):
        by_level[place].append(number)
    rising = _Rising()
    rooms = [box / 2 for box in demands.boxes]
    for place in sorted(by_level):
        for number in by_level[place]:
            for child in items[number].children:
                rising.remove(xs[child], rooms[child])
        _place_level(by_level[place], items, xs, rising, demands)
        for number in by_level[place]:
            if rises(items[number]):
                rising.add(xs[number], rooms[number])
    return xs


def _middles(items: list[Item], demands: Demands) -> list[float]:
    xs = list(demands.leaves)
    for number in range(len(items) - 1, -1, -1):
        if items[number].children:
            xs[number] = _middle(number, items, xs, demands)
    return xs


def _place_level(here: Sequence[int], items: list[Item], xs: list[float], rising: _Rising, demands: Demands) -> None:
    lines = {number: reach(items[number], xs) for number in here if items[number].children}
    done: list[Extent] = []
    # Those without gaps come first, to stand over their words; the others take the room that is left.
    for number in sorted(lines, key=lambda number: (_gaps(items[number]), demands.extents[number])):
        half = demands.labels[number] / 2
        left, right = lines.pop(number)
        x = _nearest(_middle(number, items, xs, demands), half + LABEL_GAP, [*done, *lines.values()], rising)
        xs[number] = x
        done.append((min(left, x - half), max(right, x + half)))


def _nearest(wanted: float, half: float, walls: Sequence[Extent], rising: _Rising) -> float:
    """The place nearest to the one wanted where nothing is within ``half``; sought ever farther away."""
    far = NEAR + half
    while True:
        near = [*walls, *rising.between(wanted - 2 * far, wanted + 2 * far)]
        found = nearest_free(wanted, [(left - half, right + half) for left, right in near])
        if abs(found - wanted) <= far:
            return found
        far *= 2


def rises(item: Item) -> bool:
    """Whether there is a line over an item: its branch, or the mark of a top node that differs."""
    return item.parent >= 0 or (item.is_node and marked(item.state))


def _gaps(item: Item) -> bool:
    return item.slots.bit_count() < item.slots.bit_length() - (item.slots & -item.slots).bit_length() + 1


def reach(item: Item, xs: Sequence[float]) -> Extent:
    """From the leftmost to the rightmost child."""
    places = [xs[child] for child in item.children]
    return min(places), max(places)


def _middle(number: int, items: list[Item], xs: Sequence[float], demands: Demands) -> float:
    left, right = reach(items[number], xs)
    (start, end), width = demands.extents[number], demands.labels[number]
    return max(start + width / 2, min((left + right) / 2, end - width / 2))


def crossings(shown: Shown, level: Sequence[int], xs: Sequence[float]) -> Iterator[int]:
    """The items whose branches pass the level lines of other nodes than their parents."""
    items = shown.items
    gapped = [number for number, item in enumerate(items) if item.children and _gaps(item)]
    heights = np.array(level)[gapped]
    ends = np.array([reach(items[number], xs) for number in gapped]).reshape(-1, 2)
    labels = np.array(xs)[gapped]
    lefts, rights = np.minimum(ends[:, 0], labels), np.maximum(ends[:, 1], labels)
    for number, item in enumerate(items):
        if rises(item):
            x, end = xs[number], level[item.parent] if item.parent >= 0 else level[number] + 2
            passed = (heights > level[number]) & (heights < end) & (lefts <= x) & (x <= rights)
            if passed.any():
                yield number
