"""Arcs as edges between columns: what a band above or below the words draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture, GraphEdge
from goldleaf.viewer.views.arcs.columns import Columns

BOX_PAD = 4.0  # beside a boxed label
MARK = 9.0  # the size of a × or a warning sign beside a label
MARK_GAP = 3.0

# Looking a member up in its enum takes longer than all the rest that is done with it for each arc.
_ARC, _LABEL, _MATCHED, _NOT_SCORED, _WRONG_LABEL, _EXTRA = (
    Role.ARC,
    Role.LABEL,
    State.MATCHED,
    State.NOT_SCORED,
    State.WRONG_LABEL,
    State.EXTRA,
)
_DIFFERENT = frozenset(State) - {State.MATCHED, State.NOT_SCORED}


@dataclass(slots=True)
class Edge:
    """An arc from the head's column to the dependent's; a stub (a root's arrow, …) has both in one.

    ``width`` is that of the label with the marks beside it. The ports are where the edge meets its columns, as
    distances from the columns' centres.
    """

    head: int
    dependent: int
    label: str
    state: State
    key: Key
    role: Role = Role.ARC
    crossed: bool = False  # with the × of an extra arc
    warned: bool = False
    text_width: float = 0.0
    width: float = 0.0
    left_port: float = 0.0
    right_port: float = 0.0
    left: int = field(init=False)
    right: int = field(init=False)
    basic: bool = field(init=False)
    boxed: bool = field(init=False)  # the label is
    label_role: Role = field(init=False)

    def __post_init__(self) -> None:
        forward = self.head < self.dependent
        self.left = self.head if forward else self.dependent
        self.right = self.dependent if forward else self.head
        self.basic = self.role is _ARC
        self.label_role = _LABEL if self.basic else self.role
        self.boxed = self.state is _WRONG_LABEL and bool(self.label)

    def measured(self, ruler: Ruler) -> Edge:
        """The same edge with its widths."""
        self.text_width = self.width = ruler.width(self.label_role, self.label)
        if not (self.crossed or self.warned or self.boxed):
            return self
        parts = [self.text_width] * bool(self.label) + [MARK] * self.crossed + [MARK] * self.warned
        self.width = sum(parts) + MARK_GAP * max(len(parts) - 1, 0)
        if self.boxed:
            self.width += 2 * BOX_PAD
        return self


def shown(arc: Arc | GraphEdge, side: Side, options: Options) -> bool:
    """Whether the options show an arc of this class."""
    if arc.state is _MATCHED:
        return options.matched and not options.only_differences
    if arc.state is _NOT_SCORED:
        return options.not_scored and not options.only_differences
    return options.gold_only if side == Side.GOLD else options.parse_only


def differs(arc: Arc) -> bool:
    """Whether the arc is a difference that the score counts, or forgives."""
    return arc.state in _DIFFERENT


def basic_edges(
    picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler, warned: frozenset[int]
) -> list[Edge]:
    """The edges of a picture's arcs; ``warned`` are the dependents whose arcs are marked."""
    return [
        _basic_edge(arc, arc.head, picture, columns, arc.dependent in warned).measured(ruler)
        for arc in picture.arcs
        if arc.head is not None and arc.dependent in columns.of_word and shown(arc, picture.side, options)
    ]


def _basic_edge(arc: Arc, head: int, picture: ArcsPicture, columns: Columns, warned: bool) -> Edge:
    dependent = columns.of_word[arc.dependent]
    column = columns.of_word.get(head, dependent)
    label = "" if arc.label == "_" and arc.state is _MATCHED else arc.label
    if column == dependent and head != 0:  # its own head, or one outside the sentence: say which
        label = f"{label} → {head}"
    key = Key(picture.side, "arc", f"{arc.dependent}")
    crossed = arc.state is _EXTRA and picture.wording.judges
    return Edge(column, dependent, label, arc.state, key, _ARC, crossed=crossed, warned=warned)


def enhanced_edges(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> list[Edge]:
    """The edges of the enhanced graph; those that repeat the basic tree's only if the options show them."""
    if not options.enhanced:
        return []
    found = _graph(picture) if picture.graph is None else picture.graph
    return [
        _enhanced_edge(edge, picture, columns).measured(ruler)
        for edge in _not_repeated(found, picture, options)
        if edge.node in columns.index
    ]


def _not_repeated(found: Iterable[GraphEdge], picture: ArcsPicture, options: Options) -> Iterator[GraphEdge]:
    """The edges that the options show; those that the basic tree has, too, only if they differ or are asked for."""
    basic = {(f"{word.position}", f"{word.head}", word.label) for word in picture.sentence.words}
    for edge in found:
        if picture.graph is not None and not shown(edge, picture.side, options):
            continue
        if options.basic_in_enhanced or edge.state is not _MATCHED or (edge.node, edge.head, edge.label) not in basic:
            yield edge


def _enhanced_edge(edge: GraphEdge, picture: ArcsPicture, columns: Columns) -> Edge:
    column = columns.index[edge.node]
    found = columns.index.get(edge.head, column)
    odd = found == column and edge.head != "0"
    label = f"{edge.label} → {edge.head}" if odd else edge.label
    crossed = edge.state is _EXTRA and picture.wording.judges
    key = edge.key(picture.side)
    return Edge(found, column, label, edge.state, key, Role.ENHANCED, crossed=crossed, warned=odd)


def _graph(picture: ArcsPicture) -> Iterator[GraphEdge]:
    """The edges that the sentence has, of words and then of empty nodes."""
    for word in picture.sentence.words:
        yield from (GraphEdge(f"{word.position}", *one) for one in _dependencies(word.enhanced))
    for node in picture.sentence.empty_nodes:
        yield from (GraphEdge(node.name, *one) for one in _dependencies(node.enhanced))


def _dependencies(text: str) -> list[tuple[str, str]]:
    """The heads and labels of a DEPS field; parts that are none are left out."""
    if text in ("_", ""):
        return []
    pairs: Iterable[tuple[str, str, str]] = (part.partition(":") for part in text.split("|"))
    return list(dict.fromkeys((head, label) for head, colon, label in pairs if colon))
