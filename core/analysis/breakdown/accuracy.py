"""Accuracy and error rate over coarse tags (eval.pl's first two tables)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown.table import Limits, Row, Table, equals, error_counts, has, ordered, share

TOTAL = "total"
"""The name of the first row, which stands for all words."""

_RIGHT = {"right_head": "right_head", "right_label": "right_label", "right_both": "right_both"}
_WRONG = {
    "wrong_head": "not right_head",
    "wrong_label": "not right_label",
    "wrong_both": "not right_head and not right_label",
}


def accuracy(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``tag``, ``words``, then right head, right label, both right as counts and shares."""
    counts = _by_tag(words, {name: pl.col(name).sum() for name in _RIGHT})
    return Table(
        "accuracy",
        "Accuracy over coarse tags",
        counts,
        "Words that score, by the gold's tag; how many have the right head, the right label, and both.",
        lambda row, column: _where(row, _RIGHT.get(column.removesuffix("_share"))),
    )


def error_rate(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``tag``, ``words``, then wrong head, wrong label, both wrong as counts and shares."""
    errors = error_counts()
    wrong = {"wrong_head": "head_errors", "wrong_label": "label_errors", "wrong_both": "both_wrong"}
    counts = _by_tag(words, {name: errors[column] for name, column in wrong.items()})
    return Table(
        "error_rate",
        "Error rate over coarse tags",
        counts,
        "Words that score, by the gold's tag; how many have a wrong head, a wrong label, and both wrong at once.",
        lambda row, column: _where(row, _WRONG.get(column.removesuffix("_share"))),
    )


def _by_tag(words: pl.DataFrame, counts: dict[str, pl.Expr]) -> pl.DataFrame:
    """A row with the total, then a row a tag; behind each count its share of the words."""
    scored = words.filter("scoring")
    columns = [pl.len().alias("words"), *(expression.alias(name) for name, expression in counts.items())]
    by_tag = ordered(scored.group_by(pl.col("gold_tag").cast(pl.String).alias("tag")).agg(columns), "words", "tag")
    total = scored.select(pl.lit(TOTAL).alias("tag"), *columns)
    shares = [expression for name in counts for expression in (name, share(name, "words").alias(f"{name}_share"))]
    return pl.concat([total, by_tag]).select("tag", "words", *shares)


def _where(row: Row, condition: str | None) -> str:
    tag = None if row["tag"] == TOTAL else equals("gold_tag", row["tag"])
    return has("scoring", tag, condition)
