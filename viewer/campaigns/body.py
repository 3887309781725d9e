"""The rows of a table as they come, in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from goldleaf.viewer.tables.table import Cell, Column, Table, Value

Row: TypeAlias = list[Value | Cell]


class Body:
    """Rows, and where blocks begin."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._blocks: dict[int, str] = {}

    def add(self, title: str, rows: Sequence[Row]) -> None:
        """A block of rows, if there are any; one without a title is told from what is above it by a rule."""
        if rows:
            if title or self._rows:
                self._blocks[len(self._rows)] = title
            self._rows += rows

    def table(self, title: str, columns: Sequence[Column], note: str = "") -> Table:
        """All of it as a table."""
        return Table(title, columns, self._rows, note, self._blocks)
