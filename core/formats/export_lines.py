"""The lines of one sentence in the NEGRA export format."""

from __future__ import annotations

import re

from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphWord

_BEGIN = re.compile(r"^#BOS[ \t]", re.MULTILINE)
_NODE = re.compile(r"#([5-9]\d\d|[1-9]\d{3,8})", re.ASCII)
_PARENT = re.compile(r"[5-9]\d\d|[1-9]\d{3,8}", re.ASCII)
_COMMENT = re.compile(r"(?:^|[ \t])[ \t]*%%.*", re.DOTALL)
_BLANKS = re.compile(r"[ \t\r]+")
_KEYWORDS = ("#BOS", "#EOS", "#BOT", "#EOT", "#FORMAT")
_NOTHING = "--"


def sources(text: str) -> list[str]:
    """The text of each sentence, from ``#BOS`` to the next one; the first and the last hold what stands around."""
    starts = [found.start() for found in _BEGIN.finditer(text)][1:]
    if not starts and not text.strip():
        return []
    return [text[start:end] for start, end in zip([0, *starts], [*starts, len(text)], strict=True)]


def first_line(source: str) -> int:
    """How many lines of a sentence's text stand before it begins."""
    found = _BEGIN.search(source)
    return source.count("\n", 0, found.start()) if found else 0


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
        fields = split_line(text)
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
            label = "" if own[1] == _NOTHING else own[1]
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


def split_line(text: str) -> list[str]:
    """The fields of a line without its comment: between tabs, or between blanks where there are no tabs."""
    if "%%" in text:
        text = _COMMENT.sub("", text)
    if "\t" in text and not text.startswith(_KEYWORDS):
        return _between_tabs(text)
    return [field for field in _BLANKS.split(text) if field]


def _between_tabs(text: str) -> list[str]:
    fields = text.split("\t")
    if " " in text or "\r" in text:
        fields = [field.strip(" \r") for field in fields]
    return [field for field in fields if field] if "" in fields else fields


def _given(field: str) -> str:
    return NONE if field == _NOTHING else field


def _parent(line: int, column: int, field: str) -> str:
    if field == "0":
        return ""
    if not _PARENT.fullmatch(field):
        message = f"parent is {field!r}; expected 0 or the number of a constituent, from 500"
        raise FaultyGraph(line, column, message)
    return field
