"""Tables on the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import polars as pl
import typer
from rich.cells import cell_len  # the rest of rich takes longer to load than a small treebank to score

SHARES = ("precision", "recall", "f1")
GAP = "  "  # between columns


def percent(value: float | None) -> str:
    """A fraction as a percentage with two digits, – where there is none."""
    return "–" if value is None else f"{100 * value:.2f}"


def plain(value: float | None) -> str:
    """A figure with two digits, – where there is none."""
    return "–" if value is None else f"{value:.2f}"


def print_line(line: str = "") -> None:
    """A line as it is, never wrapped."""
    print(line)


def print_rows(
    title: str, headings: Iterable[str], rows: Iterable[Iterable[str]], words: Collection[int] = (0,)
) -> None:
    """A table with a title; the columns in ``words`` hold text, the others figures. No table is cut."""
    body = [[*row] for row in rows]
    head = [*headings]
    widths = [max(map(cell_len, column)) for column in zip(head, *body, strict=True)]
    if title:
        typer.secho(title, bold=True)
    typer.secho(_line(head, widths, words), bold=True)
    for row in body:
        print(_line(row, widths, words))


def _line(cells: Sequence[str], widths: Sequence[int], words: Collection[int]) -> str:
    """Text stands left in its column, figures right."""
    padded = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blank = " " * (width - cell_len(cell))
        padded.append(f"{cell}{blank}" if number in words else f"{blank}{cell}")
    return GAP.join(padded).rstrip()


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
