"""Agreement of annotators on a million words, and of reviewers who have judged all of a large session."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.agreement import agreement
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.review.judgements import JUDGEMENTS
from goldleaf.viewer.review.reviewer_agreement import agreement_steps
from tests.bench.conftest import Pair

REVIEWERS = ("anna", "ben", "cleo")


def test_annotators(benchmark, report, million: Pair) -> None:
    """Target: three seconds for a million words."""
    treebanks = [read(million.gold), read(million.parse)]
    benchmark.pedantic(lambda: agreement(treebanks, ["a", "b"]), rounds=3, warmup_rounds=1)
    report(f"agreement on {treebanks[0].words.height:,} words: {benchmark.stats['min']:.2f} s")


def test_reviewers(benchmark, report, million: Pair) -> None:
    """Target: a second, beside finding what differs, for three reviewers of 50,000 differences."""
    gold, parse = read(million.gold), read(million.parse)
    differing = layer_differences(gold, parse, [Layer.ARC])
    table = _judged(differing.head(50_000))
    benchmark.pedantic(lambda: finished(agreement_steps(table, gold, lambda _: [differing])), rounds=3)
    report(f"agreement of {len(REVIEWERS)} reviewers, {table.height:,} verdicts: {benchmark.stats['min']:.2f} s")
    assert benchmark.stats["min"] < 1


def _judged(items: pl.DataFrame) -> pl.DataFrame:
    """A verdict of each reviewer on each item, as `Store.independent` has them."""
    places = items.select("sentence", pl.col("layer").cast(pl.String), "item").with_row_index("number")
    said = [
        places.with_columns(
            reviewer=pl.lit(name),
            verdict=pl.when(pl.col("number") % (5 + place) == 0).then(pl.lit("parse")).otherwise(pl.lit("gold")),
            stale=pl.lit(value=False),
            settles=pl.lit(value=False),
            **dict.fromkeys(("note", "tags", "time"), pl.lit("")),
        ).select(pl.col(column).cast(dtype) for column, dtype in JUDGEMENTS.items())
        for place, name in enumerate(REVIEWERS)
    ]
    return pl.concat(said)
