"""What a picture of arcs is drawn from: a sentence, and its arcs as the comparison marks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.treebank import Sentence, Word
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.expressions import Expression
from goldleaf.viewer.views.part import beginning, brief, last_drawn, left_out


@dataclass(frozen=True, slots=True)
class Arc:
    """The arc of a dependent (a position): ``head`` 0 for a root, None where the word has no head.

    ``attached`` is the head that is compared, where that is another; not ``labeled`` where labels do not count.
    """

    dependent: int
    head: int | None
    label: str
    state: State = State.MATCHED
    attached: int | None = None
    labeled: bool = True


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge of the enhanced graph as a metric marks it, between nodes by their names; ``head`` 0 for a root."""

    node: str
    head: str
    label: str
    state: State = State.MATCHED

    def key(self, side: Side) -> Key:
        """Its element."""
        return Key(side, "enhanced", f"{self.node}-{self.head}-{self.label}")


@dataclass(frozen=True, slots=True)
class ArcFact:
    """An arc of the gold or of the parse as the metric marks it, its label as the file writes it.

    ``unlabeled`` is the mark of the same arc without its label, ``undirected`` and ``neutral`` are those of metrics
    that tell whether an arc would count the other way round, or by neutral edge detection. ``attached`` is the head
    that is compared, where that is another.
    """

    dependent: int
    head: int
    label: str
    mark: Mark
    unlabeled: Mark
    undirected: Mark | None = None
    neutral: Mark | None = None
    attached: int | None = None


@dataclass(frozen=True)
class ArcsPicture:
    """One side's arcs over a sentence. ``word_states`` marks words; those it leaves out are matched.

    ``against`` tells of layers under the words, such as tags, the positions that differ and the other side's words.
    ``roles`` are the states of senses and roles that differ, by their elements. ``apart`` are predicates and arguments
    that are no neighbors in the tree; ``without_arcs`` senses and roles are all that is drawn. ``expressions`` of
    several words have bars under them. ``ghosts`` are arcs where they were before they were lifted. ``graph`` are the
    edges of the enhanced graph where a metric compares them, else they are those of the sentence. ``whole`` is the
    picture of which this one is the beginning, where a sentence is too large to be drawn.
    """

    sentence: Sentence
    side: Side
    arcs: tuple[Arc, ...]
    word_states: Mapping[int, State] = field(default_factory=dict)
    title: str = ""
    whole: ArcsPicture | None = None
    wording: Wording = REVIEW
    against: Mapping[Layer, Mapping[int, Word]] = field(default_factory=dict)
    expressions: tuple[Expression, ...] = ()
    ghosts: tuple[Arc, ...] = ()
    roles: Mapping[Key, State] = field(default_factory=dict)
    apart: frozenset[tuple[int, int]] = frozenset()
    without_arcs: bool = False
    graph: tuple[GraphEdge, ...] | None = None

    @cached_property
    def arc_of(self) -> dict[int, Arc]:
        """The arc of each dependent."""
        return {arc.dependent: arc for arc in self.arcs}

    @cached_property
    def word_at(self) -> dict[int, Word]:
        """The word at each position, also those that are not drawn."""
        return {word.position: word for word in (self.whole or self).sentence.words}

    @cached_property
    def times(self) -> Counter[str]:
        """How often each form occurs."""
        return Counter(word.form for word in self.sentence.words)

    @cached_property
    def left_out(self) -> str:
        """What is said of the words that are not drawn."""
        return left_out(self.whole.sentence, self.sentence) if self.whole is not None else ""

    @property
    def name(self) -> str:
        """What the picture is called in titles and descriptions."""
        return self.title or self.side.value


def pictures(
    gold: Sentence,
    parse: Sentence | None = None,
    facts: Iterable[ArcFact] | None = None,
    wording: Wording = REVIEW,
) -> list[ArcsPicture]:
    """The pictures of a gold sentence and, if given, its parse, in the states that a metric's facts say.

    An arc that no fact speaks of is not scored; without ``facts`` or a parse nothing is marked, all arcs are matched.
    """
    known, found = None if facts is None else tuple(facts), []
    sides = ((Side.GOLD, gold, parse, State.MISSING), (Side.PARSE, parse, gold, State.EXTRA))
    for (side, own, other, lone), title in zip(sides, (wording.gold, wording.parse), strict=True):
        if own is not None:
            arcs = _arcs(own, other, known, side)
            found.append(ArcsPicture(own, side, arcs, alone(own, other, lone), title, wording=wording))
    return found


def _arcs(sentence: Sentence, other: Sentence | None, facts: Sequence[ArcFact] | None, side: Side) -> tuple[Arc, ...]:
    """All arcs of a side, in the states that the facts say."""
    if facts is None or other is None:
        return tuple(Arc(word.position, word.head, word.label) for word in sentence.words)
    gold = side is Side.GOLD
    elsewhere = (Mark.EXTRA, Mark.FORGIVEN) if gold else (Mark.MISSING,)
    own = {(fact.dependent, fact.head, fact.label): fact for fact in facts if fact.mark not in elsewhere}
    # What both have the parse may label otherwise, as with a subtype that the metric leaves out.
    both = {} if gold else {(fact.dependent, fact.head): fact for fact in facts if fact.mark == Mark.MATCHED}
    attached = {word.position for word in other.words if word.head is not None}
    arcs = []
    for word in sentence.words:
        if word.head is None:
            arcs.append(Arc(word.position, None, word.label))
            continue
        arc = (word.position, word.head, word.label)
        fact = own.get(arc) or both.get(arc[:2]) or ArcFact(*arc, Mark.NOT_SCORED, Mark.NOT_SCORED)
        state = _state(fact, gold=gold, attached=word.position in attached)
        # Metrics that tell of undirected arcs look at no labels.
        arcs.append(Arc(*arc, state, fact.attached, fact.undirected is None))
    return tuple(arcs)


def _state(fact: ArcFact, *, gold: bool, attached: bool) -> State:
    """How an arc of the gold or of the parse is drawn whose dependent is ``attached`` on the other side, or is not."""
    if fact.mark in (Mark.MATCHED, Mark.FORGIVEN) or fact.mark not in STATES:
        return STATES.get(fact.mark, State.NOT_SCORED)
    if fact.unlabeled == Mark.MATCHED:
        return State.WRONG_LABEL
    # What a lenient figure forgives is marked in the parse only, whose arc it is.
    if not gold and Mark.MATCHED in (fact.undirected, fact.neutral):
        return State.REVERSED if fact.undirected == Mark.MATCHED else State.EDGE_FLIP
    return State.WRONG_HEAD if attached else STATES[fact.mark]


STATES = {
    Mark.MATCHED: State.MATCHED, Mark.FORGIVEN: State.FORGIVEN, Mark.MISSING: State.MISSING, Mark.EXTRA: State.EXTRA
}  # fmt: skip
"""How marks are drawn where nothing more is known; others are not scored."""


def alone(sentence: Sentence, other: Sentence | None, state: State) -> dict[int, State]:
    """The words that the other side has not."""
    known = {word.position for word in other.words} if other is not None else set()
    return {word.position: state for word in sentence.words if known and word.position not in known}


def in_part(known: Sequence[ArcsPicture]) -> list[ArcsPicture]:
    """The pictures' beginnings where their sentence is too large to be drawn in time, else themselves."""
    last = last_drawn(picture.sentence for picture in known)
    found = []
    for picture in known:
        sentence = beginning(picture.sentence, last)
        if sentence is picture.sentence:
            found.append(picture)
            continue
        positions = {word.position for word in sentence.words}
        arcs = tuple(replace(arc, label=brief(arc.label)) for arc in picture.arcs if arc.dependent in positions)
        found.append(replace(picture, sentence=sentence, arcs=arcs, whole=picture))
    return found


def predicates(sentences: Iterable[Sentence]) -> list[int]:
    """The positions of the predicates that any of some sentences has."""
    found: set[int] = set()
    for sentence in sentences:
        found |= {word.position for word in sentence.words if word.predicate not in ("_", "")}
        found |= {argument.predicate for argument in sentence.arguments}
    return sorted(found)
