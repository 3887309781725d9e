"""Conditions that were saved under names, in a plain file that can be passed on. No Qt. A line each: ``@`` and the
name, blanks, the condition. Lines that begin with ``#`` are comments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from goldleaf.core.analysis.search.query import hint
from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, reason
from goldleaf.core.files import replacing

MARK = "@"
_NAME = rf"{MARK}([^\s@#()'\",][^\s@()'\",]*)"
_USE = re.compile(_NAME)
_USES = re.compile(rf"""'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![^\s(,]){_NAME}""")  # texts are skipped
_DEEPEST = 50  # names in one another
_LONGEST = 1_000_000  # characters that names stand for: of forty that double each the last would be a terabyte


def usual_path() -> Path:
    """The file that the window and the command line keep them in."""
    import platformdirs

    return Path(platformdirs.user_config_dir("goldleaf", "Goldleaf")) / "filters.txt"


@dataclass(frozen=True, slots=True)
class Queries:
    """The saved conditions of a file, by name."""

    path: Path = field(default_factory=usual_path)

    def read(self) -> dict[str, str]:
        """All of them in their order; none where there is no file. Raises GoldleafError for a file that cannot be read,
        FormatError for a line that is no such condition."""
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            why = reason(error) if isinstance(error, OSError) else "not UTF-8"
            raise GoldleafError(f"{self.path}: cannot read the saved filters: {why}", path=self.path) from None
        queries = {}
        for number, line in enumerate(map(str.strip, text.splitlines()), 1):
            if not line or line.startswith("#"):
                continue
            parts = re.fullmatch(rf"{MARK}(\S+)\s+(\S.*)", line)
            if parts is None:
                message = f"no saved filter; expected {MARK}name and a condition, such as {MARK}long words > 20"
                raise FormatError(Problem(str(self.path), number, 0, message))
            queries[parts[1]] = parts[2]
        return queries

    def write(self, queries: Mapping[str, str]) -> None:
        """Keep these and no others. Raises GoldleafError where the file cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GoldleafError(f"{self.path}: cannot be written: {reason(error)}", path=self.path) from None
        lines = [f"{MARK}{name} {' '.join(condition.split())}\n" for name, condition in queries.items()]
        with replacing(self.path) as temporary:
            head = "# Saved filters of Goldleaf: a name and its condition a line.\n"
            temporary.write_text(head + "".join(lines), encoding="utf-8")

    def save(self, name: str, condition: str) -> None:
        """Keep a condition under a name, in the place of one that had it. Raises OptionError for what is no name."""
        self.write(self.read() | {checked(name): condition})

    def rename(self, name: str, new: str) -> None:
        """Give one another name, in its place. Raises OptionError if that is taken, or no name."""
        queries = self.read()
        if checked(new) in queries and new != name:
            raise OptionError(f"{MARK}{new}: there is a saved filter of this name already")
        self.write({new if one == name else one: condition for one, condition in queries.items()})

    def delete(self, name: str) -> None:
        self.write({one: condition for one, condition in self.read().items() if one != name})

    def resolved(self, query: str) -> str:
        """A query with the saved conditions in the places of their names: all of it, or parts of a condition.

        A name begins with ``@``, after a blank, a bracket, a comma or nothing, not in quotes; blanks and brackets end
        it. A query with none is as it was. Raises OptionError for a name that nothing is saved under, for conditions
        that name one another in a circle, and for what becomes too long.
        """
        return self._resolved(query, self.read(), ()) if MARK in query else query

    def _resolved(self, query: str, known: Mapping[str, str], within: tuple[str, ...]) -> str:
        """``within`` are the names that stand for this query, the outermost first."""

        def meant(name: str) -> str:
            if name in within:
                circle = ", ".join(f"{MARK}{outer}" for outer in (*within[within.index(name) :], name))
                raise OptionError(f"{MARK}{name}: saved filters that name one another in a circle: {circle}")
            if len(within) == _DEEPEST:
                raise OptionError(f"{MARK}{name}: saved filters that name one another more than {_DEEPEST} deep")
            if name in known:
                return self._resolved(known[name], known, (*within, name))
            there = ", ".join(f"{MARK}{saved}" for saved in known)
            alike = hint(name, known).replace("mean ", f"mean {MARK}")
            raise OptionError(
                f"{MARK}{name}: no saved filter of this name{alike}; there {f'are {there}' if there else 'is none'} "
                '(to look for a text, put it in "…")'
            )

        length = 0

        def put(use: re.Match[str]) -> str:
            nonlocal length
            text = f"({meant(use[1])})" if use[1] else use[0]
            length += len(text)
            if length > _LONGEST:
                raise OptionError(f"{use[0]}: saved filters that stand for more than {_LONGEST:,} characters")
            return text

        # A name alone needs no brackets, and may be that of a query that is no condition, but a text.
        alone = query.strip()
        return meant(alone[1:]) if _USE.fullmatch(alone) else _USES.sub(put, query)


def checked(name: str) -> str:
    """A name as it can be saved. Raises OptionError for one with blanks, and for none."""
    if not _USE.fullmatch(f"{MARK}{name}"):
        raise OptionError(f"{name or 'nothing'}: no name of a filter; it is one word, without {MARK}, brackets, quotes")
    return name
