"""Which words stand under which constituents."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures import phrase
from goldleaf.core.treebank import Treebank


def covered(treebank: Treebank, nodes: npt.NDArray[np.bool_], words: npt.NDArray[np.bool_]) -> pl.DataFrame:
    """Rows (word, node), both by their rows in the treebank: the chosen words under each of the chosen nodes."""
    above = phrase.parent_rows(treebank.nodes, treebank.nodes)
    word = np.flatnonzero(words)
    node = phrase.parent_rows(treebank.words, treebank.nodes)[word]
    levels = [pl.DataFrame(schema={"word": pl.Int64(), "node": pl.Int64()})]
    while (under := node >= 0).any():
        word, node = word[under], node[under]
        chosen = nodes[node]
        levels.append(pl.DataFrame({"word": word[chosen], "node": node[chosen]}))
        node = above[node]
    return pl.concat(levels)
