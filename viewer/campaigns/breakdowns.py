"""Figures broken down, pooled over treebanks or systems; properties, theories, and what goes together with what."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.analysis.properties import PROPERTIES, property_frame
from goldleaf.core.campaigns import breakdown
from goldleaf.viewer.campaigns.scores import Body, Row, Shown, of_run
from goldleaf.viewer.tables.properties import property_table, property_title
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.theories import common_tables

_CORRELATIONS = (
    Column("n", kind=Kind.COUNT),
    Column("pearson", "Pearson", Kind.COEFFICIENT),
    Column("spearman", "Spearman", Kind.COEFFICIENT),
)
_OPTIONAL = " Optional treebanks are left out."


def roots(view: Shown) -> Iterator[Table]:
    """Precision and recall of words at the root, over all treebanks together (CoNLL-X, § 7.2)."""
    found = breakdown.roots(breakdown.broken_down(view.results))
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
    partly = bool(found["words"].is_null().any())
    yield body.table("Words at the root, all treebanks together", columns, _left_out(view, partly=partly))


def tags(view: Shown) -> Iterator[Table]:
    """LAS by the gold's tags: of each system over all treebanks, and on each treebank over all systems (CoNLL-X,
    § 7.3)."""
    return _by_value(view, "tag", "LAS by tag")


def forms(view: Shown) -> Iterator[Table]:
    """LAS of words whose forms systems have seen, and of those that they have not."""
    return _by_value(view, "form", "LAS of seen and unseen forms")


def _by_value(view: Shown, table: str, title: str) -> Iterator[Table]:
    """A row a value, the most frequent first, a column a system or treebank."""
    parts = breakdown.broken_down(view.results)
    for by, together in (("system", "treebanks"), ("treebank", "systems")):
        for run in view.runs:
            own = of_run(breakdown.accuracies(of_run(parts, run), table, by), run)
            names = list(dict.fromkeys(own[by]))
            values = {(row["value"], row[by]): row["las"] for row in own.iter_rows(named=True)}
            shares = (Column(name, kind=Kind.SHARE) for name in names)
            columns = [Column(table), Column("words", kind=Kind.COUNT), *shares]
            words = of_run(breakdown.words(parts, table, by), run).select("value", "words")
            rows: list[Row] = [
                [value, count, *(values.get((value, name)) for name in names)] for value, count in words.iter_rows()
            ]
            note = "Of each treebank by the systems that have parsed it."
            if by == "system":
                note = _left_out(view, partly=bool(own["words"].is_null().any()))
            whole = f"{title}, all {together} together"
            yield Table(f"{whole}: {run.name}" if run.name else whole, columns, rows, note)


def _left_out(view: Shown, *, partly: bool) -> str:
    """What is left out where systems are compared; ``partly`` whether any lacks treebanks that others have."""
    lines = ["Without optional treebanks."] if any(one.optional for one in view.results.campaign.treebanks) else []
    if partly:
        lines.append("A dash: the system lacks treebanks that others have; it would be of other words.")
    return "\n".join(lines)


def properties(view: Shown) -> Iterator[Table]:
    """A row a property, a column a treebank; those of what systems were trained on in another table."""
    for side, title in (("gold", "Properties of the golds"), ("train", "Properties of the training files")):
        yield property_table(view.results.properties_of(side), title)


def theories(view: Shown) -> Iterator[Table]:
    """How the experiments that stand in the campaign compare."""
    if view.results.theories is not None:
        yield from common_tables(view.results.theories.about["common"])


def correlated(view: Shown) -> Iterator[Table]:
    """How scores go together over systems and treebanks, in each run."""
    columns = [Column("a", "score"), Column("b", "score"), *_CORRELATIONS]
    body = Body()
    for run in view.runs:
        scores = [(score.measure, score.score) for score in view.scores]
        body.add(run.name, _rows(breakdown.of_scores(of_run(view.figures, run), scores)))
    yield body.table("Correlations of scores", columns, f"Over all systems and treebanks that have both.{_OPTIONAL}")


def properties_with_scores(view: Shown) -> Iterator[Table]:
    """How the scores of treebanks go together with their properties in each run, the strongest first."""
    scores = [(score.measure, score.score) for score in view.scores]
    frames = {side: property_frame(view.results.properties_of(side)) for side in ("gold", "train")}
    columns = [Column("a", "score"), Column("b", "property"), Column("of"), *_CORRELATIONS]
    body = Body()
    for run in view.runs:
        frame = breakdown.with_properties(of_run(view.figures, run), frames, scores)
        rows: list[Row] = []
        strongest = frame.sort(pl.col("spearman").abs(), descending=True, nulls_last=True, maintain_order=True)
        for score, name, *figures in _rows(strongest):
            # Where it is not the gold's, the name says whose it is.
            side, between, key = f"{name}".rpartition(": ")
            rows.append([score, f"{side}{between}{property_title(key)}", PROPERTIES[key].of, *figures])
        body.add(run.name, rows)
    note = f"Scores are averages over systems.{_OPTIONAL}"
    yield body.table("Correlations with properties of treebanks", columns, note)


def _rows(frame: pl.DataFrame) -> list[Row]:
    """Those of which there is enough to say anything."""
    return [list(row) for row in frame.filter(pl.col("pearson").is_not_null()).iter_rows()]
