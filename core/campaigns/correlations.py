"""Which scores go together, and which properties of treebanks go with them (SPMRL 2013, § 7.1): Pearson, Spearman.

Of one run at a time, for a treebank in three runs is not three treebanks; and without those that are optional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.campaigns.results import of_treebanks

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
    columns = {named(*score): _values(figures, "value", *score) for score in scores}
    rows = []
    for a, b in combinations(columns, 2):
        both = columns[a].join(columns[b], on=["system", "treebank"], suffix=" b")
        rows.append(_row(a, b, both["value"], both["value b"]))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def with_properties(
    figures: pl.DataFrame, properties: Mapping[str, pl.DataFrame], scores: Sequence[tuple[str, str]]
) -> pl.DataFrame:
    """Each score, as the average over systems, with each property of the treebanks: ``a`` is the score.

    The figures are of one run. ``properties`` are frames of `property_frame` by what they are of: ``b`` begins with
    that, but for the ``gold``. Those that do not differ say nothing.
    """
    numbers = {
        name if side == GOLD else f"{side}: {name}": values
        for side, frame in properties.items()
        for name in frame.select(pl.selectors.numeric()).columns
        if (values := frame.select("treebank", property=pl.col(name).cast(pl.Float64)).drop_nulls())[
            "property"
        ].n_unique()
        > 1
    }
    averages = of_treebanks(figures)
    rows = []
    for score in scores:
        column = _values(averages, "average", *score)
        for name, values in numbers.items():
            both = column.join(values, on="treebank")
            rows.append(_row(named(*score), name, both["average"], both["property"]))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def named(measure: str, score: str) -> str:
    """What a score is called beside those of other measures."""
    return f"{measure} {score}"


def _values(frame: pl.DataFrame, column: str, measure: str, score: str) -> pl.DataFrame:
    """The values of a score, of what is not optional, with the keys that the frame has."""
    own = frame.filter(measure=measure, score=score, optional=False)
    return own.select(pl.col("^(system|treebank)$"), column).drop_nulls()


def _row(a: str, b: str, one: pl.Series, other: pl.Series) -> tuple[object, ...]:
    values = one.to_numpy().astype(np.float64), other.to_numpy().astype(np.float64)
    return (a, b, len(one), pearson(*values), spearman(*values))
