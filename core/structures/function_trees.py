"""Function trees as constituents, so that they can be written, drawn and scored (Tsarfaty et al. 2011, §3).

One way only: the papers define none back. Each node is a constituent of the category X with a function, below a ROOT
that covers the sentence; a node with several functions is a chain of as many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.structures.constituents import without_traces
from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.multifunction import (
    CrossingYieldsError,
    MultiFunctionTree,
    Yield,
    crossing_pairs,
    parents,
)
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import NODES, TEXT, WORDS, Treebank, detached

_COLUMNS = ("sentence", "position", "line", "form", "lemma", "coarse_tag", "fine_tag", "features")


def function_trees(treebank: Treebank, *, wildcard: bool = False) -> Treebank:
    """The function trees of any treebank, as constituents; traces are left out, as they are no terminals. ``wildcard``
    as in `multi_function_trees`. Raises GoldleafError where two yields cross, which words that are their own heads'
    heads can bring about."""
    treebank = without_traces(treebank)
    return as_constituents(treebank, multi_function_trees(treebank, wildcard=wildcard))


def as_constituents(treebank: Treebank, trees: Iterable[MultiFunctionTree]) -> Treebank:
    """Trees, one a sentence, as the constituents of a treebank's words. Terminals are the words' positions. Raises
    GoldleafError where two yields of a tree cross."""
    rows: list[tuple[int, int, int, str, str]] = []
    parents: list[int] = []
    for row, (tree, count) in enumerate(zip(trees, treebank.sentences["words"].to_list(), strict=True)):
        if crossing := crossing_pairs(tree):
            message = f"{treebank.path}: sentence {row + 1}: {CrossingYieldsError(crossing)}"
            raise GoldleafError(message, path=treebank.path)
        nodes = [*_nodes(tree, count)]
        rows += [
            (row, number, parent, "X" if parent else "ROOT", function)
            for number, (parent, function, _) in enumerate(nodes, 1)
        ]
        smallest = [0] * count  # the node that each word is in, the last of a chain
        for number, (_, _, over) in enumerate(nodes, 1):
            for position in over:
                smallest[position - 1] = number
        parents += smallest
    nothing = pl.lit("_").cast(TEXT)
    known = [name for name in _COLUMNS if name in treebank.words.columns]
    words = treebank.words.select(known).with_columns(
        head=pl.lit(None, WORDS["head"]), label=nothing, function=nothing, index=nothing,
        parent=pl.Series(parents, dtype=pl.UInt32),
    )  # fmt: skip
    schema = {name: NODES[name] for name in ("sentence", "node", "parent", "label", "function")}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    table = with_yields(words, table.with_columns(line=pl.lit(0, pl.UInt32), index=nothing, features=nothing))
    # What else is about words would speak of trees that are no longer there.
    others = ("secondary_edges", "empty_nodes", "arguments", "edges", "lattice_tokens")
    cleared = {name: getattr(treebank, name).clear() for name in others}
    made = detached(treebank, words=words, nodes=table.select(NODES.keys()), **cleared)
    columns = ("position", "form", "coarse_tag", "features", "function", "index", "parent")
    return replace(made, layout=replace(made.layout, format="discbracket", columns=columns))


def _nodes(tree: MultiFunctionTree, count: int) -> Iterator[tuple[int, str, Yield]]:
    """The nodes of a tree in the order of their numbers: parent, function and yield; the first is the top."""
    if not count:
        return
    everything = frozenset(range(1, count + 1))
    yield 0, "_", everything
    last, number = {everything: 1}, 1  # the last node over each yield
    parent = parents(tree) or {}
    for over in tree.pre_order:
        above = last[parent.get(over, everything)]
        for function in sorted(tree.nodes[over]) or ["_"]:  # several are a chain
            number += 1
            yield above, function, over
            above = number
        last[over] = number
