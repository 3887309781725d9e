"""Tables as people print them: one description, and a writer for each format. No Qt.

A `Table` has a title, `Column`\\ s, rows of values, and a note below. A value is a text, a number, a truth or None, and
is written as its column's `Kind` says: give fractions, never percentages or text. A `Cell` is a value that is bold, has
a note of its own, or is of another kind than its column::

    table = Table(
        "LAS by system",
        (Column("system"), Column("danish", "Danish", Kind.SHARE), Column("gap", kind=Kind.SHARE, signed=True)),
        [["A", Cell(0.851, bold=True), 0.02], ["B", None, None]],
        note="Bold: the best.",
    )
    save("las.tex", [table])                 # by the ending; or encode("latex", [table])
    save("las.html", [table])                # `html.element(table)` is one table for a page of your own
    for line in text.lines(table): …         # as it stands on the terminal: commands use `Printing`

`of_frame` makes a table of a polars frame (the `FRACTIONS` of breakdowns are shares), `beside` one of several
frames below group names. Blocks of rows have titles (`Table.blocks`), neighbouring columns a group's name above them
(`Column.group`). CSV and JSON have the values as they are, with the columns' names; all others are for reading.

A new format is a module here and a line in `FORMATS`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.files import write_whole
from goldleaf.core.registry import late
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value, beside, of_frame

__all__ = ["Cell", "Column", "Kind", "Table", "Value", "beside", "of_frame"]


class TableFormat(NamedTuple):
    """A way to write tables; ``write`` makes the text of a file, ``document`` that of one which stands alone."""

    name: str
    title: str
    endings: tuple[str, ...]
    write: Callable[[Sequence[Table]], str]
    document: Callable[[Sequence[Table]], str] | None = None


_LATEX = "goldleaf.viewer.tables.latex"

# The formats by name, each loaded when it is used
FORMATS: dict[str, TableFormat] = {
    entry.name: entry
    for entry in (
        TableFormat("text", "Text", (".txt",), late("goldleaf.viewer.tables.text:write")),
        TableFormat("csv", "CSV", (".csv",), late("goldleaf.viewer.tables.values:write_csv")),
        TableFormat("latex", "LaTeX", (".tex",), late(f"{_LATEX}:write"), late(f"{_LATEX}:document")),
        TableFormat("html", "HTML", (".html", ".htm"), late("goldleaf.viewer.tables.html:write")),
        TableFormat("markdown", "Markdown", (".md",), late("goldleaf.viewer.tables.text:write_markdown")),
        TableFormat("json", "JSON", (".json",), late("goldleaf.viewer.tables.values:write_json")),
    )
}


def format_of(path: str | Path) -> TableFormat:
    """The format that a file's name asks for. Raises OptionError if there is none."""
    ending = Path(path).suffix.lower()
    for entry in FORMATS.values():
        if ending in entry.endings:
            return entry
    known = ", ".join(ending for entry in FORMATS.values() for ending in entry.endings)
    raise OptionError(f"{path}: no ending of tables; end the name in {known}")


def encode(
    name: str, tables: Sequence[Table], *, standalone: bool = False, whole: object = None, stem: str = ""
) -> bytes:
    """Tables as the content of a file in the format of this name; LaTeX ``standalone`` is a whole document, JSON the
    ``whole`` object that they are of, if it is given. A file's ``stem`` stands in labels, so that these differ from
    another's. Raises OptionError for an unknown format."""
    check_among("--format", name, FORMATS, "format of tables")
    entry = FORMATS[name]
    write = entry.document if standalone and entry.document is not None else entry.write
    if name == "json" and whole is not None:
        text = json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
    else:
        text = write([replace(table, stem=stem) for table in tables])
    return text.encode(errors="backslashreplace")


def save(path: str | Path, tables: Sequence[Table], *, standalone: bool = False, whole: object = None) -> None:
    """Writes tables in the format of the file's ending as `encode` does, whole or not at all. Raises OptionError for an
    unknown ending, GoldleafError if the file cannot be written."""
    name, stem = format_of(path).name, Path(path).stem
    write_whole(path, encode(name, tables, standalone=standalone, whole=whole, stem=stem))
