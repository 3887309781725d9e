"""Constituents without traces, unary chains and indices (SPMRL 2013, §4.2: how the Arabic treebank was made ready)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.structures.phrase import TRACE, parent_rows, with_yields
from goldleaf.core.structures.renumbering import without_nodes
from goldleaf.core.treebank import TEXT, Treebank, detached, renumbered

_INDEX = r"[-=][0-9]+"


def without_traces(treebank: Treebank) -> Treebank:
    """The treebank without the words that are not pronounced (``-NONE-``), the constituents that have no others, and
    the indices that linked them to what they stand for; function tags stay.

    Words are numbered anew. Arguments and lattices are not looked at: treebanks of constituents have none.
    """
    if "parent" not in treebank.words.columns or not (treebank.words["coarse_tag"] == TRACE).any():
        return treebank
    kept = treebank.words.filter(pl.col("coarse_tag").cast(pl.String) != TRACE)
    position = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    words = kept.with_columns(position=position, index=pl.lit("_").cast(TEXT))
    nodes = with_yields(words, treebank.nodes)
    made = detached(
        treebank,
        words=words,
        sentences=renumbered(treebank.sentences, words),
        nodes=nodes.with_columns(index=pl.lit("_").cast(TEXT)),
        secondary_edges=_renumbered_edges(treebank, words),
    )
    made = without_nodes(made, (nodes["size"] == 0).to_numpy())
    return _without_raw_indices(made)


def _renumbered_edges(treebank: Treebank, words: pl.DataFrame) -> pl.DataFrame:
    """The secondary edges of the words that are left, with their numbers."""
    old = treebank.words.filter(pl.col("coarse_tag").cast(pl.String) != TRACE).select("sentence", word="position")
    old = old.with_columns(now=words["position"])
    edges = treebank.secondary_edges.join(old, on=["sentence", "word"], how="left", maintain_order="left")
    edges = edges.filter((pl.col("word") == 0) | pl.col("now").is_not_null())
    return edges.with_columns(word=pl.coalesce("now", "word")).drop("now")


def _without_raw_indices(treebank: Treebank) -> Treebank:
    if "raw_label" not in treebank.nodes.columns:
        return treebank
    raw = pl.col("raw_label").cast(pl.String)
    category, features = raw.str.split("##").list.first(), raw.str.extract("(##.*)", 1).fill_null("")
    # Labels that begin with a separator stay whole, as their reader leaves them.
    stem = category.str.replace(rf"({_INDEX})+$", "")
    plain = pl.when(raw.str.starts_with("-")).then(raw).otherwise(stem + features)
    return replace(treebank, nodes=treebank.nodes.with_columns(raw_label=plain.cast(TEXT)))


def collapsed(treebank: Treebank) -> Treebank:
    """The treebank with chains of constituents that have one child of their own category each made one (NP → NP).

    The upper one stays, with the lower one's function, index and features where it has none itself.
    """
    nodes = treebank.nodes
    parent = parent_rows(nodes, nodes)
    of_words = parent_rows(treebank.words, nodes)
    children = np.bincount(parent[parent >= 0], minlength=nodes.height)
    children += np.bincount(of_words[of_words >= 0], minlength=nodes.height)
    label = nodes["label"].to_physical().to_numpy()
    # −1 points at the last row, which `parent >= 0` takes back.
    single = (parent >= 0) & (children[parent] == 1) & (label[parent] == label)
    if not single.any():
        return treebank
    given = {name: nodes[name].cast(pl.String).to_list() for name in ("function", "index", "features")}
    for row in np.flatnonzero(single)[::-1].tolist():
        for values in given.values():
            if values[parent[row]] in ("_", "--", ""):
                values[parent[row]] = values[row]
    taken = nodes.with_columns(pl.Series(name, values, dtype=pl.String).cast(TEXT) for name, values in given.items())
    return without_nodes(detached(treebank, nodes=relabelled(nodes, taken)), single)


def relabelled(nodes: pl.DataFrame, changed: pl.DataFrame) -> pl.DataFrame:
    """Changed nodes with labels as in the file put together anew where a piece of theirs is another."""
    if "raw_label" not in nodes.columns:
        return changed
    pieces = ("label", "function", "index", "features")
    differs = pl.any_horizontal([(nodes[name] != changed[name]) for name in pieces])
    text = {name: pl.col(name).cast(pl.String) for name in pieces}
    marks = {"function": f"{_separator(nodes)}{{}}", "index": "-{}", "features": "##{}##"}
    made = text["label"]
    for name, mark in marks.items():
        made = made + pl.when(text[name].is_in(["_", ""])).then(pl.lit("")).otherwise(pl.format(mark, text[name]))
    return changed.with_columns(raw_label=pl.when(differs).then(made.cast(TEXT)).otherwise("raw_label"))


def _separator(nodes: pl.DataFrame) -> str:
    """What stands between category and function in the labels of a file."""
    label, raw = (nodes[name].cast(pl.String) for name in ("label", "raw_label"))
    having = nodes.select((pl.col("function").cast(pl.String) != "_") & (raw != label)).to_series()
    place = having.arg_max()
    found = raw[place].removeprefix(label[place])[:1] if having.any() and place is not None else ""
    return found or "-"
