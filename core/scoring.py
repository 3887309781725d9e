"""Scoring a parse against a gold: the table of counts that every score, subset and plot is summed from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment import Units, check_paired, check_related, joined_units, units
from goldleaf.core.alignment.same import readable_part, remembered
from goldleaf.core.alignment.units import unparsed
from goldleaf.core.errors import GoldleafError, PairError, counted
from goldleaf.core.metrics.base import Combined, Metric, Ratio, Score
from goldleaf.core.steps import Steps, finished
from goldleaf.core.treebank import BLOCK, Treebank

Average: TypeAlias = Literal["micro", "macro"]


@dataclass(frozen=True, slots=True)
class Share:
    """Of how many sentences and words of the gold the parse has something that is compared."""

    sentences: int = 0
    of: int = 0
    words: int = 0
    of_words: int = 0

    def __str__(self) -> str:
        """``386 of 1,799 sentences``; empty where it is all of them."""
        return f"{self.sentences:,} of {self.of:,} sentences" if self.sentences < self.of else ""


@dataclass(frozen=True, eq=False)
class Scored:
    """A metric's counts for a pair. Sentences of the gold that could not be read have nulls and count in no sum.
    ``covered`` has a row a sentence of the gold, whichever the counts are of: ``compared``, its ``words``, ``line``."""

    metric: Metric
    counts: pl.DataFrame = field(repr=False)
    covered: pl.DataFrame = field(repr=False)

    @property
    def ratios(self) -> Mapping[str, Ratio | Combined]:
        return self.metric.counted(self.counts)

    @property
    def main(self) -> str:
        """The score that stands for all, of these files."""
        return self.metric.main or next(iter(self.ratios))

    @property
    def sentences(self) -> int:
        """How many sentences could be compared."""
        return self.counts.height - self.counts.to_series(1).null_count()

    @property
    def share(self) -> Share:
        """Of how much these counts tell."""
        rows = self.covered[self.counts["sentence"]]
        known = rows.filter("compared")
        return Share(known.height, rows.height, int(known["words"].sum()), int(rows["words"].sum()))

    @property
    def basis(self) -> tuple[str, bytes]:
        """What figures have in common that can be compared: how they are made, and of which sentences."""
        return self.metric.signature, self.covered["compared"].to_numpy().tobytes()

    def scores(self, average: Average = "micro") -> dict[str, Score]:
        """The scores of all sentences: of the summed counts (micro), or the mean of the sentences' scores (macro)."""
        return self.metric.macro(self.counts) if average == "macro" else self.metric.micro(self.counts)

    def reported(self) -> dict[str, int]:
        return {name: int(self.counts[name].sum()) for name in self.metric.reported}

    def only(self, chosen: pl.Series) -> Scored:
        """The same for the chosen sentences (one boolean a sentence)."""
        return replace(self, counts=self.counts.filter(chosen))

    @classmethod
    def of_parts(cls, parts: Sequence[Scored]) -> Scored:
        """The counts of a file from those of its parts, whose sentences are numbered from 0 each. Raises
        NotInPartsError where figures depend on the order of sums, or parts are counted in different ways."""
        metric = parts[0].metric
        if not all(dtype.is_integer() for dtype in parts[0].counts.dtypes):
            raise NotInPartsError(f"{metric.name} counts in fractions")
        if len({(one.metric.signature, one.metric.fit, *one.counts.columns) for one in parts}) > 1:
            raise NotInPartsError(f"{metric.name} is fitted to what the files have")
        before = accumulate((one.covered.height for one in parts[:-1]), initial=0)
        numbered = (pl.col("sentence") + pl.lit(first, pl.UInt32) for first in before)
        counts = [one.counts.with_columns(own) for one, own in zip(parts, numbered, strict=True)]
        return cls(metric, pl.concat(counts, how="vertical_relaxed"), pl.concat([one.covered for one in parts]))

    def left_out(self) -> list[LeftOut]:
        """What is not compared, sentences of the parse alone, too: one for each of ``not_compared`` that occurs."""
        total = next(ratio.total for ratio in self.ratios.values() if isinstance(ratio, Ratio))
        found = []
        for name in self.metric.not_compared:
            rows = self.counts.filter(pl.col(name) > 0)
            if rows.height:
                first = int(self.covered["line"][int(rows["sentence"][0])])
                why = self.metric.why_not(dict.fromkeys(self.metric.not_compared, 0) | {name: 1})
                found.append(LeftOut(int(rows[name].sum()), first, f"{why}", wrong=bool(rows[total].sum() > 0)))
        return found

    def subsets(self) -> dict[str, Scored]:
        """The same for the sentences that the metric scores apart, by what they are called."""
        chosen = {name: self.counts.filter(condition) for name, condition in self.metric.subsets.items()}
        return {name: replace(self, counts=counts) for name, counts in chosen.items()}


class NotInPartsError(GoldleafError):
    """Files, or figures, that are to be had only by reading the files as a whole."""


def check(metric: Metric, gold: Treebank, parse: Treebank) -> None:
    """Raise PairError, naming a line, when there is a sentence that the metric cannot compare."""
    for treebank in (gold, *gold.other_golds, parse):
        if not metric.applies(treebank):
            message = f"{metric.name} does not compare the structures of {treebank.format} files"
            raise PairError(f"{treebank.path}: {message}", path=treebank.path)
    for other in gold.other_golds:
        check_paired(gold, other)
    # A metric that scores nothing would call this perfect.
    if parse.words.height and not gold.words.height:
        raise PairError(f"{gold.path}: no words to compare {parse.path} with; is it the right gold?", path=gold.path)
    check_related(gold, parse)
    metric.check(gold, parse)


def score(metric: Metric, gold: Treebank, parse: Treebank) -> Scored:
    """Count every sentence of the gold; those of it that could not be read get nulls, those of the parse have no words.
    Where sentences are split or joined differently, the counts of a unit (see `core.alignment`) stand at its first
    sentence, and its others have nothing to score. What the parse has beyond the gold counts at the unit before it."""
    return finished(score_steps(metric, gold, parse))


def score_steps(metric: Metric, gold: Treebank, parse: Treebank) -> Steps[Scored]:
    yield 0.0
    if not metric.in_units:
        metric = metric.fitted(gold, parse)
        counts = metric.count(gold, parse)
        return Scored(metric, counts, _covered(metric, counts, gold, parse))
    found = units(gold, parse)
    joined_gold, joined_parse = joined_units(gold, parse)
    metric = metric.fitted(joined_gold, joined_parse)
    gold_part, parse_part, rows = readable_part(joined_gold, joined_parse)
    counts = yield from _counted(metric, gold_part, parse_part)
    if len(rows) < len(joined_gold):
        everything = pl.DataFrame({"sentence": pl.int_range(len(joined_gold), dtype=pl.UInt32, eager=True)})
        counts = counts.with_columns(sentence=pl.Series(rows, dtype=pl.UInt32))
        counts = everything.join(counts, on="sentence", how="left", maintain_order="left")
    counts = counts if found.are_sentences else _by_sentence(counts, found, metric.counts_sentences)
    return Scored(metric, counts, _covered(metric, counts, gold, parse))


def _covered(metric: Metric, counts: pl.DataFrame, gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """Which sentences of the gold the parse has words for, and the metric compares; see `Scored`."""
    found = units(gold, parse)
    unread = pl.col(counts.columns[1]).is_null()
    left = counts.select(pl.any_horizontal(unread, *(pl.col(name) > 0 for name in metric.not_compared)))
    # Counts of a unit stand at its first sentence, what is said of one there is so of all.
    left_out = np.bincount(found.of_gold, left.to_series().fill_null(value=True), len(found.gold) - 1) > 0
    words = gold.sentences["words"]
    has_words = (words > 0).to_numpy() & ~unparsed(gold, parse)
    empty = (words == 0).to_numpy() & gold.sentences["readable"].to_numpy() & (not gold.in_rows)
    compared = has_words & ~left_out[found.of_gold] | empty
    return pl.DataFrame({"compared": compared, "words": words, "line": gold.sentences["line"]})


def facts(metric: Metric, gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """The facts that `score` counts, with their marks; their shape is `core.metrics.base.FACTS` and the metric's key.
    Sentences are those of the gold. Where they are split or joined differently, the facts of a unit stand at its first
    sentence, with positions in the unit as a whole; sentences that could not be read have none."""
    if not metric.in_units:
        return metric.facts(gold, parse)
    found = units(gold, parse)
    joined_gold, joined_parse = joined_units(gold, parse)
    metric = metric.fitted(joined_gold, joined_parse)
    gold_part, parse_part, rows = readable_part(joined_gold, joined_parse)
    table = metric.facts(gold_part, parse_part)
    sentence = found.row[rows[table["sentence"].to_numpy()]]
    return table.with_columns(sentence=pl.Series(sentence, dtype=pl.UInt32))


def _counted(metric: Metric, gold: Treebank, parse: Treebank) -> Steps[pl.DataFrame]:
    """The metric's counts, of blocks of sentences side by side: quicker, and in less memory, than of all at once."""
    if len(gold) <= BLOCK:
        return metric.count(gold, parse)
    blocks: list[tuple[Treebank, Treebank]] = _blocks(gold, parse)
    counts: list[pl.DataFrame] = []
    # Threads: polars and numpy let go of the interpreter's lock while they count.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for of_block in pool.map(lambda block: metric.count(*block), blocks):
            before = pl.lit(len(counts) * BLOCK, pl.UInt32)
            counts.append(of_block.with_columns(pl.col("sentence") + before))
            yield len(counts) / len(blocks)
    return pl.concat(counts)


@remembered
def _blocks(gold: Treebank, parse: Treebank) -> list[tuple[Treebank, Treebank]]:
    """Parts of treebanks that are longer than one, kept so that metrics share what is worked out of them."""
    return [(gold.slice(first, BLOCK), parse.slice(first, BLOCK)) for first in range(0, len(gold), BLOCK)]


def _by_sentence(counts: pl.DataFrame, found: Units, of_sentences: Sequence[str]) -> pl.DataFrame:
    """The counts of units as counts of the gold's sentences; those ``of_sentences`` count each that a unit has."""
    size = np.diff(found.gold)
    schema = counts.schema
    times = [(pl.col(name) * pl.Series(size)).cast(schema[name]) for name in schema if name in of_sentences]
    rows = counts.with_columns(pl.Series(found.row, dtype=pl.UInt32).alias("sentence"), *times)
    own = size > 0
    surplus = rows.filter(pl.Series(~own)).fill_null(0).group_by("sentence").sum()
    of_first = rows.filter(pl.Series(own)).join(surplus, on="sentence", how="left", suffix="+", maintain_order="left")
    names = counts.columns[1:]
    summed = of_first.select("sentence", *(pl.col(name) + pl.col(f"{name}+").fill_null(0) for name in names))
    # The other sentences of a unit that is not compared are not, either.
    unit = pl.DataFrame({"row": np.arange(len(found.of_gold)), "sentence": found.row_of_gold.astype(np.uint32)})
    table = unit.join(summed, on="sentence", how="left", maintain_order="left")
    kept = {name: (pl.col("row") == pl.col("sentence")) | pl.col(name).is_null() for name in names}
    values = (pl.when(where).then(name).otherwise(0).cast(schema[name]) for name, where in kept.items())
    return table.select(pl.col("row").cast(pl.UInt32).alias("sentence"), *values)


def signature(
    metric: Metric, average: Average = "micro", max_length: int | None = None, parse_columns: str = ""
) -> str:
    """The metric's signature with the choices made about sentences and columns; the version stays last."""
    choices, _, version = metric.signature.rpartition("|")
    further = {"parse-columns": parse_columns or None, "max-length": max_length}
    further["average"] = None if average == "micro" else average
    return "|".join([choices, *(f"{name}:{own}" for name, own in further.items() if own is not None), version])


class LeftOut(NamedTuple):
    """Sentences that are not compared for one reason; ``first_line`` is in the gold, ``wrong`` if they count so."""

    sentences: int
    first_line: int
    why: str
    wrong: bool

    def described(self, metric: str, gold: str, parse: str) -> str:
        """The same as a line of text, for readers of several parses."""
        return f"{parse}: {self.said(metric, gold)}"

    def said(self, metric: str, gold: str) -> str:
        verb, these = ("is", "") if self.sentences == 1 else ("are", "the first in ")
        what = f"{counted(self.sentences, 'sentence')} {verb} {'counted as wrong' if self.wrong else 'left out'}"
        return f"{metric}: {what}: {self.why} ({these}{gold}:{self.first_line})"
