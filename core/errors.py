"""Everything that can go wrong on the user's side, as one family.

GoldleafError
├── FormatError      a file does not say what its format promises
├── PairError        a gold and a parse that cannot be compared
└── OptionError      an option or a value that does not exist
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath


class GoldleafError(Exception):
    """What the user can mend; its text is one line, ``path:line:column: what is wrong; what to do``.

    ``path`` is the file's name, ``line`` and ``column`` count from 1, ``remedy`` says what to do: each None where it is
    unknown. Line and column are those that the text itself names after the path."""

    def __init__(self, text: str, *, path: str | PurePath | None = None) -> None:
        super().__init__(text)
        self.path = None if path is None else str(path)
        place = re.match(rf"{re.escape(self.path)}(?::(\d+))?(?::(\d+))?: ", text) if self.path else None
        numbers = place.groups() if place else (None, None)
        self.line, self.column = (int(number) if number else None for number in numbers)
        what = text[place.end() :] if place else text
        self.remedy = what.rpartition("; ")[2] if "; " in what else None


class OptionError(GoldleafError):
    """An unknown option, value, metric or format."""


class PairError(GoldleafError):
    """A gold and a parse whose sentences or words do not pair."""


def check_among(option: str, value: str, known: Collection[str], what: str = "choice") -> None:
    """Raise OptionError for a value of an option, or of another name in front, that is not among those there are."""
    if value not in known:
        raise OptionError(f"{option} {shortened(value)}: no such {what}; there are {', '.join(known)}")


def counted(number: int, noun: str) -> str:
    """A number with its noun, for messages: 1 word, 2,077 sentences."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shortened(text: str, limit: int = 40) -> str:
    """A text from a file, as much of it as fits into a message."""
    return text if len(text) <= limit else f"{text[:limit]}…"


def reason(error: Exception) -> str:
    """What the system says is wrong, such as *No space left on device*; what any other error says."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


class Severity(StrEnum):
    """An *error* is against the format; the reader leaves out a sentence in which it finds one. A *warning* is odd."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file, with its place. Lines and columns count from 1; 0 means the whole file or line.

    ``column`` is the field's number in tabular formats and the character's in others; ``rule`` is what the validator of
    Universal Dependencies calls the rule that is broken, empty where it has none."""

    path: str
    line: int
    column: int
    message: str
    severity: Severity = Severity.ERROR
    rule: str = ""

    def __str__(self) -> str:
        place = ":".join([self.path, *(str(number) for number in (self.line, self.column) if number)])
        prefix = "warning: " if self.severity is Severity.WARNING else ""
        return f"{place}: {prefix}{self.message}{f' [{self.rule}]' if self.rule else ''}"


class FormatError(GoldleafError):
    """A file that cannot be read as its format; carries the :class:`Problem`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem), path=problem.path)
        self.problem = problem

    def __reduce__(self) -> tuple[type[FormatError], tuple[Problem]]:
        return FormatError, (self.problem,)
