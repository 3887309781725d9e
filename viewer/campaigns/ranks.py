"""Who is before whom, and what is easy for whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from goldleaf.core.campaigns import results
from goldleaf.viewer.campaigns.scores import Body, Row, Score, Shown, columns_of, heading, of_run
from goldleaf.viewer.tables.table import Column, Kind, Table

PLACES = {1: "best", 2: "second", -2: "last but one", -1: "worst"}


def changes(view: Shown) -> Iterator[Table]:
    """The ranks of systems under every score and option, with how they differ from those under the first (CoNLL-X,
    Table 6)."""
    scores = [*view.scores, *view.others]
    if not scores or view.averages["system"].n_unique() < 2:
        return
    frame = results.changes(view.averages, [(score.measure, score.score) for score in scores])
    group_of = {system.name: system.group for system in view.results.campaign.systems}
    grouped = any(group_of.values())
    of_scores = [_of_score(scores, number, grouped=grouped) for number in range(len(scores))]
    columns = [Column("system"), *([Column("in", "group")] if grouped else []), *chain.from_iterable(of_scores)]
    body = Body()
    for run in view.runs:
        own = {(row["system"], row["order"]): row for row in of_run(frame, run).iter_rows(named=True)}
        names = dict.fromkeys(system for system, _ in own)
        rows: list[Row] = []
        # In the order of the first score; those without are last.
        for name in sorted(names, key=lambda name: own.get((name, 0), {}).get("rank") or len(names) + 1):
            figures = [
                own.get((name, number), {}).get(column.name)
                for number, of_score in enumerate(of_scores)
                for column in of_score
            ]
            rows.append([name, *[group_of[name]] * grouped, *figures])
        body.add(run.name, rows)
    note = "By the average over treebanks, absent submissions as 0. change: ranks higher than under the first score."
    yield body.table("Ranks under each score", columns, note)


def _of_score(scores: Sequence[Score], number: int, *, grouped: bool) -> list[Column]:
    """The columns of a score; with its metric's name where another of the scores is called so, too."""
    score = scores[number]
    alone = [other.short for other in scores].count(score.short) == 1
    group = score.short if alone else f"{score.metric} {score.short}"
    return [
        Column("average", kind=score.kind, group=group),
        Column("rank", kind=Kind.ORDINAL, group=group),
        *([Column("group_rank", "in group", Kind.ORDINAL, group)] if grouped else []),
        *([Column("change", kind=Kind.ORDINAL, group=group, signed=True)] if number else []),
    ]


def treebank_ranks(view: Shown) -> Iterator[Table]:
    """The rank of each system on each treebank, and how much higher that is than over all (CoNLL-X, § 7.2)."""
    for score in [*view.scores, *view.others]:
        figures = view.of(results.by_treebank(view.figures, view.averages), score)
        treebanks = [treebank for treebank in columns_of(view, score) if not treebank.optional]
        if figures["system"].n_unique() < 2 or len(treebanks) < 2:
            continue
        columns = [Column("system"), Column("rank", "over all", Kind.ORDINAL)]
        for treebank in treebanks:
            columns.append(Column("rank", kind=Kind.ORDINAL, group=heading(treebank)))
            columns.append(Column("change", kind=Kind.ORDINAL, group=heading(treebank), signed=True))
        body = Body()
        for run in view.runs:
            own = {(row["system"], row["treebank"]): row for row in of_run(figures, run).iter_rows(named=True)}
            overall = {system: row["overall"] for (system, _), row in own.items()}
            rows: list[Row] = []
            for system in sorted(overall, key=lambda name: overall[name] or len(overall) + 1):
                on_each = [own.get((system, treebank.name), {}) for treebank in treebanks]
                cells = [row.get(key) for row in on_each for key in ("rank", "change")]
                rows.append([system, overall[system], *cells])
            body.add(run.name, rows)
        yield body.table(f"{score.title}: ranks by treebank", columns, "change: ranks higher than over all.")


def extremes(view: Shown) -> Iterator[Table]:
    """The two best and the two worst treebanks of each system (SPMRL 2013, Table 10)."""
    frame = results.extremes(view.figures)
    for score in view.scores:
        own = view.of(frame, score)
        columns = [Column("system")]
        for title in PLACES.values():
            columns += [Column("treebank", group=title), Column("value", kind=score.kind, group=title)]
        body = Body()
        for run in view.runs:
            places: dict[str, dict[int, tuple[str, float]]] = {}
            for row in of_run(own, run).iter_rows(named=True):
                places.setdefault(row["system"], {})[row["place"]] = (row["treebank"], row["value"])
            for group, members in view.results.campaign.groups.items():
                rows: list[Row] = [
                    [name, *(part for place in PLACES for part in places[name].get(place, (None, None)))]
                    for name in members
                    if name in places
                ]
                body.add(", ".join(filter(None, (run.name, group))), rows)
        yield body.table(f"{score.title}: best and worst treebanks", columns)


def difficulty(view: Shown) -> Iterator[Table]:
    """Treebanks from the easiest to the most difficult: averages and best scores over systems (CoNLL-X, § 7.1)."""
    for score in view.scores:
        columns = [
            Column("treebank"),
            *(Column(name, kind=score.kind) for name in ("average", "sd", "best")),
            Column("systems", kind=Kind.COUNT),
        ]
        body = Body()
        for run in view.runs:
            own = view.of(view.treebanks, score, run)
            ordered = own.sort("average", descending=score.percent, maintain_order=True)
            body.add(run.name, [list(row) for row in ordered.select(column.name for column in columns).iter_rows()])
        yield body.table(f"{score.title}: treebanks, over systems", columns)
