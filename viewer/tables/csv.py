"""Tables as CSV: the values as they are, below the columns' names (those of groups as ``group.name``)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from goldleaf.viewer.tables.table import Table
from goldleaf.viewer.text.spreadsheets import guarded

BLOCK = "block"


def write(tables: Sequence[Table], separator: str = ",") -> str:
    """Several tables are apart by an empty line, each below a line ``# title``.

    Where rows stand in blocks with titles, the first column says in which. Nothing is empty; figures have all digits.
    """
    return "\n".join(
        (f"# {' '.join(table.title.split())}\n" if len(tables) > 1 else "") + _one(table, separator) for table in tables
    )


def _one(table: Table, separator: str) -> str:
    file = StringIO()
    writer = csv.writer(file, delimiter=separator, lineterminator="\n")
    in_blocks = any(table.blocks.values())
    writer.writerow([*[BLOCK] * in_blocks, *(guarded(column.key) for column in table.columns)])
    for block, row in zip(blocks(table), table.values(), strict=True):
        cells = (guarded(cell) if isinstance(cell, str) else cell for cell in row)
        writer.writerow([*[guarded(block)] * in_blocks, *cells])
    return file.getvalue()


def blocks(table: Table) -> Iterator[str]:
    """The title of the block that each row stands in."""
    title = ""
    for number in range(len(table.rows)):
        title = table.blocks.get(number, title)
        yield title
