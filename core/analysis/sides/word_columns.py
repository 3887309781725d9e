"""What is said of single words of a word table (see `sides.word_table`), as columns to be had on demand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import polars as pl

from goldleaf.core.treebank import TEXT, Treebank

DIRECTION = pl.Enum(["to_root", "left", "right", "self", "none"])
"""Where a word's head is: at 0, before it, after it, the word itself, or nowhere (eval.pl; ``none`` is ours)."""

DISTANCE = pl.Enum(["to_root", "1", "2", "3-6", "7-...", "none"])
"""How many words away the head is. As in eval.pl a word that is its own head counts as one word away."""

START, END = ".S", ".E"
"""What eval.pl writes where a context reaches over the sentence's beginning or end."""

HEAD = "#head"
"""Where gold and parse have different words: the position in the gold's sentence of the chosen parse's head, 0 for a
root, null where that is not there."""

SEEN = {"form_seen": "form", "lemma_seen": "lemma"}
"""The columns that say whether what stands in these ones occurs in a training file."""


def direction() -> pl.Expr:
    """The direction of each word's head, from the columns ``position`` and ``head``."""
    head, position = pl.col("head"), pl.col("position").cast(pl.Int32)
    return (
        pl.when(head.is_null())
        .then(pl.lit("none", DIRECTION))
        .when(head == 0)
        .then(pl.lit("to_root", DIRECTION))
        .when(head < position)
        .then(pl.lit("left", DIRECTION))
        .when(head > position)
        .then(pl.lit("right", DIRECTION))
        .otherwise(pl.lit("self", DIRECTION))
    )


def distance() -> pl.Expr:
    """How many words away each word's head is (UInt32, null without one), from ``position`` and ``head``."""
    away = (pl.col("head") - pl.col("position").cast(pl.Int32)).abs()
    return pl.when(pl.col("head") > 0).then(away.cast(pl.UInt32))


def distance_bin() -> pl.Expr:
    """The distance of each word's head in bins, from the columns ``position`` and ``head``."""
    head, away = pl.col("head"), distance()
    return (
        pl.when(head.is_null())
        .then(pl.lit("none", DISTANCE))
        .when(head == 0)
        .then(pl.lit("to_root", DISTANCE))
        .when(away <= 1)
        .then(pl.lit("1", DISTANCE))
        .when(away == 2)
        .then(pl.lit("2", DISTANCE))
        .when(away <= 6)
        .then(pl.lit("3-6", DISTANCE))
        .otherwise(pl.lit("7-...", DISTANCE))
    )


def neighbours() -> dict[str, pl.Expr]:
    """The words around each word as columns to be had on demand, named as ``tag_before`` (also ``tag_before_1``) and
    ``form_after_2``.

    They hold the gold's tag and the form, `START` or `END` beyond the sentence; null at words that the gold lacks. They
    are to be computed on a table of all words of the gold, for they look at the rows around each row.
    """
    expressions: dict[str, pl.Expr] = {}
    of_gold = pl.when(pl.col("position").is_not_null())
    for steps, suffix in ((1, ""), (1, "_1"), (2, "_2")):
        inside_before = pl.col("position") > steps
        inside_after = pl.col("position").shift(-steps) == pl.col("position") + steps
        for name, column in (("tag", "gold_tag"), ("form", "form")):
            before = pl.when(inside_before).then(pl.col(column).shift(steps)).otherwise(pl.lit(START, TEXT))
            after = pl.when(inside_after).then(pl.col(column).shift(-steps)).otherwise(pl.lit(END, TEXT))
            expressions[f"{name}_before{suffix}"] = of_gold.then(before)
            expressions[f"{name}_after{suffix}"] = of_gold.then(after)
    return expressions


def errors(columns: Iterable[str]) -> dict[str, pl.Expr]:
    """What is wrong with each word of a table of these columns, to be had on demand; null where it is right.

    ``head_offset``: how far the parse's head is from the right one, 0 where the parse has it at the root (eval.pl) or
    one of them has none in the gold's sentence; ``expected_deprel`` and ``found_deprel``.
    """
    head = pl.col(HEAD if HEAD in columns else "parse_head")
    offset = pl.when(pl.col("parse_head") == 0).then(0).otherwise(head - pl.col("gold_head"))
    return {
        "head_offset": pl.when(~pl.col("right_head")).then(offset.fill_null(0)),
        "expected_deprel": pl.when(~pl.col("right_label")).then(pl.col("gold_deprel")),
        "found_deprel": pl.when(~pl.col("right_label")).then(pl.col("parse_deprel")),
    }


def seen(words: pl.DataFrame, train: Treebank, column: str) -> pl.Series:
    """For each word whether its value in the column occurs in a training file, as it stands (Boolean; CoNLL-X 2006,
    Table 1; SPMRL 2013, note 25).

    Null where the word, or the whole training file, says nothing there (``_``).
    """
    known = train.words[column].unique()
    if not known.cast(pl.String).is_in(["_"]).not_().any():
        return pl.Series(column, [None], dtype=pl.Boolean).new_from_index(0, words.height)
    found = words[column].is_in(known.implode())
    said = (words[column].cast(pl.String) != "_") | (column == "form")
    return pl.select(pl.when(said).then(found)).to_series().rename(column)


def with_seen(treebank: Treebank, train: Treebank) -> Treebank:
    """The treebank whose words also have the columns of `SEEN`, which the word table and the filter line know as
    ``gold_form_seen`` and ``gold_lemma_seen``."""
    words, known = treebank.words, train.words.columns
    columns = [
        seen(words, train, column).alias(name)
        for name, column in SEEN.items()
        if column in words.columns and column in known
    ]
    return replace(treebank, words=words.with_columns(columns))
