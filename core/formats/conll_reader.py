"""Reading CoNLL files in parts, and telling the formats of the family apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from goldleaf.core.errors import FormatError, Problem, Severity, counted
from goldleaf.core.formats import conll
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.formats.conll_lines import EMPTY_LINE
from goldleaf.core.formats.format import Choices, layout_of
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import SENTENCES, TEXT, WORDS, Treebank, empty

NAMES = frozenset(conll.COLUMNS)

_FEWEST = min(len(conll.COLUMNS[name]) for name in conll.WITH_ARGUMENTS)

_SIGNS_OF_CONLLU = re.compile(rb"^#|^\d+-\d+\t|^\d+\.\d+\t", re.MULTILINE)
_HEAD = re.compile(rb"[0-9]*|_")
_WORD = re.compile(rb"[0-9]+\t[^\r\n]*")
_SPACED = re.compile(rb"^[0-9]+ [^\t\r\n]*", re.MULTILINE)
_SPACES = re.compile(rb" +")
_ENDED = re.compile(rb"^([0-9]+[^\r\n]*[^ \r\n]) +(?=\r?$)", re.MULTILINE)

BLANK_ENDS = "the line ends in a blank"
"""What is said, at least, of such lines."""


@dataclass(frozen=True, eq=False)
class ConllReader:
    """Reads files of one format of the family, cut at blank lines."""

    source: Source
    choices: Choices
    name: str
    columns: tuple[str, ...]  # of the file

    def border(self, text: bytes, at: int) -> int | None:
        """The end of the first blank line."""
        found = EMPTY_LINE.search(text, at)
        return found.end() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank."""
        if not part.text:
            types = {**WORDS, **{name: TEXT for name in conll.COLUMNS[self.name] if name not in WORDS}}
            layout = layout_of(part, self.name, conll.COLUMNS[self.name])
            problem = Problem(self.source.path, 1, 0, "no sentences in the file", Severity.WARNING)
            return Treebank(
                self.source.path,
                replace(layout, final_newline=True),
                empty(types),
                empty(SENTENCES),
                problems=(problem,),
            )
        wanted = self.choices.columns or {*WORDS, *self.columns}
        if self.name not in conll.WITH_ARGUMENTS:
            return conll.parse(part, self.name, self.columns, wanted, first_sentence, first_word)
        separated, spaced = with_tabs(part)
        trimmed, ended = without_ends(separated)
        found = conll.parse(trimmed, self.name, self.columns, wanted, first_sentence, first_word)
        return replace(found, problems=(*spaced, *ended, *found.problems)) if spaced or ended else found


def with_tabs(part: Part) -> tuple[Part, tuple[Problem, ...]]:
    """The part with tabs where words have spaces between their fields, which is allowed (Hajič et al. 2009, §2.3).

    A line with any tab stays as it is. The problem is a warning; written, such lines have tabs.
    """
    lines = _SPACED.findall(part.text)
    if not lines:
        return part, ()
    first = part.first_line + part.text.count(b"\n", 0, part.text.index(lines[0]))
    more = f", as in {counted(len(lines) - 1, 'more line')}" if len(lines) > 1 else ""
    message = f"fields are separated by spaces{more}; they are read, and written with tabs"
    text = _SPACED.sub(lambda line: _SPACES.sub(b"\t", line[0].rstrip(b" ")), part.text)
    return replace(part, text=text), (Problem(part.source.path, first, 0, message, Severity.WARNING),)


def without_ends(part: Part) -> tuple[Part, tuple[Problem, ...]]:
    """The part without blanks at the ends of lines, which are in no field (Hajič et al. 2009, §3.1; eval09.pl).

    The problem is a warning; written, such lines are without them, too.
    """
    if not (b" \n" in part.text or b" \r\n" in part.text or part.text.endswith(b" ")):
        return part, ()
    text, count = _ENDED.subn(rb"\1", part.text)
    first = _ENDED.search(part.text)
    if first is None:
        return part, ()
    line = part.first_line + part.text.count(b"\n", 0, first.start())
    more = f", as do {counted(count - 1, 'more line')}" if count > 1 else ""
    message = f"{BLANK_ENDS}{more}; read, and written, without it"
    return replace(part, text=text), (Problem(part.source.path, line, 0, message, Severity.WARNING),)


def reader(name: str) -> Callable[[Source, Choices], ConllReader]:
    """What makes readers for the format of this name."""

    def make(source: Source, choices: Choices) -> ConllReader:
        return ConllReader(source, choices, name, conll.columns_for(name, len(_first_word(source)[1])))

    return make


def sniff(source: Source, by_suffix: str | None) -> str | None:
    """Tell the format from the first word's fields, and those with as many by the file's name and content.

    None where there is nothing but comments and blank lines. Raises FormatError when no format has such lines.
    """
    line, fields = _first_word(source)
    if not fields:
        head = source.head()
        text = head.lstrip()
        if text and not text.startswith(b"#"):
            raise FormatError(Problem(source.path, head[: -len(text)].count(b"\n") + 1, 0, UNKNOWN))
        return None
    count = len(fields)
    if count >= len(conll.COLUMNS["conll2009"]):
        return "conll2008" if _is_2008(fields, by_suffix) else "conll2009"
    if by_suffix in ("conllx", "conllu") and inner_suffix(source.path) != ".conll":  # which all of them use
        return by_suffix
    if found := _by_fields(source, fields, by_suffix):
        return found
    if by_suffix in conll.COLUMNS:
        return by_suffix
    raise FormatError(Problem(source.path, line, 0, f"{count} fields; {UNKNOWN}"))


def _by_fields(source: Source, fields: list[bytes], by_suffix: str | None) -> str | None:
    if len(fields) >= len(conll.COLUMNS["conll2008"]):
        return "conll2008" if _is_2008(fields, by_suffix) else None
    ten = "conllu" if _SIGNS_OF_CONLLU.search(source.head()) else "conllx"
    found = {8: "conllx", 9: "pascal", 10: ten}.get(len(fields))
    if found and by_suffix in conll.WITH_ARGUMENTS and not _HEAD.fullmatch(fields[conll.COLUMNS[found].index("head")]):
        return None  # some fields of the format that the name tells are missing
    return found


def _is_2008(fields: list[bytes], by_suffix: str | None) -> bool:
    """Whether the first head is followed by a label; in CoNLL-2009 it is by another head."""
    head, label = fields[8:10]
    if head == label == b"_":
        return by_suffix == "conll2008"
    return bool(_HEAD.fullmatch(head)) and not _HEAD.fullmatch(label)


UNKNOWN = (
    "not a format that is known here; CoNLL files have 8, 9, 10, 11 and more fields separated by tabs, and trees "
    "begin with (, #BOS or <?xml (see --format)"
)


def _first_word(source: Source) -> tuple[int, list[bytes]]:
    """The line and the fields of the first word, none if there is no word."""
    for number, line in enumerate(source.lines(), 1):
        if found := _WORD.match(line):
            return number, found[0].split(b"\t")
        # With spaces between, it has to be a word with predicates, and not the words of a text.
        fields = found[0].split() if (found := _SPACED.match(line)) else []
        if len(fields) >= _FEWEST and _HEAD.fullmatch(fields[8]):
            return number, fields
    return 1, []
