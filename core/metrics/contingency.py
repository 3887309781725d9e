"""How two clusterings of the same words meet: a table of counts, mappings between the two, and their entropies.

Sources: Christodoulopoulos, Goldwater & Steedman 2010, §3; Haghighi & Klein 2006 (one to one, greedily); Jonker &
Volgenant 1987 and Crouse 2016 (one to one, the best); Rosenberg & Hirschberg 2007 (V-measure); Meilă 2003 (variation of
information).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from goldleaf.core.facts import Codes, Floats, Integers
from goldleaf.core.treebank import TEXT

NONE = -1
"""What a tag is mapped to that is left over."""

_FAR = np.iinfo(np.int64).max // 4


@dataclass(frozen=True, eq=False)
class Contingency:
    """Counts of words by gold tag (rows) and induced tag (columns), in sorted order of what these are called."""

    gold: tuple[str, ...]
    parse: tuple[str, ...]
    counts: Integers
    tags: Tags  # the codes of both

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
        """What words of these cells contribute to the entropies, in bits. ``gold`` and ``parse`` are -log2 of the
        shares of their tags, ``gold_given_parse`` and ``parse_given_gold`` those of the one tag among the words of the
        other; their means over all words are the entropies."""
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
        sides = []
        for side in (self.gold, self.parse):
            codes = np.unique(side)
            names = pl.Series(codes, dtype=pl.UInt32).cat.to(TEXT).cast(pl.String).to_list()
            order = sorted(range(len(codes)), key=names.__getitem__)
            sides.append((codes[order], tuple(names[place] for place in order)))
        (gold, gold_names), (parse, parse_names) = sides
        rows, columns = _places(self.gold, gold), _places(self.parse, parse)
        counts = np.bincount(rows * len(parse) + columns, minlength=len(gold) * len(parse))
        table = counts.astype(np.int64, copy=False).reshape(len(gold), len(parse))
        return Contingency(gold_names, parse_names, table, Tags(gold, parse))

    def cells(self, table: Contingency) -> tuple[Integers, Integers]:
        """For each word its row and its column in a table that has all of their tags."""
        return _places(self.gold, table.tags.gold), _places(self.parse, table.tags.parse)


def _places(codes: Codes, known: Codes) -> Integers:
    order = np.argsort(known)
    return np.asarray(order[np.searchsorted(known, codes, sorter=order)]) if len(known) else np.zeros(0, np.int64)


def best_rows(weights: Integers) -> Integers:
    """For each column a row of its own, or `NONE`, so that the sum of their weights (above 0) is the highest."""
    import networkx as nx  # takes long to load

    found = np.full(weights.shape[1], NONE)
    cell_rows, cell_columns = np.nonzero(weights)
    graph = nx.Graph(zip(cell_rows.tolist(), (cell_columns + len(weights)).tolist(), strict=True))
    # Rows and columns that have nothing to do with one another, by cells that are not empty, are assigned apart.
    for connected in nx.connected_components(graph):
        nodes = np.array(sorted(connected))
        rows, columns = nodes[nodes < len(weights)], nodes[nodes >= len(weights)] - len(weights)
        part = weights[np.ix_(rows, columns)]
        if len(rows) <= len(columns):
            own = _assigned(part)
        else:
            column_of = _assigned(part.T)
            own = np.full(len(columns), NONE)
            own[column_of[column_of >= 0]] = np.flatnonzero(column_of >= 0)
        own[(own >= 0) & (part[own, np.arange(len(columns))] == 0)] = NONE
        found[columns] = np.where(own >= 0, rows[own], NONE)
    return found


def _assigned(weights: Integers) -> Integers:
    """For each of at least as many columns as rows a row of its own, or `NONE` (Jonker & Volgenant 1987)."""
    cost = weights.max() - weights
    rows, columns = cost.shape
    # Prices: no cell costs less than those of its row and column together, and those that are assigned cost just as
    # much. Rows are assigned one by one, each along the cheapest path of changes. Each step looks at all columns at
    # once, so that tables of hundreds by thousands are a matter of a second.
    of_rows, of_columns = cost.min(axis=1), np.zeros(columns, np.int64)
    row_of, column_of = np.full(columns, NONE), np.full(rows, NONE)
    for row in range(rows):
        length = np.full(columns, _FAR)  # of the shortest path to each column
        before = np.full(columns, NONE)  # the row from which it comes
        done = np.zeros(columns, bool)
        current, least = row, 0
        while True:
            through = cost[current] - of_columns + (least - of_rows[current])
            shorter = ~done & (through < length)
            length[shorter], before[shorter] = through[shorter], current
            column = int(np.where(done, _FAR, length).argmin())
            least = int(length[column])
            if row_of[column] == NONE:
                break
            done[column] = True
            current = int(row_of[column])
        saved = least - length[done]
        of_rows[row] += least
        of_rows[row_of[done]] += saved
        of_columns[done] -= saved
        owner = NONE
        while owner != row:  # assign along the path that ends in a column that was free
            owner = int(before[column])
            row_of[column] = owner
            column, column_of[owner] = int(column_of[owner]), column
    return row_of
