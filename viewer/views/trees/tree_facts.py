"""What a metric says of the trees of a pair: constituents, functions, tags; lineages of words. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any, NamedTuple

import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.legend import SHADES
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.session.pair import Pair

# How what has a mark is drawn, if there is nothing else to be said of it.
STATES = {
    Mark.MATCHED: State.MATCHED, Mark.MISSING: State.MISSING, Mark.EXTRA: State.EXTRA,
    Mark.FORGIVEN: State.FORGIVEN, Mark.NOT_SCORED: State.NOT_SCORED,
}  # fmt: skip


class NodeFact(NamedTuple):
    """A constituent of the gold, of the parse or of both as the metric marks it; nodes by number, None where absent."""

    gold_node: int | None
    parse_node: int | None
    label: str
    mark: Mark
    unlabeled: Mark  # of the same words without their label
    crossing: bool = False  # the parse's crosses one of the gold's
    partner: int | None = None  # the other side's node over the same words with another label

    @property
    def state(self) -> State:
        """How it is drawn: one that has but another label is not missing or extra, and what crosses is worse."""
        if self.mark in (Mark.MISSING, Mark.EXTRA) and self.unlabeled == Mark.MATCHED:
            return State.WRONG_LABEL
        return State.CROSSING if self.mark == Mark.EXTRA and self.crossing else STATES[self.mark]


def node_facts(pair: Pair) -> tuple[NodeFact, ...] | None:
    """The constituents that the pair's metric compares; None where it compares all of them, but word by word."""
    if pair.facts is not None and pair.metric.facts_are == "lineages":
        return None
    columns = ("gold_node", "parse_node", "label", "mark", "unlabeled", "crossing", "partner")
    return tuple(
        NodeFact(ours, theirs, label, Mark(mark), Mark(bare), crossing, partner)
        for ours, theirs, label, mark, bare, crossing, partner in _rows(pair, columns, kind="constituent")
    )


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
