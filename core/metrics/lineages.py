"""Lineages: what stands between a word and the top of its tree (Sampson & Babarczy 2003).

A lineage is the labels of the constituents above a word, the lowest first. So that trees with the same labels in
different brackets differ, the word that begins a constituent has a mark ``[`` before the highest one that it begins,
and the one that ends a constituent a mark ``]`` after the highest that it ends. *two* in ``(S (N1 two (N1 tax revision)
bills) were passed)`` has ``N1 [ S``, *revision* ``N1 ] N1 S``. Constituents without a label are passed over.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.errors import PairError
from goldleaf.core.metrics.parseval.sides import (
    Bools,
    Brackets,
    Integers,
    codes_for,
    codes_of,
    first_words,
    words_before,
)
from goldleaf.core.structures import phrase
from goldleaf.core.treebank import Treebank

Symbols: TypeAlias = npt.NDArray[np.int64]

NOTHING, OPEN, CLOSE = -1, -2, -3
"""Symbols beside the codes of labels: what fills a row up, and the two marks."""


class Side(NamedTuple):
    """A treebank, its nodes as brackets over the words that it keeps, and the rows of the words in question."""

    treebank: Treebank
    nodes: Brackets
    kept: Bools
    words: Integers


class Lineages(NamedTuple):
    """The distinct lineages of two treebanks, a row each, and the row of each word in question."""

    symbols: Symbols
    lengths: Integers
    gold: Integers
    parse: Integers


class _Nodes(NamedTuple):
    """The nodes of both treebanks together, the gold's first: the path of each to the top, and how many labels it has.

    Paths are numbered from 1; 0 is the path of a word under no label.
    """

    path: Integers
    depth: Integers
    path_above: Integers  # for each path the one without its lowest label
    path_label: Integers
    path_depth: Integers


MOST_SYMBOLS = 1 << 25
"""Of all distinct lineages, each as long as the longest: 256 MB."""

DEEPEST = 1_000
"""Constituents in one another: the time that two lineages take grows with its square; real trees have a hundred."""


def lineages(gold: Side, parse: Side) -> Lineages:
    """The lineages of the words in question.

    Raises PairError, with the line, for constituents more than `DEEPEST` in one another, or so that these need more
    than `MOST_SYMBOLS`.
    """
    above, parents = _labelled_above(gold, parse)
    nodes = _nodes(above, np.concatenate([codes_of(side.treebank.nodes["label"]) for side in (gold, parse)]))
    split = gold.treebank.nodes.height
    base = int(nodes.depth.max(initial=0)) + 1
    keys = []
    for side, parent, own in ((gold, parents[0], slice(None, split)), (parse, parents[1], slice(split, None))):
        path = np.append(nodes.path, 0)[parent]  # -1, no parent, is the last
        begins, ends = _marks(side, nodes.depth[own])
        keys.append((path * base + begins) * base + ends)
    distinct, number = np.unique(np.concatenate(keys), return_inverse=True)
    if base > DEEPEST or len(distinct) * base > MOST_SYMBOLS:
        raise _too_deep(gold, parse, nodes)
    rest, ends = np.divmod(distinct, base)
    path, begins = np.divmod(rest, base)
    symbols, lengths = _spelled(nodes, path, begins, ends)
    return Lineages(symbols, lengths, number[: len(keys[0])], number[len(keys[0]) :])


def _too_deep(gold: Side, parse: Side, nodes: _Nodes) -> PairError:
    """What is to be raised about the deepest constituent."""
    row = int(np.argmax(nodes.depth))
    split = gold.treebank.nodes.height
    side, row = (gold.treebank, row) if row < split else (parse.treebank, row - split)
    line = side.sentences["line"][side.nodes["sentence"][row]]
    deep = f"{int(nodes.depth.max()):,} constituents stand in one another"
    return PairError(f"{side.path}:{line}: {deep}; leaf-ancestor compares no lineages of that length", path=side.path)


def _labelled_above(gold: Side, parse: Side) -> tuple[Integers, tuple[Integers, Integers]]:
    """The nearest node with a label above each node (of both treebanks together) and above each word; -1 for none."""
    sides = (gold.treebank, parse.treebank)
    shift = np.array([0, gold.treebank.nodes.height])
    rows = [phrase.parent_rows(side.nodes, side.nodes) for side in sides]
    above = np.concatenate([np.where(row >= 0, row + more, -1) for row, more in zip(rows, shift, strict=True)])
    unlabelled = np.concatenate([codes_of(side.nodes["label"]) == codes_for([""]) for side in sides])
    parents = []
    for side, more in zip((gold, parse), shift, strict=True):
        parent = phrase.parent_rows(side.treebank.words[side.words], side.treebank.nodes)
        parents.append(_past(np.where(parent >= 0, parent + more, -1), above, unlabelled))
    return np.where(unlabelled, -1, _past(above, above, unlabelled)), (parents[0], parents[1])


def _past(rows: Integers, above: Integers, unlabelled: Bools) -> Integers:
    """The rows, or where they have no label, what is above them."""
    while (further := np.flatnonzero((rows >= 0) & np.append(unlabelled, False)[rows])).size:
        rows = rows.copy()
        rows[further] = above[rows[further]]
    return rows


def _nodes(above: Integers, label: npt.NDArray[np.uint32]) -> _Nodes:
    """Number the paths, level by level."""
    depth = _depths(above)
    path = np.zeros(len(above) + 1, np.int64)
    path_above, path_label = [np.zeros(1, np.int64)], [np.full(1, NOTHING, np.int64)]
    sizes = [1]
    order = np.argsort(depth, stable=True)
    for rows in np.split(order, np.cumsum(np.bincount(depth))[:-1])[1:]:
        distinct, number = np.unique(path[above[rows]] << 32 | label[rows], return_inverse=True)
        path[rows] = number + sum(sizes)
        sizes.append(len(distinct))
        path_above.append(distinct >> 32)
        path_label.append(distinct & 0xFFFFFFFF)
    path_depth = np.repeat(np.arange(len(sizes)), sizes)
    return _Nodes(path[:-1], depth, np.concatenate(path_above), np.concatenate(path_label), path_depth)


def _depths(above: Integers) -> Integers:
    """How many nodes stand from each to the top, itself included."""
    depth, ancestor = np.ones(len(above), np.int64), above
    while (below := np.flatnonzero(ancestor >= 0)).size:  # twice as far each time
        depth, further = depth.copy(), ancestor.copy()
        depth[below] += depth[ancestor[below]]
        further[below] = ancestor[ancestor[below]]
        ancestor = further
    return depth


def _marks(side: Side, depth: Integers) -> tuple[Integers, Integers]:
    """For each word in question the depth of the highest constituent that it begins, and that it ends; 0 for none."""
    before = words_before(side.kept)
    own = codes_of(side.treebank.nodes["label"]) != codes_for([""])
    rows = np.flatnonzero(own & (side.nodes.start < side.nodes.end))
    origin = before[first_words(side.treebank)[side.nodes.sentence[rows]]]
    found = []
    for places in (origin + side.nodes.start[rows], origin + side.nodes.end[rows] - 1):
        highest = np.full(before[-1], np.iinfo(np.int64).max)
        np.minimum.at(highest, places, depth[rows])
        highest[highest == np.iinfo(np.int64).max] = 0
        found.append(highest[before[side.words]])
    return found[0], found[1]


def _spelled(nodes: _Nodes, path: Integers, begins: Integers, ends: Integers) -> tuple[Symbols, Integers]:
    """Lineages as rows of symbols, and how many each has."""
    level = nodes.path_depth[path]
    lengths = level + (begins > 0) + (ends > 0)
    symbols = np.full((len(path), int(lengths.max(initial=0))), NOTHING, np.int64)
    place = np.zeros(len(path), np.int64)

    def put(rows: Integers, symbol: int | Integers) -> None:
        symbols[rows, place[rows]] = symbol
        place[rows] += 1

    while (rows := np.flatnonzero(level > 0)).size:
        put(rows[begins[rows] == level[rows]], OPEN)
        put(rows, nodes.path_label[path[rows]])
        put(rows[ends[rows] == level[rows]], CLOSE)
        path, level = nodes.path_above[path], level - 1
    return symbols, lengths
