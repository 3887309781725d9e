"""The lines of a lattice file: edges, surface tokens, comments, and what is wrong with some of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.formats.conll_lines import Faults
from goldleaf.core.formats.source import Part

Rows = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NAMES = {
    "from": "FROM", "to": "TO", "form": "FORM", "lemma": "LEMMA", "coarse_tag": "CPOSTAG", "fine_tag": "POSTAG",
    "features": "FEATS", "token": "the token's number", "misc": "MISC", "anchors": "ANCHORS",
}  # fmt: skip
"""What people call the columns."""

_NUMBER = r"^(0|[1-9][0-9]{0,8})$"  # fits into the model's UInt32
_RANGE = r"^(0|[1-9][0-9]{0,8})-(0|[1-9][0-9]{0,8})$"


@dataclass(frozen=True, eq=False)
class Lines:
    """Every line of a part, its fields (absent ones are empty) and its paragraph, −1 before the first one."""

    part: Part
    columns: tuple[str, ...]
    fields: pl.DataFrame
    blank: Bools
    comment: Bools
    token: Bools
    paragraph: Rows
    is_first: Bools

    @property
    def edge(self) -> Bools:
        """The lines that should be edges."""
        return ~(self.blank | self.comment | self.token)

    @property
    def paragraphs(self) -> int:
        """How many there are."""
        return int(self.is_first.sum())

    @cached_property
    def origin(self) -> Rows:
        """The state that each edge or token leaves, −1 where the line does not say."""
        return self._states("from", 1)

    @cached_property
    def target(self) -> Rows:
        """The state that each edge or token leads to, −1 where the line does not say."""
        return np.where(self.token, self._states("from", 2), self._states("to", 1))

    def _states(self, column: str, group: int) -> Rows:
        text = self.fields[column]
        numbers = text.str.extract(_NUMBER, 1) if group == 1 else pl.Series([None] * len(text), dtype=pl.String)
        if column == "from" and self.token.any():
            ranges = text.str.extract(_RANGE, group)
            numbers = pl.select(pl.when(pl.Series(self.token)).then(ranges).otherwise(numbers)).to_series()
        return numbers.cast(pl.Int64).fill_null(-1).to_numpy()

    def text_of(self, row: int) -> str:
        """The line as it stands, without its end."""
        return self.part.text[self.part.starts[row] : self.part.ends[row]].decode()

    def has_content(self) -> Bools:
        """The paragraphs that are sentences: all but those of comments only."""
        found = np.zeros(self.paragraphs, bool)
        found[self.paragraph[self.edge | self.token]] = True
        return found

    def unreadable(self, faults: Faults) -> Bools:
        """The paragraphs with a faulty line."""
        found = np.zeros(self.paragraphs, bool)
        found[self.paragraph[sorted(faults.rows)]] = True
        return found

    def readable_rows(self, chosen: Bools, faults: Faults) -> Rows:
        """The chosen rows of paragraphs without a faulty line."""
        return np.flatnonzero(chosen & ~np.append(self.unreadable(faults), False)[self.paragraph])


def read_lines(part: Part, columns: tuple[str, ...]) -> Lines:
    """Split the lines and tell what they are."""
    fields = _split(part, columns)
    first = fields["from"]
    comment = first.str.starts_with("#").to_numpy()
    blank = (part.ends == part.starts) | (first.str.strip_chars() == "").to_numpy() & (part.fields == 1)
    for row in np.flatnonzero((first.str.strip_chars() == "").to_numpy() & ~blank).tolist():
        blank[row] = not part.text[part.starts[row] : part.ends[row]].strip()
    token = first.str.contains(_RANGE).to_numpy() & ("token" not in columns)
    is_first = ~blank & np.append(True, blank[:-1])[: len(blank)]
    return Lines(
        part,
        columns,
        fields,
        blank=blank,
        comment=comment,
        token=token,
        paragraph=np.cumsum(is_first) - 1,
        is_first=is_first,
    )


def _split(part: Part, columns: tuple[str, ...]) -> pl.DataFrame:
    # A first line of our own: polars takes more fields in the first line than the schema has for an error.
    text = b"\t".join([b"_"] * len(columns)) + b"\n" + part.text
    rows = pl.read_csv(
        text,
        schema=dict.fromkeys(columns, pl.String()),
        separator="\t",
        quote_char=None,
        has_header=False,
        truncate_ragged_lines=True,
        missing_columns="insert",
        empty_string_is_null=False,
    )
    return rows.slice(1).with_columns(pl.all().fill_null(""))


def check_returns(lines: Lines, faults: Faults) -> None:
    """Find carriage returns inside lines."""
    text = lines.part.text
    if text.count(b"\r") == text.count(b"\r\n"):
        return
    for row in np.flatnonzero(~lines.blank).tolist():
        if "\r" in lines.text_of(row):
            faults.error(row, "carriage return inside the line; lines end in LF or CRLF")


def check_edges(lines: Lines, faults: Faults) -> None:
    """Find lines that are no edges, and edges that do not lead forward."""
    odd = (lines.part.fields != len(lines.columns)) | (lines.origin < 0) | (lines.target <= lines.origin)
    if "token" in lines.columns:
        odd |= ~lines.fields["token"].str.contains("^[1-9][0-9]{0,8}$").to_numpy()
    empty = lines.fields.select(pl.any_horizontal(pl.exclude("from", "to", "token") == "")).to_series().to_numpy()
    for row in np.flatnonzero(lines.edge & odd).tolist():
        if row not in faults.rows:
            message, column = _fault(lines, row)
            faults.error(row, message, column)
    for row in np.flatnonzero(lines.edge & empty & ~odd).tolist():
        column = next(name for name in lines.columns if not lines.fields[name][row])
        faults.warn(row, f"{NAMES[column]} is empty; an absent value is written _", column)


def check_repeated(lines: Lines, faults: Faults) -> None:
    """Warn of edges that their sentence has twice."""
    rows = np.flatnonzero(lines.edge)
    table = lines.fields[rows].with_columns(paragraph=pl.Series(lines.paragraph[rows]), row=pl.Series(rows))
    first = pl.col("row").min().over("paragraph", *lines.columns)
    again = table.with_columns(first=first).filter(pl.col("row") > pl.col("first"))
    for row, first in again.select("row", "first").iter_rows():
        if row not in faults.rows:
            faults.warn(row, f"the same edge as in line {first + lines.part.first_line}; it counts once", "")


def _fault(lines: Lines, row: int) -> tuple[str, str]:
    """What is wrong with an edge, and in which column."""
    text, expected, given = lines.text_of(row), len(lines.columns), int(lines.part.fields[row])
    if given == 1:
        return "no tab in the line; fields are separated by tabs, and comments begin with #", ""
    if given != expected:
        return f"{counted(given, 'field')}; expected {expected}, separated by tabs", ""
    values = dict(zip(lines.columns, text.split("\t"), strict=True))
    origin, target = int(lines.origin[row]), int(lines.target[row])
    if origin < 0 or target < 0:
        column = "from" if origin < 0 else "to"
        return f"{NAMES[column]} is {values[column]!r}; expected the number of a state, from 0", column
    if target == origin:
        return f"the edge leads from state {origin} to itself; an edge leads to a later state", "to"
    if target < origin:
        return f"the edge leads from state {origin} back to {target}; number the states so that edges lead on", "to"
    return f"{NAMES['token']} is {values['token']!r}; expected 1 or more", "token"


def check_tokens(lines: Lines, faults: Faults) -> None:
    """Find lines of surface tokens (CoNLL-UL) that are faulty or begin before the one before ends."""
    rows = np.flatnonzero(lines.token)
    wrong = (lines.part.fields[rows] != 3) | (lines.target[rows] <= lines.origin[rows])
    for row in rows[wrong].tolist():
        if lines.target[row] <= lines.origin[row]:
            message = f"token {lines.fields['from'][row]} does not lead to a later state"
        else:
            message = f"{counted(int(lines.part.fields[row]), 'field')}; expected 3 for a token, separated by tabs"
        faults.error(row, message)
    before, after = rows[:-1], rows[1:]
    overlap = (lines.paragraph[before] == lines.paragraph[after]) & (lines.origin[after] < lines.target[before])
    for one, other in zip(before[overlap].tolist(), after[overlap].tolist(), strict=True):
        names = lines.fields["from"]
        faults.error(other, f"token {names[other]} begins before token {names[one]} ends", "from")
