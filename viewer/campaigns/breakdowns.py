"""Figures broken down, pooled over treebanks or systems."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.campaigns import pooling
from goldleaf.viewer.campaigns.body import Body, Row
from goldleaf.viewer.campaigns.shown import Shown, of_run
from goldleaf.viewer.tables.table import Column, Kind, Table


def roots(view: Shown) -> Iterator[Table]:
    """Precision and recall of words at the root, over all treebanks together (CoNLL-X, § 7.2)."""
    found = pooling.roots(pooling.broken_down(view.results))
    columns = [
        Column("system"),
        Column("words", "roots", Kind.COUNT),
        *(Column(name, kind=Kind.SHARE) for name in ("recall", "precision")),
        Column("label_recall", "recall with label", Kind.SHARE),
    ]
    body = Body()
    for run in view.runs:
        own = of_run(found, run).sort("recall", descending=True, nulls_last=True, maintain_order=True)
        body.add(run.name, [list(row) for row in own.select(column.name for column in columns).iter_rows()])
    partly = found["words"].is_null().any()
    yield body.table("Words at the root, all treebanks together", columns, _note(view, partly=partly))


def _note(view: Shown, *, partly: bool) -> str:
    """What is left out where systems are compared; ``partly`` whether any lacks treebanks that others have."""
    optional = any(one.optional for one in view.results.campaign.treebanks)
    lines = (
        "Without optional treebanks.",
        "A dash: the system lacks treebanks that others have; it would be of other words.",
    )
    return "\n".join(line for line, holds in zip(lines, (optional, partly), strict=True) if holds)


def tags(view: Shown) -> Iterator[Table]:
    """LAS by the gold's tags: of each system over all treebanks, and on each treebank over all systems (CoNLL-X,
    § 7.3)."""
    parts = pooling.broken_down(view.results)
    yield from _by_value(view, parts, "tag", "system", "LAS by tag, all treebanks together")
    yield from _by_value(view, parts, "tag", "treebank", "LAS by tag, all systems together")


def forms(view: Shown) -> Iterator[Table]:
    """LAS of words whose forms systems have seen, and of those that they have not."""
    parts = pooling.broken_down(view.results)
    yield from _by_value(view, parts, "form", "system", "LAS of seen and unseen forms, all treebanks together")
    yield from _by_value(view, parts, "form", "treebank", "LAS of seen and unseen forms, all systems together")


def _by_value(view: Shown, parts: pl.DataFrame, table: str, by: str, title: str) -> Iterator[Table]:
    """A row a value, the most frequent first, a column a system or treebank."""
    for run in view.runs:
        own = of_run(pooling.accuracies(of_run(parts, run), table, by), run)
        names = list(dict.fromkeys(own[by]))
        values = {(row["value"], row[by]): row["las"] for row in own.iter_rows(named=True)}
        columns = [Column(table), Column("words", kind=Kind.COUNT), *(Column(name, kind=Kind.SHARE) for name in names)]
        rows: list[Row] = [
            [value, count, *(values.get((value, name)) for name in names)]
            for value, count in of_run(pooling.words(parts, table, by), run).select("value", "words").iter_rows()
        ]
        partly = own["words"].is_null().any()
        note = _note(view, partly=partly) if by == "system" else "Of each treebank by the systems that have parsed it."
        yield Table(f"{title}: {run.name}" if run.name else title, columns, rows, note)
