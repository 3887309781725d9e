"""Accuracy over words that occur in a training file, and over those that do not (SPMRL 2013, note 25)."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, has, share

_RIGHT = {
    "right_head": "right_head",
    "right_label": "right_label",
    "right_both": "right_both",
    "right_tag": "gold_tag = parse_tag",
    "right_fine_tag": "gold_fine_tag = parse_fine_tag",
    "right_features": "gold_features = parse_features",
    "right_lemma": "gold_lemma = parse_lemma",
}
"""What can be right, and the condition that it is."""

_OF = {"form": "gold_form_seen", "lemma": "gold_lemma_seen"}
_ALL = "all words"
_EMPTY = {"of": pl.String, "seen": pl.String, "words": pl.UInt32}
_NOTE = "Words that score, by whether their form, or lemma, occurs in the training file."
_NO_NOTE = "No training file: name one with --train, or in the window in File › Open…."


def seen(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``of`` (form or lemma), ``seen`` (seen, unseen), ``words``, then what is right, as counts and shares.

    Empty for words of which nobody has said whether they are seen (`sides.seen_in_training.with_seen`).
    """
    told = {name: column for name, column in _OF.items() if column in words.columns}
    frame = _counted(words.filter("scoring"), told) if told else pl.DataFrame(schema=_EMPTY)
    return Table("seen", "Seen and unseen words", frame, _NOTE if told else _NO_NOTE, _where)


def _counted(words: pl.DataFrame, told: Mapping[str, str]) -> pl.DataFrame:
    right = {name: _is(condition) for name, condition in _RIGHT.items() if _columns(condition) <= {*words.columns}}
    counts = [pl.len().alias("words"), *(column.sum().alias(name) for name, column in right.items())]
    shares = [expression for name in right for expression in (name, share(name, "words").alias(f"{name}_share"))]
    parts = {(_ALL, ""): words} | {
        (name, _named(is_seen)): words.filter(pl.col(column) == is_seen)
        for name, column in told.items()
        for is_seen in (True, False)
    }
    rows = [
        part.select(pl.lit(of).alias("of"), pl.lit(is_seen).alias("seen"), *counts)
        for (of, is_seen), part in parts.items()
    ]
    return pl.concat(rows).select("of", "seen", "words", *shares)


def _named(is_seen: bool) -> str:
    return "seen" if is_seen else "unseen"


def _is(condition: str) -> pl.Expr:
    one, equals, other = condition.partition(" = ")
    return (pl.col(one).cast(pl.String) == pl.col(other).cast(pl.String)) if equals else pl.col(one)


def _columns(condition: str) -> set[str]:
    return {*condition.split(" = ")}


def _where(row: Row, column: str) -> str:
    chosen = None if row["of"] == _ALL else f"{_OF[row['of']]} = {'true' if row['seen'] == _named(True) else 'false'}"
    return has("scoring", chosen, _RIGHT.get(column.removesuffix("_share")))
