"""Collecting problems, and looking at each distinct value once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
        """Note a problem."""
        number = self.treebank.layout.columns.index(column) + 1 if column else 0
        self.problems.append(Problem(self.treebank.path, line, number, message, severity))

    def check_values(self, table: pl.DataFrame, column: str, check: Callable[[str], Iterable[str]]) -> None:
        """Report what ``check`` says of the values of a column, in the rows' ``line``."""
        for line, message in complaints(table, column, check):
            self.error(line, message, column)


def complaints(table: pl.DataFrame, column: str, check: Callable[[str], Iterable[str]]) -> Iterator[tuple[int, str]]:
    """Lines and what ``check`` says of the column's value there; ``check`` sees each distinct value once."""
    distinct = table[column].unique().cast(pl.String)
    said = {value: messages for value in distinct.to_list() if (messages := tuple(check(value)))}
    if not said:
        return
    rows = table.select("line", value=pl.col(column).cast(pl.String)).filter(pl.col("value").is_in(list(said)))
    for line, value in rows.iter_rows():
        for message in said[value]:
            yield line, message


@dataclass(frozen=True, slots=True)
class Group:
    """Some words of one sentence, of which the first ones are named."""

    sentence: int
    count: int
    lines: list[int]
    names: list[str]

    def __str__(self) -> str:
        """Position and form of the words, such as ``words 2 'of' and 5 'by'``."""
        if self.count == 1:
            return f"word {self.names[0]}"
        if self.count > len(self.names):
            return f"words {', '.join(self.names)} and {self.count - len(self.names)} more"
        return f"words {', '.join(self.names[:-1])} and {self.names[-1]}"


def by_sentence(words: pl.DataFrame, limit: int = 12) -> Iterator[Group]:
    """Chosen words, one group a sentence, at most ``limit`` of them by name."""
    groups = words.group_by("sentence", maintain_order=True).agg(
        count=pl.len(), lines=pl.col("line").head(limit), position=pl.col("position").head(limit),
        form=pl.col("form").cast(pl.String).head(limit),
    )  # fmt: skip
    for sentence, count, lines, positions, forms in groups.iter_rows():
        names = [f"{position} {form!r}" for position, form in zip(positions, forms, strict=True)]
        yield Group(sentence, count, lines, names)
