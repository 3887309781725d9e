"""Layers of constituents put on trees, and taken off: a root above several, and a second tag above each word."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.structures.phrase import parent_rows, with_yields
from goldleaf.core.structures.renumbering import without_nodes
from goldleaf.core.treebank import NODES, TEXT, Treebank, detached


def rooted(treebank: Treebank, label: str) -> Treebank:
    """The treebank with a constituent above what stands side by side at the top of a sentence (SPMRL 2013, §4.2: pseudo
    roots XP, so that what one treebank has as several trees is one as in the other). One without a label gets it."""
    nodes, words = treebank.nodes, treebank.words
    tops = np.bincount(nodes.filter(pl.col("parent") == 0)["sentence"].to_numpy(), minlength=len(treebank))
    tops += np.bincount(words.filter(pl.col("parent") == 0)["sentence"].to_numpy(), minlength=len(treebank))
    several = pl.Series("several", tops > 1)
    labeled = _labeled(nodes, label)
    if not several.any() and labeled is nodes:
        return treebank
    shift = pl.col("several").cast(pl.UInt32)

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the numbers of constituents that they have below a new one."""
        own = table.with_columns(several.gather(table["sentence"]))
        return own.with_columns(pl.col(name) + shift for name in columns).drop("several")

    new = pl.DataFrame({"sentence": pl.Series(np.flatnonzero(tops > 1), dtype=pl.UInt32)}).with_columns(
        node=pl.lit(1, pl.UInt32), parent=pl.lit(0, pl.UInt32), label=pl.lit(label).cast(TEXT)
    )
    new = new.with_columns(pl.lit("_").cast(TEXT).alias(name) for name in ("function", "index", "features"))
    if "raw_label" in nodes.columns:
        new = new.with_columns(raw_label=pl.lit(label).cast(TEXT))
    below = moved(labeled, "node", "parent")
    joined = pl.concat([new, below], how="diagonal").select(below.columns).sort("sentence", "node")
    filled = joined.with_columns(pl.col(name).fill_null(0) for name in ("line", "first", "last", "size", "yield"))
    moved_words = moved(words, "parent")
    edges = treebank.secondary_edges
    shifted = moved(edges, "node", "parent").with_columns(
        node=pl.when(edges["node"] > 0).then("node").otherwise(edges["node"])
    )
    made = with_yields(moved_words, pl.DataFrame(filled, schema_overrides=NODES))
    return detached(treebank, words=moved_words, nodes=made, secondary_edges=shifted)


def _labeled(nodes: pl.DataFrame, label: str) -> pl.DataFrame:
    """The constituents with a label on those that hold a whole tree, several things, and have none."""
    children = np.bincount(parent_rows(nodes, nodes) + 1, minlength=nodes.height + 1)[1:]
    found = (nodes["parent"] == 0) & (nodes["label"].cast(pl.String) == "") & pl.Series(children > 1)
    if not found.any():
        return nodes
    names = [name for name in ("label", "raw_label") if name in nodes.columns]
    return nodes.with_columns(
        pl.when(found).then(pl.lit(label).cast(TEXT)).otherwise(name).alias(name) for name in names
    )


def without_upper_tags(treebank: Treebank) -> Treebank:
    """The treebank without the constituents that hold one word and nothing else, one above each word (SPMRL 2013, note
    23: the syntactic layer of tags in the Hebrew treebank, which a stricter protocol strips before scoring)."""
    nodes = treebank.nodes
    of_words, above = parent_rows(treebank.words, nodes), parent_rows(nodes, nodes)
    words = np.bincount(of_words + 1, minlength=nodes.height + 1)[1:]
    inner = np.bincount(above + 1, minlength=nodes.height + 1)[1:]
    return without_nodes(treebank, (words == 1) & (inner == 0))
