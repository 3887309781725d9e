"""Finding a sentence: the next one in the list, the next with a difference, one by number, id or line. No Qt."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.treebank import Treebank

Rows: TypeAlias = npt.NDArray[np.intp]


def step(rows: Rows, current: int, by: int) -> int | None:
    """The row ``by`` places further in the list, as far as it goes.

    When the current row is not in the list, the nearest one that is, in the file's order.
    """
    if not len(rows):
        return None
    places = np.flatnonzero(rows == current)
    if len(places):
        return int(rows[min(max(int(places[0]) + by, 0), len(rows) - 1)])
    return _nearest(rows, current, by)


def step_where(rows: Rows, wanted: npt.NDArray[np.bool_], current: int, by: int) -> int | None:
    """The next row of the list (``by`` 1) or the one before (−1) that is wanted; None if there is none.

    ``wanted`` has one value for each row of the document.
    """
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


def find(gold: Treebank, text: str) -> int | None:
    """The row of the sentence that a text names: its number, ``:line``, its id, or a part of its id (the first)."""
    text = text.strip()
    if text.isdecimal() and 1 <= int(text) <= len(gold):
        return int(text) - 1
    if text.startswith(":") and text[1:].isdecimal():
        return row_of_line(gold, int(text[1:]))
    ids = gold.sentences["id"]
    for same in (ids == text, ids.str.contains(text, literal=True) if text else None):
        if same is not None and (rows := same.fill_null(False).arg_true()).len():
            return int(rows[0])
    return None


def row_of(treebank: Treebank, wanted: str) -> int:
    """The row of the sentence with this id, else of this number, from 1. Raises OptionError."""
    by_id = (treebank.sentences["id"] == wanted).fill_null(False).arg_true()
    if len(by_id):
        return int(by_id[0])
    if wanted.isdecimal() and 1 <= int(wanted) <= len(treebank):
        return int(wanted) - 1
    if not len(treebank):
        raise OptionError(f"--sentence {wanted}: {treebank.path} has no sentences")
    raise OptionError(f"--sentence {wanted}: {treebank.path} has no such id, and sentences 1 to {len(treebank)}")


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
