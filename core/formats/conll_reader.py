"""Reading CoNLL files in parts, and telling the formats of the family apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from goldleaf.core.errors import FormatError, Problem, Severity, counted
from goldleaf.core.formats import conll
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.formats.conll_lines import after_blank_line
from goldleaf.core.formats.source import Choices, Part, Source, layout_of
from goldleaf.core.treebank import SENTENCES, TEXT, WORDS, Treebank, empty

NAMES = frozenset(conll.COLUMNS)
_FEWEST = min(len(conll.COLUMNS[name]) for name in conll.WITH_ARGUMENTS)

_SIGNS_OF_CONLLU = re.compile(rb"^#|^\d+-\d+\t|^\d+\.\d+\t", re.MULTILINE)
_HEAD = re.compile(rb"[0-9]*|_")
_WORD = re.compile(rb"[0-9]+\t[^\r\n]*")
_SPACED = re.compile(rb"^[0-9]+ [^\t\r\n]*", re.MULTILINE)
_SPACES = re.compile(rb" +")
_ENDED = re.compile(rb"^([0-9]+[^\r\n]*[^ \r\n]) +(?=\r?$)", re.MULTILINE)
BLANK_ENDS = "the line ends in a blank"  # what is said, at least, of such lines


class ConllReader:
    """Reads files of one format of the family, cut at blank lines."""

    def __init__(self, name: str, source: Source, choices: Choices) -> None:
        self.name, self.choices, self.columns = name, choices, conll.COLUMNS[name]
        fields = len(_first_word(source)[1])
        if name == "conllx" and fields == 8:  # it may leave out the last two
            self.columns = self.columns[:8]

    border = staticmethod(after_blank_line)

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        path = part.source.path
        if not part.text:
            columns = conll.COLUMNS[self.name]
            words = empty({**WORDS, **{name: TEXT for name in columns if name not in WORDS}})
            layout = replace(layout_of(part, self.name, columns), final_newline=True)
            problem = Problem(path, 1, 0, "no sentences in the file", Severity.WARNING)
            return Treebank(path, layout, words, empty(SENTENCES), problems=(problem,))
        odd: tuple[Problem, ...] = ()
        if self.name in conll.WITH_ARGUMENTS:
            # Spaces may stand for tabs (Hajič et al. 2009, §2.3), but not in a line with any tab; blanks at the ends of
            # lines are in no field (§3.1; eval09.pl).
            message = "fields are separated by spaces{}; they are read, and written with tabs"
            part, odd = _mended(part, _SPACED, lambda line: _SPACES.sub(b"\t", line[0].rstrip(b" ")), message, "as in")
            if b" \n" in part.text or b" \r\n" in part.text or part.text.endswith(b" "):
                message = BLANK_ENDS + "{}; read, and written, without it"
                part, ended = _mended(part, _ENDED, lambda line: line[1], message, "as do")
                odd += ended
        wanted = self.choices.columns or {*WORDS, *self.columns}
        treebank = conll.parse(part, self.name, self.columns, wanted, first_sentence, first_word)
        return replace(treebank, problems=(*odd, *treebank.problems)) if odd else treebank


def _mended(
    part: Part, odd: re.Pattern[bytes], mend: Callable[[re.Match[bytes]], bytes], message: str, more: str
) -> tuple[Part, tuple[Problem, ...]]:
    """The part with its odd lines mended, which is how they are written, too; and a warning at the first of them."""
    first = odd.search(part.text)
    if first is None:
        return part, ()
    text, count = odd.subn(mend, part.text)
    line = part.first_line + part.text.count(b"\n", 0, first.start())
    message = message.format(f", {more} {counted(count - 1, 'more line')}" if count > 1 else "")
    return replace(part, text=text), (Problem(part.source.path, line, 0, message, Severity.WARNING),)


def sniff(source: Source, by_suffix: str | None) -> str | None:
    """Tell the format from the first word's fields, and those with as many by the file's name and content. None where
    there is nothing but comments and blank lines. Raises FormatError when no format has such lines."""
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
    if count >= len(conll.COLUMNS["conll2008"]):
        if _is_2008(fields, by_suffix):
            return "conll2008"
    else:
        ten = "conllu" if _SIGNS_OF_CONLLU.search(source.head()) else "conllx"
        name = {8: "conllx", 9: "pascal", 10: ten}.get(count)
        # Else some fields of the format that the file's name tells are missing.
        has_head = name and _HEAD.fullmatch(fields[conll.COLUMNS[name].index("head")])
        if name and (has_head or by_suffix not in conll.WITH_ARGUMENTS):
            return name
    if by_suffix in conll.COLUMNS:
        return by_suffix
    raise FormatError(Problem(source.path, line, 0, f"{count} fields; {UNKNOWN}"))


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
