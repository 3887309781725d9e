"""The lines of a lattice file: edges, surface tokens, comments, and what is wrong with some of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.formats.conll_lines import Faults, fields_of
from goldleaf.core.formats.source import Part

Rows = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_NAMES = {
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
    edge: Bools  # that it should be one
    origin: Rows  # the state that an edge or token leaves, −1 where the line does not say
    target: Rows  # the one that it leads to
    paragraph: Rows
    is_first: Bools

    def text_of(self, row: int) -> str:
        """The line as it stands, without its end."""
        return self.part.text[self.part.starts[row] : self.part.ends[row]].decode()

    def paragraphs(self, rows: Bools | list[int]) -> Bools:
        """The paragraphs that one of these rows is in."""
        found = np.zeros(int(self.is_first.sum()), bool)
        found[self.paragraph[rows]] = True
        return found

    def readable(self, faults: Faults) -> Bools:
        """The lines of paragraphs without a faulty one."""
        return ~np.append(self.paragraphs(sorted(faults.rows)), False)[self.paragraph]


def keys(sentence: npt.NDArray[np.integer], state: npt.NDArray[np.integer]) -> Rows:
    """One number for each state of each sentence, in their order."""
    return (sentence.astype(np.int64) << STATE_BITS) + state


STATE_BITS = 31


def read_lines(part: Part, columns: tuple[str, ...]) -> Lines:
    """Split the lines and tell what they are."""
    fields = fields_of(part, columns).collect().with_columns(pl.all().fill_null("")).slice(1)
    first = fields["from"]
    comment = first.str.starts_with("#").to_numpy()
    has_no_first = (first.str.strip_chars() == "").to_numpy()
    blank = (part.ends == part.starts) | has_no_first & (part.fields == 1)
    for row in np.flatnonzero(has_no_first & ~blank).tolist():
        blank[row] = not part.text[part.starts[row] : part.ends[row]].strip()
    token = first.str.contains(_RANGE).to_numpy() & ("token" not in columns)

    def states(column: str, pattern: str, group: int) -> Rows:
        return fields[column].str.extract(pattern, group).cast(pl.Int64).fill_null(-1).to_numpy()

    is_first = ~blank & np.append(True, blank[:-1])[: len(blank)]
    return Lines(
        part,
        columns,
        fields,
        blank=blank,
        comment=comment,
        token=token,
        edge=~(blank | comment | token),
        origin=np.where(token, states("from", _RANGE, 1), states("from", _NUMBER, 1)),
        target=np.where(token, states("from", _RANGE, 2), states("to", _NUMBER, 1)),
        paragraph=np.cumsum(is_first) - 1,
        is_first=is_first,
    )


def check_edges(lines: Lines, faults: Faults) -> None:
    """Find carriage returns inside lines, lines that are no edges, and edges that do not lead on or stand twice."""
    text = lines.part.text
    if text.count(b"\r") != text.count(b"\r\n"):
        for row in np.flatnonzero(~lines.blank).tolist():
            if "\r" in lines.text_of(row):
                faults.error(row, "carriage return inside the line; lines end in LF or CRLF")
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
        faults.warn(row, f"{_NAMES[column]} is empty; an absent value is written _", column)
    rows = np.flatnonzero(lines.edge)
    table = lines.fields[rows].with_columns(paragraph=pl.Series(lines.paragraph[rows]), row=pl.Series(rows))
    first = pl.col("row").min().over("paragraph", *lines.columns)
    again = table.with_columns(first=first).filter(pl.col("row") > pl.col("first"))
    for row, first_row in again.select("row", "first").iter_rows():
        if row not in faults.rows:
            faults.warn(row, f"the same edge as in line {first_row + lines.part.first_line}; it counts once")


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
        return f"{_NAMES[column]} is {values[column]!r}; expected the number of a state, from 0", column
    if target == origin:
        return f"the edge leads from state {origin} to itself; an edge leads to a later state", "to"
    if target < origin:
        return f"the edge leads from state {origin} back to {target}; number the states so that edges lead on", "to"
    return f"{_NAMES['token']} is {values['token']!r}; expected 1 or more", "token"


def check_tokens(lines: Lines, faults: Faults) -> None:
    """Find lines of surface tokens (CoNLL-UL) that are faulty or begin before the one before ends."""
    rows, names = np.flatnonzero(lines.token), lines.fields["from"]
    goes_back = lines.target <= lines.origin
    for row in rows[(lines.part.fields[rows] != 3) | goes_back[rows]].tolist():
        if goes_back[row]:
            message = f"token {names[row]} does not lead to a later state"
        else:
            message = f"{counted(int(lines.part.fields[row]), 'field')}; expected 3 for a token, separated by tabs"
        faults.error(row, message)
    before, after = rows[:-1], rows[1:]
    overlap = (lines.paragraph[before] == lines.paragraph[after]) & (lines.origin[after] < lines.target[before])
    for earlier, later in zip(before[overlap].tolist(), after[overlap].tolist(), strict=True):
        faults.error(later, f"token {names[later]} begins before token {names[earlier]} ends", "from")


def check_states(lines: Lines, faults: Faults) -> None:
    """Find states that cannot be reached, dead ends, tokens with states that are not there; sentences not from 0.

    Edges lead to later states. So a path from the first state leads to every state that an edge leads to, and one to
    the last state from every state that an edge leaves: no path needs to be walked.
    """
    rows = np.flatnonzero(lines.edge & lines.readable(faults))
    paragraph, origin, target = lines.paragraph[rows], lines.origin[rows], lines.target[rows]
    first = np.full(int(lines.is_first.sum()), np.iinfo(np.int64).max)
    last = np.zeros(len(first), np.int64)
    np.minimum.at(first, paragraph, origin)
    np.maximum.at(last, paragraph, target)
    leaves, enters = keys(paragraph, origin), keys(paragraph, target)
    for row in _first_each(rows, leaves, ~np.isin(leaves, enters) & (origin > first[paragraph])):
        state = int(lines.origin[row])
        faults.error(row, f"no edge leads to state {state}, so that no path goes through it", "from")
    for row in _first_each(rows, enters, ~np.isin(enters, leaves) & (target < last[paragraph])):
        end = int(last[lines.paragraph[row]])
        message = f"no edge leaves state {int(lines.target[row])}; all paths must end in the last state, {end}"
        faults.error(row, message, "to")
    for row in _first_each(rows, paragraph, (origin == first[paragraph]) & (origin > 0)):
        faults.warn(row, f"the lattice begins in state {int(lines.origin[row])}; states are numbered from 0", "from")
    tokens = np.flatnonzero(lines.token & lines.readable(faults))  # not of what has turned out to be unreadable
    states = np.union1d(leaves, enters)
    for ends in (lines.origin, lines.target):
        absent = ~np.isin(keys(lines.paragraph[tokens], ends[tokens]), states)
        for row in tokens[absent].tolist():
            if row not in faults.rows:
                faults.error(row, f"token {lines.fields['from'][row]}: no edge leads to state {int(ends[row])}", "from")


def _first_each(rows: Rows, groups: Rows, chosen: Bools) -> list[int]:
    """The first of the chosen rows of each group."""
    _, index = np.unique(groups[chosen], return_index=True)
    return [int(row) for row in np.sort(rows[chosen][index])]
