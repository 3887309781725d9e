"""Who is before whom, and what is easy for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import polars as pl

from goldleaf.core.campaigns import Run
from goldleaf.core.campaigns import ranks as found
from goldleaf.viewer.campaigns.body import Body, Row
from goldleaf.viewer.campaigns.scores import columns_of, heading
from goldleaf.viewer.campaigns.shown import Score, Shown, of_run
from goldleaf.viewer.tables.table import Column, Kind, Table

_RANKS = ("rank", "change")
PLACES = {1: "best", 2: "second", -2: "last but one", -1: "worst"}


def changes(view: Shown) -> Iterator[Table]:
    """The ranks of systems under every score and option, with how they differ from those under the first (CoNLL-X,
    Table 6)."""
    scores = [*view.scores, *view.others]
    if not scores or view.averages["system"].n_unique() < 2:
        return
    frame = found.changes(view.averages, [(one.measure, one.score) for one in scores])
    group_of = {one.name: one.group for one in view.results.campaign.systems}
    grouped = any(group_of.values())
    of_scores = [_of_score(scores, number, grouped=grouped) for number in range(len(scores))]
    columns = [Column("system"), *([Column("in", "group")] if grouped else []), *chain.from_iterable(of_scores)]
    body = Body()
    for run in view.runs:
        own = {(row["system"], row["order"]): row for row in of_run(frame, run).iter_rows(named=True)}
        names = _by_rank(own)
        body.add(run.name, [[name, *[group_of[name]] * grouped, *_of_system(name, own, of_scores)] for name in names])
    note = "By the average over treebanks, absent submissions as 0. change: ranks higher than under the first score."
    yield body.table("Ranks under each score", columns, note)


def _of_score(scores: Sequence[Score], number: int, *, grouped: bool) -> list[Column]:
    """The columns of a score; with its metric's name where another of the scores is called so, too."""
    score = scores[number]
    alone = [one.short for one in scores].count(score.short) == 1
    group = score.short if alone else f"{score.metric} {score.short}"
    return [
        Column("average", kind=score.kind, group=group),
        Column("rank", kind=Kind.ORDINAL, group=group),
        *([Column("group_rank", "in group", Kind.ORDINAL, group)] if grouped else []),
        *([Column("change", kind=Kind.ORDINAL, group=group, signed=True)] if number else []),
    ]


def _of_system(name: str, rows: Mapping[tuple[str, int], dict[str, Any]], columns: Sequence[Sequence[Column]]) -> Row:
    """What stands in the columns of each score."""
    return [rows.get((name, number), {}).get(one.name) for number, of_score in enumerate(columns) for one in of_score]


def _by_rank(rows: Mapping[tuple[str, int], dict[str, Any]]) -> list[str]:
    """The systems in the order of the first score; those without are last."""
    systems = dict.fromkeys(system for system, _ in rows)
    return sorted(systems, key=lambda name: rows.get((name, 0), {}).get("rank") or len(systems) + 1)


def treebank_ranks(view: Shown) -> Iterator[Table]:
    """The rank of each system on each treebank, and how much higher that is than over all (CoNLL-X, § 7.2)."""
    for score in [*view.scores, *view.others]:
        figures = view.of(found.by_treebank(view.figures, view.averages), score)
        treebanks = [one for one in columns_of(view, score) if not one.optional]
        if figures["system"].n_unique() < 2 or len(treebanks) < 2:
            continue
        columns = [Column("system"), Column("rank", "over all", Kind.ORDINAL)]
        for one in treebanks:
            columns.append(Column("rank", kind=Kind.ORDINAL, group=heading(one)))
            columns.append(Column("change", kind=Kind.ORDINAL, group=heading(one), signed=True))
        body = Body()
        for run in view.runs:
            body.add(run.name, _on_treebanks(of_run(figures, run), [one.name for one in treebanks]))
        yield body.table(f"{score.title}: ranks by treebank", columns, "change: ranks higher than over all.")


def _on_treebanks(figures: pl.DataFrame, treebanks: Sequence[str]) -> list[Row]:
    values = {(row["system"], row["treebank"]): row for row in figures.iter_rows(named=True)}
    overall = {row["system"]: row["overall"] for row in figures.iter_rows(named=True)}
    ordered = sorted(overall, key=lambda name: overall[name] or len(overall) + 1)
    return [
        [system, overall[system], *(values.get((system, one), {}).get(key) for one in treebanks for key in _RANKS)]
        for system in ordered
    ]


def extremes(view: Shown) -> Iterator[Table]:
    """The two best and the two worst treebanks of each system (SPMRL 2013, Table 10)."""
    frame = found.extremes(view.figures)
    for score in view.scores:
        own = view.of(frame, score)
        columns = [Column("system")]
        for title in PLACES.values():
            columns += [Column("treebank", group=title), Column("value", kind=score.kind, group=title)]
        body = Body()
        for run in view.runs:
            rows = _places(of_run(own, run))
            for group, members in view.results.campaign.groups.items():
                title = ", ".join(filter(None, (run.name, group)))
                body.add(title, [rows[name] for name in members if name in rows])
        yield body.table(f"{score.title}: best and worst treebanks", columns)


def _places(frame: pl.DataFrame) -> dict[str, Row]:
    """The row of each system."""
    by_system: dict[str, dict[int, tuple[str, float]]] = {}
    for row in frame.iter_rows(named=True):
        by_system.setdefault(row["system"], {})[row["place"]] = (row["treebank"], row["value"])
    nothing = (None, None)
    return {
        system: [system, *(part for place in PLACES for part in own.get(place, nothing))]
        for system, own in by_system.items()
    }


def difficulty(view: Shown) -> Iterator[Table]:
    """Treebanks from the easiest to the most difficult: averages and best scores over systems (CoNLL-X, § 7.1)."""
    for score in view.scores:
        columns = [
            Column("treebank"),
            Column("average", kind=score.kind),
            Column("sd", kind=score.kind),
            Column("best", kind=score.kind),
            Column("systems", kind=Kind.COUNT),
        ]
        body = Body()
        for run in view.runs:
            own = _sorted(view, score, run).select(column.name for column in columns)
            body.add(run.name, [list(row) for row in own.iter_rows()])
        yield body.table(f"{score.title}: treebanks, over systems", columns)


def _sorted(view: Shown, score: Score, run: Run) -> pl.DataFrame:
    return view.of(view.treebanks, score, run).sort("average", descending=score.percent, maintain_order=True)
