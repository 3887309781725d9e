"""Trees with slanted branches, the words right under their tags, packed as closely as they fit.

They are packed by their contours: Reingold and Tilford's idea for any number of children, in linear time. Subtrees
stand as close together as their contours allow, parents over the middle of their first and last child, and what room is
left is spread evenly over the subtrees in between (Buchheim, Jünger and Leipert 2002). Items may have any height, as
with van der Ploeg (2014). Nothing here calls itself: trees may be thousands of nodes deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

from goldleaf.viewer.diagram.shapes import Point, Segment, Shape
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.views.trees import branches
from goldleaf.viewer.views.trees.branches import CLEAR, branch, fold_shapes
from goldleaf.viewer.views.trees.labels import LabelLines, Texts, edge_shapes, texts_of, word_shapes
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown, beside_tags
from goldleaf.viewer.views.trees.tree_picture import TreeOptions

UNARY = 11.0  # from a label to that of an only child, in pixels
MARKED_UNARY = 24.0  # the same where the branch must show a difference
FAN = 22.0  # to those of several children, at least
WIDE_FAN = 72.0  # and at most, when they stand far apart
FAN_SLOPE = 0.07  # of the distance between the outermost children
LEG_ABOVE, LEG_BELOW = 5.0, 4.0  # of a branch above and below the box on it
TRIANGLE = 26.0  # the height of a folded node's triangle
LABEL_PAD, WORD_PAD = 5.0, 6.0  # beside texts
TIGHT_LABEL, TIGHT_WORD = 2.0, 3.0  # the same where little room is left
ORDER_GAP, TIGHT_ORDER = 8.0, 4.0  # words keep their order by so much, even where one could slip below the other


class Slanted(NamedTuple):
    """A placed tree; lists are by item."""

    shown: Shown
    texts: Texts
    xs: list[float]  # of centres
    tops: list[float]  # from the upper edge of the highest label
    heights: list[float]
    width: float
    links: list[branches.Link]

    middle: float = 0.0  # no words stand between two trees

    @property
    def trees(self) -> list[Shown]:
        return [self.shown]

    @property
    def height(self) -> float:
        lowest = max((top + own for top, own in zip(self.tops, self.heights, strict=True)), default=0.0)
        return self._lead + lowest + branches.links_height(self.links)

    @property
    def _lead(self) -> float:
        """The space above the tree for what stands over a top node that differs."""
        return branches.STUB + CLEAR if any(self.shown.items[root].stands_out for root in self.shown.roots) else 0.0

    def shapes(self, left: float, top: float, right_to_left: bool) -> list[Shape]:
        """The tree with its upper left corner at a point; lines first."""
        items, lead = self.shown.items, self._lead
        feet = [lead + own + height for own, height in zip(self.tops, self.heights, strict=True)]
        for number in range(len(feet) - 1, -1, -1):
            parent = items[number].parent
            if parent >= 0:
                feet[parent] = max(feet[parent], feet[number])

        def foot(number: int) -> Point:
            """The lowest point of an item and all that is below it."""
            return left + self.xs[number], top + feet[number]

        lines = list(branches.link_shapes(self.links, self.shown, foot, top + max(feet, default=0.0)))
        labels: list[Shape] = []
        for number, item in enumerate(items):
            x, y = left + self.xs[number], top + lead + self.tops[number]
            lines += self._lines(number, item, x, y, left)
            labels += self._labels(number, item, x, y, right_to_left)
        return lines + labels

    def _lines(self, number: int, item: Item, x: float, y: float, left: float) -> Iterator[Shape]:
        label = self.texts.words[number]
        if item.kind is ItemKind.WORDS and label is not None:
            base = y + TRIANGLE - CLEAR
            if " " in item.text:
                yield from fold_shapes((x, y), x - label.width / 2, x + label.width / 2, base, item)
            else:
                yield from branch((x, y + CLEAR), (x, base), item)
        alone = item.parent >= 0 and len(self.shown.items[item.parent].children) == 1
        if item.kind is ItemKind.NOTHING or (item.kind is ItemKind.WORDS and alone):
            return
        if item.parent < 0:
            yield from branches.stub(item, x, y - CLEAR, -1.0)
            return
        rise = self.tops[number] - self.tops[item.parent]
        start = (left + self.xs[item.parent], y - rise + self.heights[item.parent] + CLEAR)
        untagged = 0.0
        if item.kind is ItemKind.WORD and not item.label:
            untagged = _over_words(item, self.shown.items, self.texts.lines)
        if item.edge:
            label_top = y + self.texts.lines.edge.height + LEG_ABOVE + LEG_BELOW
            yield from branch(start, (x, label_top + untagged - CLEAR), item, Segment((x, y)))
        else:
            bend = Segment((x, y - CLEAR)) if untagged else None  # else it might run along a sister's branch
            yield from branch(start, (x, y + untagged - CLEAR), item, bend)

    def _labels(self, number: int, item: Item, x: float, y: float, right_to_left: bool) -> list[Shape]:
        texts, lines = self.texts, self.texts.lines
        shapes: list[Shape] = []
        if item.edge:
            shapes += edge_shapes(item, x, y + LEG_ABOVE, texts.edges[number], lines.edge)
            y += lines.edge.height + LEG_ABOVE + LEG_BELOW
        word = texts.words[number]
        if item.is_node:
            return shapes + texts.labels[number].shapes(x, y, lines.node, item.key)
        shapes += texts.labels[number].shapes(x, y, lines.tag, item.key)
        y += _over_words(item, self.shown.items, lines)
        return shapes + (word_shapes(word, x, y, lines.word, item.key, right_to_left) if word else [])


def slanted(shown: Shown, options: TreeOptions, ruler: Ruler) -> Slanted:
    """Places a projective tree: once to see how wide the fans of branches are, and again with their heights."""
    items, texts = shown.items, texts_of(shown, options, ruler)
    tight, order = options.tight, TIGHT_ORDER if options.tight else ORDER_GAP
    strata = [_strata(number, item, items, texts, tight=tight) for number, item in enumerate(items)]
    heights = [own[0].depth for own in strata]
    bodies = [Body(own, item.children, item.kind is not ItemKind.NODE) for item, own in zip(items, strata, strict=True)]
    tops = _tops(items, heights, [0.0] * len(items))
    xs = pack(bodies, tops, shown.roots, order)
    # Wide fans are deeper, and what is deeper may slip under its neighbours; a third time would hardly change a thing.
    again = _tops(items, heights, xs)
    if again != tops:
        tops, xs = again, pack(bodies, again, shown.roots, order)
    width = max((x + max([half for _, half in own]) for x, own in zip(xs, strata, strict=True)), default=0.0)
    return Slanted(shown, texts, xs, tops, heights, width, branches.links_of(shown) if options.links else [])


def _strata(number: int, item: Item, items: Sequence[Item], texts: Texts, *, tight: bool) -> list[Stratum]:
    """What an item's texts need, from the lowest up."""
    lines, y = texts.lines, 0.0
    label_pad, word_pad = (TIGHT_LABEL, TIGHT_WORD) if tight else (LABEL_PAD, WORD_PAD)
    strata = []
    if item.edge:
        y += lines.edge.height + LEG_ABOVE + LEG_BELOW
        strata.append(Stratum(y, texts.edges[number] / 2 + CLEAR))
    half = texts.labels[number].width / 2 + label_pad
    if item.kind is ItemKind.NODE:
        y += lines.node.height
    elif item.kind is ItemKind.NOTHING:
        y += 1.0
    else:
        # A tag may not stick out over a word that stands closer: both are as wide as the wider.
        word = texts.words[number]
        half = max(half, word.width / 2 + word_pad) if word else half
        y += word.length if word and word.upright else lines.word.height
        y += _over_words(item, items, lines)
    return [Stratum(y, half), *strata]


def _over_words(item: Item, items: Sequence[Item], lines: LabelLines) -> float:
    if item.kind is ItemKind.WORDS:
        return TRIANGLE
    return lines.tag.height if item.kind is ItemKind.WORD and (item.label or beside_tags(item, items)) else 0.0


def _tops(items: list[Item], heights: list[float], xs: list[float]) -> list[float]:
    """The upper edge of each item, those at the top at 0, if the children stand at about these x."""
    tops = [0.0] * len(items)
    for number, item in enumerate(items):
        if not item.children:
            continue
        first, last = item.children[0], item.children[-1]
        child = items[first]
        if first != last:  # the wider a fan, the deeper, or its outer branches would be all but level
            drop = min(max(FAN, FAN_SLOPE * (xs[last] - xs[first])), WIDE_FAN)
        elif child.kind in (ItemKind.WORDS, ItemKind.NOTHING):
            drop = 0.0
        else:
            drop = MARKED_UNARY if child.stands_out else UNARY
        for below in item.children:
            tops[below] = tops[number] + heights[number] + drop
    return tops


FAN_PAD = 4.0  # beside the outermost branches of a node, in pixels


class Stratum(NamedTuple):
    """A part of an item: how far it reaches below the item's upper edge, half its width with the space beside it."""

    depth: float
    half: float


class Body(NamedTuple):
    """An item to be packed. ``strata`` from the lowest up; ``orders`` if its x must exceed those before it."""

    strata: Sequence[Stratum]
    children: Sequence[int]
    orders: bool = False


@dataclass(slots=True)
class _Contour:
    """One side of a subtree: stretches from the lowest up, each with the y where it ends and the x of its edge."""

    bottoms: list[float]
    edges: list[float]
    shift: float = 0.0

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
    are the y of the bodies' upper edges. Items that ``order`` are at least ``order_gap`` apart, even below others."""
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
        self._trees = [tree]
        self._order_gap = order_gap
        self._spread = [0.0]
        self._change = [0.0]
        self._reach = [(tree.right.bottoms[0], 0)]  # the children at the right contour: how far down each goes

    def add(self, tree: _Packed) -> None:
        number, group = len(self.places), self.group
        self._trees.append(tree)
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
                left, right = self._trees[at].last, self._trees[at + 1].first
                room = self.places[at + 1] + right - self.places[at] - left - self._order_gap
                share = min(share, room / (move - next_move))
        self.places = [place + share * move for place, move in zip(self.places, moves, strict=True)]
