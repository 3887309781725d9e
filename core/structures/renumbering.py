"""Constituents taken out of their trees, or hung elsewhere in them, and what is left numbered anew."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures.phrase import parent_rows, with_yields
from goldleaf.core.treebank import Treebank, detached

Rows = npt.NDArray[np.int64]


def without_nodes(treebank: Treebank, gone: npt.NDArray[np.bool_]) -> Treebank:
    """The treebank without some constituents; what they held is held by the next one above that stays."""
    if not gone.any():
        return treebank
    nodes = treebank.nodes
    above = parent_rows(nodes, nodes)
    kept = np.append(above, -1)
    while (inner := (kept >= 0) & np.append(gone, False)[kept]).any():
        kept[inner] = kept[kept[inner]]
    number = np.cumsum(~gone) - _before(nodes, gone)  # of each that stays, in its sentence
    number = np.append(number, 0)

    def numbered(table: pl.DataFrame) -> pl.Series:
        """The numbers of the parents of a table's rows."""
        parent = parent_rows(table, nodes)
        parent = np.where((parent >= 0) & np.append(gone, False)[parent], kept[parent], parent)
        return pl.Series("parent", number[parent], dtype=pl.UInt32)

    words = treebank.words.with_columns(numbered(treebank.words))
    left = nodes.with_columns(numbered(nodes), pl.Series("node", number[:-1], dtype=pl.UInt32)).filter(pl.Series(~gone))
    return detached(
        treebank, words=words, nodes=with_yields(words, left), secondary_edges=_edges(treebank, number, gone)
    )


def hung(treebank: Treebank, of_words: Rows, of_nodes: Rows) -> Treebank:
    """The treebank with words and constituents below other parents, given as rows of the nodes, −1 for the top.

    Constituents are numbered anew: parents first, siblings in the order of their first words.
    """
    nodes = treebank.nodes
    sentence = nodes["sentence"].to_numpy()
    first = np.searchsorted(sentence, np.arange(len(treebank) + 1))
    order = _preorder(treebank, of_words, of_nodes)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    new = np.append(place - first[sentence] + 1, 0)  # the new number of each row; 0 for −1
    words = treebank.words.with_columns(parent=pl.Series(new[of_words], dtype=pl.UInt32))
    changed = nodes.with_columns(
        node=pl.Series(new[:-1], dtype=pl.UInt32), parent=pl.Series(new[of_nodes], dtype=pl.UInt32)
    )[order]
    edges = _edges(treebank, new, np.zeros(nodes.height, bool))
    return detached(treebank, words=words, nodes=with_yields(words, changed), secondary_edges=edges)


def _preorder(treebank: Treebank, of_words: Rows, of_nodes: Rows) -> Rows:
    """The rows of the nodes in the order that they get: by sentence, parents first, siblings by their first words."""
    count = treebank.nodes.height
    least = np.full(count, np.iinfo(np.int64).max)
    inside = np.flatnonzero(of_words >= 0)
    np.minimum.at(least, of_words[inside], inside)
    depth = np.zeros(count, np.int64)
    ancestor = of_nodes
    while (below := np.flatnonzero(ancestor >= 0)).size:
        np.minimum.at(least, ancestor[below], least[below])
        depth[below] += 1
        ancestor = np.where(ancestor >= 0, of_nodes[ancestor], -1)
    return np.lexsort((depth, least, treebank.nodes["sentence"].to_numpy()))


def _before(nodes: pl.DataFrame, gone: npt.NDArray[np.bool_]) -> Rows:
    """For each node how many stay in the sentences before its own."""
    sentence = nodes["sentence"].to_numpy()
    staying = np.append(0, np.cumsum(~gone))
    return np.asarray(staying[np.searchsorted(sentence, sentence)])


def _edges(treebank: Treebank, number: Rows, gone: npt.NDArray[np.bool_]) -> pl.DataFrame:
    """The secondary edges between what stays, with its numbers."""
    edges = treebank.secondary_edges
    if not edges.height:
        return edges
    rows = {
        name: parent_rows(edges.select("sentence", parent=pl.col(name)), treebank.nodes) for name in ("node", "parent")
    }
    lost = np.append(gone, False)
    stays = ~(lost[rows["node"]] | lost[rows["parent"]])
    changed = edges.with_columns(pl.Series(name, number[row], dtype=pl.UInt32) for name, row in rows.items())
    return changed.filter(pl.Series(stays))
