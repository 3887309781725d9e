"""The columns of the sentence table: titles, how values are written, which are shown at first. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from viewer.scores import title_of

_TITLES = {
    "number": ("#", "The sentence's number in the file"),
    "id": ("id", "The sentence's id in the file"),
    "text": ("Text", "The running text"),
    "words": ("Len.", "How many words the sentence has"),
    "readable": ("Readable", "Whether the sentence could be read"),
}
_USUAL_SCORES = ("las",)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table."""

    name: str
    title: str
    description: str
    dtype: pl.DataType
    numeric: bool = field(init=False)  # its values are numbers, set to the right

    def __post_init__(self) -> None:
        object.__setattr__(self, "numeric", self.dtype.is_numeric())

    def text(self, value: object) -> str:
        """How a value is written: fractions as percentages, flags as a tick, nothing as nothing."""
        if value is None:
            return "–" if self.numeric else ""
        if isinstance(value, bool):
            return "✓" if value else "·"
        if isinstance(value, float):
            return f"{100 * value:.1f}"
        return f"{value:,}" if isinstance(value, int) else str(value)


def columns_of(table: pl.DataFrame) -> tuple[Column, ...]:
    """The columns of a table of sentences."""
    return tuple(_column(name, dtype) for name, dtype in table.schema.items())


def _column(name: str, dtype: pl.DataType) -> Column:
    if name in _TITLES:
        return Column(name, *_TITLES[name], dtype)
    prefix, _, last = name.rpartition("_")
    if last == "differences":
        return Column(name, f"{prefix} diff." if prefix else "Diff.", "How many differences the score counts", dtype)
    title = " ".join(part for part in (prefix, title_of(last)) if part)
    kind = "Score, in per cent" if dtype.is_float() else "Shape of the tree"
    return Column(name, title if dtype.is_float() else name.replace("_", " "), f"{kind} (filter name: {name})", dtype)


def usual(columns: Sequence[Column], parse: str | None) -> tuple[Column, ...]:
    """What is shown at first: number, text, and the score and differences of a parse (by the prefix of its columns).

    The titles do without the parse's name: the columns are always those of the parse that is shown.
    """
    known = {column.name: column for column in columns}
    prefix = f"{parse}_" if parse else ""
    found = [known[name] for name in ("number", "text", "words") if name in known]
    for name in (*_USUAL_SCORES, "differences"):
        column = known.get(f"{prefix}{name}")
        if column is not None:
            found.append(replace(column, title=_column(name, column.dtype).title))
    return tuple(found)
