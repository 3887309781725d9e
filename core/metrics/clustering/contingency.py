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

from goldleaf.core.metrics.clustering.assignment import NONE, best_rows
from goldleaf.core.treebank import TEXT

Codes: TypeAlias = npt.NDArray[np.uint32]
Integers: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


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
        return best_rows(self.counts)

    def surprise(self, row: Integers, column: Integers) -> dict[str, Floats]:
        """What words of these cells contribute to the entropies, in bits.

        ``gold`` and ``parse`` are -log2 of the shares of their tags, ``gold_given_parse`` and ``parse_given_gold``
        those of the one tag among the words of the other; their means over all words are the entropies.
        """
        of_cell = self.counts[row, column]
        of_row, of_column = self.counts.sum(axis=1)[row], self.counts.sum(axis=0)[column]
        return {
            "gold": -np.log2(of_row / max(self.words, 1)),
            "parse": -np.log2(of_column / max(self.words, 1)),
            "gold_given_parse": -np.log2(of_cell / of_column),
            "parse_given_gold": -np.log2(of_cell / of_row),
        }


@dataclass(frozen=True, eq=False)
class Tags:
    """Two tags a word, as codes of `core.treebank.TEXT`: the gold's and the induced ones, of the same words."""

    gold: Codes
    parse: Codes

    def contingency(self) -> Contingency:
        """The table of these words."""
        gold, parse = (_by_name(np.unique(side)) for side in (self.gold, self.parse))
        rows, columns = _places(self.gold, gold), _places(self.parse, parse)
        counts = np.bincount(rows * len(parse) + columns, minlength=len(gold) * len(parse))
        table = counts.astype(np.int64, copy=False).reshape(len(gold), len(parse))
        return Contingency(tuple(names_of(gold)), tuple(names_of(parse)), table, Tags(gold, parse))

    def cells(self, table: Contingency) -> tuple[Integers, Integers]:
        """For each word its row and its column in a table that has all of their tags."""
        return _places(self.gold, table.tags.gold), _places(self.parse, table.tags.parse)


def names_of(codes: Codes) -> list[str]:
    """What is written for codes of `core.treebank.TEXT`."""
    return pl.Series(codes, dtype=pl.UInt32).cat.to(TEXT).cast(pl.String).to_list()


def _by_name(codes: Codes) -> Codes:
    names = names_of(codes)
    return codes[sorted(range(len(codes)), key=names.__getitem__)]


def _places(codes: Codes, known: Codes) -> Integers:
    order = np.argsort(known)
    return np.asarray(order[np.searchsorted(known, codes, sorter=order)]) if len(known) else np.zeros(0, np.int64)
