"""The lineages of words, as the metric leaf-ancestor compares them: shades of the words, rows of the list. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.lineage_edits import lineage_edits
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair

SHADES = 4
"""How dark the words are that are least alike."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """What stands above a word in gold and parse where that differs, and how alike it is (0 to 1).

    ``positions`` are the word's in gold and parse.
    """

    gold: str
    parse: str
    similarity: float
    positions: tuple[int, int]
    families: bool = False  # of labels: substituting one by another of its own is cheap

    @property
    def percent(self) -> str:
        """Such as ``67%``."""
        return f"{self.similarity:.0%}"

    @property
    def shades(self) -> int:
        """How dark it is: from 1 to `SHADES`."""
        return max(1, ceil((1 - self.similarity) * SHADES))

    @property
    def edits(self) -> str:
        """What makes the gold's of the parse's, from the word up, such as ``N1 ] +N1 −NP S``."""
        texts = []
        for edit in lineage_edits(self.gold.split(), self.parse.split(), families=self.families):
            if edit.same:
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


@dataclass(frozen=True, slots=True)
class LineageDifference:
    """A word whose lineages differ, as a row of the list."""

    word: str
    lineage: Lineage
    wording: Wording = REVIEW
    scored: bool = True
    layer: None = None  # what such facts are made of stands in no one place of a file
    item: str = ""
    state: State = State.WRONG_LABEL

    @property
    def gold(self) -> str:
        """The gold's lineage."""
        return self.lineage.gold or NONE

    @property
    def parse(self) -> str:
        """The parse's lineage, with what is to be deleted from it and added to it until it is the gold's."""
        return self.lineage.edits

    @property
    def verdict(self) -> str:
        """How alike they are."""
        return f"{self.lineage.percent} alike"

    @property
    def gold_state(self) -> State | None:
        """As words with differences are drawn."""
        return self.wording.drawn(self.state, Side.GOLD)

    @property
    def parse_state(self) -> State | None:
        """The same."""
        return self.wording.drawn(self.state, Side.PARSE)

    @property
    def place(self) -> int:
        """The word's position in the gold."""
        return self.lineage.positions[0]

    @property
    def sentence(self) -> str:
        """Such as ``tax: [ N1 N1 S, parse has NP S – 33% alike``."""
        return f"{self.wording.contrast(self.word, self.gold, self.lineage.parse or NONE)} – {self.verdict}"

    @property
    def word_states(self) -> Mapping[int, State]:
        """The word, marked."""
        return {self.place: self.wording.drawn(self.state, Side.BOTH)}

    @property
    def keys(self) -> tuple[Key, ...]:
        """The word on both sides."""
        ours, theirs = self.lineage.positions
        return Key(Side.GOLD, "word", f"{ours}"), Key(Side.PARSE, "word", f"{theirs}")

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the word."""
        return key in (*self.keys, self.keys[0]._replace(side=Side.BOTH))


def lineage_differences(
    sentence: Sentence, found: Mapping[int, Lineage], wording: Wording
) -> tuple[LineageDifference, ...]:
    """The words of the gold whose lineages differ, in their order."""
    forms = {word.position: word.form for word in sentence.words}
    return tuple(LineageDifference(isolated(forms[place]), found[place], wording) for place in sorted(found))


def on_path(sentence: Sentence, position: int, side: Side) -> Iterator[Key]:
    """The constituents above a word, from the lowest up: what its lineage is made of."""
    above = {node.number: node.parent for node in sentence.nodes}
    number = next((word.parent for word in sentence.words if word.position == position), 0)
    while number in above:
        yield Key(side, "node", f"{number}")
        number = above[number]
