"""Words and constituents taken out of their trees, or hung elsewhere in them, and what is left numbered anew."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.phrase import parent_rows, with_yields
from goldleaf.core.treebank import Treebank, detached, renumbered

Rows = npt.NDArray[np.int64]


def without_nodes(treebank: Treebank, gone: npt.NDArray[np.bool_]) -> Treebank:
    """The treebank without some constituents; what they held is held by the next one above that stays."""
    if not gone.any():
        return treebank
    nodes = treebank.nodes
    above = parent_rows(nodes, nodes)
    # Chains of what goes are gone up together, a step a round, until each ends at what stays or at the top.
    kept = np.append(above, -1)
    while (inner := (kept >= 0) & np.append(gone, False)[kept]).any():
        kept[inner] = kept[kept[inner]]
    sentence = nodes["sentence"].to_numpy()
    staying = np.append(0, np.cumsum(~gone))
    number = staying[1:] - staying[np.searchsorted(sentence, sentence)]  # of each that stays, in its sentence
    number = np.append(number, 0)

    def numbered(table: pl.DataFrame) -> pl.Series:
        parent = parent_rows(table, nodes)
        parent = np.where((parent >= 0) & np.append(gone, False)[parent], kept[parent], parent)
        return pl.Series("parent", number[parent], dtype=pl.UInt32)

    words = treebank.words.with_columns(numbered(treebank.words))
    left = nodes.with_columns(numbered(nodes), pl.Series("node", number[:-1], dtype=pl.UInt32)).filter(pl.Series(~gone))
    edges = _edges(treebank, number, gone)
    return detached(treebank, words=words, nodes=with_yields(words, left), secondary_edges=edges)


def hung(treebank: Treebank, of_words: Rows, of_nodes: Rows) -> Treebank:
    """The treebank with words and constituents below other parents, given as rows of the nodes, −1 for the top.
    Constituents are numbered anew: parents first, siblings in the order of their first words."""
    nodes = treebank.nodes
    sentence = nodes["sentence"].to_numpy()
    first = np.searchsorted(sentence, np.arange(len(treebank) + 1))
    # Siblings stand in the order of their first words, so a parent, which has the same first word, is the less deep.
    least = np.full(nodes.height, np.iinfo(np.int64).max)
    inside = np.flatnonzero(of_words >= 0)
    np.minimum.at(least, of_words[inside], inside)
    depth = np.zeros(nodes.height, np.int64)
    ancestor = of_nodes
    while (below := np.flatnonzero(ancestor >= 0)).size:
        np.minimum.at(least, ancestor[below], least[below])
        depth[below] += 1
        ancestor = np.where(ancestor >= 0, of_nodes[ancestor], -1)
    order = np.lexsort((depth, least, sentence))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    new = np.append(place - first[sentence] + 1, 0)  # the new number of each row; 0 for −1
    words = treebank.words.with_columns(parent=pl.Series(new[of_words], dtype=pl.UInt32))
    numbers = {"node": new[:-1], "parent": new[of_nodes]}
    changed = nodes.with_columns(pl.Series(name, rows, dtype=pl.UInt32) for name, rows in numbers.items())[order]
    edges = _edges(treebank, new, np.zeros(nodes.height, bool))
    return detached(treebank, words=words, nodes=with_yields(words, changed), secondary_edges=edges)


def _edges(treebank: Treebank, number: Rows, gone: npt.NDArray[np.bool_]) -> pl.DataFrame:
    """The secondary edges between what stays, with its numbers."""
    edges = treebank.secondary_edges
    if not edges.height:
        return edges
    ends = {name: edges.select("sentence", parent=pl.col(name)) for name in ("node", "parent")}
    rows = {name: parent_rows(end, treebank.nodes) for name, end in ends.items()}
    lost = np.append(gone, False)
    stays = ~(lost[rows["node"]] | lost[rows["parent"]])
    changed = edges.with_columns(pl.Series(name, number[row], dtype=pl.UInt32) for name, row in rows.items())
    return changed.filter(pl.Series(stays))


SECOND_ANALYSES = ("enhanced", "projective_head", "projective_label", "predicted_head", "predicted_label")


def without_words(treebank: Treebank, instead: Rows) -> Treebank:
    """The treebank without some words: ``instead`` is for each the row of the word that stands for it, itself where it
    stays, −1 where none does. Heads, parents, arguments, surface tokens and secondary edges follow. The enhanced graph
    and second analyses, which are of the words as they were, go, with arguments that none stands for, or twice."""
    rows = np.arange(len(instead))
    kept = instead == rows
    if kept.all():
        return treebank
    sentence = treebank.sentence_of_word
    before = np.append(0, np.cumsum(kept))
    first = treebank.first_words
    position = np.append(before[rows] - before[first[sentence]] + 1, 0)  # of each that stays; 0 for −1
    now = np.where(instead >= 0, position[instead], 0)

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the new positions of words in some columns; 0 stays 0."""
        own = first[table["sentence"].to_numpy()]
        old = {name: table[name].to_numpy().astype(np.int64) for name in columns}
        return table.with_columns(
            pl.Series(name, np.where(of > 0, now[np.maximum(own + of - 1, 0)], 0), dtype=table[name].dtype)
            for name, of in old.items()
        )

    words = treebank.words
    if words["head"].null_count() < words.height:
        row = head_rows(treebank)
        head = np.where(row >= 0, now[row], treebank.heads)
        lost = (row >= 0) & (head == 0) | (head < 0)  # no word stands for the head, or there was none
        words = words.with_columns(pl.when(pl.Series(~lost)).then(pl.Series(head, dtype=pl.Int32)).alias("head"))
    words = words.filter(pl.Series(kept)).with_columns(position=pl.Series(position[:-1][kept], dtype=pl.UInt32))
    gone = [name for name in SECOND_ANALYSES if name in words.columns]
    words = words.with_columns(pl.lit("_").cast(words[name].dtype).alias(name) for name in gone)
    arguments = moved(treebank.arguments, "predicate", "argument")
    # Of surface tokens those stay that still have several words.
    tokens = treebank.tokens
    own = first[tokens["sentence"].to_numpy()]
    start = before[own + tokens["first"].to_numpy().astype(np.int64) - 1] - before[own] + 1
    end = before[own + tokens["last"].to_numpy().astype(np.int64)] - before[own]
    tokens = tokens.with_columns(pl.Series("first", start, dtype=pl.UInt32), pl.Series("last", end, dtype=pl.UInt32))
    edges = treebank.secondary_edges  # their word is 0 where a constituent has the edge
    return detached(
        treebank,
        words=words,
        sentences=renumbered(treebank.sentences, words),
        nodes=with_yields(words, treebank.nodes) if "parent" in words.columns else treebank.nodes,
        tokens=tokens.filter(pl.Series(end > start)),
        empty_nodes=treebank.empty_nodes.clear(),
        arguments=arguments.filter((pl.col("predicate") > 0) & (pl.col("argument") > 0)).unique(maintain_order=True),
        secondary_edges=moved(edges, "word").filter((pl.col("word") > 0) | (edges["word"] == 0)),
    )
