"""Systems × treebanks: a table a score, with blocks for runs and groups, and what is lost from one run to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from goldleaf.core.analysis.significance import TOO_FEW
from goldleaf.core.campaigns import Run, Treebank
from goldleaf.core.campaigns.averages import of_domains
from goldleaf.core.campaigns.ranks import drops, runs_before
from goldleaf.viewer.campaigns.body import Body, Row
from goldleaf.viewer.campaigns.shown import Score, Shown, of_run
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value

OVER = {"total": "all words", "average": "average", "sd": "sd", "soft_average": "soft average", "soft_sd": "soft sd"}
AVERAGE = "average of systems"
FAILED = "could not be scored"


def scores(view: Shown) -> Iterator[Table]:
    """One table for each score."""
    return (_of_score(view, score) for score in view.scores)


def _of_score(view: Shown, score: Score) -> Table:
    treebanks = columns_of(view, score)
    over = _over(view, score, treebanks)
    body = Body()
    for run in view.runs:
        for group, rows in _groups(view, score, run, treebanks, over):
            body.add(", ".join(filter(None, (run.name, group))), rows)
        body.add("", _of_all(view, score, run, treebanks, over))
        for before in runs_before(run, view.runs):
            body.add(f"{run.name} less {before.name}", _drops(view, score, (before, run), treebanks, over))
    columns = [
        Column("system"),
        *(Column(one.name, heading(one), score.kind, one.domain) for one in treebanks),
        *(Column(name, OVER[name], score.kind) for name in over),
    ]
    return body.table(score.title, columns, _note(view, score, treebanks, over))


def heading(treebank: Treebank) -> str:
    """What stands above a treebank's column."""
    return f"({treebank.name})" if treebank.optional else treebank.name


def columns_of(view: Shown, score: Score) -> list[Treebank]:
    """The treebanks of which there are figures, domain by domain, what is optional last."""
    there = set(view.of(view.figures, score)["treebank"])
    own = [one for one in view.results.campaign.treebanks if one.name in there]
    domains = list(dict.fromkeys(one.domain for one in own))
    return sorted(own, key=lambda one: (one.optional, domains.index(one.domain)))


def _over(view: Shown, score: Score, treebanks: Sequence[Treebank]) -> list[str]:
    """Which averages say something: soft ones where anything is absent, none of one treebank."""
    if sum(not one.optional for one in treebanks) < 2:
        return []
    own = view.of(view.averages, score)
    absent = bool((own["average"].is_null() | ((own["average"] - own["soft_average"]).abs() > 1e-12)).any())
    whole = ["total"] if own["total"].is_not_null().any() else []
    return [*whole, "average", "sd", *(["soft_average", "soft_sd"] if absent else [])]


def _groups(
    view: Shown, score: Score, run: Run, treebanks: Sequence[Treebank], over: Sequence[str]
) -> Iterator[tuple[str, list[Row]]]:
    """The rows of each group of systems, the best on average first; one group without a name if there are none."""
    figures = {(row["system"], row["treebank"]): row for row in view.of(view.figures, score, run).iter_rows(named=True)}
    averages = {row["system"]: row for row in view.of(view.averages, score, run).iter_rows(named=True)}
    # Where nothing is told apart from the best, equal or for want of sentences, that it is the best says nothing.
    told_apart = pl.col("value").is_not_null() & ~pl.col("best") & ~pl.col("too_few")
    compared = {*view.of(view.figures, score, run).filter(told_apart)["treebank"]}

    def row(system: str) -> Row:
        cells = [_cell(figures.get(pair), compared=pair[1] in compared) for pair in _pairs(system, treebanks)]
        return [system, *cells, *(averages.get(system, {}).get(name) for name in over)]

    systems = _in_order(view.results.systems_in(run, score.measure), averages)
    for group, members in view.results.campaign.groups.items():
        yield group, [row(system) for system in systems if system in members]


def _in_order(systems: Sequence[str], averages: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The systems, the best first; those without an average last."""
    return sorted(systems, key=lambda name: averages.get(name, {}).get("rank") or len(systems) + 1)


def _pairs(system: str, treebanks: Sequence[Treebank]) -> list[tuple[str, str]]:
    return [(system, one.name) for one in treebanks]


def _cell(figure: dict[str, Value] | None, *, compared: bool) -> Cell:
    """A figure, bold if it is not worse than those that it is compared with."""
    if figure is None:
        return Cell(None)
    bold = compared and bool(figure["not_worse"])
    note = FAILED if figure["failed"] else TOO_FEW if figure["too_few"] and not bold else ""
    return Cell(figure["value"], bold=bold, note=note)


def _of_all(view: Shown, score: Score, run: Run, treebanks: Sequence[Treebank], over: Sequence[str]) -> list[Row]:
    """The averages over systems, where there are several."""
    own = {row["treebank"]: row for row in view.of(view.treebanks, score, run).iter_rows(named=True)}
    if max((row["systems"] for row in own.values()), default=0) < 2:
        return []
    blank: Row = [""] * len(over)
    return [
        [name, *(own.get(one.name, {}).get(key) for one in treebanks), *blank]
        for name, key in ((AVERAGE, "average"), ("sd", "sd"))
    ]


def _drops(
    view: Shown, score: Score, runs: tuple[Run, Run], treebanks: Sequence[Treebank], over: Sequence[str]
) -> list[Row]:
    """What the second run has more than the first, of systems that took part in both."""
    lost = drops(view.of(view.figures, score), *runs).filter(pl.col("difference").is_not_null())
    found = {(row["system"], row["treebank"]): row["difference"] for row in lost.iter_rows(named=True)}
    # Over the treebanks of both runs: with others as 0 it would be no drop.
    counted = lost.filter(~pl.col("optional")).group_by("system").agg(pl.col("difference").mean())
    average = dict(counted.iter_rows())
    place = "soft_average" if "soft_average" in over else "average"

    def row(system: str) -> Row:
        beside = [average.get(system) if name == place else "" for name in over]
        return [system, *(Cell(value, signed=True) for value in (*map(found.get, _pairs(system, treebanks)), *beside))]

    return [row(system) for system in dict.fromkeys(lost["system"])]


def _note(view: Shown, score: Score, treebanks: Sequence[Treebank], over: Sequence[str]) -> str:
    """What a reader must know of the figures, and how they can be made again."""
    campaign, signed = view.results.campaign, signatures(view, score)
    others, unscored = _not_compared(view, score), view.results.unscored()
    said = {
        "Bold: the best, and those not significantly worse (p at least 0.05 in "
        f"{campaign.rounds.number:,} rounds of shuffling, seed {campaign.rounds.seed}, after Holm's correction).": len(
            campaign.systems
        )
        > 1,
        "What has another signature than the best is not tested.": len(signed) > 1 and _untested(view, score),
        "Between figures with different signatures, a drop is one of counting, too.": len(view.runs) > 1
        and len(signed) > 1,
        "average: what is absent or could not be scored counts as 0; soft average: over the others.": "soft_average"
        in over,
        "In parentheses: optional, in no average over treebanks.": any(one.optional for one in treebanks),
        f"{score.metric} is not for {', '.join(others)}.": bool(others),
        f"Nothing is scored of {', '.join(unscored)}: it is in no average.": bool(unscored),
    }
    return "\n".join([*(line for line, holds in said.items() if holds), *signed])


def _untested(view: Shown, score: Score) -> bool:
    """Whether any figure was not compared with the best one."""
    others = view.of(view.figures, score).filter(pl.col("value").is_not_null(), ~pl.col("best"), ~pl.col("too_few"))
    return bool(others["not_worse"].is_null().any())


def _not_compared(view: Shown, score: Score) -> list[str]:
    """The treebanks whose structures the metric does not compare, though parses of them were scored."""
    scored = {pair.submission.treebank for pair in view.results.pairs if pair.found is not None}
    there = {*view.of(view.figures, score)["treebank"]}
    return [one.name for one in view.results.campaign.treebanks if one.name in scored - there]


def signatures(view: Shown, score: Score) -> list[str]:
    """The signatures of a measure."""
    found = (pair.found.about["measures"].get(score.measure) for pair in view.results.pairs if pair.found is not None)
    return list(dict.fromkeys(one["signature"] for one in found if one is not None))


def domains(view: Shown) -> Iterator[Table]:
    """Averages by domain, where treebanks have any; one table for each score."""
    found = of_domains(view.figures)
    for score in view.scores:
        own = view.of(found, score)
        names = list(dict.fromkeys(own["domain"]))
        body = Body()
        for run in view.runs:
            of_this = of_run(own, run)
            most = dict(of_this.group_by("domain").agg(pl.col("treebanks").max()).iter_rows())
            values = {
                (row["system"], row["domain"]): Cell(
                    row["average"],
                    note="over fewer treebanks than others" if row["treebanks"] < most[row["domain"]] else "",
                )
                for row in of_this.iter_rows(named=True)
            }
            rows: list[Row] = [
                [name, *(values.get((name, one)) for one in names)] for name in dict.fromkeys(of_this["system"])
            ]
            body.add(run.name, rows)
        columns = [Column("system"), *(Column(name, kind=score.kind) for name in names)]
        yield body.table(
            f"{score.title}: averages by domain", columns, "Over the treebanks that a system has submitted."
        )


def common(view: Shown) -> Iterator[Table]:
    """TedEval against the gold alone and against what all golds share, for treebanks with other golds."""
    several = [one for one in view.results.campaign.treebanks if one.other_golds]
    for measure in dict.fromkeys(view.figures.filter(pl.col("metric") == "tedeval")["measure"]):
        own = view.figures.filter(pl.col("measure") == measure)
        for name in ("accuracy", "accuracy_unlabeled"):
            columns = [Column("system")]
            for one in several:
                columns += [Column(which, kind=Kind.SHARE, group=one.name) for which in ("single", "multiple")]
            body = Body()
            for run in view.runs:
                body.add(run.name, _single_and_multiple(of_run(own, run), name, several))
            yield body.table(f"{name} ({measure}): single and multiple", columns)


def _single_and_multiple(figures: pl.DataFrame, name: str, treebanks: Sequence[Treebank]) -> list[Row]:
    values = {(row["system"], row["treebank"], row["score"]): row["value"] for row in figures.iter_rows(named=True)}
    rows: list[Row] = []
    for system in dict.fromkeys(figures["system"]):
        own = [values.get((system, one.name, score)) for one in treebanks for score in (f"single_{name}", name)]
        if any(value is not None for value in own):
            rows.append([system, *own])
    return rows
