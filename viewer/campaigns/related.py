"""Properties of treebanks, and what goes together with what."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.analysis.properties import PROPERTIES, property_frame
from goldleaf.core.campaigns import correlations as found
from goldleaf.viewer.campaigns.body import Body, Row
from goldleaf.viewer.campaigns.shown import Shown, of_run
from goldleaf.viewer.tables.properties import property_table, property_title
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.theories.common import common_tables

_FIGURES = (
    Column("n", kind=Kind.COUNT),
    Column("pearson", "Pearson", Kind.COEFFICIENT),
    Column("spearman", "Spearman", Kind.COEFFICIENT),
)

_OPTIONAL = " Optional treebanks are left out."


def properties(view: Shown) -> Iterator[Table]:
    """A row a property, a column a treebank; those of what systems were trained on in another table."""
    for side, title in (("gold", "Properties of the golds"), ("train", "Properties of the training files")):
        yield property_table(view.results.properties_of(side), title)


def theories(view: Shown) -> Iterator[Table]:
    """How the experiments that stand in the campaign compare."""
    if view.results.theories is not None:
        yield from common_tables(view.results.theories.about["common"])


def correlations(view: Shown) -> Iterator[Table]:
    """How scores go together over systems and treebanks, in each run."""
    columns = [Column("a", "score"), Column("b", "score"), *_FIGURES]
    body = Body()
    for run in view.runs:
        frame = found.of_scores(of_run(view.figures, run), [(one.measure, one.score) for one in view.scores])
        body.add(run.name, _rows(frame))
    yield body.table("Correlations of scores", columns, f"Over all systems and treebanks that have both.{_OPTIONAL}")


def properties_with_scores(view: Shown) -> Iterator[Table]:
    """How the scores of treebanks go together with their properties in each run, the strongest first."""
    scores = [(one.measure, one.score) for one in view.scores]
    frames = {side: property_frame(view.results.properties_of(side)) for side in ("gold", "train")}
    columns = [Column("a", "score"), Column("b", "property"), Column("of"), *_FIGURES]
    body = Body()
    for run in view.runs:
        frame = found.with_properties(of_run(view.figures, run), frames, scores)
        strongest = frame.sort(pl.col("spearman").abs(), descending=True, nulls_last=True, maintain_order=True)
        body.add(run.name, [[row[0], *_described(f"{row[1]}"), *row[2:]] for row in _rows(strongest)])
    note = f"Scores are averages over systems.{_OPTIONAL}"
    yield body.table("Correlations with properties of treebanks", columns, note)


def _described(name: str) -> tuple[str, str]:
    """What a property is called, and what it is a share of."""
    side, between, key = name.rpartition(": ")
    return f"{side}{between}{property_title(key)}", PROPERTIES[key].of


def _rows(frame: pl.DataFrame) -> list[Row]:
    """Those of which there is enough to say anything."""
    return [list(row) for row in frame.filter(pl.col("pearson").is_not_null()).iter_rows()]
