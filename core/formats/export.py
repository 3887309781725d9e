"""The NEGRA export format, versions 3 and 4: one word or constituent a line, with a name for each constituent.

Brants (1997). After ``#BOS`` come the words, then the constituents (``#500`` and up), each with tag, morphology, the
label of the edge to the parent, the parent's number (0 for none), and pairs of label and parent for secondary edges;
version 4 has the lemma in the second column. ``--`` stands for nothing: a constituent's label is then empty, as that of
an outer bracket ``( (S …))`` is. ``%%`` begins a comment.

Columns: ``features`` is the morphology, ``function`` the edge label. The column ``source`` of the sentences is the text
from one ``#BOS`` to the next, so that a file comes back byte by byte.
"""

from __future__ import annotations

import re
from itertools import pairwise

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.formats.format import Choices, Holding, layout_of
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphTables, GraphWord
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import Treebank

COLUMNS = {
    3: ("position", "form", "coarse_tag", "features", "function", "parent"),
    4: ("position", "form", "lemma", "coarse_tag", "features", "function", "parent"),
}

NOTHING = "--"

_FORMAT = re.compile(rb"^#FORMAT[ \t]+(\d+)", re.MULTILINE)
_BEGINS = re.compile(rb"^#(?:FORMAT|BOS)[ \t]", re.MULTILINE)
_BEGIN = re.compile(rb"^#BOS[ \t]", re.MULTILINE)
_FIRST_WORD = re.compile(rb"^#BOS[^\n]*\n([^\n]*)", re.MULTILINE)
_NODE = re.compile(r"#([5-9]\d\d|[1-9]\d{3,8})", re.ASCII)
_PARENT = re.compile(r"[5-9]\d\d|[1-9]\d{3,8}", re.ASCII)
_COMMENT = re.compile(r"(?:^|[ \t])[ \t]*%%.*", re.DOTALL)
_BLANKS = re.compile(r"[ \t\r]+")
_KEYWORDS = ("#BOS", "#EOS", "#BOT", "#EOT", "#FORMAT")


def begins(text: bytes) -> bool:
    """Whether a text is of this format."""
    return text.startswith((b"#FORMAT", b"#BO", b"%%")) and _BEGINS.search(text) is not None


def holds() -> Holding:
    """What the format has a place for."""
    words = {f"words.{column}" for column in COLUMNS[4] if column not in ("position", "form", "parent")}
    nodes = {"nodes", "nodes.function", "nodes.features", "secondary_edges", "gaps"}
    return Holding(frozenset(words | nodes | {"wordless"}))


class ExportReader:
    """Reads files of this format, cut before ``#BOS``.

    Raises FormatError for a version that is not known.
    """

    def __init__(self, source: Source, choices: Choices) -> None:
        self.choices = choices
        head = source.head()
        if named := _FORMAT.search(head):
            if int(named[1]) not in COLUMNS:
                line = head.count(b"\n", 0, named.start()) + 1
                raise FormatError(Problem(source.path, line, 0, f"export format {named[1].decode()}; expected 3 or 4"))
            self.version = int(named[1])
        else:  # files without a heading are told by how many columns their first word has
            word = _FIRST_WORD.search(head)
            self.version = 4 if word and len(_split_line(word[1].decode(errors="replace"))) in (6, 8, 10) else 3

    def border(self, text: bytes, at: int) -> int | None:
        """Where a sentence begins."""
        first = _BEGIN.search(text)  # what stands before the first sentence belongs to it
        found = _BEGIN.search(text, max(at, first.end())) if first else None
        return found.start() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. Sentences with a fault have no words; their lines go to ``other_lines``."""
        tables = GraphTables(part, self.choices.columns)
        line = part.first_line
        # From one #BOS to the next: the first and the last sentence hold what stands around, too.
        begins = [found.start() for found in _BEGIN.finditer(part.text)]
        is_blank = not begins[1:] and not part.text.decode().strip()
        for start, end in pairwise([] if is_blank else [0, *begins[1:], len(part.text)]):
            text = part.text[start:end].decode()
            first_line = line + (part.text.count(b"\n", 0, begins[0]) if begins and start == 0 else 0)
            try:
                number, graph = read_sentence(text, line, self.version)
                tables.add(graph, first_line, number, text)
            except FaultyGraph as fault:
                tables.skip(fault, line, text, text)
            line += text.count("\n")
        return tables.treebank(layout_of(part, "export", COLUMNS[self.version]), first_sentence, first_word)


def read_sentence(text: str, first: int, version: int) -> tuple[str, Graph]:
    """The number of a sentence and what it says, given the number of its text's first line. Raises FaultyGraph."""
    sentence = _Sentence(version)
    for line, content in enumerate(text.split("\n"), first):
        sentence.take(line, content)
    sentence.finish(first)
    return sentence.number, sentence.graph


class _Sentence:
    """Reads the lines of a sentence one after the other. Every method raises FaultyGraph."""

    def __init__(self, version: int) -> None:
        self.graph = Graph()
        self.number = ""
        self._columns = version + 2
        self._begin = 0
        self._ended = self._in_table = False

    def take(self, line: int, text: str) -> None:
        """The next line."""
        fields = _split_line(text)
        if self._in_table:
            self._in_table = fields[:1] != ["#EOT"]
        elif not fields:
            return
        elif self._begin and not self._ended:
            self._take_inside(line, fields)
        elif fields[0] == "#BOT":
            self._in_table = True
        elif fields[0] == "#BOS" and not self._begin:
            self._begin, self.number = line, " ".join(fields[1:2])
        elif fields[0] != "#FORMAT":
            raise FaultyGraph(line, 0, "line outside of sentences; expected #BOS and the sentence's number")

    def _take_inside(self, line: int, fields: list[str]) -> None:
        if fields[0] == "#EOS":
            if fields[1:2] != [self.number]:
                raise FaultyGraph(line, 2, f"#EOS {' '.join(fields[1:2])}; expected {self.number}, as #BOS says")
            self._ended = True
            return
        own = fields[: self._columns]
        if len(own) < self._columns or len(fields) - self._columns & 1:
            expected = f"{self._columns}, and two more for each secondary edge"
            raise FaultyGraph(line, 0, f"{len(fields)} field{'s'[: len(fields) != 1]}; expected {expected}")
        lemma = NONE if self._columns == 5 else _given(own.pop(1))
        form, tag, features, function, parent = map(_given, own)
        parent = _parent(line, self._columns, parent)
        found = _NODE.fullmatch(form) if form.startswith("#") else None
        if not found:
            name = f"w{len(self.graph.words)}"
            self.graph.words.append(
                GraphWord(name, line, own[0], lemma, tag, features, function=function, parent=parent)
            )
        elif (name := found[1]) in self.graph.nodes:
            raise FaultyGraph(line, 1, f"there is a constituent {name} before")
        else:
            label = "" if own[1] == NOTHING else own[1]
            self.graph.nodes[name] = GraphNode(name, line, label, features, function, parent)
        for column in range(self._columns, len(fields), 2):
            other = _parent(line, column + 2, fields[column + 1])
            self.graph.edges.append(GraphEdge(name, other, _given(fields[column])))

    def finish(self, first: int) -> None:
        """After the last line, given the number of the first: nothing may be missing."""
        if not self._begin:
            raise FaultyGraph(first, 0, "lines outside of sentences; expected #BOS and the sentence's number")
        if not self._ended:
            raise FaultyGraph(self._begin, 0, f"sentence {self.number} has no #EOS")
        parts: list[GraphWord | GraphNode] = [*self.graph.words, *self.graph.nodes.values()]
        for part in parts:
            if part.parent and part.parent not in self.graph.nodes:
                raise FaultyGraph(part.line, self._columns, f"there is no constituent {part.parent}")
        lines = {part.name: part.line for part in parts}
        for edge in self.graph.edges:
            if edge.parent not in self.graph.nodes:
                message = f"secondary edge to {edge.parent or 0}, which is no constituent"
                raise FaultyGraph(lines[edge.child], 0, message)


def _split_line(text: str) -> list[str]:
    """The fields of a line without its comment: between tabs, or between blanks where there are no tabs."""
    if "%%" in text:
        text = _COMMENT.sub("", text)
    if "\t" in text and not text.startswith(_KEYWORDS):
        fields = text.split("\t")
        if " " in text or "\r" in text:
            fields = [field.strip(" \r") for field in fields]
        return [field for field in fields if field] if "" in fields else fields
    return [field for field in _BLANKS.split(text) if field]


def _given(field: str) -> str:
    return NONE if field == NOTHING else field


def _parent(line: int, column: int, field: str) -> str:
    if field == "0":
        return ""
    if not _PARENT.fullmatch(field):
        message = f"parent is {field!r}; expected 0 or the number of a constituent, from 500"
        raise FaultyGraph(line, column, message)
    return field
