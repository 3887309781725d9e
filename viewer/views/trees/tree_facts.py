"""The facts of a metric of constituents, as pictures of trees want them. No Qt."""

from __future__ import annotations

import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.trees.tree_picture import NodeFact, TagFact

_DIFFERENT = (Mark.MISSING, Mark.EXTRA)


def node_facts(pair: Pair) -> tuple[NodeFact, ...] | None:
    """The constituents that the pair's metric compares; None where it compares all of them, but word by word."""
    if pair.facts is None or pair.metric.facts_are:
        return () if pair.facts is None or pair.metric.facts_are != "lineages" else None
    nodes = pair.facts.filter(pl.col("kind") == "constituent")
    return tuple(
        NodeFact(ours, theirs, label, Mark(mark), Mark(bare), crossing, partner)
        for ours, theirs, label, mark, bare, crossing, partner in nodes.select(
            "gold_node", "parse_node", "label", "mark", "unlabeled", "crossing", "partner"
        ).iter_rows()
    )


def wrong_functions(pair: Pair) -> dict[int, int]:
    """The gold's nodes whose functions the metric counts as wrong, with the parse's."""
    if pair.facts is None or pair.metric.facts_are:
        return {}
    wrong = pair.facts.filter((pl.col("kind") == "function") & (pl.col("mark") == Mark.MISSING))
    return dict(wrong.select("gold_node", "parse_node").iter_rows())


def wrong_tags(pair: Pair) -> tuple[TagFact, ...]:
    """The words whose tags the metric counts as wrong, by their places where the two sides have other words."""
    if pair.facts is None or pair.metric.facts_are:
        return ()
    ours, theirs = pair.places or ({}, {})
    wrong = pair.facts.filter((pl.col("kind") == "tag") & (pl.col("mark") == Mark.MISSING))
    return tuple(
        TagFact(ours.get(position, position), None if partner is None else theirs.get(partner, partner))
        for position, partner in wrong.select("position", "partner").iter_rows()
    )
