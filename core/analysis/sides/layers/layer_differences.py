"""What is found to differ in a layer: where, and in words if that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

Integers: TypeAlias = npt.NDArray[np.int64]

ITEMS = {
    "item": pl.String(),
    "first": pl.UInt32(),
    "last": pl.UInt32(),
    "gold": pl.String(),
    "parse": pl.String(),
}


class Found(NamedTuple):
    """The gold's sentence of each item that differs, and a table of ``position`` and `ITEMS` with as many rows.

    Texts take longer to make than differences to find: so the table is made when it is asked for.
    """

    sentence: Integers
    table: Callable[[], pl.DataFrame]


def both(one: Found, other: Found) -> Found:
    """What one finds, and then what the other does."""

    def table() -> pl.DataFrame:
        return pl.concat([one.table(), other.table()])

    return Found(np.concatenate([one.sentence, other.sentence]), table)


def items(
    position: Integers | pl.Series,
    item: pl.Series,
    gold: pl.Series,
    parse: pl.Series,
    *,
    bounds: tuple[Integers, Integers] | None = None,
) -> pl.DataFrame:
    """The table of items, of whatever the columns are given as; without ``bounds`` they are null."""
    first, last = (None, None) if bounds is None else (pl.Series(one) for one in bounds)
    columns = {"item": item, "first": first, "last": last, "gold": gold, "parse": parse}
    table = pl.DataFrame({"position": pl.Series(position, dtype=pl.UInt32)})
    return table.with_columns(
        (pl.lit(None) if column is None else column).cast(ITEMS[name]).alias(name) for name, column in columns.items()
    )
