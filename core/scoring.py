"""Scoring a parse against a gold: the table of counts that every score, subset and plot is summed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import polars as pl

from core.alignment import check_comparable, check_paired, comparable_part, paired_part
from core.errors import PairError
from core.metrics.base import Metric, Ratio, Score
from core.treebank import Treebank

Average: TypeAlias = Literal["micro", "macro"]


@dataclass(frozen=True, eq=False)
class Scored:
    """A metric's counts for a pair. Sentences that cannot be compared have nulls and count in no sum."""

    metric: Metric
    counts: pl.DataFrame

    @property
    def ratios(self) -> dict[str, Ratio]:
        """The scores that there are."""
        return self.metric.counted(self.counts)

    @property
    def sentences(self) -> int:
        """How many sentences could be compared."""
        return self.counts.height - self.counts.to_series(1).null_count()

    def scores(self, average: Average = "micro") -> dict[str, Score]:
        """The scores of all sentences: of the summed counts (micro), or the mean of the sentences' scores (macro)."""
        return self.metric.macro(self.counts) if average == "macro" else self.metric.micro(self.counts)

    def reported(self) -> dict[str, int]:
        """The sums of the counts that are shown beside the scores."""
        return {name: int(self.counts[name].sum()) for name in self.metric.reported}

    def only(self, chosen: pl.Series) -> Scored:
        """The same for the chosen sentences (one boolean a sentence)."""
        return Scored(self.metric, self.counts.filter(chosen))

    def subsets(self) -> dict[str, Scored]:
        """The same for the sentences that the metric scores apart, by what they are called."""
        return {
            name: Scored(self.metric, self.counts.filter(condition)) for name, condition in self.metric.subsets.items()
        }


def check(metric: Metric, gold: Treebank, parse: Treebank) -> None:
    """Raise PairError, naming a line, when there is a sentence that the metric cannot compare."""
    for treebank in (gold, *gold.other_golds, parse):
        if not metric.applies(treebank):
            raise PairError(
                f"{treebank.path}: {metric.name} does not compare the structures of {treebank.format} files"
            )
    pairing = check_comparable if metric.needs_same_words else check_paired
    for treebank in (*gold.other_golds, parse):
        pairing(gold, treebank)
    metric.check(gold, parse)


def score(metric: Metric, gold: Treebank, parse: Treebank) -> Scored:
    """Count every sentence of the gold; those that the parse lacks, or that the metric cannot compare, get nulls."""
    metric = metric.fitted(gold, parse)
    part = comparable_part if metric.needs_same_words else paired_part
    gold_part, parse_part, rows = part(gold, parse)
    counts = metric.count(gold_part, parse_part)
    if len(rows) == len(gold):
        return Scored(metric, counts)
    counts = counts.with_columns(sentence=pl.Series(rows, dtype=pl.UInt32))
    everything = pl.DataFrame({"sentence": pl.int_range(len(gold), dtype=pl.UInt32, eager=True)})
    return Scored(metric, everything.join(counts, on="sentence", how="left", maintain_order="left"))


def signature(metric: Metric, average: Average = "micro", max_length: int | None = None) -> str:
    """The metric's signature with the choices made about sentences; the version stays last."""
    choices, _, version = metric.signature.rpartition("|")
    if max_length is not None:
        choices += f"|max-length:{max_length}"
    if average != "micro":
        choices += f"|average:{average}"
    return f"{choices}|{version}"
