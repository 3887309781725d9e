"""Averages over systems and over treebanks, each way that shared tasks give them.

Over treebanks: with absent submissions as 0 (CoNLL-X, Table 5: *Tot*; SPMRL 2013: *avg.*), over those submitted
(*soft*), and of all words together, where nothing is absent. Only treebanks that are not optional, and that any system
in the run has such a figure for. Over systems: of those that submitted. Standard deviations have n − 1, over the same
values as the average that they stand beside.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.campaigns.results import RUN, SCORE

OF_SYSTEM = (*RUN, "group", "system", *SCORE)


def of_systems(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, system and score: ``average``, ``sd``, ``soft_average``, ``soft_sd``, ``total`` (float64),
    ``treebanks`` (uint32, those submitted), and ``rank``, ``group_rank`` (uint32) by ``average``.

    Where the lower is the better, an average with absent ones as 0 says nothing, and is null.
    """
    counted = figures.filter(~pl.col("optional"), pl.col("value").is_not_null())
    all_of_run = counted.group_by(*RUN, *SCORE).agg(pl.col("treebank").n_unique().alias("all"))
    by_system = counted.group_by(*OF_SYSTEM, "percent", maintain_order=True).agg(
        pl.col("value").sum().alias("sum"),
        (pl.col("value") ** 2).sum().alias("squares"),
        pl.col("value").mean().alias("soft_average"),
        pl.col("value").std().alias("soft_sd"),
        pl.when(pl.col("total").sum() > 0).then(pl.col("right").sum() / pl.col("total").sum()).alias("total"),
        pl.len().alias("treebanks"),
    )
    whole = pl.col("treebanks") == pl.col("all")
    means_something = pl.col("percent") | whole
    average = pl.col("sum") / pl.col("all")
    variance = (pl.col("squares") - pl.col("all") * average**2) / (pl.col("all") - 1)
    return (
        by_system.join(all_of_run, on=[*RUN, *SCORE], maintain_order="left")
        .with_columns(
            pl.when(means_something).then(average).alias("average"),
            pl.when(means_something & (pl.col("all") > 1)).then(variance.clip(0).sqrt()).alias("sd"),
            pl.when(whole).then("total").alias("total"),
            pl.col("treebanks").cast(pl.UInt32),
        )
        .with_columns(_rank().over(*RUN, *SCORE).alias("rank"), _rank().over(*RUN, "group", *SCORE).alias("group_rank"))
        .drop("sum", "squares", "all")
    )


def _rank() -> pl.Expr:
    return pl.when("percent").then(-pl.col("average")).otherwise(pl.col("average")).rank("min").cast(pl.UInt32)


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
