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
from goldleaf.viewer.diagram.differences import NONE, Difference, marked
from goldleaf.viewer.diagram.naming import Wording
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


def lineage_differences(sentence: Sentence, found: Mapping[int, Lineage], wording: Wording) -> tuple[Difference, ...]:
    """The words of the gold whose lineages differ, in their order; of the parse's, what is to be edited in it.

    What such facts are made of stands in no one place of a file: they have no layer.
    """
    rows = []
    for word in sentence.words:
        lineage = found.get(word.position)
        if lineage is None:
            continue
        form, gold, verdict = isolated(word.form), lineage.gold or NONE, f"{lineage.percent} alike"
        ours, theirs = (
            Key(side, "word", f"{place}")
            for side, place in zip((Side.GOLD, Side.PARSE), lineage.positions, strict=True)
        )
        rows.append(
            Difference(
                word=form,
                gold=gold,
                parse=lineage.edits,
                verdict=verdict,
                sentence=f"{wording.contrast(form, gold, lineage.parse or NONE)} – {verdict}",
                state=State.WRONG_LABEL,
                gold_state=wording.drawn(State.WRONG_LABEL, Side.GOLD),
                parse_state=wording.drawn(State.WRONG_LABEL, Side.PARSE),
                place=word.position,
                keys=(ours, theirs),
                word_states=marked([word.position], State.WRONG_LABEL, wording),
                further=frozenset({ours._replace(side=Side.BOTH)}),
            )
        )
    return tuple(rows)


def on_path(sentence: Sentence, position: int, side: Side) -> Iterator[Key]:
    """The constituents above a word, from the lowest up: what its lineage is made of."""
    above = {node.number: node.parent for node in sentence.nodes}
    number = next((word.parent for word in sentence.words if word.position == position), 0)
    while number in above:
        yield Key(side, "node", f"{number}")
        number = above[number]
