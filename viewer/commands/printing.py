"""Tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from rich.console import Console

SHARES = ("precision", "recall", "f1")


@cache
def console() -> Console:
    """The terminal, or the pipe that stands for it. It is so wide that no table is cut."""
    from rich.console import Console

    return Console(highlight=False, width=1000)


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def plain(value: float | None) -> str:
    """A figure with two digits, – where there is none."""
    return "–" if value is None else f"{value:.2f}"


def print_line(line: str = "") -> None:
    """A line as it is, never wrapped."""
    from rich.text import Text

    console().print(Text(line), soft_wrap=True)


def print_rows(title: str, headings: Iterable[str], rows: Iterable[Iterable[str]], words: Iterable[int] = (0,)) -> None:
    """A table with a title; the columns in ``words`` hold text, the others figures."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), title_justify="left", title_style="bold", box=None, pad_edge=False)
    left = set(words)
    for number, heading in enumerate(headings):
        table.add_column(Text(heading), justify="left" if number in left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def print_frame(title: str, frame: pl.DataFrame, note: str = "") -> None:
    """A frame as a table; fractions (see `SHARES` and names in ``_share``) become percentages."""
    headings = [name.removesuffix("_share").replace("_", " ") + " %" * _is_share(name) for name in frame.columns]
    rows = ([_cell(name, value) for name, value in row.items()] for row in frame.iter_rows(named=True))
    words = [number for number, dtype in enumerate(frame.dtypes) if not dtype.is_numeric()]
    print_rows(title, headings, rows, words)
    if note:
        print_line(note)


def _is_share(name: str) -> bool:
    return name in SHARES or name.endswith("_share")


def _cell(name: str, value: object) -> str:
    if _is_share(name):
        assert value is None or isinstance(value, float)
        return percent(value)
    return "–" if value is None else f"{value}"
