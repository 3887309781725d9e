"""Precision and recall of constituents by label, as ParsEval compares them."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.alignment import joined_units, units
from goldleaf.core.analysis.breakdown.table import Row, Table, ordered, share
from goldleaf.core.facts import Mark
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.parseval.comparing import compared
from goldleaf.core.metrics.parseval.sides import label_codes
from goldleaf.core.treebank import TEXT, Treebank


def label_table(metric: ParsEval, gold: Treebank, parse: Treebank, sentences: pl.Series | None = None) -> Table:
    """Columns: ``label``, ``gold``, ``correct``, ``system``, ``recall``, ``precision``, ``f1``.

    Labels are as they are compared. ``sentences`` (rows of the gold, from 0) limits it to some sentences.
    """
    marked = brackets(metric, gold, parse)
    if sentences is not None:
        marked = marked.filter(pl.col("sentence").is_in(sentences.implode()))
    return Table(
        "constituents",
        "Precision and recall of constituents",
        _counted(marked),
        "Correct: gold and parse have a constituent with this label over the same words.",
        lambda row, column: _where(marked, row, column),
    )


def brackets(metric: ParsEval, gold: Treebank, parse: Treebank) -> pl.DataFrame:
    """Rows (sentence, label, in_gold, matched): the brackets of both sides that count, matched ones twice.

    Those of sentences that are split differently are all in the first one.
    """
    row = units(gold, parse).row.astype(np.uint32)
    gold, parse = joined_units(gold, parse)
    done = compared(gold, parse, metric.rules)
    tables = []
    for treebank, side, marks, is_gold in (
        (gold, done.gold, done.marks.gold, True),
        (parse, done.parse, done.marks.parse, False),
    ):
        rows = np.flatnonzero(marks != Mark.NOT_SCORED)
        tables.append(
            pl.DataFrame(
                {
                    "sentence": row[side.sentence[rows]],
                    "label": pl.Series(label_codes(treebank, metric.rules.settings)[rows]).cat.to(TEXT),
                    "in_gold": np.full(len(rows), is_gold),
                    "matched": marks[rows] == Mark.MATCHED,
                }
            )
        )
    return pl.concat(tables)


def _counted(marked: pl.DataFrame) -> pl.DataFrame:
    table = (
        marked.lazy()
        .group_by(pl.col("label").cast(pl.String))
        .agg(
            gold=pl.col("in_gold").sum(),
            correct=(pl.col("in_gold") & pl.col("matched")).sum(),
            system=(~pl.col("in_gold")).sum(),
        )
        .with_columns(
            share("correct", "gold").alias("recall"),
            share("correct", "system").alias("precision"),
            (2 * pl.col("correct") / (pl.col("gold") + pl.col("system"))).alias("f1"),
        )
        .collect()
    )
    return ordered(table, "gold", "label")


def _where(marked: pl.DataFrame, row: Row, column: str) -> str:
    """The sentences behind a count, or with the errors that lower a share."""
    own = marked.filter(pl.col("label").cast(pl.String) == row["label"])
    conditions = {
        "correct": pl.col("matched"),
        "system": ~pl.col("in_gold"),
        "recall": pl.col("in_gold") & ~pl.col("matched"),
        "precision": ~pl.col("in_gold") & ~pl.col("matched"),
        "f1": ~pl.col("matched"),
    }
    found = own.filter(conditions.get(column, pl.col("in_gold")))
    numbers = found["sentence"].unique().sort() + 1
    return f"number in ({', '.join(map(str, numbers))})" if len(numbers) else "number = 0"
