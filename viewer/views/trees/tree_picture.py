"""What a picture of a tree is drawn from: a sentence, and its constituents as the comparison marks them.

A yield is a set of words, kept as the bits of an integer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from goldleaf.core.facts import Mark
from goldleaf.core.structures.phrase import is_trace
from goldleaf.core.treebank import Node, Sentence, Word
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.views.expressions import Expression
from goldleaf.viewer.views.part import beginning, last_drawn, left_out
from goldleaf.viewer.views.trees.lineages import Lineage

_DIFFERENT = frozenset(State) - {State.MATCHED, State.NOT_SCORED, State.GENERALISED}


@dataclass(frozen=True, slots=True)
class NodeFact:
    """A constituent of the gold, of the parse or of both as the metric marks it; nodes by number, None where absent.

    ``unlabeled`` is the mark of the same words without their label; ``crossing`` if the parse's constituent crosses
    one of the gold's; ``partner`` the other side's node over the same words with another label.
    """

    gold_node: int | None
    parse_node: int | None
    label: str
    mark: Mark
    unlabeled: Mark
    crossing: bool = False
    partner: int | None = None


@dataclass(frozen=True, slots=True)
class TagFact:
    """A word whose tag is wrong, by its positions in gold and parse; None where the parse has not got it."""

    gold: int
    parse: int | None


@dataclass(frozen=True)
class TreePicture:
    """One side's tree over a sentence. Nodes (by number) and words (by position) without a state are matched.

    ``partners`` are nodes of the other picture: the same constituent, or one over the same words with another label.
    ``wrong_functions`` are nodes that are right but for their functions; ``tag_partners`` tell for each word with a
    wrong tag the same word of the other picture. Beside two others, ``partners_in`` has the partners in the picture of
    each side. ``lineages`` are those of words in which they differ, ``expressions``
    have bars under the words, ``asides`` stand small after the labels of nodes. ``left_out`` says what is not drawn
    of a sentence that is too large.
    """

    sentence: Sentence
    side: Side
    node_states: Mapping[int, State] = field(default_factory=dict)
    word_states: Mapping[int, State] = field(default_factory=dict)
    partners: Mapping[int, int] = field(default_factory=dict)
    title: str = ""
    wrong_functions: frozenset[int] = frozenset()
    tag_partners: Mapping[int, int | None] = field(default_factory=dict)
    lineages: Mapping[int, Lineage] = field(default_factory=dict, kw_only=True)
    expressions: tuple[Expression, ...] = field(default=(), kw_only=True)
    asides: Mapping[int, str] = field(default_factory=dict, kw_only=True)
    left_out: str = field(default="", kw_only=True)
    partners_in: Mapping[Side, Mapping[int, int]] = field(default_factory=dict, kw_only=True)
    wording: Wording = field(default=REVIEW, kw_only=True)

    @property
    def name(self) -> str:
        """What the picture is called in titles and descriptions."""
        return self.title or self.side.value

    @cached_property
    def node_at(self) -> dict[int, Node]:
        """The node of each number."""
        return {node.number: node for node in self.sentence.nodes}

    @cached_property
    def word_at(self) -> dict[int, Word]:
        """The word at each position."""
        return {word.position: word for word in self.sentence.words}

    @cached_property
    def yields(self) -> dict[int, int]:
        """The words of each node: bit n for the sentence's word n, from 0."""
        return yields(self.sentence.nodes, [word.parent for word in self.sentence.words])

    @cached_property
    def written(self) -> dict[int, int]:
        """The written words of each node, by their places among these."""
        words = self.sentence.words
        parents = {self.place_of[word.position]: word.parent for word in words if word.position in self.place_of}
        return yields(self.sentence.nodes, [parents.get(place, 0) for place in range(max(parents, default=0) + 1)])

    def partner_in(self, node: int, other: TreePicture) -> int | None:
        """The node of another picture that is a node's partner."""
        return self.partners_in.get(other.side, self.partners).get(node)

    def state(self, node: int) -> State:
        """How the comparison marks a node."""
        return self.node_states.get(node, State.MATCHED)

    def differs(self, node: int) -> bool:
        """Whether a node is a difference that the score counts, or forgives."""
        return self.is_wrong(node) or node in self.wrong_functions

    def is_wrong(self, node: int) -> bool:
        """The same, whatever its function."""
        return self.state(node) in _DIFFERENT

    def verdict(self, node: int) -> str:
        """What is said of a node, such as ``missing``; empty if nothing is wrong with it."""
        if node in self.wrong_functions:
            return self.wording.wrong_function
        undecided = self.side is Side.RESULT and self.state(node) is State.NOT_SCORED
        return "undecided" if undecided else self.wording.verdict(self.state(node))

    def is_wrapper(self, node: Node) -> bool:
        """Whether a node is the outer bracket without a label that the Penn Treebank writes; it is not drawn."""
        return node.label in ("_", "") and node.parent == 0 and len(self.sentence.nodes) > 1

    def word_differs(self, position: int) -> bool:
        """Whether a word is marked as a difference."""
        return self.word_states.get(position, State.MATCHED) in _DIFFERENT or position in self.lineages

    @property
    def is_placed(self) -> bool:
        """Whether the positions of words are places among those of two sentences."""
        return any(word.number is not None for word in self.sentence.words[:1])

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each written word among the written ones, from 0, by position: what two sides have in common.

        Words that are placed among those of two sentences keep their places.
        """
        if self.is_placed:
            return {word.position: word.position for word in self.sentence.words if not is_trace(word)}
        written = (word.position for word in self.sentence.words if not is_trace(word))
        return {position: place for place, position in enumerate(written)}

    @cached_property
    def position_of(self) -> dict[int, int]:
        """The position of the written word at each such place."""
        return {place: position for position, place in self.place_of.items()}


def in_part(known: Sequence[TreePicture]) -> list[TreePicture]:
    """The pictures' beginnings where their sentence is too large to be drawn in time, else themselves."""
    last = last_drawn(picture.sentence for picture in known)
    return [_beginning(picture, beginning(picture.sentence, last)) for picture in known]


def _beginning(picture: TreePicture, drawn: Sentence) -> TreePicture:
    if drawn is picture.sentence:
        return picture
    return replace(picture, sentence=drawn, left_out=left_out(picture.sentence, drawn))


def yields(nodes: Sequence[Node], parents: Sequence[int]) -> dict[int, int]:
    """The words of each node; ``parents`` are the words'."""
    found = dict.fromkeys((node.number for node in nodes), 0)
    for place, parent in enumerate(parents):
        if parent in found:
            found[parent] |= 1 << place
    for node in reversed(nodes):
        if node.parent in found and node.parent < node.number:
            found[node.parent] |= found[node.number]
    return found


def runs(bits: int) -> Iterator[tuple[int, int]]:
    """The first and last places of the stretches of a set."""
    place = 0
    while bits:
        skip = (bits & -bits).bit_length() - 1
        bits >>= skip
        length = (~bits & (bits + 1)).bit_length() - 1
        yield place + skip, place + skip + length - 1
        bits >>= length
        place += skip + length


def continuous(bits: int) -> bool:
    """Whether a set has no gap."""
    low = bits & -bits
    return (bits + low) & bits == 0


def tree_pictures(
    gold: Sentence,
    parse: Sentence | None = None,
    facts: Iterable[NodeFact] | None = None,
    *,
    gold_words: Mapping[int, State] | None = None,
    parse_words: Mapping[int, State] | None = None,
    tags: Iterable[TagFact] = (),
    functions: Mapping[int, int] | None = None,
    wording: Wording = REVIEW,
) -> list[TreePicture]:
    """The pictures of a gold sentence and, if given, its parse, in the states that a metric's facts say.

    A node that no fact speaks of is not scored; without ``facts`` or a parse nothing is marked, all nodes are matched.
    ``gold_words`` and ``parse_words`` are states of words, ``tags`` those with a wrong tag; ``functions`` are nodes of
    the gold whose function is wrong, with the parse's.
    """
    ours_tagged, theirs_tagged = _tagged(tags)
    gold_words = dict.fromkeys(ours_tagged, State.WRONG_LABEL) | dict(gold_words or {})
    parse_words = dict.fromkeys(theirs_tagged, State.WRONG_LABEL) | dict(parse_words or {})
    if parse is None:
        return [TreePicture(gold, Side.GOLD, {}, gold_words, {}, wording.gold, wording=wording)]
    known = list(facts or ())
    ours, theirs = _node_states(gold, parse, known) if facts is not None else ({}, {})
    left = TreePicture(gold, Side.GOLD, ours, gold_words, {}, wording.gold, wording=wording)
    right = TreePicture(parse, Side.PARSE, theirs, parse_words, {}, wording.parse, wording=wording)
    pairs = _pairs(left, right, known)
    wrong = functions or {}
    return [
        replace(left, partners=pairs, wrong_functions=frozenset(wrong), tag_partners=ours_tagged),
        replace(
            right,
            partners={b: a for a, b in pairs.items()},
            wrong_functions=frozenset(wrong.values()),
            tag_partners=theirs_tagged,
        ),
    ]


def _node_states(
    gold: Sentence, parse: Sentence, facts: Sequence[NodeFact]
) -> tuple[dict[int, State], dict[int, State]]:
    """The states of the nodes of gold and parse."""
    ours = {fact.gold_node: _gold_state(fact) for fact in facts if fact.gold_node is not None}
    theirs = {fact.parse_node: _parse_state(fact) for fact in facts if fact.parse_node is not None}
    return _of_all_nodes(gold, ours), _of_all_nodes(parse, theirs)


def _tagged(tags: Iterable[TagFact]) -> tuple[dict[int, int | None], dict[int, int | None]]:
    """The words with wrong tags of gold and parse, and for each that of the other side."""
    known = list(tags)
    return {tag.gold: tag.parse for tag in known}, {tag.parse: tag.gold for tag in known if tag.parse is not None}


def _of_all_nodes(sentence: Sentence, states: Mapping[int, State]) -> dict[int, State]:
    return {node.number: states.get(node.number, State.NOT_SCORED) for node in sentence.nodes}


def _gold_state(fact: NodeFact) -> State:
    if fact.mark == Mark.MATCHED:
        return State.MATCHED
    if fact.mark == Mark.MISSING:
        return State.WRONG_LABEL if fact.unlabeled == Mark.MATCHED else State.MISSING
    return State.NOT_SCORED


def _parse_state(fact: NodeFact) -> State:
    if fact.mark == Mark.MATCHED:
        return State.MATCHED
    if fact.mark == Mark.FORGIVEN:
        return State.FORGIVEN
    if fact.mark == Mark.EXTRA:
        if fact.unlabeled == Mark.MATCHED:
            return State.WRONG_LABEL
        return State.CROSSING if fact.crossing else State.EXTRA
    return State.NOT_SCORED


def _pairs(gold: TreePicture, parse: TreePicture, facts: Iterable[NodeFact]) -> dict[int, int]:
    """The parse's node for each of the gold's: as the facts say, else over the same words, the topmost first."""
    there = ((fact.gold_node, fact.parse_node or fact.partner) for fact in facts)
    found = {ours: theirs for ours, theirs in there if ours is not None and theirs is not None}
    free = _by_yield(parse, set(found.values()))
    ours = gold.written
    for node in gold.sentence.nodes:
        candidates = free.get(ours[node.number], [])
        if node.number not in found and candidates and _alike(gold.state(node.number), parse.state(candidates[-1])):
            found[node.number] = candidates.pop()
    return found


def _by_yield(picture: TreePicture, taken: Collection[int]) -> dict[int, list[int]]:
    """The nodes over the same written words, from the lowest to the topmost, without those that are taken."""
    found: dict[int, list[int]] = {}
    bits = picture.written
    for node in reversed(picture.sentence.nodes):
        if node.number not in taken and bits[node.number]:
            found.setdefault(bits[node.number], []).append(node.number)
    return found


def _alike(gold: State, parse: State) -> bool:
    """Whether the states say that two nodes over the same words are each other's."""
    return gold == parse and gold in (State.WRONG_LABEL, State.MATCHED, State.NOT_SCORED)
