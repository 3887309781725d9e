"""The tables of a TOML file with their places, so that what is wrong can be said with a line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, shortened
from goldleaf.core.files import is_file


@dataclass(frozen=True, slots=True)
class Source:
    """A file and its lines."""

    path: Path
    lines: tuple[str, ...]

    def line_of(self, kind: str, number: int) -> int:
        """Where the table of this kind begins, the one of this number from 0; 1 if it cannot be found."""
        heading = re.compile(rf"\s*\[\[?\s*{re.escape(kind)}\s*\]")
        found = [line for line, text in enumerate(self.lines, 1) if heading.match(text)]
        return found[number] if number < len(found) else 1

    def line_of_key(self, start: int, key: str) -> int:
        """Where a key stands in the table that begins in line ``start``, which is told if it cannot be found."""
        named = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
        for line, text in enumerate(self.lines[start:], start + 1):
            if named.match(text):
                return line
            if text.lstrip().startswith("["):
                break
        return start


@dataclass(frozen=True, slots=True)
class Entry:
    """A table of the file. Its methods take a key's value out, and raise FormatError where it is another kind."""

    source: Source
    kind: str
    line: int
    values: dict[str, Any]

    @property
    def folder(self) -> Path:
        """Where paths begin: the file's own folder."""
        return self.source.path.parent

    def wrong(self, message: str, key: str = "") -> FormatError:
        """What is to be raised for what is wrong with the table, or with a key of it."""
        line = self.source.line_of_key(self.line, key) if key else self.line
        return FormatError(Problem(str(self.source.path), line, 0, f"{key}: {message}" if key else message))

    def check_keys(self, known: Collection[str]) -> None:
        """Refuse keys that there are not."""
        for key in self.values:
            if key not in known:
                line = self.source.line_of_key(self.line, key)
                kind = "[campaign]" if self.kind == "campaign" else f"[[{self.kind}]]"
                told = f"unknown key {shortened(key)!r}; {kind} has {', '.join(known)}"
                raise FormatError(Problem(str(self.source.path), line, 0, told))

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(f"is {said(value)}; expected text in quotes", key)
        return value

    def needed(self, key: str) -> str:
        """A text that must be there."""
        value = self.text(key)
        if not value:
            raise self.wrong(f'no {key}; add {key} = "…"')
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts; one text is a list, too."""
        value = self.values.get(key, [])
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise self.wrong(f"is {said(value)}; expected text in quotes, or a list of texts", key)
        return listed

    def truth(self, key: str) -> bool:
        """True or false, which it is if it is not there."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(f"is {said(value)}; expected true or false", key)
        return value

    def number(self, key: str, default: int | None = None, *, least: int = 1) -> int | None:
        """A whole number."""
        value = self.values.get(key, default)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
            raise self.wrong(f"is {said(value)}; expected a whole number from {least} on", key)
        return value

    def table(self, key: str) -> dict[str, Any]:
        """A table in braces, empty if it is not there."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"is {said(value)}; expected a table in braces, {{ name = … }}", key)
        return value

    def file(self, key: str) -> Path:
        """A file that is there, from the folder of the TOML file on."""
        return self.existing(key, self.needed(key))

    def existing(self, key: str, name: str) -> Path:
        """The file of a name that the key gives, which must be there."""
        path = self.folder / name
        if not is_file(path):
            raise self.wrong(f"there is no file {path}; paths begin in the folder of {self.source.path.name}", key)
        return path


def said(value: object) -> str:
    """A value of the wrong kind, as far as it fits into a message."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a large number"  # which Python may refuse to spell
    return "nested" if isinstance(value, dict | list) else shortened(repr(value))


def read(path: Path, what: str) -> tuple[Source, dict[str, Any]]:
    """A TOML file, and what is in it. Raises GoldleafError, FormatError with the line where there is one to name."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read {what}: {reason}", path=path) from None
    try:
        return Source(path, tuple(text.splitlines())), tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        raise FormatError(Problem(str(path), int(place[1]) if place else 0, 0, f"not TOML: {error}")) from None
    except RecursionError:
        raise GoldleafError(f"{path}: nested too deep for {what}", path=path) from None
    except ValueError:  # a number of more digits than Python takes
        raise GoldleafError(f"{path}: a number is too large for {what}", path=path) from None


def entries(source: Source, tables: dict[str, Any], kind: str) -> Iterator[Entry]:
    """The tables ``[[kind]]`` of a file, or its one ``[kind]``."""
    found = tables.get(kind, [])
    listed = found if isinstance(found, list) else [found]
    for number, values in enumerate(listed):
        line = source.line_of(kind, number)
        if not isinstance(values, dict):
            raise FormatError(Problem(str(source.path), line, 0, f"{kind} is {said(values)}; expected [[{kind}]]"))
        yield Entry(source, kind, line, values)


@contextmanager
def checking(entry: Entry, key: str) -> Iterator[None]:
    """Within it what is wrong with an option of the command line is wrong with the key: FormatError, with its line."""
    try:
        yield
    except OptionError as error:
        told = str(error).removeprefix(f"--{key.replace('_', '-')} ").removeprefix("--")
        raise entry.wrong(told, key) from None
