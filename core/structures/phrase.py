"""Phrase structure: the words that constituents cover.

A yield is a set of positions. Its key is the wrapping sum of a fixed 64-bit number for each position, so constituents
with gaps need no special case, and the key of a whole is the sum of the keys of its parts. Two different yields of one
sentence get the same key with a probability of about 2^-64.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Bools, Integers, Keys, spread
from goldleaf.core.structures.parents import climbs
from goldleaf.core.treebank import Treebank

if TYPE_CHECKING:
    from goldleaf.core.sentence import Word

TRACE = "-NONE-"  # the tag of words that are not pronounced
NO_PARSE = "NOPARSE"  # the label some parsers give to the words of a sentence that they have failed on
_TRACE_FORM = re.compile(r"\*(?:[A-Za-z?]+\*)?(?:-\d+)?(?<!^\*)")
_NO_WORD = np.iinfo(np.uint32).max


def position_keys(positions: npt.NDArray[np.integer[Any]]) -> Keys:
    """The number of each position, the same in every sentence, file and version: splitmix64 (Steele et al. 2014)."""
    key = positions.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(key ^ (key >> np.uint64(31)))


def span_keys(first: npt.NDArray[np.integer[Any]], size: npt.NDArray[np.integer[Any]]) -> Keys:
    """The keys of yields without gaps, from the position of their first word and their size, which may be 0."""
    last = np.where(size > 0, first + size - 1, 0).astype(np.int64)
    before = np.where(size > 0, first - 1, 0).astype(np.int64)
    # Sums of keys wrap around, so that those of a span are the difference of two sums from the start of the sentence.
    sums = np.append(np.uint64(0), np.cumsum(position_keys(np.arange(1, int(last.max(initial=0)) + 1))))
    return np.asarray(sums[last] - sums[before])


def with_yields(words: pl.DataFrame, nodes: pl.DataFrame) -> pl.DataFrame:
    """The nodes with the columns ``first``, ``last``, ``size`` and ``yield``, worked out from who is whose parent.
    ``words`` needs ``sentence``, ``position`` and ``parent``; ``nodes`` needs ``sentence``, ``node`` (from 1 without
    holes) and ``parent`` (less than ``node``), in this order. A node without words has 0 in all four."""
    parent = parent_rows(nodes, nodes)
    word_parent = parent_rows(words, nodes)
    has_parent = word_parent >= 0
    position = words["position"].to_numpy()[has_parent]
    at = word_parent[has_parent]

    size = np.bincount(at, minlength=nodes.height).astype(np.uint32)
    key = np.zeros(nodes.height, np.uint64)
    np.add.at(key, at, position_keys(position))
    first = np.full(nodes.height, _NO_WORD, np.uint32)
    np.minimum.at(first, at, position)
    last = np.zeros(nodes.height, np.uint32)
    np.maximum.at(last, at, position)

    for below, above in climbs(parent):
        np.add.at(size, above, size[below])
        np.add.at(key, above, key[below])
        np.minimum.at(first, above, first[below])
        np.maximum.at(last, above, last[below])
    first[size == 0] = 0
    made = [pl.Series("first", first), pl.Series("last", last), pl.Series("size", size), pl.Series("yield", key)]
    return nodes.with_columns(made)


def parent_rows(table: pl.DataFrame, nodes: pl.DataFrame) -> Integers:
    """For each row of a table with ``sentence`` and ``parent`` (words, nodes) the row of its parent, −1 for none."""
    # Nodes are numbered from 1 without holes in each sentence, so that a number is a distance from the first row.
    first = np.searchsorted(nodes["sentence"].to_numpy(), table["sentence"].to_numpy())
    parent = table["parent"].to_numpy().astype(np.int64)
    return np.where(parent > 0, first + parent - 1, -1)


def discontinuous(nodes: pl.DataFrame) -> Bools:
    extent = nodes["last"].to_numpy().astype(np.int64) - nodes["first"].to_numpy() + 1
    size = nodes["size"].to_numpy()
    return np.asarray((size > 0) & (extent > size))


def unparsed(treebank: Treebank) -> Bools:
    """The sentences that a parser has given no analysis: they have no nodes, or their top node says so (NOPARSE)."""
    nodes = treebank.nodes
    result = spread(len(treebank), nodes["sentence"].to_numpy(), values=False, rest=True)
    failed = nodes.filter((pl.col("parent") == 0) & (pl.col("label").cast(pl.String) == NO_PARSE))
    result[failed["sentence"].to_numpy()] = True
    return result


def traces(treebank: Treebank) -> Bools:
    """The words that are not pronounced, which only trees of constituents have."""
    if "parent" not in treebank.words.columns:
        return np.zeros(treebank.words.height, bool)
    return (treebank.words["coarse_tag"] == TRACE).to_numpy()


def is_trace(word: Word) -> bool:
    """Whether a word is not written: a trace, or another empty category."""
    is_star = word.form.startswith("*") and _TRACE_FORM.fullmatch(word.form) is not None
    return is_star or TRACE in (word.coarse_tag, word.fine_tag)
