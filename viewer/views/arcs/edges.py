"""Arcs as edges between columns: what a band above or below the words draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import InitVar, dataclass, field

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import GHOST, Key, Role, Side, State
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture, GraphEdge
from goldleaf.viewer.views.arcs.columns import Columns

BOX_PAD = 4.0  # beside a boxed label
MARK = 9.0  # the size of a × or a warning sign beside a label
MARK_GAP = 3.0

# Looking a member up in its enum takes longer than all the rest that is done with it for each arc.
_ARC, _LABEL, _MATCHED, _WRONG_LABEL = Role.ARC, Role.LABEL, State.MATCHED, State.WRONG_LABEL
_NOT_SCORED, _EXTRA = State.NOT_SCORED, State.EXTRA
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
    ruler: InitVar[Ruler]
    role: Role = Role.ARC
    crossed: bool = False  # with the × of an extra arc
    warned: bool = False
    text_width: float = field(init=False)
    width: float = field(init=False)
    left_port: float = 0.0
    right_port: float = 0.0
    left: int = field(init=False)
    right: int = field(init=False)
    basic: bool = field(init=False)
    boxed: bool = field(init=False)  # the label is
    label_role: Role = field(init=False)

    def __post_init__(self, ruler: Ruler) -> None:
        forward = self.head < self.dependent
        self.left = self.head if forward else self.dependent
        self.right = self.dependent if forward else self.head
        self.basic = self.role is _ARC
        self.label_role = _LABEL if self.basic else self.role
        self.boxed = self.state is _WRONG_LABEL and bool(self.label)
        self.text_width = self.width = ruler.width(self.label_role, self.label)
        if self.crossed or self.warned or self.boxed:
            parts = [self.text_width] * bool(self.label) + [MARK] * self.crossed + [MARK] * self.warned
            self.width = sum(parts) + MARK_GAP * max(len(parts) - 1, 0) + 2 * BOX_PAD * self.boxed


def differs(arc: Arc) -> bool:
    """Whether the arc is a difference that the score counts, or forgives."""
    return arc.state in _DIFFERENT


def _shown(arc: Arc | GraphEdge, side: Side, options: Options) -> bool:
    """Whether the options show an arc of this class."""
    if arc.state is _MATCHED:
        return options.matched and not options.only_differences
    if arc.state is _NOT_SCORED:
        return options.not_scored and not options.only_differences
    return options.gold_only if side == Side.GOLD else options.parse_only


def basic_edges(
    picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler, warned: frozenset[int]
) -> Iterator[Edge]:
    """The edges of a picture's arcs, those of ``warned`` dependents marked; then the ghosts of those that were lifted.

    None where the picture shows roles alone.
    """
    if picture.without_arcs:
        return
    for arc in picture.arcs:
        if arc.head is None or arc.dependent not in columns.of_word or not _shown(arc, picture.side, options):
            continue
        dependent = columns.of_word[arc.dependent]
        head = columns.of_word.get(arc.head, dependent)
        # Files without labels have ``_`` for each: that is not worth its room, unless the label is what is wrong.
        label = "" if arc.label == "_" and arc.state is _MATCHED else arc.label
        if head == dependent and arc.head != 0:
            # Its own head, or one outside the sentence: a stub, as a root has, that says which.
            label = f"{label} → {arc.head}"
        crossed = arc.state is _EXTRA and picture.wording.judges
        key = Key(picture.side, "arc", f"{arc.dependent}")
        yield Edge(head, dependent, label, arc.state, key, ruler, _ARC, crossed, arc.dependent in warned)
    for arc in picture.ghosts:
        if arc.head in columns.of_word and arc.dependent in columns.of_word:
            head, dependent = columns.of_word[arc.head], columns.of_word[arc.dependent]
            key = Key(picture.side, GHOST, f"{arc.dependent}")
            yield Edge(head, dependent, arc.label, _MATCHED, key, ruler, Role.LINK)


def edges_below(groups: Sequence[Sequence[Edge]]) -> tuple[Edge, ...]:
    """The edges under the words of an overlay, of the groups of all its pictures: those of the second one.

    Of two parses only what is otherwise than in the gold, and once what both have.
    """
    above, *others = groups
    if len(others) < 2:
        return tuple(edge for own in others for edge in own)
    seen = {(edge.key.name, edge.head, edge.label, edge.role) for edge in above}
    found: list[Edge] = []
    for edge in (edge for own in reversed(others) for edge in own):
        place = (edge.key.name, edge.head, edge.label, edge.role)
        if edge.state is not _MATCHED and place not in seen:
            seen.add(place)
            found.append(edge)
    return tuple(found)


def enhanced_edges(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> Iterator[Edge]:
    """The edges of the enhanced graph that the options show.

    Those that the basic tree has, too, only if they differ or are asked for: one looks for what the graph adds.
    """
    if not options.enhanced:
        return
    compared = picture.graph is not None
    basic = {(f"{word.position}", f"{word.head}", word.label) for word in picture.sentence.words}
    graph = list(picture.graph or ())
    if not compared:  # all that the sentence has, of words and then of empty nodes
        fields = [(f"{word.position}", word.enhanced) for word in picture.sentence.words]
        for node, text in (*fields, *((node.name, node.enhanced) for node in picture.sentence.empty_nodes)):
            parts = (part.partition(":") for part in text.split("|"))  # some of DEPS are no edges: they have no colon
            ends = dict.fromkeys((head, label) for head, colon, label in parts if colon)
            graph += [GraphEdge(node, head, label) for head, label in ends]
    for edge in graph:
        repeats = edge.state is _MATCHED and (edge.node, edge.head, edge.label) in basic
        hidden = (compared and not _shown(edge, picture.side, options)) or (repeats and not options.basic_in_enhanced)
        if hidden or edge.node not in columns.index:
            continue
        dependent = columns.index[edge.node]
        head = columns.index.get(edge.head, dependent)
        odd = head == dependent and edge.head != "0"
        label = f"{edge.label} → {edge.head}" if odd else edge.label
        crossed = edge.state is _EXTRA and picture.wording.judges
        key = edge.key(picture.side)
        yield Edge(head, dependent, label, edge.state, key, ruler, Role.ENHANCED, crossed, odd)
