"""Everything that can go wrong on the user's side, as one family.

GoldleafError
├── FormatError      a file does not say what its format promises
├── PairError        a gold and a parse that cannot be compared
└── OptionError      an option or a value that does not exist
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GoldleafError(Exception):
    """What the user can mend; its text is one line that says how."""


class OptionError(GoldleafError):
    """An unknown option, value, metric or format."""


class PairError(GoldleafError):
    """A gold and a parse whose sentences or words do not pair."""


def counted(number: int, noun: str) -> str:
    """A number with its noun, for messages: 1 word, 2,077 sentences."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


class Severity(StrEnum):
    """An *error* is against the format; the reader leaves out a sentence in which it finds one. A *warning* is odd."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file, with its place. Lines and columns count from 1; column 0 means the whole line.

    ``column`` is the field's number in tabular formats and the character's in others.
    """

    path: str
    line: int
    column: int
    message: str
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" + (f":{self.column}" if self.column else "")
        prefix = "warning: " if self.severity is Severity.WARNING else ""
        return f"{place}: {prefix}{self.message}"


class FormatError(GoldleafError):
    """A file that cannot be read as its format; carries the :class:`Problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem
