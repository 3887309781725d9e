"""The texts of a tree, measured: labels with their marks, tags, words. Sizes in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.shapes import Anchor, Box, Key, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import cross
from goldleaf.viewer.diagram.theme import Ruler, TextLine
from goldleaf.viewer.views.arcs.columns import BOX_PAD, MARK, MARK_GAP
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown
from goldleaf.viewer.views.trees.tree_picture import Leaves, TreeOptions

BOX_RISE = 1.0  # a label's box above and below its text
INDEX_GAP = 1.5  # from a label to its index
INDEX_DROP = 2.0  # an index stands so much lower,
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"  # unless it begins with a number that stands high
EDGE_PAD = 3.0  # beside the text in the box of an edge label
PILL_PAD = 7.0  # beside the text in a round outline
PILL_RISE, TIGHT_RISE = 3.0, 1.5  # of it above and below the text, and where little room is left
SHADE_PAD = 2.0  # of a shade beside the text
UPRIGHT_PAD = 2.0  # beside upright text in a box
UPRIGHT_GAP, UPRIGHT_ABOVE = 5.0, 2.0  # below it, and above it, where the box of a tag may be

OUTLINED = frozenset({State.MISSING, State.EXTRA, State.CROSSING})  # nodes, in the line of their branches


@dataclass(frozen=True, slots=True)
class TreeLabel:
    """A text with what stands beside it: a × before it, an index after it, a box around it."""

    text: str
    role: Role
    state: State
    width: float = 0.0  # of all together
    text_width: float = 0.0
    index: str = ""
    index_width: float = 0.0
    crossed: bool = False
    boxed: bool = False
    pill: bool = False
    outlined: bool = False
    shades: int = 0
    rise: float = 0.0  # of one that runs upwards: from its middle to its baseline
    upright: bool = False

    @property
    def index_state(self) -> State:
        """What golds lost beside a node that stayed stands back."""
        return State.NOT_SCORED if self.state is State.GENERALISED else self.state

    @property
    def length(self) -> float:
        """How long one is that runs upwards, with its box and ×, and what is free above it."""
        return UPRIGHT_ABOVE + self.text_width + 2 * self._upright_pad + (MARK + MARK_GAP) * self.crossed

    @property
    def _upright_pad(self) -> float:
        return BOX_PAD * (self.boxed or self.outlined or self.pill)

    def shapes(self, x: float, top: float, line: TextLine, key: Key) -> list[Shape]:
        """The label centred at ``x`` in a line whose upper edge is at y ``top``."""
        if not self.text:
            return []
        if self.upright:
            return list(self._upright_shapes(x, top, key))
        if self.width == self.text_width:  # most labels: nothing is beside them
            return [Text(x, top + line.ascent, self.text, self.role, self.state, key, width=self.width)]
        left, shade_pad = x - self.width / 2, SHADE_PAD if self.shades else 0.0
        # Exporters need know nothing of degrees: the darker, the more boxes lie on each other.
        shade = Box(left, top, self.text_width + 2 * SHADE_PAD, line.height, Role.SHADE, key=key, radius=3.0)
        shapes: list[Shape] = [shade] * self.shades
        for outlined, radius, pad in ((self.pill, line.height / 2, PILL_PAD), (self.outlined, 3.0, BOX_PAD)):
            if outlined:
                shapes.append(Box(left, top, self.width, line.height, Role.FUNCTION, self.state, key, radius=radius))
                left += pad
        left += shade_pad
        if self.crossed:
            shapes.extend(cross(left + MARK / 2, top + line.height / 2, MARK - 3, self.state, key))
            left += MARK + MARK_GAP
        if self.boxed:
            width = self.text_width + 2 * BOX_PAD
            shapes.append(Box(left, top, width, line.height, Role.LABEL_BOX, self.state, key, radius=3.0))
            left += BOX_PAD
        centre, baseline = left + self.text_width / 2, top + line.ascent
        shapes.append(Text(centre, baseline, self.text, self.role, self.state, key, width=self.text_width))
        if self.index:
            left += self.text_width + BOX_PAD * self.boxed + INDEX_GAP + shade_pad
            raised = self.pill or self.index[0] in RAISED
            low, width = baseline + INDEX_DROP * (not raised), self.index_width
            shapes.append(Text(left, low, self.index, Role.INDEX, self.index_state, key, Anchor.START, width=width))
        return shapes

    def _upright_shapes(self, x: float, top: float, key: Key) -> Iterator[Shape]:
        """The label that hangs from y ``top``."""
        top += UPRIGHT_ABOVE
        left, y, length = x - self.width / 2, top + self._upright_pad, self.length - UPRIGHT_ABOVE
        yield from [Box(left, top, self.width, length, Role.SHADE, key=key, radius=3.0)] * self.shades
        if self._upright_pad:
            role = Role.LABEL_BOX if self.boxed else Role.FUNCTION
            yield Box(left, top, self.width, length, role, self.state, key, radius=3.0)
        if self.crossed:
            yield from cross(x, y + MARK / 2, MARK - 3, self.state, key)
            y += MARK + MARK_GAP
        x += self.rise
        yield Text(x, y, self.text, self.role, self.state, key, Anchor.END, width=self.text_width, upright=True)


class Texts(NamedTuple):
    """By item: its label or tag, its words, and the width of the box on its branch."""

    labels: list[TreeLabel]
    words: list[TreeLabel | None]
    edges: list[float]
    lines: LabelLines


class LabelLines(NamedTuple):
    """The lines of a tree's texts."""

    node: TextLine
    tag: TextLine
    word: TextLine
    edge: TextLine


def texts_of(shown: Shown, options: TreeOptions, ruler: Ruler) -> Texts:
    items, pills = shown.items, options.pills
    labels = [_label_of(item, ruler, pills=pills) for item in items]
    worded = (ItemKind.WORD, ItemKind.WORDS)
    words = [word_label(item, ruler, options.fold_width) if item.kind in worded else None for item in items]
    edges = [ruler.width(Role.EDGE_LABEL, item.edge) + 2 * EDGE_PAD if item.edge else 0.0 for item in items]

    rise = (TIGHT_RISE if options.tight else PILL_RISE) if pills else BOX_RISE
    tags = {item.label for item in items if not item.is_node}
    node = ruler.line(Role.NODE, {item.label for item in items if item.is_node}, rise)
    tag = ruler.line(Role.TAG, tags, BOX_RISE) if any(tags) else TextLine(0.0, 0.0)
    word = ruler.line(Role.WORD, {item.text for item in items if item.kind is ItemKind.WORD})
    edge = ruler.line(Role.EDGE_LABEL, {item.edge for item in items}, BOX_RISE)
    if options.leaves is not Leaves.LEVEL:
        words = [_stood_up(label, ruler) if label is not None else None for label in words]
        word = _holding(word, [label for label in words if label is not None])
    if options.leaves is Leaves.ALL_UPRIGHT:
        pairs = zip(items, labels, strict=True)
        labels = [_stood_up(label, ruler) if item.kind is ItemKind.WORD else label for item, label in pairs]
        tag = _holding(tag, [label for label in labels if label.upright])
    return Texts(labels, words, edges, LabelLines(node, tag, word, edge))


def _holding(line: TextLine, labels: Sequence[TreeLabel]) -> TextLine:
    """A line that holds labels that run upwards, besides others."""
    return TextLine(line.ascent, max([line.height, *(label.length + UPRIGHT_GAP for label in labels if label.text)]))


def _measured(label: TreeLabel, ruler: Ruler) -> TreeLabel:
    text_width, index_width = ruler.width(label.role, label.text), ruler.width(Role.INDEX, label.index)
    boxed = label.boxed or label.outlined
    width = text_width + (index_width + INDEX_GAP) * bool(label.index)
    width += 2 * BOX_PAD * boxed + (MARK + MARK_GAP) * label.crossed + 2 * PILL_PAD * label.pill
    width += 2 * SHADE_PAD * bool(label.shades)
    return replace(label, width=width, text_width=text_width, index_width=index_width)


def _stood_up(label: TreeLabel, ruler: Ruler) -> TreeLabel:
    """A label that runs upwards, its index in line with it."""
    text = f"{label.text} {label.index}".rstrip()
    ascent, descent = ruler.height(label.role, [text])
    pad = 2 * UPRIGHT_PAD * (label.boxed or label.outlined or label.pill)
    return replace(
        label, text=text, width=ascent + descent + pad if text else 0.0, text_width=ruler.width(label.role, text),
        index="", rise=(ascent - descent) / 2, upright=True,
    )  # fmt: skip


def _label_of(item: Item, ruler: Ruler, *, pills: bool) -> TreeLabel:
    """A node's label, or a word's tag; ``pills`` outlines nodes."""
    # What all golds have is outlined as its branch is drawn, also where its label says nothing that counts.
    state = State.NOT_SCORED if item.faint and item.state is not State.GENERALISED else item.state
    if item.misused and not item.edge:
        state = State.WRONG_LABEL  # it has no branch to show its wrong function on
    boxed = state is State.WRONG_LABEL and bool(item.label)
    if not item.is_node:
        return _measured(TreeLabel(item.label, Role.TAG, state, boxed=boxed), ruler)
    label = TreeLabel(
        item.label, Role.NODE, state, index=f"{item.index} ≠{item.hidden}".strip() if item.hidden else item.index,
        crossed=state is State.EXTRA and item.crossed, boxed=boxed, pill=pills,
        outlined=not pills and state in OUTLINED,
    )  # fmt: skip
    return _measured(label, ruler)


def word_label(item: Item, ruler: Ruler, width: float) -> TreeLabel:
    """A word, or the words of a folded node in at most ``width`` pixels."""
    state = State.NOT_SCORED if item.faint or item.state is State.NOT_SCORED else State.MATCHED
    if item.kind is ItemKind.WORDS:
        text, index = ruler.shortened(Role.FOLD, item.text, width), f"≠{item.hidden}" if item.hidden else ""
        return _measured(TreeLabel(text, Role.FOLD, state, index=index), ruler)
    role = Role.TRACE if item.trace else Role.WORD
    label = TreeLabel(item.text, role, state, index=item.index, shades=item.shades)
    if item.state in (State.MISSING, State.EXTRA, State.FORGIVEN) and not item.faint:  # the other side has not got it
        label = TreeLabel(item.text, role, item.state, index=item.index, crossed=item.crossed, pill=True)
    return _measured(label, ruler)


def word_shapes(label: TreeLabel, x: float, top: float, line: TextLine, key: Key, right_to_left: bool) -> list[Shape]:
    """A word centred at ``x``; ``right_to_left`` if the sentence runs that way."""
    turned = right_to_left if label.role is Role.FOLD else turns(label.text, right_to_left)
    return [
        replace(shape, right_to_left=True) if turned and isinstance(shape, Text) and shape.role is label.role else shape
        for shape in label.shapes(x, top, line, key)
    ]


def edge_shapes(item: Item, x: float, top: float, width: float, line: TextLine) -> list[Shape]:
    """The box on an item's branch, that of a label where the function is wrong."""
    state = State.NOT_SCORED if item.faint else State.WRONG_LABEL if item.misused else item.line_state
    role = Role.LABEL_BOX if item.misused and not item.faint else Role.EDGE_BOX
    return [
        Box(x - width / 2, top, width, line.height, role, state, item.key, radius=2.0),
        Text(x, top + line.ascent, item.edge, Role.EDGE_LABEL, state, item.key, width=width - 2 * EDGE_PAD),
    ]
