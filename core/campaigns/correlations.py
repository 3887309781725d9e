"""Which scores go together, and which properties of treebanks go with them (SPMRL 2013, § 7.1): Pearson, Spearman.

Of one run at a time, for a treebank in three runs is not three treebanks; and without those that are optional.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.campaigns.averages import of_treebanks

Floats: TypeAlias = npt.NDArray[np.float64]

GOLD = "gold"

LEAST = 3
"""So many values are needed to say anything."""

SCHEMA = {"a": pl.String(), "b": pl.String(), "n": pl.UInt32(), "pearson": pl.Float64(), "spearman": pl.Float64()}


def pearson(one: Floats, other: Floats) -> float | None:
    """Pearson's correlation; None for fewer than `LEAST` values, or where one side is all the same."""
    if len(one) < LEAST:
        return None
    ones, others = one - one.mean(), other - other.mean()
    spread = float(np.sqrt((ones @ ones) * (others @ others)))
    # What differs by rounding only is the same.
    alike = np.ptp(one) < 1e-12 * max(1.0, np.abs(one).max()) or np.ptp(other) < 1e-12 * max(1.0, np.abs(other).max())
    return None if alike else float(np.clip(ones @ others / spread, -1, 1))


def spearman(one: Floats, other: Floats) -> float | None:
    """Spearman's: Pearson's of the ranks, equals sharing the mean of theirs."""
    return pearson(*(pl.Series(values).rank("average").to_numpy().astype(np.float64) for values in (one, other)))


def of_scores(figures: pl.DataFrame, scores: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """Each two scores (measure, score) over all systems and treebanks that have both, in the figures of one run."""
    keys = ["system", "treebank"]
    columns = {named(*score): _column(figures, keys, *score) for score in scores}
    return pl.DataFrame([*_pairs(columns, keys)], schema=SCHEMA, orient="row")


def with_properties(
    figures: pl.DataFrame, properties: Mapping[str, pl.DataFrame], scores: Sequence[tuple[str, str]]
) -> pl.DataFrame:
    """Each score, as the average over systems, with each property of the treebanks: ``a`` is the score.

    The figures are of one run. ``properties`` are frames of `property_frame` by what they are of: ``b`` begins with
    that, but for the ``gold``.
    """
    averages = of_treebanks(figures)
    rows = []
    for score in scores:
        column = _column(averages.rename({"average": "value"}), ["treebank"], *score)
        for name, values in _columns(properties):
            both = column.join(values, on="treebank")
            rows.append(_row(named(*score), name, both["value"], both["property"]))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def named(measure: str, score: str) -> str:
    """What a score is called beside those of other measures."""
    return f"{measure} {score}"


def _column(frame: pl.DataFrame, keys: Sequence[str], measure: str, score: str) -> pl.DataFrame:
    """The values of a score, of what is not optional."""
    own = frame.filter(measure=measure, score=score, optional=False)
    return own.select(*keys, "value").drop_nulls()


def _pairs(columns: Mapping[str, pl.DataFrame], keys: list[str]) -> Iterator[tuple[object, ...]]:
    for a, b in combinations(columns, 2):
        both = columns[a].join(columns[b], on=keys, suffix=" b")
        yield _row(a, b, both["value"], both["value b"])


def _row(a: str, b: str, one: pl.Series, other: pl.Series) -> tuple[object, ...]:
    values = one.to_numpy().astype(np.float64), other.to_numpy().astype(np.float64)
    return (a, b, len(one), pearson(*values), spearman(*values))


def _columns(properties: Mapping[str, pl.DataFrame]) -> Iterator[tuple[str, pl.DataFrame]]:
    """Each property that is a number, with the treebanks that have it; what does not differ says nothing."""
    for side, frame in properties.items():
        for name in frame.select(pl.selectors.numeric()).columns:
            values = frame.select("treebank", pl.col(name).cast(pl.Float64).alias("property")).drop_nulls()
            if values["property"].n_unique() > 1:
                yield name if side == GOLD else f"{side}: {name}", values
