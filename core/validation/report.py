"""Collecting problems, and looking at each distinct value once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import polars as pl

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.treebank import Treebank


@dataclass(frozen=True, slots=True)
class Report:
    """The problems found in a treebank so far."""

    treebank: Treebank
    problems: list[Problem] = field(default_factory=list)

    def error(self, line: int, message: str, column: str = "") -> None:
        """The format forbids what stands in this line; ``column`` is the model's name of the field."""
        self.add(Severity.ERROR, line, message, column)

    def warn(self, line: int, message: str, column: str = "") -> None:
        """The format allows what stands in this line, but it is odd."""
        self.add(Severity.WARNING, line, message, column)

    def add(self, severity: Severity, line: int, message: str, column: str = "") -> None:
        """Note a problem; a column that is no field of the file is not named."""
        columns = self.treebank.layout.columns
        number = columns.index(column) + 1 if column in columns else 0
        self.problems.append(Problem(self.treebank.path, line, number, message, severity))

    def check_values(
        self,
        table: pl.DataFrame,
        column: str,
        check: Callable[[str], Iterable[str]],
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report what ``check`` says of the values of a column, in the rows' ``line``; it sees each value once."""
        distinct = table[column].unique().cast(pl.String)
        faults = {value: messages for value in distinct.to_list() if (messages := tuple(check(value)))}
        if not faults:
            return
        rows = table.select("line", value=pl.col(column).cast(pl.String)).filter(pl.col("value").is_in(list(faults)))
        for line, value in rows.iter_rows():
            for message in faults[value]:
                self.add(severity, line, message, column)
