"""The texts of a tree: labels with their marks, tags, words. Sizes in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Anchor, Box, Key, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import cross
from goldleaf.viewer.views.arcs.edges import BOX_PAD, MARK, MARK_GAP
from goldleaf.viewer.views.trees.shown import Item, Kind

BOX_RISE = 1.0  # a label's box above and below its text
INDEX_GAP = 1.5  # from a label to its index
INDEX_DROP = 2.0  # an index stands so much lower
EDGE_PAD = 3.0  # beside the text in the box of an edge label
PILL_PAD = 7.0  # beside the text in a round outline
PILL_RISE = 3.0  # of it above and below the text
SHADE_PAD = 2.0  # of a shade beside the text
UPRIGHT_PAD = 2.0  # beside upright text in a box
UPRIGHT_GAP = 5.0  # below it
TAG_GAP = 0.0  # from a tag to its word

_ALONE = frozenset({State.MISSING, State.EXTRA, State.FORGIVEN})  # words that the other side has not
OUTLINED = frozenset({State.MISSING, State.EXTRA, State.CROSSING})  # nodes, in the line of their branches
_NODE, _TAG = Role.NODE, Role.TAG


@dataclass(frozen=True, slots=True)
class Line:
    """The height of a line of text, and its baseline below its top."""

    ascent: float
    height: float


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a tree's texts."""

    node: Line
    tag: Line
    word: Line
    edge: Line

    @staticmethod
    def of(items: Sequence[Item], ruler: Ruler, *, pills: bool = False) -> Lines:
        """The lines that hold the texts of some items; ``pills`` leaves room for the outlines of nodes."""
        nodes = {item.label for item in items if item.is_node}
        tags = {item.label for item in items if not item.is_node}
        forms = {item.text for item in items if item.kind is Kind.WORD}
        return Lines(
            _line(ruler, _NODE, nodes, PILL_RISE if pills else BOX_RISE),
            _line(ruler, _TAG, tags, BOX_RISE) if any(tags) else Line(0.0, 0.0),
            _line(ruler, Role.WORD, forms, 0.0),
            _line(ruler, Role.EDGE_LABEL, {item.edge for item in items}, BOX_RISE),
        )


def _line(ruler: Ruler, role: Role, texts: set[str], rise: float) -> Line:
    ascent, descent = ruler.height(role, texts)
    return Line(ascent + rise, ascent + descent + 2 * rise)


@dataclass(frozen=True, slots=True)
class Label:
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
        """How long one is that runs upwards, with its box and ×."""
        return self.text_width + 2 * self._pad + (MARK + MARK_GAP) * self.crossed

    @property
    def _pad(self) -> float:
        return BOX_PAD * (self.boxed or self.outlined or self.pill)

    def _upright_shapes(self, x: float, top: float, key: Key) -> Iterator[Shape]:
        """The label that hangs from y ``top``."""
        y = top + self._pad
        shade = Box(x - self.width / 2, top, self.width, self.length, Role.SHADE, key=key, radius=3.0)
        yield from [shade] * self.shades
        if self._pad:
            role = Role.LABEL_BOX if self.boxed else Role.FUNCTION
            left = x - self.width / 2
            yield Box(left, top, self.width, self.length, role, self.state, key, radius=3.0)
        if self.crossed:
            yield from cross(x, y + MARK / 2, MARK - 3, self.state, key)
            y += MARK + MARK_GAP
        text = self.text
        yield Text(x + self.rise, y, text, self.role, self.state, key, Anchor.END, width=self.text_width, upright=True)

    @property
    def _shade_pad(self) -> float:
        return SHADE_PAD if self.shades else 0.0

    def _grounds(self, left: float, top: float, line: Line, key: Key) -> Iterator[Shape]:
        """What is behind the text: shades, an outline."""
        # Exporters need know nothing of degrees: the darker, the more boxes lie on each other.
        shade = Box(left, top, self.text_width + 2 * SHADE_PAD, line.height, Role.SHADE, key=key, radius=3.0)
        yield from [shade] * self.shades
        if self.pill:
            radius = line.height / 2
            yield Box(left, top, self.width, line.height, Role.FUNCTION, self.state, key, radius=radius)
            left += PILL_PAD
        if self.outlined:
            yield Box(left, top, self.width, line.height, Role.FUNCTION, self.state, key, radius=3.0)

    def shapes(self, x: float, top: float, line: Line, key: Key) -> list[Shape]:
        """The label centred at ``x`` in a line whose upper edge is at y ``top``."""
        if not self.text:
            return []
        if self.upright:
            return list(self._upright_shapes(x, top, key))
        if self.width == self.text_width:
            return [Text(x, top + line.ascent, self.text, self.role, self.state, key, width=self.width)]
        left = x - self.width / 2
        shapes: list[Shape] = [*self._grounds(left, top, line, key)]
        left += (PILL_PAD if self.pill else 0.0) + (BOX_PAD if self.outlined else 0.0) + self._shade_pad
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
            left += self.text_width + BOX_PAD * self.boxed + INDEX_GAP + self._shade_pad
            low, width = baseline + INDEX_DROP, self.index_width
            shapes.append(Text(left, low, self.index, Role.INDEX, self.index_state, key, Anchor.START, width=width))
        return shapes


def _label(
    text: str,
    role: Role,
    state: State,
    ruler: Ruler,
    *,
    index: str = "",
    crossed: bool = False,
    boxed: bool = False,
    pill: bool = False,
    outlined: bool = False,
    shades: int = 0,
) -> Label:
    """A label with its widths."""
    text_width = ruler.width(role, text)
    if not (index or boxed or crossed or pill or outlined):
        return Label(text, role, state, text_width, text_width)
    index_width = ruler.width(Role.INDEX, index)
    width = text_width + (index_width + INDEX_GAP if index else 0.0)
    width += 2 * BOX_PAD * (boxed or outlined) + (MARK + MARK_GAP) * crossed + 2 * PILL_PAD * pill
    width += 2 * SHADE_PAD if shades else 0.0
    marks = {"crossed": crossed, "boxed": boxed, "pill": pill, "outlined": outlined}
    return Label(text, role, state, width, text_width, index, index_width, **marks, shades=shades)


def stood_up(label: Label, ruler: Ruler) -> Label:
    """A label that runs upwards, its index in line with it."""
    text = f"{label.text} {label.index}".rstrip()
    ascent, descent = ruler.height(label.role, [text])
    pad = 2 * UPRIGHT_PAD * (label.boxed or label.outlined or label.pill)
    return replace(
        label,
        text=text,
        width=ascent + descent + pad if text else 0.0,
        text_width=ruler.width(label.role, text),
        index="",
        rise=(ascent - descent) / 2,
        upright=True,
    )


def label_of(item: Item, ruler: Ruler, *, pills: bool = False) -> Label:
    """A node's label, or a word's tag; ``pills`` outlines nodes. One that has a wrong function shows it here if it has
    no branch to show it on."""
    state, is_node = _label_state(item), item.is_node
    index = item.index if is_node else ""
    if item.hidden:
        index = f"{index} ≠{item.hidden}".strip()
    return _label(
        item.label,
        _NODE if is_node else _TAG,
        state,
        ruler,
        index=index,
        crossed=is_node and state is State.EXTRA and item.crossed,
        boxed=state is State.WRONG_LABEL and bool(item.label),
        pill=pills and is_node,
        outlined=is_node and not pills and state in OUTLINED,
    )


def _label_state(item: Item) -> State:
    if item.misused and not item.edge:
        return State.WRONG_LABEL
    return State.NOT_SCORED if item.faint else item.state


def word_label(item: Item, ruler: Ruler, width: float) -> Label:
    """A word, or the words of a folded node in at most ``width`` pixels."""
    state = State.NOT_SCORED if item.faint or item.state is State.NOT_SCORED else State.MATCHED
    if item.kind is Kind.WORDS:
        return _label(shortened(item.text, Role.FOLD, ruler, width), Role.FOLD, state, ruler)
    role = Role.TRACE if item.trace else Role.WORD
    if item.state in _ALONE and not item.faint:
        return _label(item.text, role, item.state, ruler, index=item.index, crossed=item.crossed, pill=True)
    return _label(item.text, role, state, ruler, index=item.index, shades=item.shades)


def word_shapes(label: Label, x: float, top: float, line: Line, key: Key, right_to_left: bool) -> list[Shape]:
    """A word centred at ``x``; ``right_to_left`` if the sentence runs that way."""
    shapes = label.shapes(x, top, line, key)
    if not turns(label.text, right_to_left):
        return shapes
    return [
        replace(shape, right_to_left=True) if isinstance(shape, Text) and shape.role is label.role else shape
        for shape in shapes
    ]


def edge_width(item: Item, ruler: Ruler) -> float:
    """The width of the box on an item's branch, 0 without one."""
    return ruler.width(Role.EDGE_LABEL, item.edge) + 2 * EDGE_PAD if item.edge else 0.0


def edge_shapes(item: Item, x: float, top: float, width: float, line: Line) -> list[Shape]:
    """The box on an item's branch, that of a label where the function is wrong."""
    state = State.NOT_SCORED if item.faint else State.WRONG_LABEL if item.misused else item.line_state
    box = Role.LABEL_BOX if item.misused and not item.faint else Role.EDGE_BOX
    text_width = width - 2 * EDGE_PAD
    return [
        Box(x - width / 2, top, width, line.height, box, state, item.key, radius=2.0),
        Text(x, top + line.ascent, item.edge, Role.EDGE_LABEL, state, item.key, width=text_width),
    ]


def shortened(text: str, role: Role, ruler: Ruler, width: float) -> str:
    """The text in at most ``width`` pixels: words, and if need be letters, in its middle give way to ``…``."""
    if ruler.width(role, text) <= width:
        return text
    words = text.split()
    for start, end in ((words, words[-1:]), (words, []), (list(text), [])):
        joint = " " if start is words else ""
        tail = joint.join(["…", *end])
        low, high = 0, len(start) - len(end)
        while low < high:
            middle = (low + high + 1) // 2
            if ruler.width(role, joint.join([*start[:middle], tail])) <= width:
                low = middle
            else:
                high = middle - 1
        if low:
            return joint.join([*start[:low], tail])
    return "…"
