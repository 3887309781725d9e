"""What a printed table is, whatever it is written as; tables of polars frames by the names of their columns: which hold
fractions of 1, and what people call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from goldleaf.viewer.text.numbers import coefficient, count, in_words, is_binned, percent, plain, probability, signed

if TYPE_CHECKING:
    import polars as pl

# What stands in a cell; None where there is nothing
Value: TypeAlias = str | int | float | None


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
    Kind.TEXT: str, Kind.ORDINAL: str, Kind.COUNT: count, Kind.SHARE: percent, Kind.FIGURE: plain,
    Kind.COEFFICIENT: coefficient, Kind.PROBABILITY: probability, Kind.LEAST: lambda p: f"≤\u00a0{probability(p)}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs, and its heading, the name if none is given. ``group`` stands above this and the
    neighbouring columns of the same group; two columns may have one name only in different groups. ``signed`` values
    are differences; ``binned`` ones are as `text.numbers` has them. ``description`` is the heading's tip."""

    name: str
    heading: str | None = None
    kind: Kind = Kind.TEXT
    group: str = ""
    signed: bool = False
    binned: bool = False
    description: str = ""
    unique: bool = False  # its name is whole without its group's
    descending: bool = False  # the rows come by it

    @property
    def title(self) -> str:
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


class Written(NamedTuple):
    """A cell as it is read; ``mark`` is the letter of its note."""

    text: str
    bold: bool
    left: bool
    mark: str


@dataclass(frozen=True, eq=False)
class Table:
    """A table. ``blocks`` says above which rows, from 0, a block begins, and its title; an empty one is a rule. The
    ``stem`` of a file stands in labels."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value | Cell]]
    note: str = ""
    blocks: Mapping[int, str] = field(default_factory=dict)
    stem: str = ""

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
        return ([value_of(cell) for cell in row] for row in self.rows)

    def written(self) -> list[list[Written]]:
        notes = self.notes
        cells = (zip(row, self.columns, strict=True) for row in self.rows)
        return [[_written(cell, column, notes) for cell, column in row] for row in cells]


def value_of(cell: Value | Cell) -> Value:
    return cell.value if isinstance(cell, Cell) else cell


def in_order(table: Table, column: int, *, descending: bool) -> Table:
    """The table with the rows of each block by the values of a column; what has none is last."""

    def key(row: Sequence[Value | Cell]) -> tuple[bool, float, str]:
        value = value_of(row[column])
        return (True, 0.0, value) if isinstance(value, str) else (False, float(value or 0), "")

    firsts = sorted({0, *table.blocks})
    rows: list[Sequence[Value | Cell]] = []
    for first, end in pairwise([*firsts, len(table.rows)]):
        block = table.rows[first:end]
        rows += sorted((row for row in block if value_of(row[column]) is not None), key=key, reverse=descending)
        rows += [row for row in block if value_of(row[column]) is None]
    return replace(table, rows=rows)


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
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)


ORDINALS = ("sentence", "word", "position", "line", "rank")

# Counts have the same names without ``_share``. A figure that is not named here is no fraction, whatever it is called:
# 2.83 is not 283 per cent.
FRACTIONS = frozenset(
    {
        *("precision", "recall", "f1", "token_precision", "token_recall", "token_f1"),
        # Of words: those of which a head, a label, … is right, or wrong.
        *("right_share", "right_head_share", "right_label_share", "right_both_share"),
        *("wrong_head_share", "wrong_label_share", "wrong_both_share"),
        *("right_tag_share", "right_fine_tag_share", "right_features_share", "right_lemma_share"),
        *("directed_share", "undirected_share", "ned_share"),
        *("agreed_share", "sure_share", "other_share"),
        # Of all errors, and what the score were without those of a class.
        *("mass_share", "without_share", "loss_share"),
        # Of a difference between two parses, and its interval.
        *("net_share", "low_share", "high_share"),
    }
)

# By the columns' names; `_` is a tag of contingency tables.
_TITLES: Mapping[str, str] = {
    "deprel": "Relation", "system": "Parse", "f1": "F1", "ned": "NED", "_": "_", "number": "Sentence", "form": "Word",
    "form_before": "Word before", "form_before_2": "Word before that", "tag_before_2": "Tag before that",
    "form_after": "Word after", "form_after_2": "Word after that", "tag_after_2": "Tag after that", "errors": "Wrong",
    "sure": "Parses sure", "goes_with": "First that holds",
    "head_errors": "Wrong head", "label_errors": "Wrong label", "both_wrong": "Both wrong",
    "extra_fixed": "Extra in A only", "extra_broken": "Extra in B only", "extra_both": "Extra in both",
    "gold_frame": "Frame in the gold", "parse_frame": "Frame in the parse", "gold_direction": "Head in the gold",
    "parse_direction": "Head in the parse", "head_offset": "Heads apart", "expected_deprel": "Gold's relation",
    "found_deprel": "Parse's relation", "description": "In words", "p": "p", "needs_penn_labels": "Needs Penn labels",
    "token_system": "Token parse", "token_f1": "Token F1",
}  # fmt: skip


KINDS = {"p": Kind.PROBABILITY}  # of floats that have not two digits


def titled(name: str) -> str:
    """The title of a column of this name: ``deprel`` is Relation, ``right_head`` is Right head."""
    plain = name.replace("_", " ")
    return _TITLES.get(name, f"{plain[:1].upper()}{plain[1:]}")


def counted_by(name: str) -> str:
    """The count that a fraction is of, by the columns' names; other columns stand for themselves."""
    return name.removesuffix("_share") if name in FRACTIONS else name


def of_frame(title: str, frame: pl.DataFrame, note: str = "") -> Table:
    """A frame as a table. The `FRACTIONS` of breakdowns are written in percent. Numbers in columns of `ORDINALS` say
    which; other whole numbers are counts, other floats have two digits."""
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
        kind = Kind.TEXT if not numeric else Kind.SHARE if name in FRACTIONS else KINDS.get(name, kind)
        heading = counted_by(name).replace("_", " ") + " %" * (name in FRACTIONS)
        signs = signed and numeric and kind is not Kind.PROBABILITY
        yield Column(name, heading, kind, group, signed=signs, binned=is_binned(name) and not numeric)
