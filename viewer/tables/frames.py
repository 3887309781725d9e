"""Tables of polars frames, by the names of their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from goldleaf.viewer.tables.columns import FRACTIONS, counted_by
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.text.numbers import is_binned

if TYPE_CHECKING:
    import polars as pl

ORDINALS = ("sentence", "word", "position", "line", "rank")


def of_frame(title: str, frame: pl.DataFrame, note: str = "") -> Table:
    """A frame as a table. The `FRACTIONS` of breakdowns are written in percent.

    Numbers in columns of `ORDINALS` say which; other whole numbers are counts, other floats have two digits.
    """
    return Table(title, [*columns_of(frame)], frame.rows(), note)


def beside(title: str, groups: Sequence[tuple[str, pl.DataFrame]], note: str = "") -> Table:
    """Frames of equal height side by side, each below its name; what is called ``… – …`` is written with signs."""
    shown = [(name, frame) for name, frame in groups if frame.width]
    columns = [column for name, frame in shown for column in columns_of(frame, name, signed=" – " in name)]
    parts = zip(*(frame.iter_rows() for _, frame in shown), strict=True)
    return Table(title, columns, [[value for part in row for value in part] for row in parts], note)


def columns_of(frame: pl.DataFrame, group: str = "", *, signed: bool = False) -> Iterator[Column]:
    """The columns of a frame, as they are declared, else as their type says."""
    for name, dtype in frame.schema.items():
        numeric = dtype.is_numeric()
        kind = Kind.ORDINAL if name in ORDINALS else Kind.FIGURE if dtype.is_float() else Kind.COUNT
        kind = Kind.TEXT if not numeric else Kind.SHARE if name in FRACTIONS else kind
        heading = counted_by(name).replace("_", " ") + " %" * (name in FRACTIONS)
        signs = signed and numeric
        yield Column(name, heading, kind, group, signed=signs, binned=is_binned(name) and not numeric)
