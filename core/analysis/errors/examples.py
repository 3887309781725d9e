"""The most frequent kinds of errors with sentences in which they occur."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, equals, has
from goldleaf.core.analysis.errors.specific import KEYS, is_kind, kinds_of, wrong_words


def examples(words: pl.DataFrame, limits: Limits) -> Table:
    """Columns: ``error`` (rank, as in `specific_errors`), ``description``, ``count``, then an example: ``number`` of
    the sentence (from 1), ``position``, ``text`` with the word in brackets.

    The examples of a kind are the first of its sentences.
    """
    wrong = wrong_words(words).with_columns(pl.col(name).cast(pl.String) for name in KEYS if name != "head_offset")
    kinds = kinds_of(wrong, limits)
    of_kind = wrong.join(kinds, on=KEYS, how="inner", nulls_equal=True, maintain_order="left")
    first = of_kind.unique(["error", "sentence"], keep="first", maintain_order=True)
    chosen = first.sort("error", "sentence").group_by("error", maintain_order=True).head(limits.examples)
    table = chosen.select(
        "error",
        "description",
        "count",
        (pl.col("sentence") + 1).alias("number"),
        "position",
        marked(words, chosen.select("sentence", first="position", last="position")),
    )
    by_rank = {row["error"]: is_kind(row) for row in kinds.iter_rows(named=True)}
    return Table(
        "examples",
        "Most frequent errors with examples",
        table,
        f"Up to {limits.examples} sentences of each kind; the word stands in brackets.",
        lambda row, column: _where(row, column, by_rank[row["error"]]),
    )


def _where(row: Row, column: str, kind: Sequence[str]) -> str:
    """All words with an error of this kind, or the one that is shown."""
    if column == "count":
        return has(*kind)
    return f"number = {row['number']} and {has(*kind, equals('position', row['position']))}"


def marked(words: pl.DataFrame, places: pl.DataFrame) -> pl.Series:
    """The texts of sentences with the words from ``first`` to ``last`` in brackets, a row each as in ``places``."""
    places = places.with_row_index("place")
    form = pl.col("form").cast(pl.String)
    begun = pl.when(pl.col("position") == pl.col("first")).then(pl.lit("[")).otherwise(pl.lit("")) + form
    ended = begun + pl.when(pl.col("position") == pl.col("last")).then(pl.lit("]")).otherwise(pl.lit(""))
    own = words.select("sentence", "position", "form").filter(pl.col("position").is_not_null())
    joined = places.join(own, on="sentence", how="left", maintain_order="left_right")
    texts = joined.group_by("place", maintain_order=True).agg(text=ended.str.join(" "))
    return texts["text"]
