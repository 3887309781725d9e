"""Scoring a parse against a gold: the table of counts that every score, subset and plot is summed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from core.alignment import comparable
from core.metrics.base import Metric
from core.treebank import Treebank


@dataclass(frozen=True, eq=False)
class Scored:
    """A metric's counts for a pair. Sentences that cannot be compared have nulls and count in no sum."""

    metric: Metric
    counts: pl.DataFrame


def score(metric: Metric, gold: Treebank, parse: Treebank) -> Scored:
    """Count every sentence of the gold; those whose words differ in the parse get nulls."""
    same = comparable(gold, parse)
    if same.all():
        return Scored(metric, metric.count(gold, parse.slice(0, len(gold))))
    rows = np.flatnonzero(same)
    counts = metric.count(gold.only(rows), parse.only(rows)).with_columns(sentence=pl.Series(rows, dtype=pl.UInt32))
    everything = pl.DataFrame({"sentence": pl.int_range(len(gold), dtype=pl.UInt32, eager=True)})
    return Scored(metric, everything.join(counts, on="sentence", how="left", maintain_order="left"))
