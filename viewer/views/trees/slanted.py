"""Trees with slanted branches, the words right under their tags, packed as closely as they fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goldleaf.viewer.diagram.shapes import Point, Segment, Shape
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.views.trees import branches
from goldleaf.viewer.views.trees.branches import CLEAR, branch, marked, triangle
from goldleaf.viewer.views.trees.labels import Texts, edge_shapes, texts_of, word_shapes
from goldleaf.viewer.views.trees.packing import Body, Stratum, pack
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown
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
        tops = (self.shown.items[root] for root in self.shown.roots)
        return branches.STUB + CLEAR if any(item.is_node and marked(item.state) for item in tops) else 0.0

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
                yield triangle((x, y), x - label.width / 2, x + label.width / 2, base, item)
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
        # A word without a tag stands level with those that have one.
        untagged = self.texts.lines.tag.height if item.kind is ItemKind.WORD and not item.label else 0.0
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
        y += TRIANGLE if item.kind is ItemKind.WORDS else lines.tag.height
        return shapes + (word_shapes(word, x, y, lines.word, item.key, right_to_left) if word else [])


def slanted(shown: Shown, options: TreeOptions, ruler: Ruler) -> Slanted:
    """Places a projective tree: once to see how wide the fans of branches are, and again with their heights."""
    items, texts = shown.items, texts_of(shown, options, ruler)
    tight, order = options.tight, TIGHT_ORDER if options.tight else ORDER_GAP
    strata = [_strata(number, item, texts, tight=tight) for number, item in enumerate(items)]
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


def _strata(number: int, item: Item, texts: Texts, *, tight: bool) -> list[Stratum]:
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
        y += TRIANGLE if item.kind is ItemKind.WORDS else lines.tag.height
    return [Stratum(y, half), *strata]


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
            drop = MARKED_UNARY if child.is_node and marked(child.state) else UNARY
        for below in item.children:
            tops[below] = tops[number] + heights[number] + drop
    return tops
