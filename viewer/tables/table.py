"""What a printed table is, whatever it is written as."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any, TypeAlias

from goldleaf.viewer.text.numbers import coefficient, count, in_words, percent, plain, probability, signed

Value: TypeAlias = str | int | float | None
"""What stands in a cell; None where there is nothing."""


class Kind(StrEnum):
    """What a value is, which decides how it is written and at which side of the column it stands."""

    TEXT = "text"  # left; all others right
    ORDINAL = "ordinal"  # which one: a rank, the number of a sentence
    COUNT = "count"
    SHARE = "share"  # a fraction of 1, written in percent
    FIGURE = "figure"  # a number with two digits
    COEFFICIENT = "coefficient"  # with three
    PROBABILITY = "probability"  # with four
    LEAST = "least"  # a probability that could not be less: at most so much


_WRITTEN: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.ORDINAL: str,
    Kind.COUNT: count,
    Kind.SHARE: percent,
    Kind.FIGURE: plain,
    Kind.COEFFICIENT: coefficient,
    Kind.PROBABILITY: probability,
    Kind.LEAST: lambda p: f"≤\u00a0{probability(p)}",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs, and its heading, the name if none is given. ``group`` stands above this and the
    neighbouring columns of the same group; two columns may have one name only in different groups. ``signed`` values
    are differences; ``binned`` ones are written as `text.numbers` has them. The heading's tip in the window is the
    ``description``."""

    name: str
    heading: str | None = None
    kind: Kind = Kind.TEXT
    group: str = ""
    signed: bool = False
    binned: bool = False
    description: str = ""
    unique: bool = False  # its name is whole without its group's

    @property
    def title(self) -> str:
        """What stands above the column."""
        return self.name if self.heading is None else self.heading

    @property
    def key(self) -> str:
        """The column's name with its group's, for formats that have no groups."""
        return f"{self.group}.{self.name}" if self.group and not self.unique else self.name


@dataclass(frozen=True, slots=True)
class Cell:
    """A value that is more than its column says: bold, with a note, or of another kind."""

    value: Value
    bold: bool = False
    note: str = ""
    kind: Kind | None = None
    signed: bool | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A cell as it is read; ``mark`` is the letter of its note."""

    text: str
    bold: bool
    left: bool
    mark: str


@dataclass(frozen=True, eq=False)
class Table:
    """A table. ``blocks`` says above which rows, from 0, a block begins, and its title; an empty one is a rule."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value | Cell]]
    note: str = ""
    blocks: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: a row of {len(row)} cells for {len(self.columns)} columns: {row}")

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The groups of neighbouring columns, each with how many it has; empty where no column is in any."""
        found = [(name, len([*columns])) for name, columns in groupby(self.columns, lambda column: column.group)]
        return found if any(name for name, _ in found) else []

    @property
    def leading(self) -> int:
        """How many of the first columns say what a row is about: those of text."""
        return next((n for n, column in enumerate(self.columns) if column.kind is not Kind.TEXT), len(self.columns))

    @property
    def notes(self) -> dict[str, str]:
        """The cells' notes, each once, with the letter that stands beside the cells: a, b, …"""
        notes = dict.fromkeys(cell.note for row in self.rows for cell in row if isinstance(cell, Cell) and cell.note)
        return {note: _letter(number) for number, note in enumerate(notes)}

    def values(self) -> Iterator[list[Value]]:
        """The bare values of each row."""
        return ([value_of(cell) for cell in row] for row in self.rows)

    def written(self) -> list[list[Written]]:
        """The cells of each row as they are read."""
        notes = self.notes
        return [
            [_written(cell, column, notes) for cell, column in zip(row, self.columns, strict=True)] for row in self.rows
        ]


def value_of(cell: Value | Cell) -> Value:
    """The bare value of a cell."""
    return cell.value if isinstance(cell, Cell) else cell


def _written(given: Value | Cell, column: Column, notes: Mapping[str, str]) -> Written:
    cell = given if isinstance(given, Cell) else Cell(given)
    kind = column.kind if cell.kind is None else cell.kind
    with_sign = column.signed if cell.signed is None else cell.signed
    text = text_of(cell.value, kind)
    if with_sign and not isinstance(cell.value, str):
        text = signed(cell.value, text)
    if column.binned and isinstance(cell.value, str):
        text = in_words(text)
    return Written(text, cell.bold, column.kind is Kind.TEXT, notes.get(cell.note, ""))


def text_of(value: object, kind: Kind) -> str:
    """A value as it is read; a text stands for itself in any column."""
    if value is None or isinstance(value, str):
        return "–" if value is None else value
    return _WRITTEN[kind](value)


def _letter(number: int) -> str:
    """a … z, aa, ab, …"""
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)
