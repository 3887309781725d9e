"""Precision and recall of relations, of relations with their heads, of head direction and of head distance.

As in eval.pl a head's direction (or distance) is correct when gold and parse fall into the same bin, whether or not
the head itself is right.
"""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, equals, has, ordered, share
from goldleaf.core.analysis.sides.word_columns import DIRECTION, DISTANCE


def deprel(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``deprel``, ``gold``, ``correct``, ``system``, ``recall``, ``precision``, ``f1``."""
    return Table(
        "deprel",
        "Precision and recall of relations",
        _relations(words, "right_label"),
        "Correct: the parse gives the word the same relation, whatever its head.",
        lambda row, column: _where(row, column, "deprel", "right_label"),
    )


def deprel_attachment(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """The columns of `deprel`; correct are words whose head is right, too."""
    return Table(
        "deprel_attachment",
        "Precision and recall of relations with their heads",
        _relations(words, "right_both"),
        "Correct: the parse gives the word the same relation to the same head.",
        lambda row, column: _where(row, column, "deprel", "right_both"),
    )


def direction(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``direction`` (to_root, left, right, self; none), then as in `deprel`."""
    return Table(
        "direction",
        "Precision and recall of head direction",
        _bins(words, "direction", DIRECTION),
        "Where the head is: at the root, left or right of the word, the word itself. Correct: on the same side.",
        lambda row, column: _where(row, column, "direction"),
    )


def distance(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``distance`` (to_root, 1, 2, 3-6, 7-...; none), then as in `deprel`."""
    return Table(
        "distance",
        "Precision and recall of head distance",
        _bins(words, "distance_bin", DISTANCE).rename({"distance_bin": "distance"}),
        "How many words away the head is. Correct: in the same bin.",
        lambda row, column: _where({"distance_bin": row["distance"]}, column, "distance_bin"),
    )


def confusions(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``gold_deprel``, ``parse_deprel``, ``count``, ``head_errors`` (of those); right ones are counted."""
    keys = ["gold_deprel", "parse_deprel"]
    pairs = words.filter("scoring").group_by(pl.col(keys).cast(pl.String))
    counts = pairs.agg(count=pl.len(), head_errors=(~pl.col("right_head")).sum())
    return Table(
        "confusions",
        "Which relations are taken for which",
        ordered(counts, "count", *keys),
        "Words that score, by their relations in gold and parse, whatever their heads.",
        lambda row, column: has(
            "scoring",
            *(equals(name, row[name]) for name in keys),
            "not right_head" if column == "head_errors" else None,
        ),
    )


def _relations(words: pl.DataFrame, right: str) -> pl.DataFrame:
    return ordered(_counted(words, "deprel", pl.col(right), pl.String()), "gold", "deprel")


def _bins(words: pl.DataFrame, name: str, bins: pl.Enum) -> pl.DataFrame:
    """A row for each bin in its own order; the last, words without a head, only if there are any."""
    counted = _counted(words, name, pl.col(f"gold_{name}") == pl.col(f"parse_{name}"), bins)
    every = pl.DataFrame({name: bins.categories}, schema={name: bins})
    table = every.join(counted, on=name, how="left", maintain_order="left")
    table = table.with_columns(pl.col("gold", "correct", "system").fill_null(0))
    occurs = (pl.col("gold") > 0) | (pl.col("system") > 0)
    return table.filter((pl.col(name) != bins.categories[-1]) | occurs).with_columns(pl.col(name).cast(pl.String))


def _counted(words: pl.DataFrame, name: str, correct: pl.Expr, dtype: pl.DataType) -> pl.DataFrame:
    """How often each value of a column is in the gold and in the parse, and how often it is so correctly."""
    scored = words.lazy().filter("scoring")
    gold = scored.group_by(pl.col(f"gold_{name}").cast(dtype).alias(name)).agg(gold=pl.len(), correct=correct.sum())
    system = scored.group_by(pl.col(f"parse_{name}").cast(dtype).alias(name)).agg(system=pl.len())
    both = pl.col("gold") + pl.col("system")
    return (
        gold.join(system, on=name, how="full", coalesce=True)
        .with_columns(pl.col("gold", "correct", "system").fill_null(0))
        .select(
            name,
            "gold",
            "correct",
            "system",
            share("correct", "gold").alias("recall"),
            share("correct", "system").alias("precision"),
            pl.when(both > 0).then(2 * pl.col("correct") / both).alias("f1"),
        )
        .collect()
    )


def _where(row: Row, column: str, name: str, right: str | None = None) -> str:
    """The words behind a count; behind recall those that were to be found, behind precision those that were."""
    gold, parse = equals(f"gold_{name}", row[name]), equals(f"parse_{name}", row[name])
    if column in ("system", "precision"):
        return has("scoring", parse)
    if column == "correct":
        return has("scoring", gold, right or parse)
    return has("scoring", gold)
