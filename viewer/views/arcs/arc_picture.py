"""What a picture of arcs is drawn from: a sentence, and its arcs as comparisons mark them. A metric's facts and graphs,
layers, two parses at once, lifted arcs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import polars as pl

from goldleaf.core.alignment.units import Places
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Sentence, Word
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.naming import REVIEW, Rivals, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.everyone import of_gold, of_parse, sentences_of, sides_of
from goldleaf.viewer.views.expressions import Expression
from goldleaf.viewer.views.layers import CELLS, STATES, layered, places_of
from goldleaf.viewer.views.part import beginning, brief, last_drawn, left_out
from goldleaf.viewer.views.view import Subject


@dataclass(frozen=True, slots=True)
class Arc:
    """The arc of a dependent (a position): ``head`` 0 for a root, None where the word has no head. ``attached`` is the
    head that is compared, where that is another; ``label_differs`` where the head is wrong and the label, too."""

    dependent: int
    head: int | None
    label: str
    state: State = State.MATCHED
    attached: int | None = None
    label_differs: bool = False

    @property
    def differs(self) -> bool:
        """Whether it is a difference that the score counts, or forgives."""
        return self.state not in (State.MATCHED, State.NOT_SCORED)


class MarkedEdge(NamedTuple):
    """An edge of the enhanced graph as a metric marks it, between nodes by their names; ``head`` 0 for a root."""

    node: str
    head: str
    label: str
    state: State = State.MATCHED

    def key(self, side: Side) -> Key:
        return Key(side, "enhanced", f"{self.node}-{self.head}-{self.label}")


class ArcFact(NamedTuple):
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
    picture of which this one is the beginning, where a sentence is too large to be drawn. ``readers`` are, where all
    sides are drawn together, the digit of each dependent's reading and the initials of who has it. ``unknown`` are
    dependents with a label that the treebank does not know.
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
    graph: tuple[MarkedEdge, ...] | None = None
    readers: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    unknown: tuple[int, ...] = ()

    @cached_property
    def arc_of(self) -> dict[int, Arc]:
        return {arc.dependent: arc for arc in self.arcs}

    @cached_property
    def word_at(self) -> dict[int, Word]:
        """The word at each position, also those that are not drawn."""
        return {word.position: word for word in (self.whole or self).sentence.words}

    @cached_property
    def times(self) -> Counter[str]:
        return Counter(word.form for word in self.sentence.words)

    @cached_property
    def left_out(self) -> str:
        """What is said of the words that are not drawn."""
        return left_out(self.whole.sentence, self.sentence) if self.whole is not None else ""

    @property
    def name(self) -> str:
        return self.title or self.side.value


def pictures(
    gold: Sentence, parse: Sentence | None = None, facts: Iterable[ArcFact] | None = None, wording: Wording = REVIEW
) -> list[ArcsPicture]:
    """The pictures of a gold sentence and, if given, its parse, in the states that a metric's facts say. An arc that no
    fact speaks of is not scored; without ``facts`` or a parse nothing is marked, all arcs are matched."""
    known, found = None if facts is None else tuple(facts), []
    sides = ((Side.GOLD, gold, parse, State.MISSING), (Side.PARSE, parse, gold, State.EXTRA))
    for (side, own, other, lone), title in zip(sides, (wording.gold, wording.parse), strict=True):
        if own is not None:
            arcs = _arcs(own, other, known, side)
            found.append(ArcsPicture(own, side, arcs, alone(own, other, lone), title, wording=wording))
    return found


def _arcs(sentence: Sentence, other: Sentence | None, facts: Sequence[ArcFact] | None, side: Side) -> tuple[Arc, ...]:
    if facts is None or other is None:
        return tuple(Arc(word.position, word.head, word.label) for word in sentence.words)
    gold = side is Side.GOLD
    elsewhere = (Mark.EXTRA, Mark.FORGIVEN) if gold else (Mark.MISSING,)
    own = {(fact.dependent, fact.head, fact.label): fact for fact in facts if fact.mark not in elsewhere}
    # What both have the parse may label otherwise, as with a subtype that the metric leaves out.
    both = {} if gold else {(fact.dependent, fact.head): fact for fact in facts if fact.mark == Mark.MATCHED}
    theirs = {word.position: word.label for word in other.words if word.head is not None}
    arcs = []
    for word in sentence.words:
        if word.head is None:
            arcs.append(Arc(word.position, None, word.label))
            continue
        arc = (word.position, word.head, word.label)
        fact = own.get(arc) or both.get(arc[:2]) or ArcFact(*arc, Mark.NOT_SCORED, Mark.NOT_SCORED)
        state = _state(fact, gold=gold, attached=word.position in theirs)
        # Metrics that tell of undirected arcs look at no labels.
        differs = state is State.WRONG_HEAD and fact.undirected is None and theirs[word.position] != word.label
        arcs.append(Arc(*arc, state, fact.attached, differs))
    return tuple(arcs)


def _state(fact: ArcFact, *, gold: bool, attached: bool) -> State:
    """How an arc of the gold or of the parse is drawn whose dependent is ``attached`` on the other side, or is not."""
    if fact.mark not in (Mark.MISSING, Mark.EXTRA):
        return STATES[fact.mark]
    if fact.unlabeled == Mark.MATCHED:
        return State.WRONG_LABEL
    # What a lenient figure forgives is marked in the parse only, whose arc it is.
    if not gold and Mark.MATCHED in (fact.undirected, fact.neutral):
        return State.REVERSED if fact.undirected == Mark.MATCHED else State.EDGE_FLIP
    return State.WRONG_HEAD if attached else STATES[fact.mark]


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


def arc_facts(pair: Pair) -> tuple[ArcFact, ...]:
    """The arcs that the pair's metric compares; where words differ, with places for positions."""
    if pair.facts is None or pair.metric.facts_are:
        return ()
    rows = list(pair.facts.filter(pl.col("head").is_not_null()).iter_rows(named=True))
    for row in rows[:]:
        # What both have the parse may write otherwise: a fact of its own.
        if row.get("parse_label") is not None:
            own = {name: row[f"parse_{name}"] for name in ("head", "label", "attached")}
            rows.append({**row, **own, "side": "parse"})
    facts = []
    for row in rows:
        places: Places = pair.places[row["side"] == "parse"] if pair.places else {}
        last = max(places.values(), default=0)  # for a head outside the sentence
        dependent, head = (places.get(at, last) if places and at else at for at in (row["dependent"], row["head"]))
        further = {name: row[name] for name in ("undirected", "neutral", "attached") if name in row}
        facts.append(ArcFact(dependent, head, row["label"], Mark(row["mark"]), Mark(row["unlabeled"]), **further))
    return tuple(facts)


def with_graphs(known: Sequence[ArcsPicture], pair: Pair) -> list[ArcsPicture]:
    """The pictures with the edges that the metric compares, where it compares enhanced graphs; else as they are."""
    if pair.facts is None or pair.metric.facts_are != "enhanced":
        return list(known)
    found = []
    for picture in known:
        places = pair.places[picture.side is Side.PARSE] if pair.places else {}
        edges = []
        for row in pair.facts.iter_rows(named=True):
            if row["side"] not in ("both", picture.side.value):
                continue
            relabeled = row["mark"] != Mark.MATCHED and row["unlabeled"] == Mark.MATCHED
            state = State.WRONG_LABEL if relabeled else STATES[Mark(row["mark"])]
            # Nodes are named as on the side that is drawn: the parse may have other empty nodes.
            prefix = "parse_" if picture.side is Side.PARSE and row["side"] == "both" else ""
            nodes = []
            for name in (row[f"{prefix}node"], row[f"{prefix}head"]):
                number, dot, index = name.partition(".")
                nodes.append(f"{places.get(int(number), int(number))}{dot}{index}" if places else name)
            edges.append(MarkedEdge(nodes[0], nodes[1], row[f"{prefix}label"], state))
        # What both graphs have of the tree is drawn there, and nowhere else.
        both = {edge[:3] for edge in edges if edge.state is State.MATCHED}
        states = (((f"{arc.dependent}", f"{arc.head}", arc.label) in both, arc) for arc in picture.arcs)
        arcs = tuple(replace(arc, state=State.MATCHED if ours else State.NOT_SCORED) for ours, arc in states)
        found.append(replace(picture, arcs=arcs, graph=tuple(edges)))
    return found


def with_cells(known: Sequence[ArcsPicture], pair: Pair, items: Iterable[LayerItem]) -> list[ArcsPicture]:
    """The pictures of both sides with the words that differ in layers under them; one alone as it is."""
    # What all sides are asked about may be a word that one of these two has not.
    shared = set.intersection(*({*picture.word_at} for picture in known))
    places = {layer: places_of(pair, items, layer) & shared for layer in CELLS}
    if len(known) < 2 or not any(places.values()):
        return list(known)
    return [
        replace(one, against={layer: {place: other.word_at[place] for place in own} for layer, own in places.items()})
        for one, other in zip(known, reversed(known), strict=True)
    ]


def role_states(pair: Pair, items: Iterable[LayerItem], wording: Wording) -> dict[Key, State]:
    """The state of each sense and role that differs; roles that both sides give a word are none of them."""
    states: dict[Key, State] = {}
    for row in layered((), pair, [item for item in items if item.layer is Layer.ROLE], wording):
        shared = {*row.gold.split()} & {*row.parse.split()}
        for key in row.keys:
            if key.kind == "predicate" or key.name.split("-", 2)[2] not in shared:
                states[key] = row.state
    return states


def pictures_of_all(subject: Subject, wording: Everyone) -> list[ArcsPicture] | None:
    """The pictures of all sides, in their order; None where there are too many, or where not all have the same words.
    What some read otherwise is drawn by each reading in the line of the first side who has it."""
    sentences = sentences_of(subject)
    if sentences is None:
        return None
    marked = {item.position: item.readings for item in subject.items if item.layer is Layer.ARC}
    cells = {layer: [item for item in subject.items if item.layer is layer] for layer in CELLS}
    found = []
    for number, (sentence, side) in enumerate(zip(sentences, sides_of(subject.document, subject.parse), strict=True)):
        states, readers = {}, {}
        for position, readings in marked.items():
            for digit, (_, whose) in enumerate(readings, 1):
                if number in whose:
                    states[position] = wording.reader(whose[0])
                    readers[position] = digit, ",".join(wording.initials[one] for one in whose)
        marked_words = ((word, states.get(word.position, State.MATCHED)) for word in sentence.words)
        arcs = tuple(Arc(word.position, word.head, word.label, state) for word, state in marked_words)
        # Under a word stands what this side says; its box is against the first who says something else.
        against: dict[Layer, dict[int, Word]] = {}
        for layer, items in cells.items():
            words = against[layer] = {}
            for item in items:
                other = next(one.sides[0] for one in item.readings if number not in one.sides)
                words[item.position] = next(w for w in sentences[other].words if w.position == item.position)
        title = wording.sides[number]
        found.append(ArcsPicture(sentence, side, arcs, title=title, wording=wording, against=against, readers=readers))
    return found


def rival_pictures(other: Pair, pair: Pair, wording: Rivals) -> list[ArcsPicture]:
    """The gold's picture, the other parse's and the parse's, in the states of `Rivals`."""
    ours, theirs = (pictures(one.gold, one.parse, arc_facts(one)) for one in (other, pair))
    gold, first, second = ours[0], ours[1], theirs[1]
    # Lines say who is right, and boxes nothing of how wrong the others are.
    arcs = tuple(
        replace(one, state=of_gold(one.state, theirs[0].arc_of[one.dependent].state), label_differs=False)
        for one in gold.arcs
    )
    found = [replace(gold, arcs=arcs, title=wording.gold, wording=wording)]
    sides = ((first, second, Side.OTHER, wording.other), (second, first, Side.PARSE, wording.parse))
    for picture, rival, side, title in sides:
        of_rival = {(arc.dependent, arc.head, arc.label) for arc in rival.arcs}
        shared = ((arc, (arc.dependent, arc.head, arc.label) in of_rival) for arc in picture.arcs)
        arcs = tuple(
            replace(arc, state=of_parse(arc.state, side, shared=own), label_differs=False) for arc, own in shared
        )
        found.append(replace(picture, arcs=arcs, side=side, title=title, wording=wording))
    return found


def lifted(known: Iterable[ArcsPicture], pair: Pair) -> Iterator[ArcsPicture]:
    """The pictures of gold and parse with arcs lifted until none cross, and their ghosts (Nivre & Nilsson 2005)."""
    for picture in known:
        if picture.side not in (Side.GOLD, Side.PARSE):
            yield picture
            continue
        number = picture.side is Side.PARSE
        treebank, places = pair.sides[number], pair.places[number] if pair.places else {}
        after = projectivized(treebank).words["head"].to_list()
        rows = zip(treebank.words["position"].to_list(), treebank.words["head"].to_list(), after, strict=True)
        heads = {
            places.get(word, word): places.get(head, head)
            for word, before, head in rows
            if head != before and head is not None
        }
        arcs = tuple(replace(arc, head=heads.get(arc.dependent, arc.head)) for arc in picture.arcs)
        yield replace(picture, arcs=arcs, ghosts=tuple(arc for arc in picture.arcs if arc.dependent in heads))
