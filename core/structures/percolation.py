"""Features of words on the constituents that they head (SPMRL 2013, §4.10: how the Swedish treebank was enriched)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.structures.constituent_heads import head_words, headed_trees
from goldleaf.core.structures.head_table import HeadTable
from goldleaf.core.structures.traces import relabelled
from goldleaf.core.treebank import TEXT, Treebank, detached


def percolated(treebank: Treebank, table: HeadTable) -> Treebank:
    """The treebank with the features of each constituent's lexical head on the constituent; one whose head has none
    keeps its own. Raises GoldleafError where the table finds no head."""
    own = treebank.words["features"].cast(pl.String).to_list()
    features = treebank.nodes["features"].cast(pl.String).to_list()
    word = node = 0
    for tree in headed_trees(treebank, table):
        for number, position in enumerate(head_words(tree)[1:]):
            if position and own[word + position - 1] != "_":
                features[node + number] = own[word + position - 1]
        word += len(tree.word_functions)
        node += len(tree.children) - 1
    changed = treebank.nodes.with_columns(pl.Series("features", features, dtype=pl.String).cast(TEXT))
    return detached(treebank, nodes=relabelled(treebank.nodes, changed))
