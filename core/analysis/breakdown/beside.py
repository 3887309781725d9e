"""The same breakdown of several parses in one table: a row a key, a group of columns a parse, and their difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from goldleaf.core.analysis.breakdown.table import Table

OF_GOLD = ("words", "gold")  # counts that are the same for all parses, unless their words differ
RANKS = ("error",)  # numbers of rows, which have no difference


@dataclass(frozen=True, eq=False)
class Group:
    """Columns of a table that belong to one parse, or are the difference of two; none of a name for the keys."""

    name: str
    frame: pl.DataFrame


def beside(tables: Mapping[str, Table]) -> list[Group]:
    """The tables of parses, by the parses' names, side by side.

    The first group has the keys, and the gold's counts where they are alike; then comes a group of figures for each
    parse (null where a parse has no such row), and with two parses what the first has more than the second (counts as
    Int64, shares as fractions). All groups have the same rows: the first table's in its order, then those of others.
    """
    joined = _on_the_same_rows(tables)
    first = next(iter(tables.values()))
    shared = [name for name in first.frame.columns if name in OF_GOLD and _alike(joined, name)]
    common = [pl.coalesce(frame[name] for frame in joined.values()).alias(name) for name in shared]
    groups = [Group("", joined[next(iter(joined))].select(first.keys).with_columns(common))]
    groups += [Group(name, frame.drop(*first.keys, *shared)) for name, frame in joined.items()]
    if len(groups) == 3:
        groups.append(_difference(*groups[1:]))
    return groups


def _on_the_same_rows(tables: Mapping[str, Table]) -> dict[str, pl.DataFrame]:
    """Each table with the rows of all."""
    keys = next(iter(tables.values())).keys
    rows = pl.concat([table.frame.select(keys) for table in tables.values()]).unique(maintain_order=True)
    return {
        name: rows.join(table.frame, on=keys, how="left", nulls_equal=True, maintain_order="left")
        for name, table in tables.items()
    }


def _alike(joined: Mapping[str, pl.DataFrame], name: str) -> bool:
    """Whether all that have a figure have the same."""
    values = pl.DataFrame([frame[name].alias(f"{number}") for number, frame in enumerate(joined.values())])
    return bool(values.select((pl.min_horizontal(pl.all()) == pl.max_horizontal(pl.all())).all()).item())


def _difference(one: Group, other: Group) -> Group:
    names = [name for name, dtype in one.frame.schema.items() if dtype.is_numeric() and name not in RANKS]
    exact = {name: pl.Float64 if one.frame[name].dtype.is_float() else pl.Int64 for name in names}
    columns = [(one.frame[name].cast(exact[name]) - other.frame[name].cast(exact[name])) for name in names]
    return Group(f"{one.name} – {other.name}", pl.DataFrame(columns))
