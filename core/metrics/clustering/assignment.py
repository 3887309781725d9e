"""The best assignment of rows to columns: shortest augmenting paths (Jonker & Volgenant 1987; Crouse 2016, for tables
that are not square).

Each step looks at all columns at once, so that tables of hundreds by thousands are a matter of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Integers: TypeAlias = npt.NDArray[np.int64]

NONE = -1
"""What a row or column is assigned to that is left over."""

_FAR = np.iinfo(np.int64).max // 4


def best_rows(weights: Integers) -> Integers:
    """For each column a row of its own, or `NONE`, so that the sum of their weights (0 or more) is the highest.

    Cells of weight 0 are assigned to nothing.
    """
    found = np.full(weights.shape[1], NONE)
    for rows, columns in _parts(weights):
        part = weights[np.ix_(rows, columns)]
        own = _best(part) if len(rows) <= len(columns) else _turned(_best(part.T), len(columns))
        own[(own >= 0) & (part[own, np.arange(len(columns))] == 0)] = NONE
        found[columns] = np.where(own >= 0, rows[own], NONE)
    return found


def _parts(weights: Integers) -> Iterator[tuple[Integers, Integers]]:
    """The rows and columns that have to do with one another, by cells that are not empty."""
    import networkx as nx  # takes long to load

    rows, columns = (places.astype(np.int64) for places in np.nonzero(weights))
    graph = nx.Graph(zip(rows.tolist(), (columns + len(weights)).tolist(), strict=True))
    for part in nx.connected_components(graph):
        nodes = np.array(sorted(part))
        yield nodes[nodes < len(weights)], nodes[nodes >= len(weights)] - len(weights)


def _turned(of_row: Integers, columns: int) -> Integers:
    """For each column its row, from the column of each row."""
    found = np.full(columns, NONE)
    found[of_row[of_row >= 0]] = np.flatnonzero(of_row >= 0)
    return found


def _best(weights: Integers) -> Integers:
    """For each of at least as many columns as rows a row of its own, or `NONE`."""
    return _Assignment(weights.max() - weights).row_of


class _Assignment:
    """Rows are assigned one by one, each along the cheapest path of changes; there are as many columns or more.

    ``of_rows`` and ``of_columns`` are prices: no cell costs less than those of its row and column together, and those
    that are assigned cost just as much.
    """

    def __init__(self, cost: Integers) -> None:
        rows, columns = cost.shape
        self._cost = cost
        self._of_rows = cost.min(axis=1)
        self._of_columns = np.zeros(columns, np.int64)
        self.row_of = np.full(columns, NONE)
        self._column_of = np.full(rows, NONE)
        for row in range(rows):
            self._assign(row)

    def _assign(self, row: int) -> None:
        length = np.full(self._cost.shape[1], _FAR)  # of the shortest path to each column
        before = np.full(len(length), NONE)  # the row from which it comes
        done = np.zeros(len(length), bool)
        current, least = row, 0
        while True:
            through = self._cost[current] - self._of_columns + (least - self._of_rows[current])
            shorter = ~done & (through < length)
            length[shorter], before[shorter] = through[shorter], current
            column = int(np.where(done, _FAR, length).argmin())
            least = int(length[column])
            if self.row_of[column] == NONE:
                break
            done[column] = True
            current = int(self.row_of[column])
        saved = least - length[done]
        self._of_rows[row] += least
        self._of_rows[self.row_of[done]] += saved
        self._of_columns[done] -= saved
        self._turn(row, column, before)

    def _turn(self, row: int, column: int, before: Integers) -> None:
        """Assign along the path that ends in a column that was free."""
        owner = NONE
        while owner != row:
            owner = int(before[column])
            self.row_of[column] = owner
            column, self._column_of[owner] = int(self._column_of[owner]), column
