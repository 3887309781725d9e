"""Counting what differs, and shares."""

from __future__ import annotations

from typing import TypeAlias

import polars as pl

Properties: TypeAlias = dict[str, str | int | float | None]
"""Values by name; None where there is nothing to divide by, or the treebank says nothing of it."""

NOTHING = ("_", "", "--")
_FREQUENT = 5


def ratio(part: float, whole: int) -> float | None:
    """A part of a whole, None of nothing."""
    return part / whole if whole else None


def different(column: pl.Series) -> int:
    """How many different values a column has that say something."""
    return int((~column.unique().cast(pl.String).is_in(NOTHING)).sum())


def frequent(column: pl.Series) -> tuple[str, float | None]:
    """The five most frequent values that say something with their shares, and their share together."""
    text = column.cast(pl.String)
    counts = (
        text.filter(~text.is_in(NOTHING))
        .value_counts(name="count")
        .sort(["count", column.name], descending=[True, False])
    )
    first = counts.head(_FREQUENT)
    spelled = ", ".join(f"{value} {count / len(column):.2f}" for value, count in first.iter_rows())
    return spelled, ratio(int(first["count"].sum()), len(column))
