"""What a campaign gives: a row a figure, in polars frames; and what has been said and gone wrong on the way.

Then averages over systems and over treebanks, each way that shared tasks give them. Over treebanks: with submissions
that are absent or could not be scored as 0 (CoNLL-X, Table 5: *Tot*; SPMRL 2013: *avg.*), over those that were scored
(*soft*), and of all words together, where nothing is absent and the score is a ratio of counts, or made of such ones.
(Entropies of clusterings are no such counts: over all words they would be of clusters that no treebank has.) Only
treebanks that are not optional, and that any system in the run has such a figure for, or has submitted in vain. Over
systems: of those that submitted. Standard deviations have n − 1, over the same values as the average that they stand
beside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import polars as pl

from goldleaf.core.analysis.properties import Properties
from goldleaf.core.analysis.significance import LEVEL
from goldleaf.core.campaigns.checking import Checked
from goldleaf.core.campaigns.comparisons import Tested, groups
from goldleaf.core.campaigns.description import Campaign, JobResult, Measure, Run, Submission
from goldleaf.core.metrics import METRICS
from goldleaf.core.metrics.base import Combined
from goldleaf.core.version import VERSION

FIGURES = {
    **dict.fromkeys(("scenario", "training", "group", "system", "domain", "treebank"), pl.String()),
    "optional": pl.Boolean(),
    **dict.fromkeys(("measure", "metric", "score"), pl.String()),  # `Measure.name`, …
    "percent": pl.Boolean(),  # the higher, the better; else the lower
    "value": pl.Float64(),  # a fraction of 1 where it is a percentage; null where nothing is scored
    "right": pl.Float64(),
    "total": pl.Float64(),
    "doubled": pl.Boolean(),  # counts of gold and parse together
    "made_of": pl.String(),  # how of other scores, `Combined` as JSON; null where it is a ratio of counts
    "p": pl.Float64(),  # that it differs from the best by chance, after Holm; null where that was not tested
    "too_few": pl.Boolean(),  # it differs from the best in so few sentences that no test can succeed
    "failed": pl.Boolean(),  # it was submitted, and could not be scored
}

RUN = ("scenario", "training")
SCORE = ("measure", "metric", "score")
COLUMN = (*RUN, "treebank", *SCORE)  # what systems are ranked within
OF_SYSTEM = (*RUN, "group", "system", *SCORE)
DIGITS = 12  # to which figures are rounded before they are ranked: equal ones may have been summed in another order
EXTREMES = 2  # so many of the best and of the worst treebanks are named


class ScoredPair(NamedTuple):
    """A submission with what scoring it gave, or why it could not be scored."""

    submission: Submission
    found: JobResult | None = None
    error: str = ""


@dataclass(frozen=True, eq=False)
class Results:
    """The figures of a campaign as far as it has come. ``errors`` are lines: what could not be read or scored;
    ``properties`` by treebank those of the ``gold``, and of what systems were trained on (`PropertiesJob.run`);
    ``theories`` how its experiments compare (`jobs.TheoriesJob`), None while that is not known."""

    campaign: Campaign
    pairs: Sequence[ScoredPair]
    p: Mapping[tuple[str, str, str, str, str, str], float | None] = field(default_factory=dict)
    properties: Mapping[str, Mapping[str, Properties]] = field(default_factory=dict)
    errors: Sequence[str] = ()
    theories: JobResult | None = None
    checked: Sequence[Checked] = ()  # what has been submitted, and what has not; empty while that is not known
    ranking: Mapping[Run, Tested] = field(default_factory=dict)  # each two systems under the first score

    @property
    def measures(self) -> list[Measure]:
        """The campaign's own measures: those whose options are the first."""
        return [one for one in self.campaign.measures if not one.differs]

    @property
    def primary(self) -> tuple[str, str]:
        """The measure's name and the score by whose average systems are ranked: the first that tables show of those
        that anything has; both empty if nothing is scored."""
        abouts = [pair.found.about["measures"] for pair in self.pairs if pair.found is not None]
        there = {(name, score) for one in abouts for name, about in one.items() for score in about["scores"]}
        main = {name: [metric.main or next(iter(metric.ratios))] for name, metric in METRICS.items()}
        wanted = self.campaign.scores or main
        named = ((one.name, score) for one in self.measures for score in wanted.get(one.metric, ()))
        return next((one for one in named if one in there), ("", ""))

    def shared_ranks(self, averages: pl.DataFrame, run: Run) -> dict[str, int]:
        """The ranks of a run's systems (`comparisons.groups`), the best first; of none that has no average."""
        (measure, score), place = self.primary, {"scenario": run.scenario, "training": run.training}
        own = averages.filter(pl.col("average").is_not_null(), measure=measure, score=score, **place)
        return groups(own.sort("rank", maintain_order=True)["system"].to_list(), self.ranking.get(run, {}))

    def figures(self) -> pl.DataFrame:
        """A row a pair, measure and score, with the columns of `FIGURES`, then ``rank``, ``best`` and ``not_worse``.
        ``rank`` (uint32) is that among the systems in a run on a treebank, equals sharing the first; ``not_worse`` says
        of what is not the best whether it is not significantly worse, null where that was not tested. What was
        submitted and ``failed`` has a row of each score that others have under the measure, without a value."""
        rows: list[dict[str, Any]] = []
        scores: dict[str, dict[str, bool]] = {}
        for pair in self.pairs:
            for measure, found in ({} if pair.found is None else pair.found.about["measures"]).items():
                about = self._about(pair, measure)
                place = tuple(about[key] for key in (*RUN, "treebank", "system", "measure"))
                for score, figure in found["scores"].items():
                    p = self.p.get((*place, score))
                    too_few = p is None and (*place, score) in self.p
                    rows.append({**about, "score": score, **figure, "p": p, "too_few": too_few})
                    scores.setdefault(measure, {})[score] = figure["percent"]
        for measure, of_measure in scores.items():
            abouts = ((pair.submission.treebank, pair.found.about) for pair in self.pairs if pair.found is not None)
            of = {name for name, about in abouts if measure in about["measures"] or measure in about["failed"]}
            for pair in self.pairs:
                # Whether a measure is for a treebank other files of it tell, where one could not be scored at all.
                in_vain = bool(pair.error) and pair.submission.treebank in of
                if in_vain if pair.found is None else measure in pair.found.about["failed"]:
                    about = {**self._about(pair, measure), "failed": True}
                    rows += [{**about, "score": score, "percent": percent} for score, percent in of_measure.items()]
        return ranked(pl.DataFrame(rows, schema=FIGURES, orient="row"))

    def _about(self, pair: ScoredPair, measure: str) -> dict[str, Any]:
        submission, campaign = pair.submission, self.campaign
        treebank, system = campaign.treebank(submission.treebank), campaign.system(submission.system)
        metric = next(one.metric for one in campaign.measures if one.name == measure)
        of_system = {**asdict(submission.run), "group": system.group, "system": system.name}
        of_treebank = {"domain": treebank.domain, "treebank": treebank.name, "optional": treebank.optional}
        return {**of_system, **of_treebank, "measure": measure, "metric": metric}

    def properties_of(self, side: str, training: str = "") -> dict[str, Properties]:
        """By treebank the properties of a side, ``gold`` or ``train``, of those that have it: those under a training
        where a treebank has a file for each."""
        found = {name: sides.get(f"{side} {training}", sides.get(side)) for name, sides in self.properties.items()}
        return {name: own for name, own in found.items() if own is not None}

    def unscored(self) -> list[str]:
        """The treebanks of which nothing is scored: no system has submitted, or nothing could be read."""
        scored = {one.submission.treebank for one in self.pairs if one.found is not None}
        return [one.name for one in self.campaign.treebanks if one.name not in scored]

    def systems_in(self, run: Run, measure: str) -> list[str]:
        """The systems for a run, submitted or not; without those whose files the measure does not compare."""
        found = [(pair.submission.system, pair.found.about) for pair in self.pairs if pair.found is not None]
        compared = {name for name, about in found if measure in about["measures"] or measure in about["failed"]}
        without = {name for name, _ in found} - compared
        return [one.name for one in self.campaign.systems if one.takes_part(run) and one.name not in without]

    def signatures(self, measure: str = "") -> list[str]:
        """Every choice that changes the figures, for each way in which a metric was used; all of them, or one."""
        scored = (pair.found.about["measures"].items() for pair in self.pairs if pair.found is not None)
        used = (about["signature"] for measures in scored for name, about in measures if measure in ("", name))
        return [*dict.fromkeys(used)]

    def lines(self, key: str) -> list[str]:
        """What is to be said of the files: ``notes`` for a reader of the figures; ``ill_formed``, those with sentences
        that are no trees; ``failed``, why some metrics could not score what others have scored. With the names that the
        files have today; they may have been scored under others."""
        lines: list[str] = []
        for pair in self.pairs:
            if pair.found is not None:
                about = pair.found.about
                own = [*about[key].values()] if key == "failed" else about[key]
                gold = self.campaign.treebank(pair.submission.treebank).gold
                for side, path in (("gold", gold), ("parse", pair.submission.path)):
                    own = [line.replace(about[side]["path"], f"{path}") for line in own]
                lines += own
        if self.theories is not None and key != "failed":
            lines += self.theories.about["ill_formed"]
        return [*dict.fromkeys(lines)]


def ranked(figures: pl.DataFrame) -> pl.DataFrame:
    value = pl.col("value").round(DIGITS)
    better = pl.when("percent").then(-value).otherwise(value)
    rank = better.rank("min").over(COLUMN).cast(pl.UInt32)
    best = (pl.col("rank") == 1).fill_null(value=False)
    not_worse = pl.when("best").then(pl.lit(value=True)).otherwise(pl.col("p") >= LEVEL)
    truths = (pl.col(name).fill_null(value=False) for name in ("too_few", "failed"))
    return figures.with_columns(*truths, rank=rank).with_columns(best=best).with_columns(not_worse=not_worse)


def of_systems(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, system and score: ``average``, ``sd``, ``soft_average``, ``soft_sd``, ``total`` (float64),
    ``treebanks`` (uint32, those submitted), and ``rank``, ``group_rank`` (uint32) by ``average``. Where the lower is
    the better, an average with absent ones as 0 says nothing, and is null."""
    counted = figures.filter(~pl.col("optional"), pl.col("value").is_not_null())
    there = figures.filter(~pl.col("optional"), pl.col("value").is_not_null() | pl.col("failed"))
    all_of_run = there.group_by(*RUN, *SCORE).agg(pl.col("treebank").n_unique().alias("all"))
    # Where words differ, counts of both files would weigh twice as much as those of the gold alone.
    right, total = (pl.col(name) / pl.when("doubled").then(2).otherwise(1) for name in ("right", "total"))
    by_system = counted.group_by(*OF_SYSTEM, "percent", maintain_order=True).agg(
        sum=pl.col("value").sum(), squares=(pl.col("value") ** 2).sum(),
        soft_average=pl.col("value").mean(), soft_sd=pl.col("value").std(),
        total=pl.when(total.sum() > 0).then(right.sum() / total.sum()),
        treebanks=pl.len(), made_of=pl.when(pl.col("made_of").n_unique() == 1).then(pl.col("made_of").first()),
    )  # fmt: skip
    # The totals of scores that are made of others, which come before them.
    known: dict[tuple[Any, ...], float | None] = {}
    for row in by_system.iter_rows(named=True):
        key = tuple(row[name] for name in OF_SYSTEM)
        if row["made_of"]:
            combined = Combined(*json.loads(row["made_of"]))
            known[key] = combined.value([known.get((*key[:-1], part)) for part in combined.of])
        else:
            known[key] = row["total"]
    by_system = by_system.with_columns(total=pl.Series([*known.values()], dtype=pl.Float64))
    whole = pl.col("treebanks") == pl.col("all")
    means_something = pl.col("percent") | whole
    # What is absent is a 0 among the values (CoNLL-X, Table 5: *Tot*): it adds nothing to sums and squares, but counts.
    average = pl.col("sum") / pl.col("all")
    rounded = pl.col("average").round(DIGITS)  # what differs by rounding only is equal
    rank = pl.when("percent").then(-rounded).otherwise(rounded).rank("min").cast(pl.UInt32)
    variance = (pl.col("squares") - pl.col("all") * average**2) / (pl.col("all") - 1)
    sd = pl.when(means_something & (pl.col("all") > 1)).then(variance.clip(0).sqrt()).alias("sd")
    mean, total = pl.when(means_something).then(average).alias("average"), pl.when(whole).then("total").alias("total")
    joined = by_system.join(all_of_run, on=[*RUN, *SCORE], maintain_order="left")
    averages = joined.with_columns(mean, sd, total, pl.col("treebanks").cast(pl.UInt32))
    ranks = rank.over(*RUN, *SCORE).alias("rank"), rank.over(*RUN, "group", *SCORE).alias("group_rank")
    return averages.with_columns(ranks).drop("sum", "squares", "all", "made_of")


def of_treebanks(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, treebank and score, over what was submitted: ``average``, ``sd``, ``best``, ``systems`` (uint32)."""
    best = pl.when(pl.col("percent").first()).then(pl.col("value").max()).otherwise(pl.col("value").min())
    scored = figures.filter(pl.col("value").is_not_null())
    columns = (*RUN, "domain", "treebank", "optional", *SCORE, "percent")
    systems = pl.len().cast(pl.UInt32)
    mean, sd = pl.col("value").mean(), pl.col("value").std()
    return scored.group_by(columns, maintain_order=True).agg(average=mean, sd=sd, best=best, systems=systems)


def of_domains(figures: pl.DataFrame) -> pl.DataFrame:
    """A row a run, system, domain and score: ``average`` over what the system has submitted, ``sd``, ``treebanks``."""
    scored = figures.filter(~pl.col("optional"), pl.col("value").is_not_null(), pl.col("domain") != "")
    treebanks, mean, sd = pl.len().cast(pl.UInt32), pl.col("value").mean(), pl.col("value").std()
    return scored.group_by(*OF_SYSTEM, "domain", maintain_order=True).agg(average=mean, sd=sd, treebanks=treebanks)


def changes(averages: pl.DataFrame, scores: Sequence[tuple[str, str]]) -> pl.DataFrame:
    """The ranks of systems under some scores (measure, score), and how they differ from those under the first. A row a
    run, system and score: ``average``, ``rank``, ``group_rank`` and ``change``, how many ranks higher the system is
    (int32; positive is better), null where either is missing."""
    order = pl.DataFrame(scores, schema=["measure", "score"], orient="row").with_row_index("order")
    chosen = averages.join(order, on=["measure", "score"], maintain_order="left")
    first = chosen.filter(pl.col("order") == 0).select(*RUN, "system", pl.col("rank").alias("first"))
    both = chosen.join(first, on=[*RUN, "system"], how="left", maintain_order="left")
    changed = both.with_columns(change=pl.col("first").cast(pl.Int32) - pl.col("rank").cast(pl.Int32))
    return changed.select([*RUN, "group", "system", *SCORE, "order", "average", "rank", "group_rank", "change"])


def by_treebank(figures: pl.DataFrame, averages: pl.DataFrame) -> pl.DataFrame:
    """Each figure's ``rank`` on its treebank, and ``change``: how many ranks higher than over all (int32).
    Treebanks that are optional, and not in the rank over all, are left out."""
    overall = averages.select(*RUN, "system", *SCORE, pl.col("rank").alias("overall"))
    counting = figures.filter(~pl.col("optional"))
    both = counting.join(overall, on=[*RUN, "system", *SCORE], how="left", maintain_order="left")
    return both.with_columns(change=pl.col("overall").cast(pl.Int32) - pl.col("rank").cast(pl.Int32))


def extremes(figures: pl.DataFrame) -> pl.DataFrame:
    """The best and the worst treebanks of each system: ``place`` is 1, 2 for the best, -1, -2 for the worst. No
    treebank is both; with three there is one of each. None is optional."""
    defined = figures.filter(pl.col("value").is_not_null(), ~pl.col("optional"))
    keys = (*RUN, "system", *SCORE)
    better = pl.when("percent").then(-pl.col("value")).otherwise(pl.col("value"))
    place, number = better.rank("ordinal").over(keys).cast(pl.Int32), pl.len().over(keys).cast(pl.Int32)
    # A system with few treebanks has each among its best or its worst, not among both.
    most = pl.min_horizontal(pl.lit(EXTREMES), number // 2)
    named = pl.when(place <= most).then(place).when(number - place < most).then(place - number - 1)
    placed = defined.with_columns(place=named).filter(pl.col("place").is_not_null())
    return placed.select([*RUN, "group", "system", *SCORE, "percent", "place", "treebank", "value"])


def runs_before(run: Run, runs: Sequence[Run]) -> list[Run]:
    """The runs that a run is to be compared with: the last ones before it that differ from it in the scenario alone,
    and in the training alone. A drop between others would be of both at once."""
    earlier = runs[: runs.index(run)]
    of_scenarios = [one for one in earlier if one.training == run.training]
    of_trainings = [one for one in earlier if one.scenario == run.scenario]
    return [*of_scenarios[-1:], *of_trainings[-1:]]


def drops(figures: pl.DataFrame, before: Run, after: Run) -> pl.DataFrame:
    """The figures of a run with what it has more than another one: ``difference`` (float64)."""
    own, earlier = (figures.filter(scenario=run.scenario, training=run.training) for run in (after, before))
    keys = ["system", "treebank", *SCORE]
    joined = own.join(earlier.select(*keys, earlier=pl.col("value")), on=keys, maintain_order="left")
    return joined.with_columns(difference=pl.col("value") - pl.col("earlier")).drop("earlier")


def as_object(results: Results) -> dict[str, Any]:
    """What ``goldleaf compare CAMPAIGN.toml --format json`` gives; its shape is a promise to scripts.

    ``figures`` and ``averages`` have also ``scenario`` and ``training`` where there are runs, and ``options`` where
    they are not the campaign's first; ``averages`` also ``soft_sd``, ``total``, ``rank`` and ``group_rank``.
    ``ranking`` has the ranks that systems share under the first score (`core.campaigns.comparisons`).

    ``submissions`` are all that there might be, each with its ``state``, one of complete, partial, other text, empty,
    broken, absent; ``missing`` are the first and last numbers of stretches of the gold's sentences.
    ``pairs`` are the files, with what is wrong with their trees, ``errors`` those that could not be scored.
    ``theories`` is what ``goldleaf compare`` gives of experiments alone."""
    figures = results.figures()
    averages = of_systems(figures)
    figure = ("system", "treebank", "metric", "score", "value", "right", "total", "rank", "best", "not_worse")
    average = ("system", "metric", "score", "average", "soft_average", "sd", "treebanks", "soft_sd", "total")
    pairs: list[dict[str, Any]] = []
    for pair in results.pairs:
        submission, about = pair.submission, {} if pair.found is None else pair.found.about
        of_pair: dict[str, Any] = {"system": submission.system, "treebank": submission.treebank}
        of_pair |= {key: value for key in RUN if (value := getattr(submission.run, key))}
        of_pair["path"] = f"{submission.path}"
        for side in ("gold", "parse") if about else ():
            # Without the files' names, which may have been others when they were scored.
            of_pair[side] = {key: value for key, value in about[side].items() if key != "path"}
        pairs.append(of_pair | ({"error": pair.error} if pair.error else {}))
    return {
        "goldleaf": VERSION,
        "campaign": results.campaign.title,
        "signatures": results.signatures(),
        "figures": _rows(results, figures.filter(~pl.col("failed")), figure),
        "averages": _rows(results, averages, (*average, "rank", "group_rank")),
        "ranking": [
            {**{key: value for key, value in asdict(run).items() if value}, "system": name, "rank": rank}
            for run in results.campaign.runs
            for name, rank in results.shared_ranks(averages, run).items()
        ],
        "submissions": submissions(results),
        "pairs": pairs,
        "notes": results.lines("notes"),
        **({} if results.theories is None else {"theories": results.theories.about["common"]}),
        "errors": [*results.errors],
    }


def submissions(results: Results) -> list[dict[str, Any]]:
    """The same of what has been submitted, without empty ones."""
    rows = ({**asdict(one), "path": one.path and f"{one.path}", **asdict(one.run)} for one in results.checked)
    return [{key: value for key, value in row.items() if value and key != "run"} for row in rows]


def _rows(results: Results, frame: pl.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
    options = {measure.name: dict(measure.differs) for measure in results.campaign.measures}
    rows = []
    for row in frame.iter_rows(named=True):
        written = {key: row[key] for key in (*columns, *RUN) if key in columns or row[key]}
        differs = options[row["measure"]]
        rows.append(written | ({"options": differs} if differs else {}))
    return rows
