"""File formats: which there are, how to tell them apart, reading and writing.

A new format is one module here and one entry in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl

from core.errors import FormatError, OptionError, Severity
from core.files import replacing
from core.formats import brackets, brackets_writer, conll_reader, conll_writer
from core.formats.format import Choices, Format
from core.formats.source import Part, Source, check_utf8, open_source, parts
from core.treebank import Treebank, concat


def _conll(name: str, title: str, *suffixes: str) -> Format:
    return Format(name, title, suffixes, lambda _: False, conll_reader.reader(name), conll_writer.to_bytes)


FORMATS = {
    entry.name: entry
    for entry in (
        _conll("conllx", "CoNLL-X / CoNLL-2007", ".conllx", ".conll", ".conll06", ".conll07"),
        _conll("conllu", "CoNLL-U", ".conllu"),
        _conll("conll2009", "CoNLL-2009", ".conll09", ".conll2009"),
        _conll("pascal", "PASCAL challenge, nine columns", ".pascal", ".wils"),
        Format(
            "brackets",
            "brackets (Penn Treebank, SPMRL)",
            (".mrg", ".ptb", ".psd", ".brackets", ".bracketed", ".gld", ".tst", ".parse"),
            brackets.begins,
            brackets.BracketReader,
            brackets_writer.to_bytes,
        ),
    )
}
"""Those that `begins` tells are tried on a file in this order; the CoNLL formats are told by counting fields."""


class Progress(NamedTuple):
    """A part of a treebank and how much of the file it completes, from 0 to 1."""

    treebank: Treebank
    done: float


def read(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    columns: Collection[str] | None = None,
    separator: str = "-",
    strict: bool = True,
    on_progress: Callable[[float], None] = lambda _: None,
) -> Treebank:
    """Read a whole file. The format is told from the text and the file's name unless it is given.

    ``columns`` keeps only these columns of the words, which is faster; such a treebank cannot be written. With
    ``strict`` the first error raises FormatError; without, faulty sentences are kept unread and listed in ``problems``.
    ``separator`` stands between category and function in the labels of bracketed trees (``*`` in FarPaHC).
    ``on_progress`` is told the share of the file that is done. Raises GoldleafError if the file cannot be opened or its
    format not told, OptionError for an unknown format, encoding or separator.
    """
    treebanks = []
    for part in read_parts(path, format=format, encoding=encoding, columns=columns, separator=separator):
        treebanks.append(part.treebank)
        on_progress(part.done)
    treebank = concat(treebanks)
    if strict:
        for problem in treebank.problems:
            if problem.severity is Severity.ERROR:
                raise FormatError(problem)
    return treebank


def read_parts(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002
    encoding: str = "utf-8",
    columns: Collection[str] | None = None,
    separator: str = "-",
) -> Iterator[Progress]:
    """Read a file part by part, the first a small one, so that it can be shown while the rest is read.

    Parts carry the numbers of the whole file; `core.treebank.concat` joins them. Raises as `read`, not strict.
    """
    given = format and check_format(format)
    choices = Choices(columns, check_separator(separator))
    with open_source(path, encoding) as source:
        reader = FORMATS[given or sniff(source)].reader(source, choices)
        part = None
        sentences = words = 0
        for part in parts(source, reader.border):
            try:
                treebank = reader.parse(part, sentences, words)
            except (pl.exceptions.ComputeError, UnicodeDecodeError):
                check_utf8(part)
                raise
            sentences += len(treebank)
            words += treebank.words.height
            yield Progress(treebank, part.done)
        if part is None:
            yield Progress(reader.parse(Part(source, b"", 1, 1.0), 0, 0), 1.0)


def write(treebank: Treebank, path: str | Path) -> None:
    """Write a treebank in its own format; the file appears whole or not at all. Raises GoldleafError."""
    data = FORMATS[treebank.format].to_bytes(treebank)
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def check_format(name: str) -> str:
    """The name, if there is such a format. Raises OptionError."""
    if name not in FORMATS:
        raise OptionError(f"--format {name}: no such format; there are {', '.join(FORMATS)}")
    return name


def check_separator(separator: str) -> str:
    """The separator, if it can be one. Raises OptionError."""
    if len(separator) != 1 or separator.isalnum() or separator.isspace() or separator in "()=_":
        raise OptionError(f"--separator {separator}: expected one character such as - or *")
    return separator


def sniff(source: Source) -> str:
    """Tell the format from the text, and where several are alike or there is none, from the file's name.

    Raises FormatError when the text is like none of them.
    """
    suffix = Path(source.path).suffix.lower()
    by_suffix = next((entry.name for entry in FORMATS.values() if suffix in entry.suffixes), None)
    text = source.head().lstrip()
    for entry in FORMATS.values():
        if entry.begins(text):
            return entry.name
    return conll_reader.sniff(source, by_suffix) or by_suffix or "conllu"
