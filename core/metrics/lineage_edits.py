"""What makes one lineage of the other (Sampson & Babarczy 2003): distances of many at once, and one pair's edits.

Inserting and deleting cost 1; substituting 2, so that a distance is one by the longest common subsequence, but for
labels of a family 0.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from goldleaf.core.facts import Floats, Integers

AT_ONCE = 1 << 14  # pairs
FILLING = -1  # the symbol after a sequence's end
_MARKS = ("[", "]")


def distances(one: Integers, other: Integers, related: Integers | None = None) -> Floats:
    """The distance between each row of ``one`` and that of ``other``, both filled up with `FILLING`. Without
    ``related`` there are no families; symbols of the same one have the same ``related[symbol]``; negative symbols have
    none."""
    lengths = [(side != FILLING).sum(axis=1) for side in (one, other)]
    result = np.empty(len(one))
    order = np.argsort(lengths[0] * (other.shape[1] + 1) + lengths[1])  # pairs of like size together: less to fill up
    for first in range(0, len(order), AT_ONCE):
        rows = order[first : first + AT_ONCE]
        ours, theirs = (length[rows] for length in lengths)
        left, right = one[rows, : ours.max()].T, other[rows, : theirs.max()].T
        result[rows] = _together(np.ascontiguousarray(left), np.ascontiguousarray(right), ours, theirs, related)
    return result


def _together(left: Integers, right: Integers, ours: Integers, theirs: Integers, related: Integers | None) -> Floats:
    """The usual table, for a column a pair, row by row. Costs are doubled to stay whole."""
    pairs = np.arange(left.shape[1])
    row = np.repeat(2 * np.arange(len(right) + 1, dtype=np.int16)[:, None], len(pairs), axis=1)
    result = row[theirs, pairs].astype(np.int16)
    families = [np.where(side >= 0, related[np.maximum(side, 0)], -1) for side in (left, right) if related is not None]
    for number in range(len(left)):
        above, row = row, np.empty_like(row)
        row[0] = 2 * (number + 1)
        for place in range(len(right)):
            cost = np.where(left[number] == right[place], np.int16(0), np.int16(4))
            if families:
                family = families[0][number]
                cost[(cost > 0) & (family == families[1][place]) & (family >= 0)] = 1
            best = np.minimum(above[place + 1], row[place]) + np.int16(2)
            row[place + 1] = np.minimum(best, above[place] + cost)
        ended = ours == number + 1
        result[ended] = row[theirs[ended], pairs[ended]]
    return result / 2


class Edit(NamedTuple):
    """A symbol of the gold's lineage and the one that the parse has for it; one of them is empty where it has none."""

    gold: str
    parse: str

    @property
    def same(self) -> bool:
        """Whether nothing is edited."""
        return self.gold == self.parse


def lineage_edits(gold: Sequence[str], parse: Sequence[str], *, families: bool = False) -> list[Edit]:
    """The cheapest alignment of two lineages, from the lowest symbol up; where several are, one that pairs early. With
    ``families`` labels with the same first character are substituted at 0.5. The costs add up to the distance that
    `distances` gives."""

    def cost(ours: str, theirs: str) -> float:
        if ours == theirs:
            return 0.0
        alike = families and ours not in _MARKS and theirs not in _MARKS and ours[:1] == theirs[:1]
        return 0.5 if alike else 3.0  # more than to delete and to insert, which is then done

    # The distance between what is left of the two from each pair of places on.
    rest = [[0.0] * (len(parse) + 1) for _ in range(len(gold) + 1)]
    for row in range(len(gold), -1, -1):
        for column in range(len(parse), -1, -1):
            ways = []
            if row < len(gold):
                ways.append(rest[row + 1][column] + 1)
            if column < len(parse):
                ways.append(rest[row][column + 1] + 1)
            if len(ways) == 2:
                ways.append(rest[row + 1][column + 1] + cost(gold[row], parse[column]))
            rest[row][column] = min(ways, default=0.0)
    edits = []
    row = column = 0
    while row < len(gold) or column < len(parse):
        here = rest[row][column]
        both = row < len(gold) and column < len(parse)
        if both and here == rest[row + 1][column + 1] + cost(gold[row], parse[column]):
            edits.append(Edit(gold[row], parse[column]))
            row, column = row + 1, column + 1
        elif row < len(gold) and here == rest[row + 1][column] + 1:
            edits.append(Edit(gold[row], ""))
            row += 1
        else:
            edits.append(Edit("", parse[column]))
            column += 1
    return edits
