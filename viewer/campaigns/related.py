"""Properties of treebanks, and what goes together with what."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.analysis.properties import PROPERTIES, property_frame
from goldleaf.core.campaigns import correlations as found
from goldleaf.viewer.campaigns.body import Row
from goldleaf.viewer.campaigns.shown import Shown
from goldleaf.viewer.tables.properties import property_table, property_title
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.theories.common import common_tables

_FIGURES = (
    Column("n", kind=Kind.COUNT),
    Column("pearson", "Pearson", Kind.COEFFICIENT),
    Column("spearman", "Spearman", Kind.COEFFICIENT),
)


def properties(view: Shown) -> Iterator[Table]:
    """A row a property, a column a treebank; those of what systems were trained on in another table."""
    for side, title in (("gold", "Properties of the golds"), ("train", "Properties of the training files")):
        yield property_table(view.results.properties_of(side), title)


def theories(view: Shown) -> Iterator[Table]:
    """How the experiments that stand in the campaign compare."""
    if view.results.theories is not None:
        yield from common_tables(view.results.theories.about["common"])


def correlations(view: Shown) -> Iterator[Table]:
    """How scores go together over systems, treebanks and runs."""
    frame = found.of_scores(view.figures, [(one.measure, one.score) for one in view.scores])
    columns = [Column("a", "score"), Column("b", "score"), *_FIGURES]
    yield Table("Correlations of scores", columns, _rows(frame), "Over all systems, treebanks and runs that have both.")


def properties_with_scores(view: Shown) -> Iterator[Table]:
    """How the scores of treebanks go together with their properties, the strongest first."""
    scores = [(one.measure, one.score) for one in view.scores]
    frames = {side: property_frame(view.results.properties_of(side)) for side in ("gold", "train")}
    frame = found.with_properties(view.figures, frames, scores)
    strongest = frame.sort(pl.col("spearman").abs(), descending=True, nulls_last=True, maintain_order=True)
    columns = [Column("a", "score"), Column("b", "property"), Column("of"), *_FIGURES]
    rows = [[row[0], *_described(f"{row[1]}"), *row[2:]] for row in _rows(strongest)]
    yield Table("Correlations with properties of treebanks", columns, rows, "Scores are averages over systems.")


def _described(name: str) -> tuple[str, str]:
    """What a property is called, and what it is a share of."""
    side, between, key = name.rpartition(": ")
    return f"{side}{between}{property_title(key)}", PROPERTIES[key].of


def _rows(frame: pl.DataFrame) -> list[Row]:
    """Those of which there is enough to say anything."""
    return [list(row) for row in frame.filter(pl.col("pearson").is_not_null()).iter_rows()]
