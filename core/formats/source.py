"""A file's bytes as UTF-8 lines: encoding, byte order mark, line ends, and cutting into parts at blank lines."""

from __future__ import annotations

import codecs
import mmap
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from core.errors import FormatError, GoldleafError, OptionError, Problem

FIRST_PART = 1 << 18  # bytes: a screenful of sentences at once
PART = 1 << 23

_EMPTY_LINE = re.compile(rb"\n\r?\n")


@dataclass(frozen=True, eq=False)
class Source:
    """A file's text in UTF-8, without byte order mark."""

    path: str
    text: bytes | mmap.mmap
    start: int  # where the text begins, past a byte order mark
    encoding: str
    byte_order_mark: bool
    newline: str

    def __len__(self) -> int:
        return len(self.text) - self.start


@dataclass(frozen=True, eq=False)
class Part:
    """Whole paragraphs of a source, the number of their first line, and how much of the file is done (0 to 1)."""

    source: Source
    text: bytes
    first_line: int
    done: float

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each line begins."""
        starts = np.flatnonzero(np.frombuffer(b"\n" + self.text, np.uint8) == ord("\n"))
        return starts[:-1] if len(starts) and starts[-1] == len(self.text) else starts


def open_source(path: str | Path, encoding: str = "utf-8") -> Source:
    """Open a file for reading. UTF-8 is mapped, not read; other encodings are converted.

    Raises GoldleafError when the file cannot be opened, OptionError for an unknown encoding, FormatError when the text
    is not in the encoding (for UTF-8 this is found part by part, by `parts`).
    """
    canonical = _canonical(encoding)
    text = _bytes_of(Path(path))
    if canonical in ("utf-8", "utf-8-sig"):
        mark = text[:3] == codecs.BOM_UTF8
        return Source(str(path), text, 3 if mark else 0, "utf-8", mark, _newline(text))
    try:
        converted = text[:].decode(canonical).encode()
    except UnicodeError as error:
        line = text[: error.start].count(b"\n") + 1 if isinstance(error, UnicodeDecodeError) else 1
        raise FormatError(_undecodable(str(path), error, canonical, line)) from None
    return Source(str(path), converted, 0, canonical, False, _newline(converted))


def _canonical(encoding: str) -> str:
    """Python's name of the encoding. Raises OptionError when there is none, or it is no encoding of text."""
    try:
        canonical = codecs.lookup(encoding).name
        "1".encode(canonical)
    except (LookupError, ValueError):
        raise OptionError(f"--encoding {encoding}: no such encoding; try utf-8 or iso-8859-1") from None
    return canonical


def _bytes_of(path: Path) -> bytes | mmap.mmap:
    try:
        with path.open("rb") as file:
            if path.stat().st_size == 0:  # an empty file, or a pipe
                return file.read()
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise GoldleafError(f"{path}: no such file") from None
    except (OSError, ValueError) as error:  # a folder, no permission
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GoldleafError(f"{path}: cannot be read: {reason}") from None


def _newline(text: bytes | mmap.mmap) -> str:
    end = text.find(b"\n")
    return "\r\n" if end > 0 and text[end - 1 : end] == b"\r" else "\n"


def parts(source: Source, first: int = FIRST_PART, size: int = PART) -> Iterator[Part]:
    """Cut the text at blank lines into parts of about ``size`` bytes, the first smaller, to be shown at once."""
    position, line, length = source.start, 1, len(source.text)
    while position < length:
        end = _paragraph_end(source, position + (first if position == source.start else size))
        part = Part(source, source.text[position:end], line, end / length)
        yield part
        line += len(part.starts)
        position = end


def _paragraph_end(source: Source, at: int) -> int:
    found = _EMPTY_LINE.search(source.text, at)
    return found.end() if found else len(source.text)


def check_utf8(part: Part) -> None:
    """Raise FormatError where the text is not UTF-8, with the line and how to name the encoding."""
    try:
        part.text.decode()
    except UnicodeDecodeError as error:
        line = part.first_line + part.text.count(b"\n", 0, error.start)
        raise FormatError(_undecodable(part.source.path, error, "utf-8", line)) from None


def _undecodable(path: str, error: UnicodeError, encoding: str, line: int) -> Problem:
    where = f"byte 0x{error.object[error.start]:02x} " if isinstance(error, UnicodeDecodeError) else ""
    remedy = "name the file's encoding with --encoding, for instance iso-8859-1"
    return Problem(path, line, 0, f"{where}is not {encoding}; {remedy}".lstrip())
