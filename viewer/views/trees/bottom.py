"""Trees that stand on a bottom line of words, or in an overlay hang from it: their places."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.viewer.diagram.nearest import Extent
from goldleaf.viewer.views.trees.branches import CLEAR, STUB, marked
from goldleaf.viewer.views.trees.levels import Demands, centres, crossings, levels, reach
from goldleaf.viewer.views.trees.line import Line
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown
from goldleaf.viewer.views.trees.texts import Texts

STEP_GAP = 8.0  # between the labels of two levels, in pixels


@dataclass(frozen=True, slots=True)
class Standing:
    """A tree over the line, by item: levels, x of centres and of the outermost children; the items whose branches cross
    other nodes' lines; the outer edges of each folded node's words; those of all labels."""

    shown: Shown
    texts: Texts
    level: list[int]
    xs: list[float]
    ends: list[Extent]
    crossing: frozenset[int]
    folded: dict[int, Extent]
    widest: Extent

    @property
    def step(self) -> float:
        """The height of a level, in pixels."""
        return self.texts.lines.node.height + STEP_GAP

    @property
    def height(self) -> float:
        """From the line to the top, in pixels."""
        items = self.shown.items
        stubs = any(marked(items[root].state) for root in self.shown.roots if items[root].is_node)
        return max(self.level, default=0) * self.step + (STUB + CLEAR) * stubs

    def foot(self, number: int) -> float:
        """The height of a node's lower edge."""
        return self.level[number] * self.step - self.texts.lines.node.height

    def straight(self, number: int) -> bool:
        """Whether a node stands right over its only child."""
        children = self.shown.items[number].children
        return len(children) == 1 and abs(self.xs[children[0]] - self.xs[number]) < CLEAR / 2


def stand(shown: Shown, texts: Texts, line: Line, part: int) -> Standing:
    """Places a tree over its words, which are a part of the line."""
    spans = line.parts[part].spans
    widths = [label.width for label in texts.labels]
    level_of = levels(shown, _compact)
    leaves = [(line.xs[first] + line.xs[last]) / 2 for first, last in spans]
    xs = centres(shown, level_of, Demands(leaves, [line.extent(span) for span in spans], widths, texts.edges))
    ends = [reach(item, xs) if item.children else (x, x) for item, x in zip(shown.items, xs, strict=True)]
    crossing = frozenset() if shown.projective else frozenset(crossings(shown, level_of, xs))
    lefts = (x - width / 2 for x, width in zip(xs, widths, strict=True))
    rights = (x + width / 2 for x, width in zip(xs, widths, strict=True))
    return Standing(
        shown,
        texts,
        level=level_of,
        xs=xs,
        ends=ends,
        crossing=crossing,
        folded=_folded(shown, line, part),
        widest=(min(lefts, default=0.0), max(rights, default=0.0)),
    )


def _folded(shown: Shown, line: Line, part: int) -> dict[int, Extent]:
    """The outer edges of each folded node's words."""
    spans, cells = line.parts[part].spans, line.parts[part].cells
    sides = {cell.column: (line.xs[cell.column], cell.word.width / 2) for cell in cells}
    found = {}
    for number, (item, (first, last)) in enumerate(zip(shown.items, spans, strict=True)):
        if item.kind is Kind.WORDS:
            inside = [sides[column] for column in range(first, last + 1) if column in sides]
            found[number] = (min(x - half for x, half in inside), max(x + half for x, half in inside))
    return found


def _compact(item: Item) -> bool:
    """Whether an only child may stand close below its node: nothing must be seen on its branch."""
    return not item.edge and not (item.is_node and marked(item.state))
