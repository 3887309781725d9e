"""Tables as JSON: the values as they are, a row an object by the columns' names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldleaf.viewer.tables.csv import BLOCK, blocks
from goldleaf.viewer.tables.table import Cell, Table, Value


def write(tables: Sequence[Table]) -> str:
    """One object, ``{"tables": […]}``; see `as_object`."""
    found = {"tables": [as_object(table) for table in tables]}
    return json.dumps(found, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def as_object(table: Table) -> dict[str, Any]:
    """``title``, ``note``, ``columns`` (``name``, ``heading``, ``kind``, ``group``), and ``rows``.

    A row has the values by the columns' names (those of groups as ``group.name``); where there are any, also ``block``,
    its title, ``bold``, the names of its bold columns, and ``notes``, those of cells by name.
    """
    return {
        "title": table.title,
        "note": table.note,
        "columns": [
            {"name": column.key, "heading": column.title, "kind": str(column.kind), "group": column.group}
            for column in table.columns
        ],
        "rows": [*_rows(table)],
    }


def _rows(table: Table) -> Iterator[dict[str, Any]]:
    named = [column.key for column in table.columns]
    in_blocks = any(table.blocks.values())
    for block, cells, values in zip(blocks(table), table.rows, table.values(), strict=True):
        row: dict[str, Any] = {BLOCK: block} if in_blocks else {}
        yield row | dict(zip(named, values, strict=True)) | _special(dict(zip(named, cells, strict=True)))


def _special(cells: Mapping[str, Value | Cell]) -> dict[str, Any]:
    """What cells are beyond their values."""
    special = {name: cell for name, cell in cells.items() if isinstance(cell, Cell)}
    bold = [name for name, cell in special.items() if cell.bold]
    notes = {name: cell.note for name, cell in special.items() if cell.note}
    return {key: found for key, found in (("bold", bold), ("notes", notes)) if found}
