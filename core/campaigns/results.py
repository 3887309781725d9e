"""What a campaign gives: a row a figure, in polars frames; and what has been said and gone wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from goldleaf.core.analysis.properties import Properties
from goldleaf.core.analysis.significance import LEVEL
from goldleaf.core.campaigns.description import Campaign, Measure, Run, Submission
from goldleaf.core.campaigns.packing import Packed

FIGURES = {
    "scenario": pl.String(),
    "training": pl.String(),
    "group": pl.String(),
    "system": pl.String(),
    "domain": pl.String(),
    "treebank": pl.String(),
    "optional": pl.Boolean(),
    "measure": pl.String(),  # `Measure.name`
    "metric": pl.String(),
    "score": pl.String(),
    "percent": pl.Boolean(),  # the higher, the better; else the lower
    "value": pl.Float64(),  # a fraction of 1 where it is a percentage; null where nothing is scored
    "right": pl.Float64(),
    "total": pl.Float64(),
    "doubled": pl.Boolean(),  # counts of gold and parse together
    "made_of": pl.String(),  # other scores, apart by spaces; null where it is a ratio of counts
    "harmonic": pl.Boolean(),  # their harmonic mean, else the mean
    "p": pl.Float64(),  # that it differs from the best by chance, after Holm; null where that was not tested
    "too_few": pl.Boolean(),  # it differs from the best in so few sentences that no test can succeed
    "failed": pl.Boolean(),  # it was submitted, and could not be scored
}

RUN = ("scenario", "training")
SCORE = ("measure", "metric", "score")
COLUMN = (*RUN, "treebank", *SCORE)
"""What systems are ranked within."""

DIGITS = 12
"""To which figures are rounded before they are ranked: equal ones may have been summed in another order."""


@dataclass(frozen=True, eq=False)
class Pair:
    """A submission with what scoring it gave, or why it could not be scored."""

    submission: Submission
    found: Packed | None = None
    error: str = ""


@dataclass(frozen=True, eq=False)
class Results:
    """The figures of a campaign as far as it has come. ``errors`` are lines: what could not be read or scored;
    ``properties`` by treebank those of the ``gold``, and of what systems were trained on (``train``); ``theories`` how
    its experiments compare (`jobs.TheoriesJob`), None while that is not known."""

    campaign: Campaign
    pairs: Sequence[Pair]
    p: Mapping[tuple[str, str, str, str, str, str], float | None] = field(default_factory=dict)
    properties: Mapping[str, Mapping[str, Properties]] = field(default_factory=dict)
    errors: Sequence[str] = ()
    theories: Packed | None = None

    @property
    def measures(self) -> list[Measure]:
        """The campaign's own measures: those whose options are the first."""
        return [one for one in self.campaign.measures if not one.differs]

    def figures(self) -> pl.DataFrame:
        """A row a pair, measure and score, with the columns of `FIGURES`, then ``rank``, ``best`` and ``not_worse``.

        ``rank`` (uint32) is that among the systems in a run on a treebank, equals sharing the first; ``not_worse`` says
        of what is not the best whether it is not significantly worse, null where that was not tested.

        What was submitted and ``failed`` has a row of each score that others have under the measure, without a value.
        """
        rows = [row for pair in self.pairs for row in self._rows(pair)]
        scores: dict[str, dict[str, bool]] = {}
        for row in rows:
            scores.setdefault(row["measure"], {})[row["score"]] = row["percent"]
        for measure, of_measure in scores.items():
            about = [self._about(pair, measure) for pair in self.pairs if self._has_failed(pair, measure)]
            rows += [
                {**one, "score": score, "percent": percent, "failed": True}
                for one in about
                for score, percent in of_measure.items()
            ]
        return ranked(pl.DataFrame(rows, schema=FIGURES, orient="row"))

    def _about(self, pair: Pair, measure: str) -> dict[str, Any]:
        """What is said of a pair's figures under a measure."""
        submission = pair.submission
        treebank = self.campaign.treebank(submission.treebank)
        return {
            "scenario": submission.run.scenario,
            "training": submission.run.training,
            "group": self.campaign.system(submission.system).group,
            "system": submission.system,
            "domain": treebank.domain,
            "treebank": treebank.name,
            "optional": treebank.optional,
            "measure": measure,
            "metric": next(one.metric for one in self.campaign.measures if one.name == measure),
        }

    def _rows(self, pair: Pair) -> Iterator[dict[str, Any]]:
        measures = {} if pair.found is None else pair.found.about["measures"]
        for measure, found in measures.items():
            about = self._about(pair, measure)
            place = tuple(about[key] for key in (*RUN, "treebank", "system", "measure"))
            for score, figure in found["scores"].items():
                p = self.p.get((*place, score))
                yield {**about, "score": score, **figure, "p": p, "too_few": p is None and (*place, score) in self.p}

    def _has_failed(self, pair: Pair, measure: str) -> bool:
        """Whether a submission could not be scored by a measure that is for its treebank, as other files of it tell."""
        if pair.found is not None:
            return measure in pair.found.about["failed"]
        return bool(pair.error) and any(
            measure in other.found.about["measures"] or measure in other.found.about["failed"]
            for other in self.pairs
            if other.found is not None and other.submission.treebank == pair.submission.treebank
        )

    def properties_of(self, side: str) -> dict[str, Properties]:
        """By treebank the properties of a side, ``gold`` or ``train``, of those that have it."""
        return {name: sides[side] for name, sides in self.properties.items() if side in sides}

    def unscored(self) -> list[str]:
        """The treebanks of which nothing is scored: no system has submitted, or nothing could be read."""
        scored = {one.submission.treebank for one in self.pairs if one.found is not None}
        return [one.name for one in self.campaign.treebanks if one.name not in scored]

    def systems_in(self, run: Run, measure: str) -> list[str]:
        """The systems that are for a run, also those that have submitted nothing; without those whose files the
        measure does not compare."""
        scored = {one.submission.system for one in self.pairs if one.found is not None}
        compared = {
            one.submission.system
            for one in self.pairs
            if one.found is not None
            and (measure in one.found.about["measures"] or measure in one.found.about["failed"])
        }
        return [one.name for one in self.campaign.systems if one.takes_part(run) and one.name not in scored - compared]

    def signatures(self) -> list[str]:
        """Every choice that changes the figures, for each way in which a metric was used."""
        found = (pair.found.about["measures"].values() for pair in self.pairs if pair.found is not None)
        return [*dict.fromkeys(one["signature"] for measures in found for one in measures)]

    def notes(self) -> list[str]:
        """What a reader of the figures must know of the files, one line each."""
        return self._lines("notes")

    def ill_formed(self) -> list[str]:
        """The files with sentences that are no trees, one line each."""
        return self._lines("ill_formed")

    def failed(self) -> list[str]:
        """Why some metrics could not score files that others have scored, one line each."""
        return self._lines("failed")

    def _lines(self, key: str) -> list[str]:
        of_pairs = (note for pair in self.pairs for note in self._said(pair, key))
        of_theories = [] if self.theories is None or key == "failed" else self.theories.about["ill_formed"]
        return [*dict.fromkeys([*of_pairs, *of_theories])]

    def _said(self, pair: Pair, key: str) -> list[str]:
        """Lines about a pair, with the names that its files have today."""
        if pair.found is None:
            return []
        names = {"gold": self.campaign.treebank(pair.submission.treebank).gold, "parse": pair.submission.path}
        given = pair.found.about[key]
        lines: list[str] = [*given.values()] if key == "failed" else given
        for side, path in names.items():
            before = pair.found.about[side]["path"]
            lines = [line.replace(before, f"{path}") for line in lines]
        return lines


def ranked(figures: pl.DataFrame) -> pl.DataFrame:
    """The figures with ``rank``, ``best`` and ``not_worse``."""
    value = pl.col("value").round(DIGITS)
    better = pl.when("percent").then(-value).otherwise(value)
    rank = better.rank("min").over(COLUMN).cast(pl.UInt32)
    best = (pl.col("rank") == 1).fill_null(value=False)
    not_worse = pl.when("best").then(pl.lit(value=True)).otherwise(pl.col("p") >= LEVEL)
    truths = (pl.col(name).fill_null(value=False) for name in ("too_few", "failed"))
    return figures.with_columns(*truths, rank=rank).with_columns(best=best).with_columns(not_worse=not_worse)
