"""Tables on the terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import polars as pl
from rich.cells import cell_len  # the rest of rich takes longer to load than a small treebank to score

from goldleaf.viewer.commands.terminal import say, visible
from goldleaf.viewer.session.numbers import percent

SHARES = ("precision", "recall", "f1")
GAP = "  "  # between columns


def plain(value: float | None) -> str:
    """A figure with two digits, – where there is none."""
    return "–" if value is None else f"{value:.2f}"


def print_rows(
    title: str,
    headings: Iterable[str],
    rows: Iterable[Iterable[str]],
    words: Collection[int] = (0,),
    groups: Sequence[tuple[str, int]] = (),
) -> None:
    """A table with a title; the columns in ``words`` hold text, the others figures. No table is cut.

    ``groups`` are names above so many neighbouring columns each.
    """
    body = [[*map(visible, row)] for row in rows]
    head = [*map(visible, headings)]
    widths = [max(map(cell_len, column)) for column in zip(head, *body, strict=True)]
    if title:
        say(title, bold=True)
    if groups:
        say(_group_line(groups, widths), bold=True)
    say(_line(head, widths, words), bold=True)
    for row in body:
        say(_line(row, widths, words))


def _group_line(groups: Sequence[tuple[str, int]], widths: list[int]) -> str:
    """The names of groups, each above its columns, of which the first is widened where the name is longer."""
    names, first = [], 0
    for name, count in groups:
        room = sum(widths[first : first + count]) + len(GAP) * (count - 1)
        widths[first] += max(cell_len(name) - room, 0)
        names.append(name + " " * (room - cell_len(name)))
        first += count
    return GAP.join(names).rstrip()


def _line(cells: Sequence[str], widths: Sequence[int], words: Collection[int]) -> str:
    """Text stands left in its column, figures right."""
    padded = []
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blank = " " * (width - cell_len(cell))
        padded.append(f"{cell}{blank}" if number in words else f"{blank}{cell}")
    return GAP.join(padded).rstrip()


def print_frame(title: str, frame: pl.DataFrame, note: str = "") -> None:
    """A frame as a table; fractions (see `SHARES` and names in ``_share``) become percentages."""
    print_rows(title, map(_heading, frame.columns), _cells(frame), _words(frame))
    if note:
        say(note)


def print_groups(title: str, groups: Sequence[tuple[str, pl.DataFrame]]) -> None:
    """Frames of equal height side by side, each below its name; what is called ``… – …`` is written with signs."""
    shown = [(name, frame) for name, frame in groups if frame.width]
    rows = (
        [cell for part in parts for cell in part]
        for parts in zip(*(_cells(frame, signed=" – " in name) for name, frame in shown), strict=True)
    )
    names = [_heading(column) for _, frame in shown for column in frame.columns]
    print_rows(title, names, rows, _words(shown[0][1]), [(name, frame.width) for name, frame in shown])


def _heading(column: str) -> str:
    return column.removesuffix("_share").replace("_", " ") + " %" * _is_share(column)


def _words(frame: pl.DataFrame) -> list[int]:
    return [number for number, dtype in enumerate(frame.dtypes) if not dtype.is_numeric()]


def _cells(frame: pl.DataFrame, *, signed: bool = False) -> Iterator[list[str]]:
    return ([_cell(name, value, signed) for name, value in row.items()] for row in frame.iter_rows(named=True))


def _is_share(name: str) -> bool:
    return name in SHARES or name.endswith("_share")


def _cell(name: str, value: object, signed: bool) -> str:
    if _is_share(name):
        assert value is None or isinstance(value, float)
        text = percent(value)
    else:
        text = "–" if value is None else f"{value}"
    positive = isinstance(value, int | float) and value > 0
    return f"+{text}" if signed and positive else text
