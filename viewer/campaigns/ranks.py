"""Who is before whom, and what is easy for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    columns = [Column("system"), *([Column("in", "group")] if grouped else []), *_of_scores(scores, grouped=grouped)]
    body = Body()
    for run in view.runs:
        own = {(row["system"], row["order"]): row for row in of_run(frame, run).iter_rows(named=True)}
        names = _by_rank(own)
        body.add(run.name, [[name, *[group_of[name]] * grouped, *_of_system(name, own, columns)] for name in names])
    note = "By the average over treebanks, absent submissions as 0. change: ranks higher than under the first score."
    yield body.table("Ranks under each score", columns, note)


def _of_scores(scores: Sequence[Score], *, grouped: bool) -> list[Column]:
    first, *others = scores
    return [
        *_columns(first, grouped=grouped, with_change=False),
        *(column for one in others for column in _columns(one, grouped=False, with_change=True)),
    ]


def _of_system(name: str, rows: Mapping[tuple[str, int], dict[str, Any]], columns: Sequence[Column]) -> Row:
    """What stands in the columns that have groups, of which each is a score."""
    places = {group: number for number, group in enumerate(dict.fromkeys(one.group for one in columns if one.group))}
    return [rows.get((name, places[one.group]), {}).get(one.name) for one in columns if one.group]


def _by_rank(rows: Mapping[tuple[str, int], dict[str, Any]]) -> list[str]:
    """The systems in the order of the first score; those without are last."""
    systems = dict.fromkeys(system for system, _ in rows)
    return sorted(systems, key=lambda name: rows.get((name, 0), {}).get("rank") or len(systems) + 1)


def _columns(score: Score, *, grouped: bool, with_change: bool) -> list[Column]:
    return [
        Column("average", kind=score.kind, group=score.short),
        Column("rank", kind=Kind.ORDINAL, group=score.short),
        *([Column("group_rank", "in group", Kind.ORDINAL, score.short)] if grouped else []),
        *([Column("change", kind=Kind.ORDINAL, group=score.short, signed=True)] if with_change else []),
    ]


def treebank_ranks(view: Shown) -> Iterator[Table]:
    """The rank of each system on each treebank, and how much higher that is than over all (CoNLL-X, § 7.2)."""
    for score in view.scores:
        figures = view.of(found.by_treebank(view.figures, view.averages), score)
        treebanks = columns_of(view, score)
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
            body.add(run.name, _places(of_run(own, run)))
        yield body.table(f"{score.title}: best and worst treebanks", columns)


def _places(frame: pl.DataFrame) -> list[Row]:
    by_system: dict[str, dict[int, tuple[str, float]]] = {}
    for row in frame.iter_rows(named=True):
        by_system.setdefault(row["system"], {})[row["place"]] = (row["treebank"], row["value"])
    nothing = (None, None)
    return [
        [system, *(part for place in PLACES for part in own.get(place, nothing))] for system, own in by_system.items()
    ]


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
