"""Tables of agreement on the terminal."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.agreement import PairAgreement
from goldleaf.viewer.commands.printing import print_rows
from goldleaf.viewer.commands.terminal import say
from goldleaf.viewer.session import agreement_texts as shown


def print_worst(
    two: str, tables: Mapping[str, pl.DataFrame], rows: int, layers: pl.DataFrame, pair: PairAgreement | None = None
) -> None:
    """The layers of two annotators, and of each of the other tables so many of its rows, the worst first."""
    titled = {"By layer": layers}
    for name, table in tables.items():
        cut = f", {rows} of {table.height:,}" if table.height > rows else ""
        titled[f"The {name} with most disagreements{cut}"] = table.head(rows)
    for title, table in titled.items():
        if table.height:
            say()
            print_table(f"{title}: {two}", table, pair)


def print_table(title: str, table: pl.DataFrame, pair: PairAgreement | None = None) -> None:
    """A table with the headings of agreement."""
    body = ([shown.cell(*one) for one in row.items()] for row in table.iter_rows(named=True))
    words = [number for number, dtype in enumerate(table.dtypes) if not dtype.is_numeric()]
    print_rows(title, [shown.heading(name, pair) for name in table.columns], body, words)
