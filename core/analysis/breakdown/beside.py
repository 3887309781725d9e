"""The same breakdown of several parses in one table: a row a key, a group of columns a parse, and their differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from goldleaf.core.analysis.breakdown_table import Table

BREAK = "\n"
"""What stands between a parse's name and a figure in the columns of a `SideBySide`."""

_MINUS = " – "
_NTH, _ROW = "#nth", "#row"


@dataclass(frozen=True, eq=False)
class Group:
    """Columns of a table that belong to one parse, or are the difference of two."""

    name: str  # empty for the keys
    frame: pl.DataFrame
    of: tuple[str, ...] = ()  # the parses that they tell of


@dataclass(frozen=True, slots=True, eq=False)
class SideBySide(Table):
    """The tables of several parses as one, whose columns are named by the group and the figure (see `BREAK`)."""

    tables: Mapping[str, Table] = field(default_factory=dict, repr=False)
    groups: Sequence[Group] = field(default=(), repr=False)
    rows: Mapping[str, pl.Series] = field(default_factory=dict, repr=False)  # in each parse's table; null: nowhere
    meant: Callable[[str, str], str] = field(default=lambda condition, _: condition, repr=False)  # see `side_by_side`

    def condition(self, row: int, column: str) -> str:
        """What finds the sentences behind a figure: of a parse its own, of a difference those of either parse, and of a
        key those of all. Empty where there is no figure."""
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


def side_by_side(tables: Mapping[str, Table], meant: Callable[[str, str], str]) -> SideBySide:
    """The tables of parses, by the parses' names, as one whose figures can be turned into conditions. ``meant`` takes a
    condition on the chosen parse, and the name of the parse that is meant instead."""
    first = next(iter(tables.values()))
    joined = _on_the_same_rows(tables)
    groups = [group for group in _groups(first, joined) if group.frame.width]
    frames = [
        group.frame.rename({name: f"{group.name}{BREAK * bool(group.name)}{name}" for name in group.frame.columns})
        for group in groups
    ]
    return SideBySide(
        first.name,
        first.title,
        pl.concat(frames, how="horizontal"),
        " ".join(dict.fromkeys(table.note for table in tables.values() if table.note)),
        first.where,
        frozenset[str]().union(*(table.labels for table in tables.values())),
        tables=tables,
        groups=groups,
        rows={name: frame[_ROW] for name, frame in joined.items()},
        meant=meant,
    )


def shown(table: SideBySide, order: Sequence[int]) -> list[Group]:
    """The groups of columns with these rows of the table."""
    return [replace(group, frame=group.frame[order]) for group in table.groups]


def is_difference(column: str) -> bool:
    """Whether a column of a `SideBySide` is of a difference."""
    return _MINUS in column.rpartition(BREAK)[0]


def beside(tables: Mapping[str, Table]) -> list[Group]:
    """The tables of parses, by the parses' names, side by side.

    The first group has the keys, and the gold's counts where they are alike; then comes a group of figures for each
    parse (null where a parse has no such row), and what the first has more than each of the others (counts as Int64,
    shares as fractions). All groups have the same rows: the first table's in its order, then those of others.
    """
    return _groups(next(iter(tables.values())), _on_the_same_rows(tables))


def _on_the_same_rows(tables: Mapping[str, Table]) -> dict[str, pl.DataFrame]:
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


def _groups(first: Table, joined: Mapping[str, pl.DataFrame]) -> list[Group]:
    frames = {name: frame.drop(_ROW) for name, frame in joined.items()}
    shared = []
    for name in ("words", "gold"):  # the same for all parses, unless their words differ
        if name in first.frame.columns:
            values = pl.DataFrame([frame[name].alias(f"{number}") for number, frame in enumerate(frames.values())])
            if values.select((pl.min_horizontal(pl.all()) == pl.max_horizontal(pl.all())).all()).item():
                shared.append(name)
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
