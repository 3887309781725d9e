"""What every breakdown is: a titled table whose figures can be turned into conditions for the filter line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import polars as pl

Row: TypeAlias = Mapping[str, Any]
Where: TypeAlias = Callable[[Row, str], str]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A breakdown. Which columns hold fractions of 1 is declared in `viewer.tables.columns`."""

    name: str
    title: str
    frame: pl.DataFrame
    note: str
    where: Where = field(repr=False)
    labels: frozenset[str] = frozenset()  # the columns whose names are labels or tags of the files

    @property
    def keys(self) -> list[str]:
        """The columns that say what a row is about, in their order; the others are figures."""
        numbers = ("number", "head_offset")  # of sentences, and where a head is: no figures
        return [name for name, dtype in self.frame.schema.items() if dtype == pl.String or name in numbers]

    def condition(self, row: int, column: str) -> str:
        """What to write in the filter line to find the sentences behind a figure of this row and column. Conditions on
        words look into the word table of this gold and parse."""
        return self.where(self.frame.row(row, named=True), column)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the tables show, by default as eval.pl does. Lists of words, contexts and errors also show what occurs
    as often as their last row."""

    words: int = 5
    contexts: int = 3
    errors: int = 10
    error_contexts: int = 8
    frames_at_least: int = 5
    sentences: int = 5  # of which eval.pl shows one
    examples: int = 3  # which eval.pl has not
    within: str = ""  # a condition, as inside of ``has(…)``, on the words that tables of words are about


ERROR_CONDITIONS: Mapping[str, str] = {
    "errors": "not right_both",
    "head_errors": "not right_head",
    "label_errors": "not right_label",
    "both_wrong": "not right_head and not right_label",
}
"""What can be wrong of words, by the names of the columns that count it."""


def counts_of(conditions: Mapping[str, str]) -> dict[str, pl.Expr]:
    """How many rows meet each condition (UInt32), by the names of the conditions."""
    return {name: pl.sql_expr(condition).sum() for name, condition in conditions.items()}


def share(right: str, total: str) -> pl.Expr:
    """One count as a fraction of another; null for 0/0."""
    return pl.when(pl.col(total) > 0).then(pl.col(right) / pl.col(total))


def precision_and_recall() -> dict[str, pl.Expr]:
    """``recall``, ``precision`` and ``f1`` from the counts ``gold``, ``correct`` and ``system``."""
    both = pl.col("gold") + pl.col("system")
    # F1 is 0 where nothing is right, and undefined only where there is nothing: not from precision and recall, of which
    # one may be undefined alone.
    f1 = pl.when(both > 0).then(2 * pl.col("correct") / both)
    return {"recall": share("correct", "gold"), "precision": share("correct", "system"), "f1": f1}


def with_shares(counts: Mapping[str, object], total: str = "words") -> list[str | pl.Expr]:
    """Each of the counts, and behind it its share of the total."""
    return [column for name in counts for column in (name, share(name, total).alias(f"{name}_share"))]


def ordered(frame: pl.DataFrame, count: str, *names: str) -> pl.DataFrame:
    """By count, most first, then by name (code points), so that the order is always the same."""
    # Categories would be sorted by when they were met.
    keys = [pl.col(name).cast(pl.String) if not frame[name].dtype.is_numeric() else pl.col(name) for name in names]
    return frame.sort(pl.col(count), *keys, descending=[True, *(False for _ in names)], nulls_last=True)


def most_frequent(frame: pl.DataFrame, count: str, limit: int) -> pl.DataFrame:
    """The rows with the ``limit`` highest counts, and all that equal the last of them, as eval.pl chooses them."""
    return frame.filter(pl.col(count) >= frame[count].top_k(limit).min()) if frame.height > limit else frame


def has(*conditions: str | None, of: str = "") -> str:
    """The filter for sentences with a word, or ``of`` something else, that meets all conditions; None is none."""
    condition = " and ".join(condition for condition in conditions if condition is not None)
    return f"has({of}, {condition})" if of else f"has({condition})"


def equals(column: str, value: str | float | None) -> str:
    """The condition that a column has this value, in SQL."""
    if value is None:
        return f"{column} is null"
    if isinstance(value, str):
        quoted = value.replace("'", "''")
        return f"{column} = '{quoted}'"
    return f"{column} = {value}"
