"""Accuracy of heads by the gold's relations and by the lengths of arcs (Gelling et al. 2012, Table 6 and Figure 1)."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, equals, has, ordered, share
from goldleaf.core.metrics.induction import FIGURES, LENGTHS

_NOTE = "Words that score, and for how many the head is right; also the other way round; also the gold's grandparent."


def by_relation(facts: pl.DataFrame) -> Table:
    """Columns: ``relation``, ``words``, and for each figure of `Induction` how many are right, and their share."""
    return _accuracy(facts, "relations", "relation", "Accuracy of heads by the gold's relation", ())


def by_arc_length(facts: pl.DataFrame) -> Table:
    """The columns of `by_relation`, of ``arc_length``: over words that score, in the gold."""
    return _accuracy(facts, "lengths", "arc_length", "Accuracy of heads by the length of the gold's arc", LENGTHS)


def _accuracy(facts: pl.DataFrame, name: str, column: str, title: str, classes: Sequence[str]) -> Table:
    gold = facts.filter("in_gold")
    right = {
        figure: pl.col("counts_as").is_in(FIGURES[: place + 1]).sum().alias(figure)
        for place, figure in enumerate(FIGURES)
    }
    counted = gold.group_by(column).agg(pl.len().alias("words"), *right.values())
    frame = ordered(counted, "words", column)
    if classes:
        frame = frame.sort(pl.col(column).cast(pl.Enum(classes)), nulls_last=True, maintain_order=True)
    shares = [one for figure in FIGURES for one in (figure, share(figure, "words").alias(f"{figure}_share"))]
    return Table(name, title, frame.select(column, "words", *shares), _NOTE, lambda row, of: _where(row, of, column))


def _where(row: Row, of: str, column: str) -> str:
    figure = of.removesuffix("_share")
    quoted = ", ".join(f"'{one}'" for one in FIGURES[: FIGURES.index(figure) + 1]) if figure in FIGURES else ""
    right = f"counts_as in ({quoted})" if quoted else None
    return has("in_gold", equals(column, row[column]), right, of="induction")
