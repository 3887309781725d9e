"""How two clusterings of the same words meet: a table of counts, mappings between the two, and their entropies.

Sources: Christodoulopoulos, Goldwater & Steedman 2010, §3; Haghighi & Klein 2006 (one to one, greedily); Rosenberg &
Hirschberg 2007 (V-measure); Meilă 2003 (variation of information).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import TEXT

Codes: TypeAlias = npt.NDArray[np.uint32]
Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

NONE = -1
"""What an induced tag is mapped to that is left unassigned."""


@dataclass(frozen=True, eq=False)
class Contingency:
    """Counts of words by gold tag (rows) and induced tag (columns), and what the tags are called, in sorted order.

    ``tags`` are their codes.
    """

    gold: tuple[str, ...]
    parse: tuple[str, ...]
    counts: Integers
    tags: Tags

    @property
    def words(self) -> int:
        """How many words there are."""
        return int(self.counts.sum())

    @cached_property
    def many_to_one(self) -> Integers:
        """For each induced tag the gold tag that most of its words have, the first of equals."""
        if not self.counts.size:
            return np.full(len(self.parse), NONE)
        return np.asarray(self.counts.argmax(axis=0))

    @cached_property
    def one_to_one(self) -> Integers:
        """For each induced tag a gold tag of its own, or `NONE`: the most frequent pair first, the first of equals."""
        found = np.full(len(self.parse), NONE)
        taken = np.zeros(len(self.gold), bool)
        rows, columns = np.nonzero(self.counts)
        for cell in np.argsort(-self.counts[rows, columns], kind="stable"):
            row, column = rows[cell], columns[cell]
            if found[column] == NONE and not taken[row]:
                found[column] = row
                taken[row] = True
        return found

    @cached_property
    def one_to_one_optimal(self) -> Integers:
        """For each induced tag a gold tag of its own, or `NONE`: so that most words are mapped rightly."""
        import networkx as nx  # takes long to load

        graph = nx.Graph()
        for row, column in zip(*np.nonzero(self._worthwhile()), strict=True):
            graph.add_edge((0, int(row)), (1, int(column)), weight=int(self.counts[row, column]))
        found = np.full(len(self.parse), NONE)
        for pair in nx.max_weight_matching(graph):
            (_, row), (_, column) = sorted(pair)
            found[column] = row
        return found

    def _worthwhile(self) -> npt.NDArray[np.bool_]:
        """The cells among which there is a best assignment.

        A row needs no other columns than as many of its highest as there are rows: one of these is always left over;
        and a column alike.
        """
        rows, columns = self.counts.shape
        useful = self.counts > 0
        if columns > rows:
            least = -np.sort(-self.counts, axis=1)[:, rows - 1 : rows]
            useful &= self.counts >= least
        elif rows > columns:
            least = -np.sort(-self.counts, axis=0)[columns - 1 : columns]
            useful &= self.counts >= least
        return useful

    @cached_property
    def surprise(self) -> dict[str, Floats]:
        """What a word of each cell contributes to the entropies, in bits (0 where a cell is empty).

        ``gold`` and ``parse`` are -log2 of the shares of its tags, ``gold_given_parse`` and ``parse_given_gold`` those
        of the one tag among the words of the other; their means over all words are the entropies.
        """
        counts = self.counts.astype(np.float64)
        total = max(counts.sum(), 1.0)
        by_gold, by_parse = counts.sum(axis=1, keepdims=True), counts.sum(axis=0, keepdims=True)
        there = counts > 0

        def bits(part: Floats, whole: Floats | float) -> Floats:
            shares = np.divide(part, whole, out=np.ones_like(counts), where=there)
            return -np.log2(np.where(there, shares, 1.0))

        return {
            "gold": bits(by_gold, total),
            "parse": bits(by_parse, total),
            "gold_given_parse": bits(counts, by_parse),
            "parse_given_gold": bits(counts, by_gold),
        }


@dataclass(frozen=True, eq=False)
class Tags:
    """Two tags a word, as codes of `core.treebank.TEXT`: the gold's and the induced ones, of the same words."""

    gold: Codes
    parse: Codes

    def contingency(self) -> Contingency:
        """The table of these words."""
        (gold, rows), (parse, columns) = (np.unique(side, return_inverse=True) for side in (self.gold, self.parse))
        counts = np.bincount(rows * len(parse) + columns, minlength=len(gold) * len(parse)).astype(np.int64)
        orders = [sorted(range(len(codes)), key=names_of(codes).__getitem__) for codes in (gold, parse)]
        gold, parse = gold[orders[0]], parse[orders[1]]
        table = counts.reshape(len(orders[0]), len(orders[1]))[np.ix_(*orders)]
        return Contingency(tuple(names_of(gold)), tuple(names_of(parse)), table, Tags(gold, parse))

    def cells(self, table: Contingency) -> tuple[Integers, Integers]:
        """For each word its row and its column in a table that has all of their tags."""
        return _places(self.gold, table.tags.gold), _places(self.parse, table.tags.parse)


def names_of(codes: Codes) -> list[str]:
    """What is written for codes of `core.treebank.TEXT`."""
    return pl.Series(codes, dtype=pl.UInt32).cat.to(TEXT).cast(pl.String).to_list()


def _places(codes: Codes, known: Codes) -> Integers:
    order = np.argsort(known)
    return np.asarray(order[np.searchsorted(known, codes, sorter=order)]) if len(known) else np.zeros(0, np.int64)
