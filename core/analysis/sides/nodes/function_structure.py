"""How the nodes of function trees stand to one another and to the words, all sentences at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.nodes.node_columns import heads, is_head
from goldleaf.core.structures.dependency import without_cycles
from goldleaf.core.structures.function import FunctionNodes, first_words, last_words, yield_keys
from goldleaf.core.structures.parents import Integers
from goldleaf.core.structures.phrase import parent_rows
from goldleaf.core.treebank import Treebank


class Structure(NamedTuple):
    """The nodes' columns ``first``, ``last``, ``words``, ``discontinuous``, ``head`` (row of a word, −1 for none).

    ``above`` is for each node the next one above over other words, ``lowest`` for each word the least node over it; −1
    for none.
    """

    nodes: pl.DataFrame
    above: Integers
    lowest: Integers


def structure_of(treebank: Treebank, nodes: FunctionNodes, terminal: Integers) -> Structure:
    """What follows from where nodes stand; ``terminal`` is what they were made with (see `function_nodes`)."""
    first, last = first_words(treebank, nodes), last_words(treebank, nodes)
    size = yield_keys(treebank, nodes, (terminal > 0).astype(np.uint64)).astype(np.int64)
    position = treebank.words["position"]
    if "parent" in treebank.words.columns:
        above, lowest, head = _of_constituents(treebank, nodes)
    else:
        above, lowest, head = _of_dependencies(treebank, nodes)
    table = pl.DataFrame(
        {
            "first": position.gather(first),
            "last": position.gather(last),
            "words": pl.Series(size, dtype=pl.UInt32),
            "discontinuous": terminal[last] - terminal[first] + 1 > size,
            "head": head,
        }
    )
    return Structure(table, _over_others(above, nodes), np.where(terminal > 0, lowest, -1))


def _over_others(above: Integers, nodes: FunctionNodes) -> Integers:
    """The next node above that is over other words."""
    above = above.copy()
    while (same := np.flatnonzero((above >= 0) & (nodes.over[above] == nodes.over))).size:
        above[same] = above[above[same]]
    return above


def _of_dependencies(treebank: Treebank, nodes: FunctionNodes) -> tuple[Integers, Integers, Integers]:
    forest, _ = without_cycles(treebank)
    index = np.arange(len(nodes.word))
    of_word, lowest = np.full(treebank.words.height + 1, -1), np.full(treebank.words.height, -1)
    of_word[nodes.word[~nodes.head]] = lowest[nodes.word[~nodes.head]] = index[~nodes.head]
    lowest[nodes.word[nodes.head]] = index[nodes.head]
    return np.where(nodes.head, of_word[nodes.word], of_word[forest[nodes.word]]), lowest, nodes.word


def _of_constituents(treebank: Treebank, nodes: FunctionNodes) -> tuple[Integers, Integers, Integers]:
    above, of_words = parent_rows(treebank.nodes, treebank.nodes), parent_rows(treebank.words, treebank.nodes)
    index = np.arange(len(nodes.word))
    of_word, of_constituent = (np.full(table.height + 1, -1) for table in (treebank.words, treebank.nodes))
    words, constituents = nodes.word >= 0, nodes.constituent >= 0
    of_word[nodes.word[words]] = index[words]
    of_constituent[nodes.constituent[constituents]] = index[constituents]
    found = of_constituent.copy()  # the node of a constituent, or of the next one above that has one
    upper = np.append(above, -1)
    while (none := np.flatnonzero((found < 0) & (upper >= 0))).size:
        found[none] = of_constituent[upper[none]]
        upper[none] = np.append(above, -1)[upper[none]]
    up = np.where(words, found[np.append(of_words, -1)[nodes.word]], found[np.append(above, -1)[nodes.constituent]])
    lowest = np.where(of_word[:-1] >= 0, of_word[:-1], found[of_words])
    size = treebank.nodes["size"].to_numpy().astype(np.int64)
    own = is_head(treebank.words["function"]), is_head(treebank.nodes["function"])
    head = np.append(heads(of_words, above, *own, size), -1)
    return up, lowest, np.where(words, nodes.word, head[nodes.constituent])
