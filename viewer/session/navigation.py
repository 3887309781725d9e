"""Finding a sentence: the next one in the list, the next with a difference, one by number, id or line. No Qt."""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.treebank import Treebank

Rows: TypeAlias = npt.NDArray[np.intp]

_NUMBER = re.compile(r"#\s*(\d+)|\[\s*(\d+)\s*\]|\(\s*(\d+)\s*\)")


def step(rows: Rows, current: int, by: int) -> int | None:
    """The row ``by`` places further in the list, as far as it goes. When the current row is not in the list, the
    nearest one that is, in the file's order."""
    if not len(rows):
        return None
    # Where the filter has just taken the sentence out of the list, one goes on from where it stood.
    places = np.flatnonzero(rows == current)
    if len(places):
        return int(rows[min(max(int(places[0]) + by, 0), len(rows) - 1)])
    return _nearest(rows, current, by)


def step_where(rows: Rows, wanted: npt.NDArray[np.bool_], current: int, by: int) -> int | None:
    """The next row of the list (``by`` 1) or the one before (−1) that is wanted; None if there is none. ``wanted`` has
    one value for each row of the document."""
    places = np.flatnonzero(rows == current)
    if not len(places):
        chosen = rows[wanted[rows]]
        return _nearest(chosen, current, by) if len(chosen) else None
    rest = rows[int(places[0]) + 1 :] if by > 0 else rows[: int(places[0])][::-1]
    found = np.flatnonzero(wanted[rest])
    return int(rest[found[0]]) if len(found) else None


def _nearest(rows: Rows, current: int, by: int) -> int:
    further = rows[rows > current] if by > 0 else rows[rows < current]
    if len(further):
        return int(further.min() if by > 0 else further.max())
    return int(rows[0] if by > 0 else rows[-1])


def find(gold: Treebank, text: str, *, partly: bool = False) -> int | None:
    """The row of the sentence that a text names; None if there is none. Its id, then its number (from 1), then
    ``:line`` of the file; with ``partly`` also a part of its id. ``#12``, ``[12]``, ``(12)`` are numbers."""
    text = text.strip()
    number = _NUMBER.fullmatch(text)
    digits = number[number.lastindex or 0] if number else text
    numbered = _count(digits) - 1 if digits.isdecimal() and 1 <= _count(digits) <= len(gold) else None
    if number:
        return numbered
    ids = gold.sentences["id"]
    row = ids.index_of(text)
    if row is None:
        row = numbered
    if row is None and text.startswith(":") and text[1:].isdecimal():
        row = row_of_line(gold, _count(text[1:]))
    if row is None and text and partly:
        row = ids.str.contains(text, literal=True).index_of(True)
    return row


def row_of(gold: Treebank, text: str) -> int:
    """The row of the sentence that ``--sentence`` names. Raises OptionError, which says what there is."""
    if (row := find(gold, text)) is None:
        raise OptionError(f"--sentence {shortened(text)}: {not_found(gold, text)}")
    return row


def not_found(gold: Treebank, text: str) -> str:
    """What there is where `find` finds nothing: the ids that are most alike, else the range of numbers."""
    if not len(gold):
        return f"{gold.path} has no sentences"
    text = text.strip()
    if _NUMBER.fullmatch(text) or text.isdecimal():
        return f"{gold.path} has sentences 1 to {len(gold):,}"
    if text.startswith(":") and text[1:].isdecimal():
        return f"{gold.path} has lines from 1 on"
    from difflib import get_close_matches

    # Not of all ids of a large treebank: this is said while the user types.
    if alike := get_close_matches(text, gold.sentences["id"].drop_nulls().head(5_000).to_list()):
        return f"{gold.path} has no such id; it has {', '.join(alike)}"
    return f"{gold.path} has no such id, and sentences 1 to {len(gold):,}"


def _count(digits: str) -> int:
    # The number, or one that is larger than any of sentences and lines: Python reads no thousands of digits.
    return int(digits) if len(digits.lstrip("0")) < 9 else 10**9


def row_of_line(treebank: Treebank, line: int) -> int | None:
    """The row of the sentence that a line of the file belongs to."""
    if not len(treebank) or line < 1:
        return None
    return max(treebank.sentences["line"].search_sorted(line, "right") - 1, 0)


def ordered(table: pl.DataFrame, column: str | None, descending: bool) -> Rows:
    """The table's rows sorted by a column (nulls last), or as they are; equal values keep the file's order."""
    if column is None or column not in table.columns:
        return np.arange(table.height)
    frame = table.select(pl.col(column), pl.int_range(pl.len()).alias("#row"))
    rows = frame.sort(column, descending=descending, nulls_last=True, maintain_order=True)["#row"]
    return rows.to_numpy().astype(np.intp)
