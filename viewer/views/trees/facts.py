"""The facts of a metric of constituents, as pictures of trees want them. No Qt."""

from __future__ import annotations

from goldleaf.core.facts import Mark
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.trees.picture import NodeFact


def node_facts(pair: Pair) -> tuple[NodeFact, ...]:
    """The constituents that the pair's metric compares."""
    if pair.facts is None:
        return ()
    nodes = pair.facts.select("gold_node", "parse_node", "label", "mark", "unlabeled", "crossing")
    return tuple(
        NodeFact(ours, theirs, label, Mark(mark), Mark(bare), crossing)
        for ours, theirs, label, mark, bare, crossing in nodes.iter_rows()
    )
