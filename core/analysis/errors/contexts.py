"""The words, and the words around them, where most errors occur (eval.pl).

A context is one or two words before or after a wrong word that scores, by the gold's tags or by forms with tags.
``.S`` and ``.E`` stand for what lies beyond the sentence's beginning and end; they are contexts of tags, not of forms.
"""

from __future__ import annotations

from functools import partial

import polars as pl

from goldleaf.core.analysis.breakdown_table import (
    ERROR_CONDITIONS,
    Limits,
    Row,
    Table,
    equals,
    error_counts,
    has,
    most_frequent,
    ordered,
)
from goldleaf.core.analysis.sides.word_columns import END, START, neighbours

_NUMBERS = {1: "the {} {}", 2: "the two {}s {}"}


def focus_words(words: pl.DataFrame, limits: Limits) -> Table:
    """Columns: ``form``, ``tag``, ``errors`` (any), ``head_errors``, ``label_errors``, ``both_wrong``."""
    wrong = words.filter(pl.col("scoring") & ~pl.col("right_both"))
    names = ["form", "tag"]
    counts = _most(_counted(wrong.lazy().rename({"gold_tag": "tag"}), names), names, limits.words)
    return Table(
        "focus_words",
        "Where most errors occur: the words",
        counts,
        "Words by form and tag; how often the head or the relation, the head, the relation, both are wrong.",
        lambda row, column: _where(row, column, {"form": "form", "tag": "gold_tag"}),
    )


def tag_context(words: pl.DataFrame, limits: Limits, *, side: str, length: int) -> Table:
    """Columns: one or two tags in the order of the sentence, then as in `focus_words`.

    A context of one tag is left out when one of two tags explains all its errors, or all but one (eval.pl).
    """
    names = _names("tag", side, length)
    counts = _counted(_wrong_with(words, names), names)
    if length == 1:
        longer_names = _names("tag", side, 2)
        longer = _counted(_wrong_with(words, longer_names), longer_names)
        most = longer.group_by(names).agg(explained=pl.col("errors").max())
        counts = counts.join(most, on=names, how="left").filter(pl.col("errors") - pl.col("explained") > 1)
        counts = counts.drop("explained")
    return Table(
        f"tags_{side}_{length}",
        f"Where most errors occur: {_NUMBERS[length].format('tag', side)}",
        _most(counts, names, limits.contexts),
        f"{START} and {END} are the beginning and the end of the sentence."
        + (" Left out where a context of two words accounts for the same errors." if length == 1 else ""),
        lambda row, column: _where(row, column, dict(zip(names, names, strict=True))),
    )


def form_context(words: pl.DataFrame, limits: Limits, *, side: str, length: int) -> Table:
    """Columns: one or two forms with their tags in the order of the sentence, then as in `focus_words`."""
    names = [
        name for pair in zip(_names("form", side, length), _names("tag", side, length), strict=True) for name in pair
    ]
    wrong = _wrong_with(words, names).filter(pl.col(f"form_{side}") != (START if side == "before" else END))
    counts = _most(_counted(wrong, names), names, limits.contexts)
    return Table(
        f"forms_{side}_{length}",
        f"Where most errors occur: {_NUMBERS[length].format('word', side)}",
        counts,
        f"{START} and {END} are the beginning and the end of the sentence.",
        lambda row, column: _where(row, column, dict(zip(names, names, strict=True))),
    )


CONTEXTS = {
    f"{kind}_{side}_{length}": partial(function, side=side, length=length)
    for side in ("before", "after")
    for length in _NUMBERS
    for kind, function in (("tags", tag_context), ("forms", form_context))
}
"""The eight tables of contexts by name."""


def _names(kind: str, side: str, length: int) -> list[str]:
    """The columns of the words around a word, in the order of the sentence."""
    names = [f"{kind}_{side}", f"{kind}_{side}_2"][:length]
    return names[::-1] if side == "before" else names


def _wrong_with(words: pl.DataFrame, names: list[str]) -> pl.LazyFrame:
    """The wrong words with these columns of their neighbours."""
    columns = neighbours()
    around = words.lazy().with_columns(columns[name].alias(name) for name in names)
    return around.filter(pl.col("scoring") & ~pl.col("right_both"))


def _counted(wrong: pl.LazyFrame, names: list[str]) -> pl.DataFrame:
    return wrong.group_by(names).agg(**error_counts()).with_columns(pl.col(names).cast(pl.String)).collect()


def _most(counts: pl.DataFrame, names: list[str], limit: int) -> pl.DataFrame:
    return ordered(most_frequent(counts, "errors", limit), "errors", *names)


def _where(row: Row, column: str, columns: dict[str, str]) -> str:
    keys = [equals(column_of_words, row[name]) for name, column_of_words in columns.items()]
    return has("scoring", *keys, ERROR_CONDITIONS.get(column, ERROR_CONDITIONS["errors"]))
