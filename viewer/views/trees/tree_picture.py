"""What a picture of a tree is drawn from: what is to be shown, a sentence, and its constituents as a metric marks them,
with functions, tags and lineages of words. No Qt. A yield is a set of words, kept as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Node, Sentence, Word
from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.legend import SHADES
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.arcs.arc_picture import alone
from goldleaf.viewer.views.expressions import Expression
from goldleaf.viewer.views.layers import STATES


class NodeFact(NamedTuple):
    """A constituent of the gold, of the parse or of both as the metric marks it; nodes by number, None where absent."""

    gold_node: int | None
    parse_node: int | None
    mark: int
    unlabeled: int  # the mark of the same words without their label
    crossing: bool = False  # the parse's crosses one of the gold's
    partner: int | None = None  # the other side's node over the same words with another label

    @property
    def state(self) -> State:
        """How it is drawn: one that has but another label is not missing or extra, and what crosses is worse."""
        if self.mark in (Mark.MISSING, Mark.EXTRA) and self.unlabeled == Mark.MATCHED:
            return State.WRONG_LABEL
        return State.CROSSING if self.mark == Mark.EXTRA and self.crossing else STATES[Mark(self.mark)]


def node_facts(pair: Pair) -> tuple[NodeFact, ...] | None:
    """The constituents that the pair's metric compares; None where it compares all of them, but word by word."""
    if pair.facts is not None and pair.metric.facts_are == "lineages":
        return None
    return tuple(map(NodeFact._make, _rows(pair, NodeFact._fields, kind="constituent")))  # the columns are called so


def wrong_functions(pair: Pair) -> dict[int, int]:
    """The gold's nodes whose functions the metric counts as wrong, with the parse's."""
    return dict(_rows(pair, ("gold_node", "parse_node"), kind="function", mark=Mark.MISSING))


def wrong_tags(pair: Pair) -> dict[int, int | None]:
    """The gold's words whose tags the metric counts as wrong, with the parse's; by places where the words differ."""
    ours, theirs = pair.places or ({}, {})
    return {
        ours.get(position, position): None if partner is None else theirs.get(partner, partner)
        for position, partner in _rows(pair, ("position", "partner"), kind="tag", mark=Mark.MISSING)
    }


def _rows(pair: Pair, columns: Iterable[str], **wanted: Mark | str) -> Iterable[tuple[Any, ...]]:
    """Columns of facts that have some values; nothing where the metric's facts are of another shape."""
    if pair.facts is None or pair.metric.facts_are:
        return ()
    return pair.facts.filter(**wanted).select(columns).iter_rows()


class Lineage(NamedTuple):
    """What stands above a word in gold and parse where that differs, and how alike it is (0 to 1). So the metric
    leaf-ancestor compares trees. ``positions`` are the word's in gold and parse."""

    gold: str
    parse: str
    similarity: float
    positions: tuple[int, int]
    families: bool = False  # of labels: substituting one by another of its own is cheap

    @property
    def percent(self) -> str:
        return f"{self.similarity:.0%}"

    @property
    def shades(self) -> int:
        """How dark the word is: from 1 to `SHADES`, for those that are least alike."""
        return max(1, ceil((1 - self.similarity) * SHADES))

    @property
    def edits(self) -> str:
        """What makes the gold's of the parse's, from the word up, such as ``N1 ] +N1 −NP S``."""
        from goldleaf.core.metrics.leaf_ancestor import lineage_edits  # few pictures are of lineages

        texts = []
        for edit in lineage_edits(self.gold.split(), self.parse.split(), families=self.families):
            if edit.gold == edit.parse:
                texts.append(edit.gold)
            elif not edit.parse:
                texts.append(f"+{edit.gold}")
            else:
                texts.append(f"{edit.parse}→{edit.gold}" if edit.gold else f"−{edit.parse}")
        return " ".join(texts)


def lineages_of(pair: Pair) -> tuple[dict[int, Lineage], dict[int, Lineage]]:
    """The words of gold and parse whose lineages differ, by position; none where the metric compares others."""
    if pair.facts is None or pair.metric.facts_are != "lineages":
        return {}, {}
    differing = pair.facts.filter(pl.col("mark") != Mark.MATCHED)
    columns = ("position", "partner", "lineage", "similarity")
    ours, theirs = (differing.filter(side=side).select(columns) for side in ("gold", "parse"))
    parsed = {position: lineage for position, _, lineage, _ in theirs.iter_rows()}
    families = pair.metric.chosen.get("costs") == "sampson"
    places = pair.places or ({}, {})  # where traces differ
    lineages = []
    for position, partner, lineage, similarity in ours.iter_rows():
        both = (places[0].get(position, position), places[1].get(partner, partner))
        lineages.append(Lineage(lineage, parsed[partner], similarity, both, families))
    return {one.positions[0]: one for one in lineages}, {one.positions[1]: one for one in lineages}


class TreeStyle(StrEnum):
    """Where the words stand."""

    AUTO = "auto"  # on the bottom line in trees below each other, which the eye compares straight down, else slanted
    SLANTED = "slanted"  # right under their tags, wherever these are
    BOTTOM = "bottom"  # on the bottom line


class Leaves(StrEnum):
    """Which way the words run, and their tags."""

    LEVEL = "level"
    UPRIGHT = "upright"  # the words from bottom to top
    ALL_UPRIGHT = "all-upright"  # and so their tags


class Folding(StrEnum):
    """What is drawn as triangles over its words."""

    CHOSEN = "chosen"  # by hand alone
    PLAIN = "plain"  # each constituent without a difference
    NEAR = "near"  # all that is no part of a difference, and holds none;
    SHORT = "short"  # and of what holds one, only what is next to it or at the top is drawn


class Functions(StrEnum):
    """Where functions stand."""

    AUTO = "auto"  # on the branches if words have them too, as in Negra; else after the labels, as in the Penn Treebank
    EDGE = "edge"
    LABEL = "label"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOptions(Options):
    """What to show of trees. Where nodes are hidden, their children hang by the next node above."""

    # Trees with crossing branches, overlays and missing bars have their words on the bottom line all the same.
    style: TreeStyle = TreeStyle.AUTO
    leaves: Leaves = Leaves.LEVEL  # words that run upwards need little width, however long they are
    functions: Functions = Functions.AUTO
    tags: bool = True
    links: bool = False  # a dotted curve from each trace to its antecedent
    traces: bool = True  # words that are not written, and nodes that hold nothing else
    missing_bars: bool = False  # in a parse's picture the gold's missing constituents as bars under the words
    folding: Folding = Folding.CHOSEN
    together: bool = False  # what stands between two differences is one stretch, in whatever constituents it is
    folded: frozenset[Key] = frozenset()  # the elements of nodes that are drawn as triangles over their words
    opened: frozenset[Key] = frozenset()  # of those, or of triangles, that are drawn as trees all the same
    fold_width: float = 180.0  # of the words under a triangle, in pixels, before they are shortened
    pills: bool = False  # nodes have a round outline, as functions have


NO_NAME = ("_", "", "--")  # functions that are none; Negra writes --

_DIFFERENT = frozenset(State) - {State.MATCHED, State.NOT_SCORED, State.GENERALISED}


@dataclass(frozen=True)
class TreePicture:
    """One side's tree over a sentence. Nodes (by number) and words (by position) without a state are matched."""

    sentence: Sentence
    side: Side
    node_states: Mapping[int, State] = field(default_factory=dict)
    word_states: Mapping[int, State] = field(default_factory=dict)
    # Nodes of the other picture: the same constituent, or one over the same words with another label.
    partners: Mapping[int, int] = field(default_factory=dict)
    title: str = ""
    wrong_functions: frozenset[int] = frozenset()  # nodes that are right but for their functions
    tag_partners: Mapping[int, int | None] = field(default_factory=dict)  # of words with a wrong tag: the other side's
    lineages: Mapping[int, Lineage] = field(default_factory=dict, kw_only=True)  # of words in which they differ
    expressions: tuple[Expression, ...] = field(default=(), kw_only=True)  # have bars under the words
    asides: Mapping[int, str] = field(default_factory=dict, kw_only=True)  # stand small after the labels of nodes,
    told_only: frozenset[int] = field(default=frozenset(), kw_only=True)  # but after these
    unscored: frozenset[int] = field(default=frozenset(), kw_only=True)  # nodes whose labels say nothing that counts
    left_out: str = field(default="", kw_only=True)  # what is not drawn of a sentence that is too large
    odd: str = field(default="", kw_only=True)  # what is odd about what was chosen
    # Beside two others: the partners in the picture of each side.
    partners_in: Mapping[Side, Mapping[int, int]] = field(default_factory=dict, kw_only=True)
    wording: Wording = field(default=REVIEW, kw_only=True)

    @property
    def name(self) -> str:
        return self.title or self.side.value

    @cached_property
    def node_at(self) -> dict[int, Node]:
        return {node.number: node for node in self.sentence.nodes}

    @cached_property
    def word_at(self) -> dict[int, Word]:
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

    def span(self, key: Key) -> int:
        """The written words of a node or a fold, by their places; 0 of what has none."""
        if key.kind == "fold":
            first, last = map(int, key.name.split("-"))
            return (1 << last + 1) - (1 << first)
        return self.written.get(int(key.name), 0) if key.kind == "node" else 0

    def partner_in(self, node: int, other: TreePicture) -> int | None:
        """The node of another picture that is a node's partner."""
        return self.partners_in.get(other.side, self.partners).get(node)

    def state(self, node: int) -> State:
        return self.node_states.get(node, State.MATCHED)

    def positions(self, node: int) -> list[int]:
        words = self.sentence.words
        return [word.position for first, last in runs(self.yields[node]) for word in words[first : last + 1]]

    def stretches(self, node: int) -> list[tuple[int, int]]:
        """The first and last words of what a node covers; marks that are in no tree part nothing."""
        words, found = self.sentence.words, list[tuple[int, int]]()
        for first, last in runs(self.yields[node]):
            gap = words[found[-1][1] + 1 : first] if found else ()
            alone = not found or any(word.parent or any(map(str.isalnum, word.form)) for word in gap)
            found.append((first if alone else found.pop()[0], last))
        return found

    def forms(self, node: int) -> list[str]:
        """The forms of a node's words, with ``…`` in its gaps."""
        words, forms = self.sentence.words, list[str]()
        for first, last in self.stretches(node):
            forms += ["…"] * bool(forms) + [word.form for word in words[first : last + 1]]
        return forms

    def numbers(self, node: int) -> str:
        """The numbers of a node's words, such as ``3–5, 7``."""
        return numbers(self.sentence.words, self.stretches(node))

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

    @property
    def is_placed(self) -> bool:
        """Whether the positions of words are places among those of two sentences."""
        return any(word.number is not None for word in self.sentence.words[:1])

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each written word among the written ones, from 0, by position: what two sides have in common.
        Words that are placed among those of two sentences keep their places."""
        written = [word.position for word in self.sentence.words if not is_trace(word)]
        return dict(zip(written, written if self.is_placed else range(len(written)), strict=True))

    @cached_property
    def position_of(self) -> dict[int, int]:
        """The position of the written word at each such place."""
        return {place: position for position, place in self.place_of.items()}

    def tag(self, position: int) -> str:
        """A word's tag as arcs have it, the fine one where there is no other; empty for none."""
        word = self.word_at[position]
        return next((tag for tag in (word.coarse_tag, word.fine_tag) if tag not in ("_", "")), "")


def yields(nodes: Sequence[Node], parents: Sequence[int]) -> dict[int, int]:
    """The words of each node; ``parents`` are the words'."""
    bits = dict.fromkeys((node.number for node in nodes), 0)
    for place, parent in enumerate(parents):
        if parent in bits:
            bits[parent] |= 1 << place
    for node in reversed(nodes):
        if node.parent in bits and node.parent < node.number:
            bits[node.parent] |= bits[node.number]
    return bits


def numbers(words: Sequence[Word], stretches: Iterable[tuple[int, int]]) -> str:
    """The numbers of the words in some stretches of them, such as ``3–5, 7``."""
    named = ((words[first].name, words[last].name) for first, last in stretches)
    return ", ".join(first if first == last else f"{first}–{last}" for first, last in named)


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
    gold: Sentence, parse: Sentence | None = None, facts: Iterable[NodeFact] | None = None,
    *, tags: Mapping[int, int | None] = {}, functions: Mapping[int, int] = {}, wording: Wording = REVIEW,
) -> list[TreePicture]:  # fmt: skip
    """The pictures of a gold sentence and, if given, its parse, in the states that a metric's facts say.

    A node that no fact speaks of is not scored; without ``facts`` or a parse nothing is marked, all nodes are matched.
    ``tags`` are the gold's words with a wrong tag, with the parse's, None where it has not got them; ``functions`` are
    nodes of the gold whose function is wrong, likewise.
    """
    theirs_tagged = {there: place for place, there in tags.items() if there is not None}
    gold_words, parse_words = (dict.fromkeys(tagged, State.WRONG_LABEL) for tagged in (tags, theirs_tagged))
    if parse is None:
        return [TreePicture(gold, Side.GOLD, {}, gold_words, {}, wording.gold, wording=wording)]
    if any(word.number is not None for word in gold.words):  # placed among those of both
        gold_words |= alone(gold, parse, State.MISSING)
        parse_words |= alone(parse, gold, State.EXTRA)
    known, compared = list(facts or ()), facts is not None
    ours, theirs = ({node.number: State.NOT_SCORED for node in side.nodes if compared} for side in (gold, parse))
    ours |= {fact.gold_node: fact.state for fact in known if fact.gold_node in ours}
    theirs |= {fact.parse_node: fact.state for fact in known if fact.parse_node in theirs}
    left = TreePicture(gold, Side.GOLD, ours, gold_words, {}, wording.gold, wording=wording)
    right = TreePicture(parse, Side.PARSE, theirs, parse_words, {}, wording.parse, wording=wording)
    pairs = _pairs(left, right, known)
    back = {b: a for a, b in pairs.items()}
    return [
        replace(left, partners=pairs, wrong_functions=frozenset(functions), tag_partners=tags),
        replace(right, partners=back, wrong_functions=frozenset(functions.values()), tag_partners=theirs_tagged),
    ]


def _pairs(gold: TreePicture, parse: TreePicture, facts: Iterable[NodeFact]) -> dict[int, int]:
    """The parse's node for each of the gold's: as the facts say, else over the same words, the topmost first."""
    known = ((fact.gold_node, fact.parse_node or fact.partner) for fact in facts)
    pairs = {node: there for node, there in known if node is not None and there is not None}
    free: dict[int, list[int]] = {}  # the parse's other nodes by their words, from the lowest up
    taken, theirs = set(pairs.values()), parse.written
    for node in reversed(parse.sentence.nodes):
        if node.number not in taken and theirs[node.number]:
            free.setdefault(theirs[node.number], []).append(node.number)
    ours = gold.written
    for node in gold.sentence.nodes:
        candidates = free.get(ours[node.number], [])
        state = gold.state(node.number)
        # A missing node and an extra one over the same words are not each other's: then a label would be wrong.
        alike = state in (State.WRONG_LABEL, State.MATCHED, State.NOT_SCORED)
        if alike and node.number not in pairs and candidates and parse.state(candidates[-1]) == state:
            pairs[node.number] = candidates.pop()
    return pairs
