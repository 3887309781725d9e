"""Which submission a cell of a campaign's table is about, and its rows in another order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldleaf.core.campaigns import Results, Submission
from goldleaf.viewer.tables.table import Cell, Table, Value, value_of


def submission_at(results: Results, table: Table, row: int, column: int) -> Submission | None:
    """The submission that a cell is about; None where it is about several, or none.

    The first cell of its row names the system, its column, its group or itself the treebank, its block the run.
    """
    system, place = value_of(table.rows[row][0]), table.columns[column]
    named = {place.name, place.group.strip("()"), str(value_of(table.rows[row][column]))}
    block = _block(table, row)
    fitting = [one for one in results.campaign.submissions if one.system == system and one.treebank in named]
    in_run = [one for one in fitting if not one.run.name or _begins(block, one.run.name)]
    return max(in_run, key=lambda one: len(one.run.name), default=None)


def _block(table: Table, row: int) -> str:
    """The title of the block that a row stands in."""
    return next((table.blocks[first] for first in sorted(table.blocks, reverse=True) if first <= row), "")


def _begins(title: str, run: str) -> bool:
    return title == run or title.startswith((f"{run}, ", f"{run} less "))


def in_order(table: Table, column: int, *, descending: bool) -> Table:
    """The table with the rows of each block by the values of a column; what has none is last."""
    firsts = sorted({0, *table.blocks})
    ends = [*firsts[1:], len(table.rows)]
    rows = [
        row
        for first, end in zip(firsts, ends, strict=True)
        for row in _sorted(table.rows[first:end], column, descending=descending)
    ]
    return replace(table, rows=rows)


def _sorted(rows: Sequence[Sequence[Value | Cell]], column: int, *, descending: bool) -> list[Sequence[Value | Cell]]:
    def key(row: Sequence[Value | Cell]) -> tuple[bool, float, str]:
        value = value_of(row[column])
        return (isinstance(value, str), 0.0, value) if isinstance(value, str) else (False, float(value or 0), "")

    having = [row for row in rows if value_of(row[column]) is not None]
    return [*sorted(having, key=key, reverse=descending), *(row for row in rows if value_of(row[column]) is None)]
