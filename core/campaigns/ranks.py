"""Who is before whom under each score (CoNLL-X, Table 6), for whom a treebank is easy (SPMRL 2013, Table 10), and what
is lost from one run to the next."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from goldleaf.core.campaigns.description import Run
from goldleaf.core.campaigns.results import RUN, SCORE

EXTREMES = 2
"""How many of the best and of the worst treebanks are named."""


def changes(averages: pl.DataFrame, scores: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """The ranks of systems under some scores (measure, score), and how they differ from those under the first.

    A row a run, system and score: ``average``, ``rank``, ``group_rank`` and ``change``, how many ranks higher the
    system is (int32; positive is better), null where either is missing.
    """
    order = pl.DataFrame(scores, schema=["measure", "score"], orient="row").with_row_index("order")
    chosen = averages.join(order, on=["measure", "score"], maintain_order="left")
    first = chosen.filter(pl.col("order") == 0).select(*RUN, "system", pl.col("rank").alias("first"))
    return (
        chosen.join(first, on=[*RUN, "system"], how="left", maintain_order="left")
        .with_columns(change=pl.col("first").cast(pl.Int32) - pl.col("rank").cast(pl.Int32))
        .select([*RUN, "group", "system", *SCORE, "order", "average", "rank", "group_rank", "change"])
    )


def by_treebank(figures: pl.DataFrame, averages: pl.DataFrame) -> pl.DataFrame:
    """Each figure's ``rank`` on its treebank, and ``change``: how many ranks higher than over all (int32).

    Without treebanks that are optional, which are not in the rank over all either.
    """
    overall = averages.select(*RUN, "system", *SCORE, pl.col("rank").alias("overall"))
    return (
        figures.filter(~pl.col("optional"))
        .join(overall, on=[*RUN, "system", *SCORE], how="left", maintain_order="left")
        .with_columns(change=pl.col("overall").cast(pl.Int32) - pl.col("rank").cast(pl.Int32))
    )


def extremes(figures: pl.DataFrame) -> pl.DataFrame:
    """The best and the worst treebanks of each system: ``place`` is 1, 2 for the best, -1, -2 for the worst.

    No treebank is both; with three there is one of each. None is optional.
    """
    defined = figures.filter(pl.col("value").is_not_null(), ~pl.col("optional"))
    keys = (*RUN, "system", *SCORE)
    better = pl.when("percent").then(-pl.col("value")).otherwise(pl.col("value"))
    place, number = better.rank("ordinal").over(keys).cast(pl.Int32), pl.len().over(keys).cast(pl.Int32)
    most = pl.min_horizontal(pl.lit(EXTREMES), pl.col("number") // 2)
    return (
        defined.with_columns(place=place, number=number)
        .with_columns(
            place=pl.when(pl.col("place") <= most)
            .then("place")
            .when(pl.col("number") - pl.col("place") < most)
            .then(pl.col("place") - pl.col("number") - 1)
        )
        .filter(pl.col("place").is_not_null())
        .select([*RUN, "group", "system", *SCORE, "percent", "place", "treebank", "value"])
    )


def runs_before(run: Run, runs: Sequence[Run]) -> list[Run]:
    """The runs that a run is to be compared with: the last ones before it that differ from it in the scenario alone,
    and in the training alone. A drop between others would be of both at once."""
    earlier = runs[: runs.index(run)]
    of_scenarios = [one for one in earlier if one.training == run.training]
    of_trainings = [one for one in earlier if one.scenario == run.scenario]
    return [*of_scenarios[-1:], *of_trainings[-1:]]


def drops(figures: pl.DataFrame, before: Run, after: Run) -> pl.DataFrame:
    """The figures of a run with what it has more than another one: ``difference`` (float64)."""
    own, earlier = (
        figures.filter(pl.col("scenario") == run.scenario, pl.col("training") == run.training)
        for run in (after, before)
    )
    keys = ["system", "treebank", *SCORE]
    joined = own.join(earlier.select(*keys, earlier=pl.col("value")), on=keys, maintain_order="left")
    return joined.with_columns(difference=pl.col("value") - pl.col("earlier")).drop("earlier")
