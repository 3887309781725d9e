"""Tables for programs, as CSV and JSON: the values as they are, by the columns' names (of groups ``group.name``)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from goldleaf.viewer.tables.table import Cell, Table
from goldleaf.viewer.text.spreadsheets import guarded

# What says in which block a row stands, where these have titles
BLOCK = "block"


def write_csv(tables: Sequence[Table], separator: str = ",") -> str:
    """Several tables are apart by an empty line, each below a line ``# title``. Where rows stand in blocks with titles,
    the first column says in which. Nothing is empty; figures have all digits."""
    parts = []
    for table in tables:
        file = StringIO()
        if len(tables) > 1:
            file.write(f"# {' '.join(table.title.split())}\n")
        writer = csv.writer(file, delimiter=separator, lineterminator="\n")
        in_blocks = any(table.blocks.values())
        writer.writerow([*[BLOCK] * in_blocks, *(guarded(column.key) for column in table.columns)])
        for block, row in zip(_blocks(table), table.values(), strict=True):
            cells = (guarded(cell) if isinstance(cell, str) else cell for cell in row)
            writer.writerow([*[guarded(block)] * in_blocks, *cells])
        parts.append(file.getvalue())
    return "\n".join(parts)


def write_json(tables: Sequence[Table]) -> str:
    """One object, ``{"tables": […]}``: each has ``title``, ``note``, ``columns`` (``name``, ``heading``, ``kind``,
    ``group``), and ``rows``, objects by the columns' names. Where there are any, a row also has ``block``, its title,
    ``bold``, the names of its bold columns, and ``notes``, those of cells by name."""
    whole = []
    for table in tables:
        names = [column.key for column in table.columns]
        in_blocks = any(table.blocks.values())
        rows = []
        for block, cells, values in zip(_blocks(table), table.rows, table.values(), strict=True):
            row: dict[str, Any] = {BLOCK: block} if in_blocks else {}
            row |= dict(zip(names, values, strict=True))
            special = {name: cell for name, cell in zip(names, cells, strict=True) if isinstance(cell, Cell)}
            bold = [name for name, cell in special.items() if cell.bold]
            notes = {name: cell.note for name, cell in special.items() if cell.note}
            rows.append(row | ({"bold": bold} if bold else {}) | ({"notes": notes} if notes else {}))
        columns = [
            {"name": column.key, "heading": column.title, "kind": str(column.kind), "group": column.group}
            for column in table.columns
        ]
        whole.append({"title": table.title, "note": table.note, "columns": columns, "rows": rows})
    return json.dumps({"tables": whole}, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _blocks(table: Table) -> Iterator[str]:
    title = ""
    for number in range(len(table.rows)):
        title = table.blocks.get(number, title)
        yield title
