"""The table of treebanks' properties, a column a treebank, for command line, window and files."""

from __future__ import annotations

from collections.abc import Mapping

from goldleaf.core.analysis.properties import PROPERTIES, Properties
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value

SHARE = "_share"


def property_table(found: Mapping[str, Properties], title: str = "") -> Table:
    """The properties that any of the treebanks has, each with what it is a share of, in blocks."""
    names = [name for name in PROPERTIES if any(name in values for values in found.values())]
    columns = [Column("property"), Column("of"), *(Column(name, kind=Kind.FIGURE) for name in found)]
    rows: list[list[Value | Cell]] = []
    blocks: dict[int, str] = {}
    for row, name in enumerate(names):
        known = PROPERTIES[name]
        cells = []
        for value in (values.get(name) for values in found.values()):
            figure = Kind.COUNT if isinstance(value, int) else Kind.FIGURE
            cells.append(Cell(value, kind=Kind.SHARE if name.endswith(SHARE) else figure))
        rows.append([property_title(name), known.of, *cells])
        if known.block not in blocks.values():
            blocks[row] = known.block
    return Table(title, columns, rows, blocks=blocks)


def property_title(name: str) -> str:
    return PROPERTIES[name].title + " %" * name.endswith(SHARE)
