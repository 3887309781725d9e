"""File formats: which there are, how to tell them apart, reading and writing.

A new format is one module here and one entry in `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polars as pl

from core.errors import FormatError, OptionError, Problem, Severity
from core.files import replacing
from core.formats import conll, conll_writer
from core.formats.source import Source, check_utf8, open_source, parts
from core.treebank import SENTENCES, TEXT, WORDS, Layout, Treebank, concat, empty


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name for ``--format``, what people call it, and the usual file name endings."""

    name: str
    title: str
    suffixes: tuple[str, ...]


FORMATS = {
    entry.name: entry
    for entry in (
        Format("conllx", "CoNLL-X / CoNLL-2007", (".conllx", ".conll", ".conll06", ".conll07")),
        Format("conllu", "CoNLL-U", (".conllu",)),
        Format("conll2009", "CoNLL-2009", (".conll09", ".conll2009")),
        Format("pascal", "PASCAL challenge, nine columns", (".pascal", ".wils")),
    )
}


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
    strict: bool = True,
    on_progress: Callable[[float], None] = lambda _: None,
) -> Treebank:
    """Read a whole file. The format is told from the text and the file's name unless it is given.

    ``columns`` keeps only these columns of the words, which is faster; such a treebank cannot be written. With
    ``strict`` the first error raises FormatError; without, faulty sentences are kept unread and listed in ``problems``.
    ``on_progress`` is told the share of the file that is done. Raises GoldleafError if the file cannot be opened or its
    format not told, OptionError for an unknown format or encoding.
    """
    treebanks = []
    for part in read_parts(path, format=format, encoding=encoding, columns=columns):
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
) -> Iterator[Progress]:
    """Read a file part by part, the first a small one, so that it can be shown while the rest is read.

    Parts carry the numbers of the whole file; `core.treebank.concat` joins them. Raises as `read`, not strict.
    """
    given = format and check_format(format)
    with open_source(path, encoding) as source:
        name = given or sniff(source)
        of_file = conll.columns_for(name, len(_first_word(source)[1]))
        part = None
        sentences = words = 0
        for part in parts(source):
            try:
                treebank = conll.parse(part, name, of_file, columns or {*WORDS, *of_file}, sentences, words)
            except (pl.exceptions.ComputeError, UnicodeDecodeError):
                check_utf8(part)
                raise
            sentences += len(treebank)
            words += treebank.words.height
            yield Progress(treebank, part.done)
        if part is None:
            yield Progress(_empty(source, name), 1.0)


def write(treebank: Treebank, path: str | Path) -> None:
    """Write a treebank in its own format; the file appears whole or not at all. Raises GoldleafError."""
    data = conll_writer.to_bytes(treebank)
    with replacing(path) as temporary:
        temporary.write_bytes(data)


def check_format(name: str) -> str:
    """The name, if there is such a format. Raises OptionError."""
    if name not in FORMATS:
        raise OptionError(f"--format {name}: no such format; there are {', '.join(FORMATS)}")
    return name


def sniff(source: Source) -> str:
    """Tell the format from the first word line's fields, and CoNLL-X from CoNLL-U by the file's name and content.

    Raises FormatError when the text is like none of them.
    """
    suffix = Path(source.path).suffix.lower()
    by_suffix = next((entry.name for entry in FORMATS.values() if suffix in entry.suffixes), None)
    head = source.head()
    line, fields = _first_word(source)
    if not fields:
        text = head.lstrip()
        if text and not text.startswith(b"#"):
            line = head[: -len(text)].count(b"\n") + 1
            raise FormatError(Problem(source.path, line, 0, _UNKNOWN))
        return by_suffix or "conllu"
    count = len(fields)
    if count >= len(conll.COLUMNS["conll2009"]):
        return "conll2009"
    if by_suffix in ("conllx", "conllu") and suffix != ".conll":  # which is used for all of them
        return by_suffix
    if count == len(conll.COLUMNS["pascal"]):
        return "pascal"
    if count in (8, 10):
        return "conllu" if count == 10 and _SIGNS_OF_CONLLU.search(head) else "conllx"
    if by_suffix:
        return by_suffix
    raise FormatError(Problem(source.path, line, 0, f"{count} fields; {_UNKNOWN}"))


_UNKNOWN = (
    "not a format that is known here; CoNLL files have 8, 9, 10 or 14 and more fields separated by tabs (see --format)"
)
_SIGNS_OF_CONLLU = re.compile(rb"^#|^\d+-\d+\t|^\d+\.\d+\t", re.MULTILINE)
_WORD = re.compile(rb"[0-9]+\t[^\r\n]*")


def _first_word(source: Source) -> tuple[int, list[bytes]]:
    """The line and the fields of the first word, none if there is no word."""
    for number, line in enumerate(source.lines(), 1):
        if found := _WORD.match(line):
            return number, found[0].split(b"\t")
    return 1, []


def _empty(source: Source, format_name: str) -> Treebank:
    columns = conll.COLUMNS[format_name]
    layout = Layout(format_name, columns, source.encoding, source.byte_order_mark, source.newline)
    return Treebank(
        source.path,
        layout,
        empty({**WORDS, **{name: TEXT for name in columns if name not in WORDS}}),
        empty(SENTENCES),
        problems=(Problem(source.path, 1, 0, "no sentences in the file", Severity.WARNING),),
    )
