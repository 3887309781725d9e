"""Averages over systems and over treebanks, each way that shared tasks give them.

Over treebanks: with submissions that are absent or could not be scored as 0 (CoNLL-X, Table 5: *Tot*; SPMRL 2013:
*avg.*), over those that were scored (*soft*), and of all words together, where nothing is absent and the score is a
ratio of counts, or made of such ones. (Entropies of clusterings are no such counts: over all words they would be of
clusters that no treebank has.) Only treebanks that are not optional, and that any system in the run has such a figure
for, or has submitted in vain. Over systems: of those that submitted. Standard deviations have n − 1, over the same
values as the average that they stand beside.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from goldleaf.core.campaigns.results import DIGITS, RUN, SCORE
from goldleaf.core.metrics.base import Combined

OF_SYSTEM = (*RUN, "group", "system", *SCORE)


def of_systems(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, system and score: ``average``, ``sd``, ``soft_average``, ``soft_sd``, ``total`` (float64),
    ``treebanks`` (uint32, those submitted), and ``rank``, ``group_rank`` (uint32) by ``average``.

    Where the lower is the better, an average with absent ones as 0 says nothing, and is null.
    """
    counted = figures.filter(~pl.col("optional"), pl.col("value").is_not_null())
    there = figures.filter(~pl.col("optional"), pl.col("value").is_not_null() | pl.col("failed"))
    all_of_run = there.group_by(*RUN, *SCORE).agg(pl.col("treebank").n_unique().alias("all"))
    # Where words differ, counts of both files would weigh twice as much as those of the gold alone.
    right, total = (pl.col(name) / pl.when("doubled").then(2).otherwise(1) for name in ("right", "total"))
    by_system = counted.group_by(*OF_SYSTEM, "percent", maintain_order=True).agg(
        sum=pl.col("value").sum(),
        squares=(pl.col("value") ** 2).sum(),
        soft_average=pl.col("value").mean(),
        soft_sd=pl.col("value").std(),
        total=pl.when(total.sum() > 0).then(right.sum() / total.sum()),
        treebanks=pl.len(),
        made_of=pl.when(pl.col("made_of").n_unique() == 1).then(pl.col("made_of").first()),
        harmonic=pl.col("harmonic").first(),
    )
    whole = pl.col("treebanks") == pl.col("all")
    means_something = pl.col("percent") | whole
    average = pl.col("sum") / pl.col("all")
    variance = (pl.col("squares") - pl.col("all") * average**2) / (pl.col("all") - 1)
    return (
        _with_made(by_system)
        .join(all_of_run, on=[*RUN, *SCORE], maintain_order="left")
        .with_columns(
            pl.when(means_something).then(average).alias("average"),
            pl.when(means_something & (pl.col("all") > 1)).then(variance.clip(0).sqrt()).alias("sd"),
            pl.when(whole).then("total").alias("total"),
            pl.col("treebanks").cast(pl.UInt32),
        )
        .with_columns(_rank().over(*RUN, *SCORE).alias("rank"), _rank().over(*RUN, "group", *SCORE).alias("group_rank"))
        .drop("sum", "squares", "all")
    )


def _with_made(by_system: pl.DataFrame) -> pl.DataFrame:
    """With the ``total`` of scores that are made of others, which come before them."""
    known: dict[tuple[Any, ...], float | None] = {}
    for row in by_system.iter_rows(named=True):
        key = tuple(row[name] for name in OF_SYSTEM)
        if row["made_of"]:
            combined = Combined(tuple(row["made_of"].split()), row["harmonic"])
            known[key] = combined.value([known.get((*key[:-1], part)) for part in combined.of])
        else:
            known[key] = row["total"]
    return by_system.with_columns(total=pl.Series([*known.values()], dtype=pl.Float64)).drop("made_of", "harmonic")


def _rank() -> pl.Expr:
    """Of averages; what differs by rounding only is equal."""
    average = pl.col("average").round(DIGITS)
    return pl.when("percent").then(-average).otherwise(average).rank("min").cast(pl.UInt32)


def of_treebanks(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, treebank and score, over the systems that submitted: ``average``, ``sd``, ``best`` (float64),
    ``systems`` (uint32)."""
    best = pl.when(pl.col("percent").first()).then(pl.col("value").max()).otherwise(pl.col("value").min())
    return (
        figures.filter(pl.col("value").is_not_null())
        .group_by(*RUN, "domain", "treebank", "optional", *SCORE, "percent", maintain_order=True)
        .agg(
            pl.col("value").mean().alias("average"),
            pl.col("value").std().alias("sd"),
            best.alias("best"),
            pl.len().cast(pl.UInt32).alias("systems"),
        )
    )


def of_domains(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, system, domain and score: ``average`` over what the system has submitted, ``sd``, ``treebanks``."""
    return (
        figures.filter(~pl.col("optional"), pl.col("value").is_not_null(), pl.col("domain") != "")
        .group_by(*OF_SYSTEM, "domain", maintain_order=True)
        .agg(
            pl.col("value").mean().alias("average"),
            pl.col("value").std().alias("sd"),
            pl.len().cast(pl.UInt32).alias("treebanks"),
        )
    )
