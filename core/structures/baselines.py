"""Trees and tags without any knowledge of the language, to compare parsers and taggers with (Gelling et al. 2012, §4).

They stand on the words of a treebank and take nothing else from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.facts import Integers
from goldleaf.core.structures.dependency_changes import SECOND_ANALYSES, emptied
from goldleaf.core.treebank import EMPTY_NODES, TEXT, Treebank, empty

CHUNKS = "chunks"


def _random(length: int, random: np.random.Generator) -> Integers:
    """Any of all trees over the words, with any root, each as likely as the others (by its Prüfer sequence)."""
    import networkx as nx  # takes long to load

    if length < 3:  # has no sequence
        root = int(random.integers(1, length + 1))
        return np.array([0 if place == root else root for place in range(1, length + 1)])
    sequence = random.integers(0, length, length - 2).tolist()
    root = int(random.integers(0, length))
    heads = np.zeros(length, np.int64)
    for above, below in nx.bfs_edges(nx.from_prufer_sequence(sequence), root):
        heads[below] = above + 1
    return heads


# The kinds of trees: each gives the heads of a sentence of so many words, 0 for the root.
TREES: Mapping[str, Callable[[int, np.random.Generator], Integers]] = {
    "left": lambda length, _: np.append(np.arange(2, length + 1), 0),  # each word hangs on the next one
    "right": lambda length, _: np.arange(length),  # each hangs on the one before it
    "random": _random,
}

KINDS = (*TREES, CHUNKS)


def baseline(treebank: Treebank, kind: str, *, seed: int = 0, tags: int | None = None) -> Treebank:
    """The words of a treebank in a baseline's trees, or with its tags. Raises OptionError for a kind that is none.
    ``chunks`` cuts the words of the file into as many chunks of equal length as there are ``tags``, by default as the
    treebank's coarse tags, each with a fine tag of its own. Labels: ``root``, ``dep``; random by ``seed``."""
    check_among("baseline", kind, KINDS, "baseline")
    if kind == CHUNKS:
        tags = treebank.words["coarse_tag"].n_unique() if tags is None else tags
        if tags < 1:
            raise OptionError(f"--tags {tags}: expected a number from 1 on")
        # By the words' places in the whole file, not in their sentences (Gelling et al. 2012, §4).
        count = treebank.words.height
        chunk = pl.Series(np.arange(count) * min(tags, max(count, 1)) // max(count, 1) + 1)
        fine = pl.select(pl.concat_str(pl.lit("C"), chunk.cast(pl.String)).cast(TEXT)).to_series()
        return replace(treebank, words=treebank.words.with_columns(fine_tag=fine))
    random = np.random.default_rng(seed)
    lengths = [length for length in treebank.sentences["words"].to_list() if length]
    heads = np.concatenate([TREES[kind](length, random) for length in lengths] or [np.zeros(0, np.int64)])
    head = pl.Series("head", heads, dtype=pl.Int32)
    label = pl.select(pl.when(head == 0).then(pl.lit("root")).otherwise(pl.lit("dep")).cast(TEXT)).to_series()
    words = emptied(treebank.words, *SECOND_ANALYSES).with_columns(head=head, label=label)
    return _without_empty_nodes(replace(treebank, words=words))


def _without_empty_nodes(treebank: Treebank) -> Treebank:
    """The treebank without its empty nodes, to which no edge leads, and without their lines: what is below moves up."""
    left_out = treebank.empty_nodes["line"].to_numpy()
    if not len(left_out):
        return treebank

    def moved(table: pl.DataFrame) -> pl.DataFrame:
        before = pl.Series(np.searchsorted(left_out, table["line"].to_numpy()), dtype=pl.UInt32)
        return table.with_columns(line=table["line"] - before)

    layout = treebank.layout
    odd = [line for line in layout.odd_newlines if line not in {*left_out.tolist()}]
    odd_newlines = tuple(line - int(np.searchsorted(left_out, line)) for line in odd)
    layout = replace(layout, lines=layout.lines - len(left_out), odd_newlines=odd_newlines)
    tables: dict[str, Any] = {
        name: moved(getattr(treebank, name)) for name in ("words", "sentences", "tokens", "other_lines")
    }
    return replace(treebank, layout=layout, empty_nodes=empty(EMPTY_NODES), **tables)
