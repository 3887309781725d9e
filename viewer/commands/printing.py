"""Tables on the terminal (see `viewer.tables`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import polars as pl

from goldleaf.viewer.commands.terminal import say
from goldleaf.viewer.tables.frames import beside, of_frame
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.tables.text import lines


def print_table(table: Table) -> None:
    """A table as text. None is cut."""
    for line in lines(table):
        say(line.text, bold=line.bold)


def print_rows(
    title: str, headings: Iterable[str], rows: Iterable[Iterable[str]], words: Collection[int] = (0,)
) -> None:
    """Texts as a table; the columns in ``words`` hold words, the others figures."""
    columns = [Column(name, kind=Kind.TEXT if number in words else Kind.FIGURE) for number, name in enumerate(headings)]
    print_table(Table(title, columns, [[*row] for row in rows]))


def print_frame(title: str, frame: pl.DataFrame, note: str = "") -> None:
    """A frame as a table (see `of_frame`)."""
    print_table(of_frame(title, frame, note))


def print_groups(title: str, groups: Sequence[tuple[str, pl.DataFrame]], note: str = "") -> None:
    """Frames of equal height side by side, each below its name (see `beside`)."""
    print_table(beside(title, groups, note))
