"""Tables that show gold and parses side by side: which rows they have, and what of each side stands in each row. What
the gold has comes first, in its order; then what each parse has besides. What two parses have and the gold has not is
one row where it is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from goldleaf.core.structures.parents import Integers


@dataclass(frozen=True)
class RowsOfSides:
    """``place`` is for each side the row of the table at which each thing of its own stands (−1: nowhere), ``sentence``
    the gold's row for each row of the table."""

    place: Mapping[str, Integers]
    sentence: Integers

    @cached_property
    def at(self) -> dict[str, Integers]:
        """For each side what of its own stands in each row, −1 for nothing."""
        at = {}
        for side, place in self.place.items():
            rows = np.full(len(self.sentence) + 1, -1)
            rows[place] = np.arange(len(place))  # −1 writes into the last one, which is none
            at[side] = rows[:-1]
        return at

    def of(self, side: str, own: Integers) -> Integers:
        """For each row of the table that of what ``own`` has for a side's thing there: its own row, −1 for none."""
        return np.asarray(np.append(self.place[side], -1)[np.append(own, -1)[self.at[side]]])

    def away(self, side: str, own: Integers) -> pl.Series:
        """How many rows behind each row the row `of` that is, null for none."""
        row = self.of(side, own)
        return pl.select(pl.when(pl.Series(row >= 0)).then(pl.Series(row - np.arange(len(row))))).to_series()


def rows_of_sides(sentences: Mapping[str, Integers], partners: Callable[[str, str], Integers]) -> RowsOfSides:
    """``sentences`` are for each side, ``gold`` first, the gold's row that each thing of its own is counted at.
    ``partners`` says for each thing of the second side the row of the first side's that it is, −1 for none."""
    (first, sentence), *others = sentences.items()
    size = len(sentence)
    placed = {first: np.arange(size)}
    for name, own in others:
        place = partners(first, name).copy()
        for earlier in [other for other in placed if other != first and (place < 0).any()]:
            there = np.append(placed[earlier], -1)[partners(earlier, name)]
            shared = (place < 0) & (there >= size) & ~np.isin(there, place)
            place[shared] = there[shared]
        new = np.flatnonzero(place < 0)
        place[new] = len(sentence) + np.arange(len(new))
        sentence = np.append(sentence, own[new])
        placed[name] = place
    return RowsOfSides(placed, sentence)


def or_null(rows: Integers | pl.Series) -> pl.Series:
    """Rows to gather, null where they are −1."""
    there = pl.Series(rows, dtype=pl.Int64)
    return pl.select(pl.when(there >= 0).then(there)).to_series()
