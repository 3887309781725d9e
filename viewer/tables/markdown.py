"""Tables as Markdown, as GitHub has it: for notes, issues and pages that are made of such files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.viewer.tables.table import Kind, Table
from goldleaf.viewer.text.characters import plain, table_lines


def write(tables: Sequence[Table]) -> str:
    """The tables, each below its title and above its notes; a group's name stands before its columns' headings."""
    return "\n".join("".join(f"{line}\n" for line in _lines(table)) for table in tables)


def _lines(table: Table) -> Iterator[str]:
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
