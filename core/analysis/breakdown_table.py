"""What every breakdown is: a titled table whose figures can be turned into conditions for the filter line; and the same
breakdown of several parses in one table: a row a key, a group of columns a parse, and their differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import polars as pl

Row: TypeAlias = Mapping[str, Any]
Where: TypeAlias = Callable[[Row, str], str]
Behind: TypeAlias = Callable[[Row, str], pl.Series]  # the sentence of each thing that a figure counts


@dataclass(frozen=True, slots=True, eq=False)
class Breakdown:
    """A breakdown. Which columns hold fractions of 1 is declared in `viewer.tables.table`."""

    name: str
    title: str
    frame: pl.DataFrame
    note: str
    where: Where = field(repr=False)
    headings: Mapping[str, str] = field(default_factory=dict)  # of columns whose names do not say them: labels, scores
    behind: Behind | None = field(default=None, repr=False)  # where no condition finds what is counted

    @property
    def keys(self) -> list[str]:
        """The columns that say what a row is about, in their order; the others are figures."""
        numbers = ("number", "word", "head_offset")  # of sentences and words, and where a head is: no figures
        return [name for name, dtype in self.frame.schema.items() if dtype == pl.String or name in numbers]

    def condition(self, row: int, column: str) -> str:
        """What to write in the filter line to find the sentences behind a figure of this row and column. Conditions on
        words look into the word table of this gold and parse."""
        return self.where(self.frame.row(row, named=True), column)


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Breakdown):
    """A table of which each row is about sentences: their ``numbers``, from 1, and words of the first, if ``items``."""

    where: Where = field(default=lambda *_: "", repr=False)
    numbers: Sequence[Sequence[int]] = field(default=(), repr=False)
    items: Sequence[str] = field(default=(), repr=False)

    def condition(self, row: int, column: str) -> str:  # noqa: ARG002, all figures of a row are about the same ones
        return f"number in ({', '.join(map(str, self.numbers[row]))})"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows, with the numbers as ``sentences``."""
        return [{**row, "sentences": [*own]} for row, own in zip(self.frame.to_dicts(), self.numbers, strict=True)]


class Limits(NamedTuple):
    """How much the tables show, by default as eval.pl does. Lists also show what occurs as often as their last row."""

    words: int = 5
    contexts: int = 3
    errors: int = 10
    error_contexts: int = 8
    frames_at_least: int = 5
    sentences: int = 5  # of which eval.pl shows one
    examples: int = 3  # which eval.pl has not
    within: str = ""  # a condition, as inside of ``has(…)``, on the words that tables of words are about


# What can be wrong of words, by the names of the columns that count it.
ERROR_CONDITIONS: Mapping[str, str] = {
    "errors": "not right_both", "head_errors": "not right_head", "label_errors": "not right_label",
    "both_wrong": "not right_head and not right_label",
}  # fmt: skip


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


def with_shares(counts: Mapping[str, object]) -> list[str | pl.Expr]:
    return [column for name in counts for column in (name, share(name, "words").alias(f"{name}_share"))]


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


BREAK = "\n"  # what stands between a parse's name and a figure in the columns of a `SideBySide`
_MINUS = " – "
_NTH, _ROW = "#nth", "#row"


class Group(NamedTuple):
    """Columns of a table that belong to one parse, or are the difference of two."""

    name: str  # empty for the keys
    frame: pl.DataFrame
    of: tuple[str, ...] = ()  # the parses that they tell of


@dataclass(frozen=True, slots=True, eq=False)
class SideBySide(Breakdown):
    """The tables of several parses as one, whose columns are named by the group and the figure (see `BREAK`)."""

    tables: Mapping[str, Breakdown] = field(default_factory=dict, repr=False)
    groups: Sequence[Group] = field(default=(), repr=False)
    rows: Mapping[str, pl.Series] = field(default_factory=dict, repr=False)  # in each parse's table; null: nowhere
    meant: Callable[[str, str], str] = field(default=lambda condition, _: condition, repr=False)  # see `side_by_side`

    def condition(self, row: int, column: str) -> str:
        """What finds the sentences behind a figure: a parse's, both of a difference, all of a key; else empty."""
        group, _, figure = column.rpartition(BREAK)
        there = [name for name, rows in self.rows.items() if rows[row] is not None]
        if not group:
            wanted = there if figure in self.keys else there[:1]
        else:
            wanted = [*next(columns for columns in self.groups if columns.name == group).of]
            if not {*wanted} <= {*there}:
                return ""
        own = (self.meant(self.tables[name].condition(self.rows[name][row], figure), name) for name in wanted)
        return " or ".join(dict.fromkeys(own))


def side_by_side(tables: Mapping[str, Breakdown], meant: Callable[[str, str], str]) -> SideBySide:
    """The tables of parses, by the parses' names, as one whose figures can be turned into conditions. ``meant`` takes a
    condition on the chosen parse, and the name of the parse that is meant instead. The first group has the keys, and
    the gold's counts where they are alike; then comes a group of figures for each parse (null where a parse has no such
    row), and what the first has more than each of the others (counts as Int64, shares as fractions). Rows are the first
    table's in its order, then those of others."""
    first = next(iter(tables.values()))
    joined = _on_the_same_rows(tables)
    groups = [group for group in _groups(first, joined) if group.frame.width]
    frame, rows = framed(groups), {name: frame[_ROW] for name, frame in joined.items()}
    note = " ".join(dict.fromkeys(table.note for table in tables.values() if table.note))
    headings = {name: heading for table in tables.values() for name, heading in table.headings.items()}
    return SideBySide(first.name, first.title, frame, note, first.where, headings, None, tables, groups, rows, meant)


def framed(groups: Sequence[Group]) -> pl.DataFrame:
    """The groups as one frame, whose columns are named by the group and the figure."""
    prefixes = (f"{group.name}{BREAK}" if group.name else "" for group in groups)
    named = (group.frame.select(pl.all().name.prefix(prefix)) for group, prefix in zip(groups, prefixes, strict=True))
    return pl.concat(named, how="horizontal")


def is_difference(column: str) -> bool:
    return _MINUS in column.rpartition(BREAK)[0]


def _on_the_same_rows(tables: Mapping[str, Breakdown]) -> dict[str, pl.DataFrame]:
    """Each table with the rows of all, and where they are in it. The n-th of equal rows is that of the others."""
    keys = next(iter(tables.values())).keys
    # Lists of examples and contexts may have equal keys more than once.
    counted = {
        name: table.frame.with_columns(pl.int_range(pl.len()).over(keys).alias(_NTH)).with_row_index(_ROW)
        for name, table in tables.items()
    }
    names = [*keys, _NTH]
    rows = pl.concat([frame.select(names) for frame in counted.values()]).unique(maintain_order=True)
    return {
        name: rows.join(frame, on=names, how="left", nulls_equal=True, maintain_order="left").drop(_NTH)
        for name, frame in counted.items()
    }


def _groups(first: Breakdown, joined: Mapping[str, pl.DataFrame]) -> list[Group]:
    frames = {name: frame.drop(_ROW) for name, frame in joined.items()}
    # What is null in one stands in rows that this parse does not have.
    both = [*combinations(frames.values(), 2)]
    of_gold = [name for name in ("words", "gold") if name in first.frame.columns]
    shared = [name for name in of_gold if all((one[name] == other[name]).all() for one, other in both)]
    common = [pl.coalesce(frame[name] for frame in frames.values()).alias(name) for name in shared]
    keys = Group("", next(iter(frames.values())).select(first.keys).with_columns(common))
    parses = [Group(name, frame.drop(*first.keys, *shared), (name,)) for name, frame in frames.items()]
    differences = []
    own = parses[0].frame
    for parse in parses[1:]:
        columns = []
        for name, dtype in own.schema.items():
            # The rank of an error is no figure.
            if dtype.is_numeric() and name != "error" and name in parse.frame.columns:
                exact = pl.Float64 if dtype.is_float() else pl.Int64  # counts are unsigned, and differences are not
                columns.append(own[name].cast(exact) - parse.frame[name].cast(exact))
        name = f"{parses[0].name}{_MINUS}{parse.name}"
        differences.append(Group(name, pl.DataFrame(columns), (parses[0].name, parse.name)))
    return [keys, *parses, *differences]
