"""File formats: which there are, how to tell them apart, reading and writing.

A new format is one module here and one entry in `FORMATS`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, Severity, check_among
from goldleaf.core.files import write_whole
from goldleaf.core.formats import conll
from goldleaf.core.formats.compression import compressed, inner_suffix
from goldleaf.core.formats.source import HEAD, NO_TIGERXML, STANDARD, Choices, File, Format, Source, name_of, opened
from goldleaf.core.registry import Registry, entry_at, late
from goldleaf.core.treebank import Treebank, concat

_ROOM = "goldleaf.core.formats"
_PART_OF_TREES = 3 << 19  # bytes: with fewer, calls take longer than their work; with 3 << 20, 400 MB instead of 250
_FIRST = re.compile(rb"(?:#[^\n]*\n|[ \t\r]*\n)*([^\r\n]*)")
_STATES = re.compile(rb"([0-9]{1,9})[\t-]([0-9]{1,9})(?:\t|$)")


def _begins_lattices(name: str, text: bytes) -> bool:
    """Whether a text is of a format of lattices, by its first line that is no comment."""
    first = _FIRST.match(text)
    states = _STATES.match(first[1]) if first else None
    if not (first and states and int(states[1]) < int(states[2])):  # from a state to a later one
        return False
    fields = first[1].split(b"\t")
    if name == "lattice":  # in CoNLL-X the last of eight fields is a label, and no number
        return len(fields) == 8 and fields[-1].isdigit()
    # A token of CoNLL-UL, or an edge, which has no head in the eighth field.
    return (len(fields) == 3 and b"-" in fields[0]) or (len(fields) == 9 and not fields[7].isdigit())


def _begins_brackets(name: str, text: bytes) -> bool:
    return text.startswith(b"(") and bool(entry_at(f"{_ROOM}.brackets:begins")(name, text))


# What several formats share, each function being given the name: reader, writer and what they hold, whose modules are
# loaded when a file of theirs is; whether a text begins so (CoNLL formats are told by counting fields); bytes at once.
_CONLL = ("conll:ConllReader", "line_writers:conll_bytes", "conll:holds", lambda *_: False)
_LATTICE = ("lattice:LatticeReader", "line_writers:lattice_bytes", "lattice:holds", _begins_lattices)
_BRACKETS = ("brackets:BracketReader", "brackets:to_bytes", "brackets:holds", _begins_brackets, _PART_OF_TREES)


def _one_of(name: str, title: str, suffixes: tuple[str, ...], family: tuple[Any, ...] = _CONLL) -> Format:
    reader, to_bytes, holds = (partial(late(f"{_ROOM}.{place}"), name) for place in family[:3])
    return Format(name, title, suffixes, partial(family[3], name), reader, to_bytes, holds, *family[4:])


def _alone(name: str, title: str, suffixes: tuple[str, ...], reader: str, leads: tuple[bytes, ...]) -> Format:
    """A format with a module of its own, which is asked of texts with one of the ``leads`` only."""

    def begins(text: bytes) -> bool:
        return text.startswith(leads) and bool(entry_at(f"{_ROOM}.{name}:begins")(text))

    read, to_bytes, holds = (late(f"{_ROOM}.{name}:{function}") for function in (reader, "to_bytes", "holds"))
    return Format(name, title, suffixes, begins, read, to_bytes, holds, _PART_OF_TREES)


_OF_TREES = (".mrg", ".ptb", ".psd", ".brackets", ".bracketed", ".gld", ".tst", ".parse")

# Those that `begins` tells are tried on a file in this order.
_OWN = (
    _one_of("conllx", "CoNLL-X / CoNLL-2007", (".conllx", ".conll", ".conll06", ".conll07")),
    _one_of("conllu", "CoNLL-U", (".conllu",)),
    _one_of("cupt", "cupt (PARSEME)", (".cupt",)),
    _one_of("conll2008", "CoNLL-2008", (".conll08",)),
    _one_of("conll2009", "CoNLL-2009", (".conll09", ".conll2009")),
    _one_of("pascal", "PASCAL challenge, nine columns", (".pascal", ".wils")),
    _one_of("lattice", "lattices (SPMRL, yap)", (".lattices", ".lattice", ".lat", ".lmd", ".mapping"), _LATTICE),
    _one_of("conllul", "CoNLL-UL", (".conllul",), _LATTICE),
    _alone("sdp", "SDP 2014 and 2015", (".sdp",), "SdpReader", ()),
    _alone("export", "NEGRA export", (".export",), "ExportReader", (b"#FORMAT", b"#BO", b"%%")),
    _alone("tigerxml", "TigerXML", (".xml", ".tiger", ".tigerxml"), "TigerReader", (b"<",)),
    _one_of("discbracket", "discbracket (disco-dop)", (".dbr", ".discbracket"), _BRACKETS),
    _one_of("brackets", "brackets (Penn Treebank, SPMRL)", _OF_TREES, _BRACKETS),
)
FORMATS: Registry[Format] = Registry({entry.name: entry for entry in _OWN}, "goldleaf.formats")


class ReadPart(NamedTuple):
    """A part of a treebank and how much of the file it completes, from 0 to 1."""

    treebank: Treebank
    done: float


def read(
    path: File | Any,  # noqa: ANN401
    *,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    columns: Collection[str] | None = None,
    separator: str = "-",
    strict: bool = True,
    on_progress: Callable[[float], None] = lambda _: None,
) -> Treebank:
    """Read a whole file: a path, ``-`` for standard input, or a file open for bytes; gzip, bzip2, xz and zstd, too. Or
    take the trees of another library, frames, lists of heads and labels: see `objects.written`.

    The format is told from the text and the file's name unless it is given. ``columns`` keeps only these columns of the
    words, which is faster; such a treebank cannot be written. With ``strict`` the first error raises FormatError;
    without, faulty sentences are kept unread and listed in ``problems``. ``separator`` stands between category and
    function in the labels of bracketed trees (``*`` in FarPaHC). ``on_progress`` is told the share that is done. Raises
    GoldleafError if the file cannot be opened or its format not told, OptionError for an unknown choice."""
    treebanks = []
    if not (isinstance(path, str | Path) or hasattr(path, "read")):
        from goldleaf.core.formats.objects import written

        path = written(path)
        format = path.format  # noqa: A001
    for part in read_parts(path, format=format, encoding=encoding, columns=columns, separator=separator):
        treebanks.append(part.treebank)
        on_progress(part.done)
    treebank = concat(treebanks)
    if strict:
        for problem in treebank.problems:
            if problem.severity is Severity.ERROR:
                raise FormatError(problem)
    return treebank


def read_otherwise(treebank: Treebank) -> tuple[Problem, ...]:
    """What was not read as it is written: blanks between fields and at the ends of lines, in a file with predicates."""
    return treebank.problems if "predicate" in treebank.layout.columns else ()


def read_parts(
    path: File,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    columns: Collection[str] | None = None,
    separator: str = "-",
    apart: bool = False,
) -> Iterator[ReadPart]:
    """Read a file part by part, the first a small one, so that it can be shown while the rest is read. Parts carry the
    numbers of the whole file; `core.treebank.concat` joins them. Those that are to stand ``apart`` number their
    sentences and words from 0. Raises as `read`, not strict."""
    given = format and check_format(format)
    choices = Choices(columns, check_separator(separator))
    with opened(path, encoding) as source:
        entry = FORMATS[given or sniff(source)]
        reader = entry.reader(source, choices)
        sentences = words = 0
        for part in source.parts(reader.border, size=entry.part):
            try:
                treebank = reader.parse(part, *((0, 0) if apart else (sentences, words)))
            except (pl.exceptions.ComputeError, UnicodeDecodeError):
                part.check_utf8()
                raise
            sentences += len(treebank)
            words += treebank.words.height
            yield ReadPart(treebank, part.done)


def write(treebank: Treebank, path: File, *, format: str | None = None) -> None:  # noqa: A002
    """Write a treebank in its own format or another that can hold its trees; `losses` says what else that loses. To a
    path, compressed if its name ends in ``.gz``, ``.bz2``, ``.xz`` or ``.zst``; to standard output (``-``), or to a
    file open for bytes. At a path the file appears whole or not at all. Raises GoldleafError."""
    write_bytes(as_bytes(treebank, format=format, path=path), path)


def as_bytes(treebank: Treebank, *, format: str | None = None, path: File = "") -> bytes:  # noqa: A002
    """The bytes that `write` writes; ``path`` is named in messages. Raises GoldleafError."""
    name = name_of(path)
    entry = FORMATS[check_format(format or treebank.format)]
    try:
        return entry.to_bytes(treebank)
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise GoldleafError(f"{name}: {treebank.layout.encoding} has no character {character!r}", path=name) from None


def write_bytes(data: bytes, path: File) -> None:
    if not isinstance(path, str | Path):
        path.write(data)
    elif str(path) == STANDARD:
        sys.stdout.buffer.write(data)
    else:
        write_whole(path, compressed(data, str(path)))


def check_format(name: str, option: str = "--input-format") -> str:
    """The name, if there is such a format. Raises OptionError, which says which option names it."""
    check_among(option, name, FORMATS, "format")
    return name


def check_separator(separator: str) -> str:
    """The separator, if it can be one. Raises OptionError."""
    if len(separator) != 1 or separator.isalnum() or separator.isspace() or separator in "()=_":
        raise OptionError(f"--separator {separator}: expected one character such as - or *")
    return separator


def sniff(source: Source) -> str:
    """Tell the format from the text, else from the file's name. Raises FormatError."""
    suffix = inner_suffix(source.path)
    if not any(suffix in entry.suffixes for entry in FORMATS.values()):
        FORMATS.plug_in()
    by_suffix = next((entry.name for entry in FORMATS.values() if suffix in entry.suffixes), None)
    text = source.head().lstrip()
    for entry in FORMATS.values():
        if entry.begins(text):
            return entry.name
    try:
        return conll.sniff(source, by_suffix) or by_suffix or "conllu"
    except FormatError:
        if by_suffix and by_suffix not in conll.COLUMNS:
            return by_suffix  # its reader can say what is wrong
        if text.startswith(b"<"):
            raise FormatError(Problem(source.path, 1, 0, f"is {NO_TIGERXML}")) from None
        if b"\0" in text[:HEAD]:
            raise FormatError(Problem(source.path, 1, 0, "is no text; name a file of trees")) from None
        raise
