"""Tables of polars frames, by the names of their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.text.headings import is_share
from goldleaf.viewer.text.numbers import is_binned

if TYPE_CHECKING:
    import polars as pl

ORDINALS = ("sentence", "word", "position", "line", "rank")


def of_frame(title: str, frame: pl.DataFrame, note: str = "") -> Table:
    """A frame as a table. Columns that `headings.is_share` knows by their names hold fractions of 1, in percent.

    Numbers in columns of `ORDINALS` say which; other whole numbers are counts, other floats have two digits.
    """
    return Table(title, columns_of(frame), frame.rows(), note)


def beside(title: str, groups: Sequence[tuple[str, pl.DataFrame]], note: str = "") -> Table:
    """Frames of equal height side by side, each below its name; what is called ``… – …`` is written with signs."""
    shown = [(name, frame) for name, frame in groups if frame.width]
    columns = [column for name, frame in shown for column in columns_of(frame, name, signed=" – " in name)]
    parts = zip(*(frame.iter_rows() for _, frame in shown), strict=True)
    return Table(title, columns, [[value for part in row for value in part] for row in parts], note)


def columns_of(frame: pl.DataFrame, group: str = "", *, signed: bool = False) -> list[Column]:
    """The columns of a frame, which are told by name and type."""
    return [
        Column(
            name,
            heading(name),
            _kind(name, dtype),
            group,
            signed=signed and dtype.is_numeric(),
            binned=is_binned(name) and not dtype.is_numeric(),
        )
        for name, dtype in frame.schema.items()
    ]


def heading(name: str) -> str:
    """What stands above a frame's column."""
    return name.removesuffix("_share").replace("_", " ") + " %" * is_share(name)


def _kind(name: str, dtype: pl.DataType) -> Kind:
    if not dtype.is_numeric():
        return Kind.TEXT
    if is_share(name):
        return Kind.SHARE
    if dtype.is_float():
        return Kind.FIGURE
    return Kind.ORDINAL if name in ORDINALS else Kind.COUNT
