"""Trees packed by their contours: Reingold and Tilford's idea for any number of children, in linear time.

Subtrees stand as close together as their contours allow, parents over the middle of their first and last child, and
what room is left is spread evenly over the subtrees in between (Buchheim, Jünger and Leipert 2002). Items may have any
height, as with van der Ploeg (2014). Nothing here calls itself: trees may be thousands of nodes deep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

FAN_PAD = 4.0  # beside the outermost branches of a node, in pixels


class Stratum(NamedTuple):
    """A part of an item: how far it reaches below the item's upper edge, half its width with the space beside it."""

    depth: float
    half: float


class Body(NamedTuple):
    """An item to be packed. ``strata`` from the lowest up; ``orders`` if its x must be greater than those of such items
    before it."""

    strata: Sequence[Stratum]
    children: Sequence[int]
    orders: bool = False


class _Contour:
    """One side of a subtree: stretches from the lowest up, each with the y where it ends and the x of its edge."""

    __slots__ = ("bottoms", "edges", "shift")

    def __init__(self, bottoms: list[float], edges: list[float]) -> None:
        self.bottoms, self.edges = bottoms, edges
        self.shift = 0.0

    def add(self, bottom: float, edge: float) -> None:
        self.bottoms.append(bottom)
        self.edges.append(edge - self.shift)

    def covered_by(self, other: _Contour) -> _Contour:
        """This contour with its upper part, as far down as the other reaches, replaced by the other's."""
        deepest = other.bottoms[0]
        while self.bottoms and self.bottoms[-1] <= deepest:
            self.bottoms.pop()
            self.edges.pop()
        move = other.shift - self.shift
        self.bottoms += other.bottoms
        self.edges += [edge + move for edge in other.edges]
        return self


@dataclass(slots=True)
class _Packed:
    """A subtree; x from its root, or the children of a node so far; x from the first one's."""

    left: _Contour
    right: _Contour
    first: float = inf  # the x of the first and last items that keep an order
    last: float = -inf


def pack(bodies: Sequence[Body], tops: Sequence[float], roots: Sequence[int], order_gap: float) -> list[float]:
    """The x of each body's centre, the outermost left edge at 0. Parents are numbered before their children. ``tops``
    are the y of the bodies' upper edges. Items that ``order`` are at least ``order_gap`` apart, even where one could
    slip below the other."""
    if not roots:
        return []
    packed: dict[int, _Packed] = {}
    offsets = [0.0] * len(bodies)
    # Children are numbered after their parents: going back, each subtree is packed before it is put beside others.
    for number in range(len(bodies) - 1, -1, -1):
        strata, children, orders = bodies[number]
        if children:
            tree, places = _side_by_side([packed.pop(child) for child in children], order_gap)
            middle = _put_over(tree, places, strata, tops[number], tops[children[0]])
            for child, place in zip(children, places, strict=True):
                offsets[child] = place - middle
        else:
            bottoms, halves = [tops[number] + depth for depth, _ in strata], [half for _, half in strata]
            tree = _Packed(_Contour(bottoms, [-half for half in halves]), _Contour(bottoms.copy(), halves))
            tree.first, tree.last = (0.0, 0.0) if orders else (inf, -inf)
        packed[number] = tree
    whole, places = _side_by_side([packed[root] for root in roots], order_gap)
    left = min(whole.left.edges) + whole.left.shift
    xs = [0.0] * len(bodies)
    for root, place in zip(roots, places, strict=True):
        xs[root] = place - left
    for number, body in enumerate(bodies):
        for child in body.children:
            xs[child] = xs[number] + offsets[child]
    return xs


def _put_over(tree: _Packed, places: Sequence[float], strata: Sequence[Stratum], top: float, below: float) -> float:
    """Puts a node over the middle of its children, with its branches; the x of this middle."""
    middle = (places[0] + places[-1]) / 2
    left, right = tree.left, tree.right
    left.shift -= middle
    right.shift -= middle
    tree.first -= middle
    tree.last -= middle
    left.add(below, places[0] - middle - FAN_PAD)
    right.add(below, places[-1] - middle + FAN_PAD)
    for depth, half in strata:
        left.add(top + depth, -half)
        right.add(top + depth, half)
    return middle


def _side_by_side(trees: Sequence[_Packed], order_gap: float) -> tuple[_Packed, list[float]]:
    """Some subtrees as one, and the x of each from the first one's."""
    if len(trees) == 1:
        return trees[0], [0.0]
    siblings = _Siblings(trees[0], order_gap)
    for tree in trees[1:]:
        siblings.add(tree)
    siblings.spread_evenly()
    return siblings.group, siblings.places


class _Siblings:
    """The children of a node as they are put side by side."""

    def __init__(self, tree: _Packed, order_gap: float) -> None:
        self.group = _Packed(tree.left, tree.right, tree.first, tree.last)
        self.places = [0.0]
        self._firsts = [tree.first]
        self._lasts = [tree.last]
        self._order_gap = order_gap
        self._spread = [0.0]
        self._change = [0.0]
        self._reach = [(tree.right.bottoms[0], 0)]  # the children at the right contour: how far down each goes

    def add(self, tree: _Packed) -> None:
        number, group = len(self.places), self.group
        self._firsts.append(tree.first)
        self._lasts.append(tree.last)
        self._spread.append(0.0)
        self._change.append(0.0)
        place = max(self._nearest(tree, number), group.last + self._order_gap - tree.first)
        self.places.append(place)

        tree.left.shift += place
        tree.right.shift += place
        end = tree.right.bottoms[0]
        if end > group.right.bottoms[0]:
            group.left = tree.left.covered_by(group.left)
            group.right = tree.right
        else:
            group.right = group.right.covered_by(tree.right)
        group.first = min(group.first, tree.first + place)
        group.last = max(group.last, tree.last + place)
        while self._reach and self._reach[-1][0] <= end:
            self._reach.pop()
        self._reach.append((end, number))

    def _nearest(self, tree: _Packed, number: int) -> float:
        """How far the subtree's root must be from the first one's, going down the contours that face each other."""
        ours, theirs, reach = self.group.right, tree.left, self._reach
        i, j, at = len(ours.bottoms) - 1, len(theirs.bottoms) - 1, len(reach) - 1
        move = ours.shift - theirs.shift
        place = ours.edges[i] - theirs.edges[j] + move
        y = -inf
        while i >= 0 and j >= 0:
            needed = ours.edges[i] - theirs.edges[j] + move
            if needed > place:
                while reach[at][0] <= y:
                    at -= 1
                # The subtrees between the one in the way and this may move to the right, each by its share; noted
                # at both ends alone, or trees of many children would take quadratic time (Buchheim et al., §4).
                blocking, distance = reach[at][1], needed - place
                between = number - blocking
                if between > 1:
                    self._spread[blocking + 1] += distance / between
                    self._spread[number] -= distance / between
                    self._change[number] -= distance - distance / between
                place = needed
            end, their_end = ours.bottoms[i], theirs.bottoms[j]
            y = min(end, their_end)
            i -= end <= y
            j -= their_end <= y
        return place

    def spread_evenly(self) -> None:
        """Moves the subtrees that have room, as far as the order of words allows."""
        moved = total = 0.0
        moves = []
        for spread, change in zip(self._spread, self._change, strict=True):
            moved += spread
            total += moved + change
            moves.append(total)
        if not any(moves):
            return
        share = 1.0
        for at, (move, next_move) in enumerate(pairwise(moves)):
            if move > next_move:
                room = self.places[at + 1] + self._firsts[at + 1] - self.places[at] - self._lasts[at] - self._order_gap
                share = min(share, room / (move - next_move))
        self.places = [place + share * move for place, move in zip(self.places, moves, strict=True)]
