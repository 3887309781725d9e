"""The tables of a TOML file, of campaigns or experiments, with their places: what is wrong is said with a line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, shortened
from goldleaf.core.files import is_file, read_text
from goldleaf.core.formats import check_format, check_separator
from goldleaf.core.formats.source import check_encoding

Made = TypeVar("Made", bound=Any)  # that has a name


class TomlFile(NamedTuple):
    """A file, its lines, and what tomllib makes of them."""

    path: Path
    lines: tuple[str, ...]
    tables: dict[str, Any]

    def wrong(self, message: str, line: int = 1) -> FormatError:
        return FormatError(Problem(str(self.path), line, 0, message))

    def line_of(self, kind: str, number: int = 0) -> int:
        """Where the table of this kind begins, the one of this number from 0; 1 if it cannot be found."""
        # tomllib keeps no places, so headings are looked for; a table may be written in other ways, too.
        heading = re.compile(rf"\s*\[\[?\s*{re.escape(kind)}\s*\]")
        lines = [line for line, text in enumerate(self.lines, 1) if heading.match(text)]
        return lines[number] if number < len(lines) else 1

    def entries(self, kind: str) -> Iterator[Entry]:
        """The tables ``[[kind]]``, or the one ``[kind]``."""
        given = self.tables.get(kind, [])
        for number, values in enumerate(given if isinstance(given, list) else [given]):
            line = self.line_of(kind, number)
            if not isinstance(values, dict):
                raise self.wrong(f"{kind} is {quoted(values)}; expected [[{kind}]]", line)
            yield Entry(self, kind, line, values)

    def named(self, kind: str, make: Callable[[Entry], Made]) -> list[Made]:
        """What is made of the tables of a kind, each with another name."""
        made: dict[str, Made] = {}
        for entry in self.entries(kind):
            new = make(entry)
            if new.name in made:
                message = f"there is another {kind} called {shortened(new.name)!r}; give it another name"
                raise entry.wrong(message, "name")
            made[new.name] = new
        return [*made.values()]


class Entry(NamedTuple):
    """A table of the file. Its methods take a key's value out, and raise FormatError where it is another kind."""

    source: TomlFile
    kind: str
    line: int
    values: dict[str, Any]

    def wrong(self, message: str, key: str = "") -> FormatError:
        """What is to be raised for what is wrong with the table, or with a key of it."""
        return self.source.wrong(f"{key}: {message}" if key else message, self._line_of(key) if key else self.line)

    def _line_of(self, key: str) -> int:
        """Where a key stands; the table's first line if it cannot be found."""
        named = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
        for line, text in enumerate(self.source.lines[self.line :], self.line + 1):
            if named.match(text):
                return line
            if text.lstrip().startswith("["):
                break
        return self.line

    def check_keys(self, known: Collection[str]) -> None:
        for key in self.values:
            if key not in known:
                kind = "[campaign]" if self.kind == "campaign" else f"[[{self.kind}]]"
                there = f"{kind} has {', '.join(known)}"
                raise self.source.wrong(f"unknown key {shortened(key)!r}; {there}", self._line_of(key))

    def _checked(self, key: str, default: object, fits: Callable[[Any], bool], expected: str) -> Any:  # noqa: ANN401
        value = self.values.get(key, default)
        if not fits(value):
            raise self.wrong(f"is {quoted(value)}; expected {expected}", key)
        return value

    def text(self, key: str, default: str = "") -> str:
        return str(self._checked(key, default, lambda value: isinstance(value, str), "text in quotes"))

    def needed(self, key: str) -> str:
        value = self.text(key)
        if not value:
            raise self.wrong(f'no {key}; add {key} = "…"')
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts; one text is a list, too."""
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            raise self.wrong(f"is {quoted(value)}; expected text in quotes, or a list of texts", key)
        return listed

    def truth(self, key: str) -> bool:
        """True, or false, which it is if it is not there."""
        return bool(self._checked(key, False, lambda value: isinstance(value, bool), "true or false"))

    def number(self, key: str, default: int | None = None, *, least: int = 1) -> int | None:
        def fits(value: object) -> bool:
            return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= least)

        number: int | None = self._checked(key, default, fits, f"a whole number from {least} on")
        return number

    def table(self, key: str) -> dict[str, Any]:
        """A table in braces, empty if it is not there."""
        return dict(self._checked(key, {}, lambda value: isinstance(value, dict), "a table in braces, { name = … }"))

    def existing(self, key: str, name: str) -> Path:
        """The file of a name that the key gives, from the folder of the TOML file on; it must be there."""
        path = self.source.path.parent / name
        if not is_file(path):
            raise self.wrong(f"there is no file {path}; paths begin in the folder of {self.source.path.name}", key)
        return path

    def reading(self) -> tuple[str | None, str, str]:
        """How its files are read: ``format``, ``encoding``, ``separator``."""
        name, encoding, separator = self.text("format"), self.text("encoding", "utf-8"), self.text("separator", "-")
        with self.checking("format"):
            given = check_format(name, "--format") if name else None
        with self.checking("encoding"):
            check_encoding(encoding)
        with self.checking("separator"):
            check_separator(separator)
        return given, encoding, separator

    @contextmanager
    def checking(self, key: str) -> Iterator[None]:
        """Within it what is wrong with an option of the command line is wrong with the key: FormatError."""
        try:
            yield
        except OptionError as error:
            message = str(error).removeprefix(f"--{key.replace('_', '-')} ").removeprefix("--")
            raise self.wrong(message, key) from None


def quoted(value: object) -> str:
    """A value of the wrong kind, as far as it fits into a message."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a large number"  # which Python may refuse to spell
    return "nested" if isinstance(value, dict | list) else shortened(repr(value))


def read(path: Path, what: str) -> TomlFile:
    """A TOML file that has ``what``. Raises GoldleafError, FormatError with the line where there is one to name."""
    text = read_text(path, what)
    try:
        return TomlFile(path, tuple(text.splitlines()), tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        raise FormatError(Problem(str(path), int(place[1]) if place else 0, 0, f"not TOML: {error}")) from None
    except RecursionError:
        raise GoldleafError(f"{path}: nested too deep for {what}", path=path) from None
    except ValueError:  # a number of more digits than Python takes
        raise GoldleafError(f"{path}: a number is too large for {what}", path=path) from None
