"""Properties of treebanks, and what goes together with what."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.campaigns import correlations as found
from goldleaf.viewer.campaigns.body import Row
from goldleaf.viewer.campaigns.shown import Shown
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table

_FIGURES = (
    Column("n", kind=Kind.COUNT),
    Column("pearson", "Pearson", Kind.COEFFICIENT),
    Column("spearman", "Spearman", Kind.COEFFICIENT),
)


def properties(view: Shown) -> Iterator[Table]:
    """A row a property, a column a treebank; those of what systems were trained on in another table."""
    by_treebank = view.results.properties
    for side, title in (("gold", "Properties of the golds"), ("train", "Properties of the training files")):
        own = {name: sides[side] for name, sides in by_treebank.items() if side in sides}
        names = list(dict.fromkeys(key for values in own.values() for key in values))
        columns = [Column("property"), *(Column(name, kind=Kind.FIGURE) for name in own)]
        rows: list[Row] = [[_title(key), *(_cell(key, values.get(key)) for values in own.values())] for key in names]
        yield Table(title, columns, rows)


def _title(key: str) -> str:
    return key.removesuffix("_share").replace("_", " ") + " %" * key.endswith("_share")


def _cell(key: str, value: float | None) -> Cell:
    return Cell(value, kind=Kind.SHARE if key.endswith("_share") else Kind.COUNT if isinstance(value, int) else None)


def correlations(view: Shown) -> Iterator[Table]:
    """How scores go together over systems, treebanks and runs."""
    frame = found.of_scores(view.figures, [(one.measure, one.score) for one in view.scores])
    columns = [Column("a", "score"), Column("b", "score"), *_FIGURES]
    yield Table("Correlations of scores", columns, _rows(frame), "Over all systems, treebanks and runs that have both.")


def properties_with_scores(view: Shown) -> Iterator[Table]:
    """How the scores of treebanks go together with their properties, the strongest first."""
    scores = [(one.measure, one.score) for one in view.scores]
    frame = found.with_properties(view.figures, view.results.properties, scores)
    strongest = frame.sort(pl.col("spearman").abs(), descending=True, nulls_last=True, maintain_order=True)
    columns = [Column("a", "score"), Column("b", "property"), *_FIGURES]
    rows = [[row[0], _title(str(row[1])), *row[2:]] for row in _rows(strongest)]
    yield Table("Correlations with properties of treebanks", columns, rows, "Scores are averages over systems.")


def _rows(frame: pl.DataFrame) -> list[Row]:
    """Those of which there is enough to say anything."""
    return [list(row) for row in frame.filter(pl.col("pearson").is_not_null()).iter_rows()]
