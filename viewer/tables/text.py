"""Tables as text: in columns, for a terminal and for files; as Markdown, as GitHub has it, for notes and issues."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len  # the rest of rich takes longer to load than a small treebank to score

from goldleaf.viewer.tables.table import Kind, Table, Written
from goldleaf.viewer.text.characters import plain, table_lines, visible

GAP = "  "  # between columns
BOLD = "*"  # behind what is bold, for a file has no other way


class TextLine(NamedTuple):
    """A line of text; headings are bold where that can be shown."""

    text: str
    bold: bool = False


def write(tables: Sequence[Table]) -> str:
    """The tables, apart by an empty line."""
    return "\n".join("".join(f"{line.text}\n" for line in lines(table)) for table in tables)


def lines(table: Table) -> Iterator[TextLine]:
    """Title, headings and rows; text stands left, figures right, and nothing is cut. What is bold has a `BOLD`."""
    rows = table.written()
    # What stands behind any cell of a column, a mark or a note's letter, has room in all, so that figures align.
    tails = [max(len(_behind(cell)) for cell in column) for column in zip(*rows, strict=True)]
    body = [[f"{visible(one.text)}{_behind(one):{tail}}" for one, tail in zip(row, tails, strict=True)] for row in rows]
    head = [visible(column.title) for column in table.columns]
    left = [column.kind is Kind.TEXT for column in table.columns]
    widths = [max(map(cell_len, column)) for column in zip(head, *body, strict=True)]
    if table.title:
        yield TextLine(visible(table.title), bold=True)
    if table.groups:
        yield TextLine(_group_line(table.groups, widths), bold=True)
    yield TextLine(_line(head, widths, left), bold=True)
    for number, row in enumerate(body):
        title = table.blocks.get(number)
        if title is not None and (number or not title):
            yield TextLine("")
        if title:
            yield TextLine(visible(title), bold=True)
        yield TextLine(_line(row, widths, left))
    yield from (TextLine(f"{letter}  {visible(note)}") for note, letter in table.notes.items())
    yield from (TextLine(visible(re.sub(r"^Bold:", BOLD, line))) for line in table.note.splitlines())


def _behind(cell: Written) -> str:
    # What stands behind a cell's text: whether it is bold, and its note's letter.
    return BOLD * cell.bold + (f" {cell.mark}" if cell.mark else "")


def _group_line(groups: Sequence[tuple[str, int]], widths: list[int]) -> str:
    # The names of groups, each above its columns, of which the first is widened where the name is longer.
    names, first = [], 0
    for given, count in groups:
        name = visible(given)
        room = sum(widths[first : first + count]) + len(GAP) * (count - 1)
        widths[first] += max(cell_len(name) - room, 0)
        names.append(name + " " * (room - cell_len(name)))
        first += count
    return GAP.join(names).rstrip()


def _line(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    padded = []
    for cell, width, is_left in zip(cells, widths, left, strict=True):
        blank = " " * (width - cell_len(cell))
        padded.append(f"{cell}{blank}" if is_left else f"{blank}{cell}")
    return GAP.join(padded).rstrip()


def write_markdown(tables: Sequence[Table]) -> str:
    """The tables, each below its title and above its notes; a group's name stands before its columns' headings."""
    return "\n".join("".join(f"{line}\n" for line in _markdown_lines(table)) for table in tables)


def _markdown_lines(table: Table) -> Iterator[str]:
    if table.title:
        yield from (f"**{plain(table.title)}**", "")
    titles = [plain(f"{column.group}: {column.title}" if column.group else column.title) for column in table.columns]
    rows = []
    for number, row in enumerate(table.written()):
        if title := table.blocks.get(number):
            rows.append([f"*{plain(title)}*", *[""] * (len(titles) - 1)])
        cells = ((plain(cell.text), cell.mark and f"<sup>{cell.mark}</sup>", cell.bold) for cell in row)
        rows.append([f"**{text}**{mark}" if bold else f"{text}{mark}" for text, mark, bold in cells])
    yield from table_lines(titles, rows, (column.kind is not Kind.TEXT for column in table.columns))
    for note, mark in table.notes.items():
        yield from ("", f"<sup>{mark}</sup> {plain(note)}")
    for line in table.note.splitlines():
        yield from ("", plain(line))
