"""Enhanced graphs as tables of edges, with their empty nodes or without.

Nodes have the names that the file gives them: ``6`` for a word, ``8.1`` for an empty node, ``0`` for the root.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import polars as pl

from goldleaf.core.treebank import Treebank

STEP = ">"
"""Stands between the labels of a path that led through empty nodes."""

EDGES = {"sentence": pl.UInt32(), "node": pl.String(), "head": pl.String(), "label": pl.String()}

_Edge: TypeAlias = tuple[str, str, str]  # node, head, label


def edges(treebank: Treebank, empty_nodes: str) -> pl.DataFrame:
    """The edges of all sentences, in the order of the words: the columns of `EDGES`.

    ``empty_nodes``: ``nodes`` keeps them, ``ignore`` leaves out the edges from and to them, and ``collapse`` puts an
    edge for each path through them, whose label has those of the path (Bouma, Seddah & Zeman 2020, §3). Parts of DEPS
    that are no dependency are left out, and so are copies.
    """
    of_words = _of(treebank.words.select("sentence", pl.col("position").cast(pl.String).alias("node"), "enhanced"))
    names = pl.concat_str("after", pl.lit("."), "index")
    of_empty = _of(treebank.empty_nodes.select("sentence", names.alias("node"), "enhanced"))
    if empty_nodes == "nodes":
        return pl.concat([of_words, of_empty]).sort("sentence", maintain_order=True)
    passing = pl.col("head").str.contains(".", literal=True)
    direct = of_words.filter(~passing)
    through = of_words.filter(passing)
    if empty_nodes == "ignore" or through.is_empty():
        return direct
    collapsed = _collapsed(through, of_empty)
    return pl.concat([direct, collapsed]).unique(maintain_order=True).sort("sentence", maintain_order=True)


def _of(nodes: pl.DataFrame) -> pl.DataFrame:
    parts = nodes.with_columns(pl.col("enhanced").cast(pl.String).str.split("|")).explode("enhanced")
    split = parts.with_columns(pl.col("enhanced").str.splitn(":", 2).struct.rename_fields(["head", "label"])).unnest(
        "enhanced"
    )
    is_node = pl.col("head").str.contains(r"^[0-9]+(\.[0-9]+)?$") & pl.col("label").is_not_null()
    found = split.filter(is_node).select("sentence", "node", "head", "label").unique(maintain_order=True)
    return found.cast(dict(EDGES))  # type: ignore[arg-type]


def _collapsed(through: pl.DataFrame, of_empty: pl.DataFrame) -> pl.DataFrame:
    """The paths to words that come out of empty nodes, as edges from where they began."""
    into: dict[int, defaultdict[str, list[tuple[str, str]]]] = {}
    for sentence, node, head, label in of_empty.iter_rows():
        into.setdefault(sentence, defaultdict(list))[node].append((head, label))
    rows = [
        (sentence, node, start, path)
        for sentence, node, head, label in through.iter_rows()
        for start, path in _paths(head, label, into.get(sentence, {}), (head,))
    ]
    return pl.DataFrame(rows, schema=EDGES, orient="row").unique(maintain_order=True)


def _paths(
    head: str, label: str, into: Mapping[str, Sequence[tuple[str, str]]], passed: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Where paths through an empty node begin, and their labels; none goes through a node twice."""
    for above, own in into.get(head, ()):
        path = f"{own}{STEP}{label}"
        if "." not in above:
            yield above, path
        elif above not in passed:
            yield from _paths(above, path, into, (*passed, above))


def universal(label: pl.Expr) -> pl.Expr:
    """Labels without what follows the colon, in each step of a path."""
    return label.str.replace_all(rf":[^{STEP}]*", "")
