"""Reading CoNLL files in parts, and telling the formats of the family apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from goldleaf.core.errors import FormatError, Problem, Severity
from goldleaf.core.formats import conll
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.formats.format import Choices
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import SENTENCES, TEXT, WORDS, Layout, Treebank, empty

NAMES = frozenset(conll.COLUMNS)

_EMPTY_LINE = re.compile(rb"\n\r?\n")
_SIGNS_OF_CONLLU = re.compile(rb"^#|^\d+-\d+\t|^\d+\.\d+\t", re.MULTILINE)
_WORD = re.compile(rb"[0-9]+\t[^\r\n]*")


@dataclass(frozen=True, eq=False)
class ConllReader:
    """Reads files of one format of the family, cut at blank lines."""

    source: Source
    choices: Choices
    name: str
    columns: tuple[str, ...]  # of the file

    def border(self, text: bytes, at: int) -> int | None:
        """The end of the first blank line."""
        found = _EMPTY_LINE.search(text, at)
        return found.end() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank."""
        if not part.text:
            return _nothing(self.source, self.name)
        wanted = self.choices.columns or {*WORDS, *self.columns}
        return conll.parse(part, self.name, self.columns, wanted, first_sentence, first_word)


def reader(name: str) -> Callable[[Source, Choices], ConllReader]:
    """What makes readers for the format of this name."""

    def make(source: Source, choices: Choices) -> ConllReader:
        return ConllReader(source, choices, name, conll.columns_for(name, len(_first_word(source)[1])))

    return make


def sniff(source: Source, by_suffix: str | None) -> str | None:
    """Tell the format from the first word line's fields, and CoNLL-X from CoNLL-U by the file's name and content.

    None where there is nothing but comments and blank lines. Raises FormatError when no format has such lines.
    """
    line, fields = _first_word(source)
    if not fields:
        _check_has_only_comments(source)
        return None
    count = len(fields)
    if count >= len(conll.COLUMNS["conll2009"]):
        return "conll2009"
    if by_suffix in ("conllx", "conllu") and inner_suffix(source.path) != ".conll":  # which all of them use
        return by_suffix
    if count == len(conll.COLUMNS["pascal"]):
        return "pascal"
    if count in (8, 10):
        return "conllu" if count == 10 and _SIGNS_OF_CONLLU.search(source.head()) else "conllx"
    if by_suffix in conll.COLUMNS:
        return by_suffix
    raise FormatError(Problem(source.path, line, 0, f"{count} fields; {UNKNOWN}"))


def _check_has_only_comments(source: Source) -> None:
    head = source.head()
    text = head.lstrip()
    if text and not text.startswith(b"#"):
        raise FormatError(Problem(source.path, head[: -len(text)].count(b"\n") + 1, 0, UNKNOWN))


UNKNOWN = (
    "not a format that is known here; CoNLL files have 8, 9, 10 or 14 and more fields separated by tabs, and trees "
    "begin with (, #BOS or <?xml (see --format)"
)


def _first_word(source: Source) -> tuple[int, list[bytes]]:
    """The line and the fields of the first word, none if there is no word."""
    for number, line in enumerate(source.lines(), 1):
        if found := _WORD.match(line):
            return number, found[0].split(b"\t")
    return 1, []


def _nothing(source: Source, format_name: str) -> Treebank:
    columns = conll.COLUMNS[format_name]
    layout = Layout(format_name, columns, source.encoding, source.byte_order_mark, source.newline)
    return Treebank(
        source.path,
        layout,
        empty({**WORDS, **{name: TEXT for name in columns if name not in WORDS}}),
        empty(SENTENCES),
        problems=(Problem(source.path, 1, 0, "no sentences in the file", Severity.WARNING),),
    )
