"""A file's bytes as UTF-8 lines: encoding, byte order mark, line ends, parts cut between sentences."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import SEEK_END, BytesIO, TextIOBase
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol, TypeAlias, cast
from weakref import WeakKeyDictionary, finalize

import numpy as np

from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, reason
from goldleaf.core.facts import Integers
from goldleaf.core.formats.compression import copied, decompressed
from goldleaf.core.treebank import FileLayout, Treebank

FIRST_PART = 1 << 18  # bytes: a screenful of sentences at once
PART = 1 << 23
LONGEST = 1 << 27  # bytes of a sentence, or of a line: reading takes some times as much memory
_STEP = 1 << 16
HEAD = 512  # bytes that tell what a file is
_IN_TWO_BYTES = 64  # bytes in which every other one is zero, where a text in UTF-16 has no mark
_TELLING = 8  # bytes: a single zero in fewer is a stray one

_UNICODE = {
    codecs.BOM_UTF32_LE: "utf-32",  # begins as that of UTF-16 does
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_KINDS = {
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; unpack it first",
    b"Rar!": "a rar archive; unpack it first",
    b"%PDF-": "a PDF file; get the treebank that it is about",
    b"SQLite format 3\0": "an SQLite database; export the treebank from it first",
    **dict.fromkeys((b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"), "compressed twice; unpack it once"),
}

NO_TIGERXML = "XML or HTML, but no TigerXML, which has <corpus> and in it <body>; convert it, or name another file"
# What Python calls encodings, and no file is in.
_NOT_OF_TEXT = ("charmap", "idna", "punycode", "raw-unicode-escape", "unicode-escape")
STANDARD = "-"  # the name of standard input, or output
# A path, ``-`` for standard input or output, or a file that is open for bytes and read from its beginning.
File: TypeAlias = str | Path | BinaryIO
# Where a part of a text may end: the first place after the given one between two sentences, None without one.
Border: TypeAlias = Callable[[bytes, int], int | None]


@dataclass(frozen=True, eq=False)
class Source:
    """An open file whose text is UTF-8. It is not mapped into memory: if others shorten the file, the process dies."""

    path: str
    file: BinaryIO
    size: int  # in bytes, when it was opened
    start: int  # where the text begins, past a byte order mark
    encoding: str  # of the file itself
    byte_order_mark: bool
    newline: str

    def head(self) -> bytes:
        self.file.seek(self.start)
        return self.file.read(_STEP)

    def lines(self) -> Iterator[bytes]:
        """The lines of the text, with their ends. Raises FormatError for one of more than `LONGEST` bytes."""
        self.file.seek(self.start)
        number = 0
        while line := self.file.readline(LONGEST + 1):
            number += 1
            if len(line) > LONGEST:
                raise _too_long(self.path, number)
            yield line

    def parts(self, border: Border, first: int = FIRST_PART, size: int = PART) -> Iterator[Part]:
        """Cut the text at borders into parts of about ``size`` bytes, the first smaller, to be shown at once; an empty
        one is one part. Raises GoldleafError when the file's size has changed meanwhile, FormatError for a sentence of
        more than `LONGEST`."""
        file, wanted, text = self.file, first, b""
        position, line, indent = self.start, 1, 0
        file.seek(position)
        while text := text + file.read(max(wanted + _STEP - len(text), 0)):
            end = border(text, wanted)
            # As much again each time, or long sentences would take ages.
            while end is None and (more := file.read(len(text))):
                if len(text) > LONGEST:
                    raise _too_long(self.path, line)
                searched = max(wanted, len(text) - 2)
                text += more
                end = border(text, searched)
            rest = b"" if end is None else text[end:] or file.read(_STEP)
            done = (position + len(text[:end])) / self.size if rest else 1.0
            part = Part(self, text[:end], line, done, indent)
            yield part
            line += len(part.newlines)
            _, newline, last = part.text.rpartition(b"\n")
            indent = len(last.decode(errors="replace")) + (0 if newline else indent)
            position += len(part.text)
            text, wanted = rest, size
        if position != self.size:
            raise GoldleafError(f"{self.path}: the file was changed while it was read; read it again", path=self.path)
        if position == self.start:
            yield Part(self, b"", 1, 1.0)


@dataclass(frozen=True, eq=False)
class Part:
    """Whole sentences of a source, the number of their first line, and how much of the file is done (0 to 1)."""

    source: Source
    text: bytes
    first_line: int
    done: float
    indent: int = 0  # how many characters of the first line are in the part before

    @cached_property
    def starts(self) -> Integers:
        starts = np.append(0, self.newlines + 1)
        return starts[: len(starts) - (self.text[-1:] in (b"", b"\n"))]

    @cached_property
    def ends(self) -> Integers:
        """Where the text of each line ends, before LF or CRLF."""
        text, ends = np.frombuffer(self.text, np.uint8), self.newlines
        if b"\r" in self.text:  # much faster than to look for CRLF
            ends = ends - ((text[ends - 1] == ord("\r")) & (ends > 0))
        return ends if self.text[-1:] in (b"", b"\n") else np.append(ends, len(text))

    @cached_property
    def fields(self) -> Integers:
        tabs = np.flatnonzero(np.frombuffer(self.text, np.uint8) == ord("\t"))
        return np.diff(np.searchsorted(tabs, np.append(self.starts, len(self.text)))) + 1

    def line(self, row: int) -> str:
        """A line as it stands, without its end."""
        return self.text[self.starts[row] : self.ends[row]].decode()

    def check_utf8(self) -> None:
        """Raise FormatError where the text is not UTF-8, with the line and how to name the encoding."""
        try:
            self.text.decode()
        except UnicodeDecodeError as error:
            line = self.first_line + self.text.count(b"\n", 0, error.start)
            raise _undecodable(self.source.path, error, "utf-8", line) from None

    @cached_property
    def newlines(self) -> Integers:
        return np.flatnonzero(np.frombuffer(self.text, np.uint8) == ord("\n"))


@contextmanager
def opened(path: File, encoding: str = "utf-8") -> Iterator[Source]:
    """Open a file for reading. UTF-8 is read as it is, part by part; other encodings are converted at once. It may be
    compressed (see `compression`). Raises GoldleafError when the file cannot be read, OptionError for an unknown
    encoding, FormatError for damaged data and for text that is not in the encoding (UTF-8: see `Part.check_utf8`)."""
    canonical = check_encoding(encoding)
    name = name_of(path)
    with _inside(path) as file:
        mark = False
        if canonical in ("utf-8", "utf-8-sig"):
            head = file.read(HEAD)
            _check_text(head, name)
            canonical, mark = "utf-8", head.startswith(codecs.BOM_UTF8)
        else:
            data = file.read()
            try:
                file = BytesIO(data.decode(canonical).encode())
            except UnicodeError as error:
                line = data.count(b"\n", 0, error.start) + 1 if isinstance(error, UnicodeDecodeError) else 1
                raise _undecodable(name, error, canonical, line) from None
            del data  # the text is not kept twice while it is read
        file.seek(0)
        newline = "\r\n" if file.readline(LONGEST).endswith(b"\r\n") else "\n"
        yield Source(name, file, file.seek(0, SEEK_END), 3 if mark else 0, canonical, mark, newline)


def _check_text(head: bytes, path: str) -> None:
    """Raise FormatError where the beginning of a file, to be read as UTF-8, tells that it is something else."""
    encoding = next((encoding for mark, encoding in _UNICODE.items() if head.startswith(mark)), None)
    if encoding is None and len(head) >= _TELLING:
        # In UTF-16 of mostly Latin letters every other byte is zero.
        first, second = head[0:_IN_TWO_BYTES:2], head[1:_IN_TWO_BYTES:2]
        for zero, other, name in ((second, first, "utf-16-le"), (first, second, "utf-16-be")):
            if zero.count(0) * 2 > len(zero) and not other.count(0):
                encoding = name
    kind = next((kind for magic, kind in _KINDS.items() if head.startswith(magic)), None)
    if encoding:
        kind = f"in {encoding.upper()}, not UTF-8; name it with --encoding {encoding}, or convert the file"
    if head[257:262] == b"ustar":
        kind = "a tar archive; unpack it first"
    if head[68:72] == b"GLRF":  # what SQLite's header says of whose file it is
        kind = "a review session; goldleaf open shows it, goldleaf review treebank writes its treebank"
    if kind is not None:
        raise FormatError(Problem(path, 0, 0, f"is {kind}"))


def name_of(file: File) -> str:
    """What a file is called in messages and results; ``-`` for standard input."""
    if isinstance(file, str | Path):
        return str(file)
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else "<stream>"


def check_encoding(encoding: str) -> str:
    """The encoding as Python calls it. Raises OptionError where there is none of this name."""
    canonical = canonical_encoding(encoding)
    if canonical is None:
        raise OptionError(f"--encoding {encoding}: no such encoding; try utf-8 or iso-8859-1")
    return canonical


def canonical_encoding(encoding: str) -> str | None:
    """Python's name of the encoding; None when there is none, or it is no encoding of text."""
    try:
        canonical = codecs.lookup(encoding).name
        "1".encode(canonical)
    except (LookupError, ValueError):
        return None
    return None if canonical in _NOT_OF_TEXT else canonical


@contextmanager
def _inside(path: File) -> Iterator[BinaryIO]:
    """The file's text, from its beginning; what is inside, if it is compressed."""
    name = name_of(path)
    is_path = isinstance(path, str | Path)
    is_named = is_path and name != STANDARD
    if is_path and not is_named and sys.stdin is None:
        raise GoldleafError("-: standard input is closed; name a file, or send one", path=name)
    if is_named and "\0" in name:
        raise GoldleafError(f"{name!r}: no file can have such a name", path=name)
    # What is opened or made here is closed, not a file that was given.
    with ExitStack() as made:
        try:
            if is_named:
                file: BinaryIO = made.enter_context(Path(name).open("rb"))
            else:
                file = cast(BinaryIO, sys.stdin.buffer if is_path else path)
            if isinstance(file, TextIOBase):
                raise GoldleafError(f"{name}: the file is open for text; open it as binary", path=name)
            if not file.seekable():
                # A pipe gives what comes through it only once: what it gave is kept as long as it lasts.
                if file not in _copies:
                    _copies[file] = copied(file)
                    finalize(file, _copies[file].close)
                file = _copies[file]
            file.seek(0)
            inside = decompressed(file, name, by_name=is_named)
            if inside is not file:
                made.enter_context(inside)
            yield inside
        except OSError as error:
            if not is_named:
                raise
            why = f"cannot be read: {reason(error)}"  # no permission, for instance
            if isinstance(error, FileNotFoundError):
                why = "no such file"
            elif isinstance(error, IsADirectoryError):
                why = "cannot be read: it is a folder; name a file in it"
            raise GoldleafError(f"{name}: {why}", path=name) from None


_copies: WeakKeyDictionary[BinaryIO, BinaryIO] = WeakKeyDictionary()


def _too_long(path: str, line: int) -> FormatError:
    message = f"a line or sentence of more than {LONGEST >> 20} MiB; expected some kilobytes"
    return FormatError(Problem(path, line, 0, message))


def _undecodable(path: str, error: UnicodeError, encoding: str, line: int) -> FormatError:
    where = f"byte 0x{error.object[error.start]:02x} " if isinstance(error, UnicodeDecodeError) else ""
    remedy = "name the file's encoding with --encoding, for instance iso-8859-1"
    return FormatError(Problem(path, line, 0, f"{where}is not {encoding}; {remedy}"))


class Choices(NamedTuple):
    columns: Collection[str] | None = None  # keep only these columns of the words; such a treebank cannot be written
    separator: str = "-"  # between category, functions and indices in the labels of constituents


class Holding(NamedTuple):
    """What a format has a place for, by the names in `conversion`: columns (``words.lemma``), tables (``tokens``)."""

    contents: frozenset[str]
    made: frozenset[str] = frozenset()  # of these, what its reader makes of others, which no other format need hold


class Reader(Protocol):
    def border(self, text: bytes, at: int) -> int | None:
        """Where a part of the text may end: the first place after ``at`` between two sentences, None without one."""

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank; its sentences and words are numbered from those given. A file may be empty."""


class Format(NamedTuple):
    """A file format: its name for ``--input-format``, what people call it, its usual endings and functions."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    begins: Callable[[bytes], bool]  # whether a text (its beginning, from the first character on) is of this format
    reader: Callable[[Source, Choices], Reader]
    to_bytes: Callable[[Treebank], bytes]
    holds: Callable[[], Holding]
    part: int = PART  # bytes that are read at once


def layout_of(part: Part, name: str, columns: tuple[str, ...]) -> FileLayout:
    """How the file of a part is written, as far as that shows up to the part's end."""
    source = part.source
    return FileLayout(
        format=name, columns=columns, encoding=source.encoding, byte_order_mark=source.byte_order_mark,
        newline=source.newline, lines=part.first_line - 1 + len(part.starts), final_newline=part.text.endswith(b"\n"),
    )  # fmt: skip
