"""Accuracy and error rate over coarse tags (eval.pl's first two tables), and by what the gold's sentence is like."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Table, equals, error_counts, has, ordered, share
from goldleaf.core.analysis.sides.bins import LENGTHS, PROJECTIVITY, needed

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
        lambda row, column: _where(_tag(row["tag"]), _RIGHT.get(column.removesuffix("_share"))),
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
        lambda row, column: _where(_tag(row["tag"]), _WRONG.get(column.removesuffix("_share"))),
    )


def by_length(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``length`` (of the sentence, in bins), then as in `accuracy`."""
    return _by_condition(
        words,
        "length",
        LENGTHS,
        "Accuracy by length of sentence",
        "Words that score, by the number of words of the gold's sentence.",
    )


def by_projectivity(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``projectivity`` (of the gold's tree), then as in `accuracy`."""
    return _by_condition(
        words,
        "projectivity",
        PROJECTIVITY,
        "Accuracy by projectivity",
        "Words that score, by whether the gold's tree is projective.",
    )


def _by_condition(words: pl.DataFrame, name: str, classes: dict[str, str], title: str, note: str) -> Table:
    scored = words.with_columns(**needed(words)).filter("scoring")
    counts = {column: pl.col(column).sum() for column in _RIGHT}
    parts = [
        _counted(scored.filter(pl.sql_expr(condition)), name, value, counts) for value, condition in classes.items()
    ]
    return Table(
        name,
        title,
        pl.concat(parts).filter(pl.col("words") > 0),
        note,
        lambda row, column: _where(classes[row[name]], _RIGHT.get(column.removesuffix("_share"))),
    )


def _by_tag(words: pl.DataFrame, counts: dict[str, pl.Expr]) -> pl.DataFrame:
    """A row with the total, then a row a tag; behind each count its share of the words."""
    scored = words.filter("scoring")
    by_tag = scored.group_by(pl.col("gold_tag").cast(pl.String).alias("tag")).agg(pl.len().alias("words"), **counts)
    by_tag = ordered(by_tag.select("tag", "words", *_with_shares(counts)), "words", "tag")
    return pl.concat([_counted(scored, "tag", TOTAL, counts), by_tag])


def _counted(scored: pl.DataFrame, name: str, value: str, counts: dict[str, pl.Expr]) -> pl.DataFrame:
    """One row for all of these words."""
    row = scored.select(pl.lit(value).alias(name), pl.len().alias("words"), **counts)
    return row.select(name, "words", *_with_shares(counts))


def _with_shares(counts: dict[str, pl.Expr]) -> list[str | pl.Expr]:
    return [expression for name in counts for expression in (name, share(name, "words").alias(f"{name}_share"))]


def _tag(value: str | None) -> str | None:
    return None if value == TOTAL else equals("gold_tag", value)


def _where(row: str | None, condition: str | None) -> str:
    return has("scoring", row, condition)
