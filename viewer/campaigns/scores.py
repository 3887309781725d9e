"""What the tables of a campaign are made from: its frames, which scores they show, rows in blocks. The first of them:
systems × treebanks, a table a score, with blocks for runs and groups, and what is lost from one run to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple, TypeAlias

import polars as pl

from goldleaf.core.analysis.significance import LEAST_UNITS, LEVEL, TOO_FEW
from goldleaf.core.campaigns.checking import COMPLETE, SCORED, STATES
from goldleaf.core.campaigns.comparisons import enough
from goldleaf.core.campaigns.description import Gold, Run
from goldleaf.core.campaigns.results import Results, drops, of_domains, of_systems, of_treebanks, runs_before
from goldleaf.core.errors import OptionError, counted
from goldleaf.core.metrics import METRICS
from goldleaf.core.metrics.base import is_called, plain_name
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value

Row: TypeAlias = list[Value | Cell]

OVER = {"total": "all words", "average": "average", "sd": "sd", "soft_average": "soft average", "soft_sd": "soft sd"}
AVERAGE = "average of systems"
FAILED, NO_FILE = "could not be scored", "no file to score"


class CampaignScore(NamedTuple):
    measure: str
    metric: str
    score: str
    percent: bool

    @property
    def title(self) -> str:
        return f"{METRICS[self.metric].title_of(self.score)} ({self.measure})"

    @property
    def short(self) -> str:
        """The same where there is little room: what differs from the campaign's options is said."""
        return f"{self.score}{self.measure.removeprefix(self.metric)}"

    @property
    def kind(self) -> Kind:
        return Kind.SHARE if self.percent else Kind.FIGURE


@dataclass(frozen=True, eq=False)
class ShownCampaign:
    """The results with their frames; ``scores`` are the campaign's own, ``others`` with other options."""

    results: Results
    figures: pl.DataFrame
    averages: pl.DataFrame
    treebanks: pl.DataFrame
    scores: Sequence[CampaignScore]
    others: Sequence[CampaignScore]

    @property
    def runs(self) -> Sequence[Run]:
        return self.results.campaign.runs

    def of(self, frame: pl.DataFrame, score: CampaignScore, run: Run | None = None) -> pl.DataFrame:
        own = frame.filter(pl.col("measure") == score.measure, pl.col("score") == score.score)
        return own if run is None else of_run(own, run)


def of_run(frame: pl.DataFrame, run: Run) -> pl.DataFrame:
    return frame.filter(pl.col("scenario") == run.scenario, pl.col("training") == run.training)


def shown(results: Results, names: Sequence[str] = ()) -> ShownCampaign:
    """Results ready for tables, of the scores of these names or those that the campaign shows. Raises OptionError."""
    figures = results.figures()
    rows = figures.select("measure", "metric", "score", "percent").unique(maintain_order=True)
    there = [CampaignScore(*row) for row in rows.iter_rows()]
    known = list(dict.fromkeys(plain_name(score.score) for score in there))
    said = results.campaign.scores
    listed = list(dict.fromkeys(chain.from_iterable(said.values())))
    if not names and said and there and not {*map(plain_name, listed)} & {*known}:
        lacking = f"no treebank here has any of them; there are {', '.join(known)}"
        raise OptionError(f"{results.campaign.path}: scores: {', '.join(listed)}: {lacking}")
    for name in names:
        if there and not any(is_called(score.metric, score.score, name) for score in there):
            raise OptionError(f"--score {name}: no such score here; there are {', '.join(known)}")
    wanted: dict[str, Sequence[str]] = {}
    for metric in dict.fromkeys(score.metric for score in there):
        main = METRICS[metric].main or next(iter(METRICS[metric].ratios))
        of_metric = [score.score for score in there if score.metric == metric]
        asked = [score for name in names for score in of_metric if is_called(metric, score, name)]
        wanted[metric] = asked if names else (said.get(metric, ()) if said else [main])
    order = {measure.name: number for number, measure in enumerate(results.campaign.measures)}
    chosen = [score for score in there if score.score in wanted[score.metric]]
    chosen.sort(key=lambda score: (order[score.measure], wanted[score.metric].index(score.score)))
    measures = {measure.name for measure in results.measures}
    own, others = ([score for score in chosen if (score.measure in measures) is same] for same in (True, False))
    return ShownCampaign(results, figures, of_systems(figures), of_treebanks(figures), own, others)


def in_blocks(title: str, columns: Sequence[Column], blocks: Iterable[tuple[str, list[Row]]], note: str = "") -> Table:
    """A table of titled blocks of rows; one without a title is told from what is above it by a rule."""
    rows: list[Row] = []
    titles: dict[int, str] = {}
    for name, block in blocks:
        if block and (name or rows):
            titles[len(rows)] = name
        rows += block
    return Table(title, columns, rows, note, titles)


def submissions(view: ShownCampaign) -> Iterator[Table]:
    """One word for each file; see `core.campaigns.checking`."""
    named = any(run.name for run in view.runs)
    columns = [Column("system"), Column("treebank"), *([Column("run")] if named else []), Column("file")]
    columns += [Column("sentences", kind=Kind.COUNT), Column("of", kind=Kind.COUNT), Column("why")]
    rows: list[Row] = []
    for one in view.results.checked:
        run = [one.run.name] if named else []
        known = [one.sentences, one.of] if one.of else [None, None]
        rows.append([one.system, one.treebank, *run, one.state, *known, one.told])
    yield Table("By system and treebank", columns, rows)


def scores(view: ShownCampaign) -> Iterator[Table]:
    for score in view.scores:
        treebanks = columns_of(view, score)
        over = _over(view, score, treebanks)
        blocks: list[tuple[str, list[Row]]] = []
        for run in view.runs:
            blocks += _groups(view, score, run, treebanks, over)
            own = {row["treebank"]: row for row in view.of(view.treebanks, score, run).iter_rows(named=True)}
            if any(row["systems"] > 1 for row in own.values()):
                blank: Row = [""] * len(over)
                averages: list[Row] = [
                    [name, *(own.get(treebank.name, {}).get(key) for treebank in treebanks), *blank]
                    for name, key in ((AVERAGE, "average"), ("sd", "sd"))
                ]
                blocks.append(("", averages))
            for before in runs_before(run, view.runs):
                blocks.append((f"{run.name} less {before.name}", _drops(view, score, (before, run), treebanks, over)))
        columns = [
            Column("system"),
            *(Column(treebank.name, heading(treebank), score.kind, treebank.domain) for treebank in treebanks),
            *(Column(name, OVER[name], score.kind) for name in over),
        ]
        yield in_blocks(score.title, columns, blocks, _note(view, score, treebanks, over))


def ranking(view: ShownCampaign) -> Iterator[Table]:
    """The main table of each run: systems by the average of the first score, the ranks that they share, their files."""
    results, rounds = view.results, view.results.campaign.rounds
    primary = [one for one in view.scores if (one.measure, one.score) == results.primary]
    for score, run in product(primary, view.runs):
        ranks, tested = results.shared_ranks(view.averages, run), results.ranking.get(run, {})
        averages = dict(view.of(view.averages, score, run)[["system", "average"]].iter_rows())
        cells, best = figures_of(view, score, run), next(iter(ranks), "")
        treebanks = columns_of(view, score)
        rows: list[Row] = []
        for system in (*ranks, *(one for one in results.systems_in(run, score.measure) if one not in ranks)):
            pairs = {pair: known for pair, known in tested.items() if system in pair}
            bold = ranks.get(system) == 1 and any(p is not None for p, _ in pairs.values())
            few = system != best and any(best in pair and units < LEAST_UNITS for pair, (_, units) in pairs.items())
            average = Cell(averages.get(system), bold=bold, note=TOO_FEW if few and not bold else "")
            files = counted_states(one.state for one in results.checked if (one.system, one.run) == (system, run))
            of = [cells.get((system, treebank.name), Cell(None, note=NO_FILE)) for treebank in treebanks]
            rows.append([system, ranks.get(system), average, *of, files])
        columns = [Column("system"), Column("rank", kind=Kind.ORDINAL), Column("average", kind=score.kind)]
        columns += [Column(treebank.name, heading(treebank), score.kind) for treebank in treebanks]
        number, holm = enough(rounds, len(ranks)).number, f"after Holm's correction for {counted(len(tested), 'pair')}"
        lines = [
            f"Systems share a rank unless each above is significantly better than each below (p under {LEVEL:g} in "
            f"{number:,} rounds of shuffling, seed {rounds.seed}, {holm}), as in WMT's clusters. What is absent or "
            "could not be scored counts as 0.",
            "Bold average: the first group. Bold on a treebank: the best, and those not significantly worse.",
            *results.signatures(score.measure),
        ]
        title = f"Ranking by {score.title}" + (f": {run.name}" if run.name else "")
        yield Table(title, [*columns, Column("files")], rows, "\n".join(lines))


def counted_states(states: Iterable[str]) -> str:
    """How many files there are of each word."""
    counts = Counter(states)
    return ", ".join(f"{counts[state]:,} " * (counts.total() > 1) + state for state in STATES if counts[state])


def heading(treebank: Gold) -> str:
    return f"({treebank.name})" if treebank.optional else treebank.name


def columns_of(view: ShownCampaign, score: CampaignScore) -> list[Gold]:
    """The treebanks of which there are figures, domain by domain, what is optional last."""
    there = set(view.of(view.figures, score)["treebank"])
    own = [treebank for treebank in view.results.campaign.treebanks if treebank.name in there]
    domains = list(dict.fromkeys(treebank.domain for treebank in own))
    return sorted(own, key=lambda treebank: (treebank.optional, domains.index(treebank.domain)))


def _over(view: ShownCampaign, score: CampaignScore, treebanks: Sequence[Gold]) -> list[str]:
    # Which averages say something: soft ones where anything is absent, none of one treebank.
    if sum(not treebank.optional for treebank in treebanks) < 2:
        return []
    own = view.of(view.averages, score)
    absent = bool((own["average"].is_null() | ((own["average"] - own["soft_average"]).abs() > 1e-12)).any())
    whole = ["total"] if own["total"].is_not_null().any() else []
    return [*whole, "average", "sd", *(["soft_average", "soft_sd"] if absent else [])]


def _groups(
    view: ShownCampaign, score: CampaignScore, run: Run, treebanks: Sequence[Gold], over: Sequence[str]
) -> Iterator[tuple[str, list[Row]]]:
    # The rows of each group of systems, the best on average first; one group without a name if there are none. What
    # the run is called stands before.
    cells = figures_of(view, score, run)
    averages = {row["system"]: row for row in view.of(view.averages, score, run).iter_rows(named=True)}
    names = view.results.systems_in(run, score.measure)
    rows: dict[str, Row] = {}
    for system in sorted(names, key=lambda name: averages.get(name, {}).get("rank") or len(names) + 1):
        row: Row = [system, *(cells.get((system, treebank.name), Cell(None)) for treebank in treebanks)]
        rows[system] = [*row, *(averages.get(system, {}).get(name) for name in over)]
    for group, members in view.results.campaign.groups.items():
        yield named(run, group), [row for system, row in rows.items() if system in members]


def named(run: Run, group: str) -> str:
    return ", ".join(filter(None, (run.name, group)))


def figures_of(view: ShownCampaign, score: CampaignScore, run: Run) -> dict[tuple[str, str], Cell]:
    """The figures of a run as they stand in tables, by system and treebank."""
    own = view.of(view.figures, score, run)
    # Where nothing is told apart from the best, equal or for want of sentences, that it is the best says nothing.
    compared = {*own.filter(pl.col("value").is_not_null(), ~pl.col("best"), ~pl.col("too_few"))["treebank"]}
    states = {(one.system, one.treebank): one.state for one in view.results.checked if one.run == run}
    cells = {}
    for figure in own.iter_rows(named=True):
        place = figure["system"], figure["treebank"]
        bold = figure["treebank"] in compared and bool(figure["not_worse"])
        state = states.get(place, COMPLETE)
        why = state if state not in SCORED else FAILED
        note = why if figure["failed"] else TOO_FEW if figure["too_few"] and not bold else ""
        cells[place] = Cell(figure["value"], bold=bold, note=note)
    return cells


def _drops(
    view: ShownCampaign, score: CampaignScore, runs: tuple[Run, Run], treebanks: Sequence[Gold], over: Sequence[str]
) -> list[Row]:
    lost = drops(view.of(view.figures, score), *runs).filter(pl.col("difference").is_not_null())
    differences = {(row["system"], row["treebank"]): row["difference"] for row in lost.iter_rows(named=True)}
    # Over the treebanks of both runs: with others as 0 it would be no drop.
    counted = lost.filter(~pl.col("optional")).group_by("system").agg(pl.col("difference").mean())
    average = dict(counted.iter_rows())
    place = "soft_average" if "soft_average" in over else "average"
    rows: list[Row] = []
    for system in dict.fromkeys(lost["system"]):
        own = [differences.get((system, treebank.name)) for treebank in treebanks]
        beside = [average.get(system) if name == place else "" for name in over]
        rows.append([system, *(Cell(value, signed=True) for value in (*own, *beside))])
    return rows


def _note(view: ShownCampaign, score: CampaignScore, treebanks: Sequence[Gold], over: Sequence[str]) -> str:
    # What a reader must know of the figures, and how they can be made again.
    results, campaign = view.results, view.results.campaign
    rounds, own = campaign.rounds, view.of(view.figures, score)
    signatures, unscored = results.signatures(score.measure), results.unscored()
    # Figures that were not compared with the best one.
    untested = own.filter(pl.col("value").is_not_null(), ~pl.col("best"), ~pl.col("too_few"))["not_worse"].is_null()
    # Treebanks whose structures the metric does not compare, though parses of them were scored.
    others = [one.name for one in campaign.treebanks if one.name not in {*own["treebank"], *unscored}]
    several, drops = len(signatures) > 1, len(view.runs) > 1 and len(signatures) > 1
    test = f"p at least 0.05 in {rounds.number:,} rounds of shuffling, seed {rounds.seed}, after Holm's correction"
    absent = "average: what is absent or could not be scored counts as 0; soft average: over the others."
    lines = {
        f"Bold: the best, and those not significantly worse ({test}).": len(campaign.systems) > 1,
        "What has another signature than the best is not tested.": several and bool(untested.any()),
        "Between figures with different signatures, a drop is one of counting, too.": drops,
        absent: "soft_average" in over,
        "In parentheses: optional, in no average over treebanks.": any(treebank.optional for treebank in treebanks),
        f"{score.metric} is not for {', '.join(others)}.": bool(others),
        f"Nothing is scored of {', '.join(unscored)}: it is in no average.": bool(unscored),
    }
    return "\n".join([*(line for line, holds in lines.items() if holds), *signatures])


def domains(view: ShownCampaign) -> Iterator[Table]:
    """Averages by domain, where treebanks have any; one table for each score."""
    found = of_domains(view.figures)
    for score in view.scores:
        own = view.of(found, score)
        names = list(dict.fromkeys(own["domain"]))
        blocks: list[tuple[str, list[Row]]] = []
        for run in view.runs:
            of_this = of_run(own, run)
            most = dict(of_this.group_by("domain").agg(pl.col("treebanks").max()).iter_rows())
            values = {}
            for row in of_this.iter_rows(named=True):
                note = "over fewer treebanks than others" if row["treebanks"] < most[row["domain"]] else ""
                values[row["system"], row["domain"]] = Cell(row["average"], note=note)
            systems = dict.fromkeys(of_this["system"])
            blocks.append((run.name, [[name, *(values.get((name, one)) for one in names)] for name in systems]))
        columns = [Column("system"), *(Column(name, kind=score.kind) for name in names)]
        note = "Over the treebanks that a system has submitted."
        yield in_blocks(f"{score.title}: averages by domain", columns, blocks, note)


def common(view: ShownCampaign) -> Iterator[Table]:
    """TedEval against the gold alone and against what all golds share, for treebanks with other golds."""
    several = [treebank.name for treebank in view.results.campaign.treebanks if treebank.other_golds]
    for measure in dict.fromkeys(view.figures.filter(pl.col("metric") == "tedeval")["measure"]):
        own = view.figures.filter(pl.col("measure") == measure)
        for name in ("accuracy", "accuracy_unlabeled"):
            pairs = product(several, ("single", "multiple"))
            columns = [Column("system"), *(Column(which, kind=Kind.SHARE, group=one) for one, which in pairs)]
            blocks = []
            for run in view.runs:
                figures = of_run(own, run).iter_rows(named=True)
                values = {(row["system"], row["treebank"], row["score"]): row["value"] for row in figures}
                rows: list[Row] = []
                for system in dict.fromkeys(system for system, *_ in values):
                    cells = [values.get((system, one, score)) for one in several for score in (f"single_{name}", name)]
                    if any(value is not None for value in cells):
                        rows.append([system, *cells])
                blocks.append((run.name, rows))
            yield in_blocks(f"{name} ({measure}): single and multiple", columns, blocks)
