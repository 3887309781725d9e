"""TigerXML: words and constituents as XML elements, edges between them by their identifiers (Mengel & Lezius 2000).

Read as a stream, element by element; namespaces are ignored. Columns: ``coarse_tag`` is ``pos``, ``function`` the label
of the edge from the parent, ``features`` the attribute ``morph`` or, where there are others, all of them as
``name=value|name=value``. ``--`` stands for nothing. The column ``source`` of the sentences is the text from the end
of the one before to its own end, so that a file comes back byte by byte; what stands before ``<body>``, and behind the
last sentence, is kept in ``other_lines``. A sentence whose edges make no tree is unreadable; XML that is not
well-formed ends the reading.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar
from xml.parsers import expat

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphTables, GraphWord
from goldleaf.core.formats.source import NO_TIGERXML, Choices, Holding, Part, Source, canonical_encoding, layout_of
from goldleaf.core.treebank import Treebank

COLUMNS = ("position", "form", "lemma", "coarse_tag", "features", "function", "parent")
NOTHING = "--"
OF_WORDS = ("id", "word", "lemma", "pos")
OF_NODES = ("id", "cat")
_CORPUS = re.compile(rb"<(?:[\w.-]+:)?(?:corpus|subcorpus)[\s>]")
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


def begins(text: bytes) -> bool:
    return text.startswith(b"<") and _CORPUS.search(text) is not None


def holds() -> Holding:
    words = {f"words.{column}" for column in COLUMNS if column not in ("position", "form", "parent")}
    nodes = {"nodes", "nodes.function", "nodes.features", "secondary_edges", "gaps"}
    return Holding(frozenset(words | nodes | {"wordless", "sentences.id"}))


class TigerReader:
    """Reads such files, cut at any line. Raises FormatError for an unknown or wrong encoding, and for other XML."""

    def __init__(self, source: Source, choices: Choices) -> None:
        self.source, self.choices = source, choices
        self.encoding = _encoding(source)
        self._decoder = codecs.getincrementaldecoder(self.encoding)()
        self._handler = Handler(namespace_separator=" ")
        self._in_head, self._broken = True, False

    def border(self, text: bytes, at: int) -> int | None:
        found = text.find(b"\n", at)
        return found + 1 if found >= 0 else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank: the sentences that end in it."""
        tables = GraphTables(part, self.choices.columns)
        text = part.text if self.encoding == "utf-8" else self._converted(part)
        if self._in_head:
            before, body, _ = text.decode().partition("<body")
            self._in_head = not body
            for number, line in enumerate(before.split("\n"), part.first_line):
                if line.strip():
                    tables.keep(number, line.removesuffix("\r"))
        else:
            text.decode()  # what is not UTF-8 is told before what is not well-formed
        if part.text and not self._broken:
            try:
                self._handler.parse(text, tables, is_last=part.done == 1)
            except expat.ExpatError as error:
                self._broken = True
                message = f"not well-formed XML: {expat.ErrorString(error.code)}"
                tables.skip(FaultyGraph(error.lineno, error.offset + 1, message), error.lineno, "")
            if part.done == 1:  # what stands behind the last sentence is kept, each line as it is
                rest = self._handler.rest().split("\n")
                for number, line in enumerate(rest, part.first_line + len(part.starts) - len(rest) + 1):
                    tables.keep(number, line)
                if not (self._broken or self._handler.is_tigerxml):
                    raise FormatError(Problem(self.source.path, 1, 0, f"is {NO_TIGERXML}"))
        layout = layout_of(part, "tigerxml", COLUMNS)
        encoding = self.encoding if self.source.encoding == "utf-8" else self.source.encoding
        layout = replace(layout, encoding=encoding, final_newline=True)
        return tables.treebank(layout, first_sentence, first_word)

    def _converted(self, part: Part) -> bytes:
        line, what = part.first_line, "the text"
        try:
            return self._decoder.decode(part.text, part.done == 1).encode()
        except UnicodeDecodeError as error:
            line += part.text.count(b"\n", 0, error.start)
            what = f"byte 0x{error.object[error.start]:02x}"
        except UnicodeError:
            pass  # says no place in the file
        message = f"{what} is not {self.encoding}, which the file says it is in; name its own with --encoding"
        raise FormatError(Problem(self.source.path, line, 0, message))


def _encoding(source: Source) -> str:
    """The encoding that the text is in: UTF-8 where it has been converted already."""
    found = _ENCODING.search(source.head())
    if source.encoding != "utf-8" or not found:
        return "utf-8"
    name = found[1].decode()
    canonical = canonical_encoding(name)
    if canonical is None:
        raise FormatError(Problem(source.path, 1, 0, f"encoding {name} is not known; see --encoding"))
    if "<".encode(canonical) not in (b"<", codecs.BOM_UTF8 + b"<"):  # but so it was read until here
        raise FormatError(Problem(source.path, 1, 0, f"the file says it is in {name}, but is not; see --encoding"))
    return "utf-8" if canonical in ("ascii", "utf-8") else canonical


class Handler:
    """Meets the elements of a text, puts them together to sentences, and gives whole sentences to tables."""

    def __init__(self, namespace_separator: str | None = None) -> None:
        self.is_tigerxml = False
        self._tables: GraphTables
        self._sentence: _Sentence | None = None
        self._text = b""
        self._before = 0  # bytes that stood before the text
        self._start_of_next = 0  # what no sentence has taken yet: to cut it off each time would copy the rest
        self._parser = expat.ParserCreate("utf-8", namespace_separator)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end

    def parse(self, text: bytes, tables: GraphTables, *, is_last: bool) -> None:
        self._tables = tables
        self._text = self._text[self._start_of_next :] + text
        self._before += self._start_of_next
        self._start_of_next = 0
        self._parser.Parse(text, is_last)

    def rest(self) -> str:
        return self._text[self._start_of_next :].decode()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = _local(name)
        line = self._parser.CurrentLineNumber
        self.is_tigerxml |= name in ("body", "subcorpus", "s")
        if name == "s":
            self._sentence = _Sentence(line, attributes.get("id"))
        elif name == "subcorpus" and "external" in attributes:
            self._tables.warn(line, f"the sentences in {attributes['external']} are not read")
        elif self._sentence:
            self._sentence.take(line, name, attributes)

    def _end(self, name: str) -> None:
        if _local(name) != "s" or not self._sentence:
            return
        sentence, self._sentence = self._sentence, None
        # Its text goes to the end of its element, and of that line if nothing else is on it.
        at = self._parser.CurrentByteIndex - self._before
        if self._text.startswith(b"</", at):
            at = self._text.index(b">", at) + 1
        line_end = self._text.find(b"\n", at) + 1
        if line_end and not self._text[at:line_end].strip():
            at = line_end
        source = self._text[self._start_of_next : at].decode()
        self._start_of_next = at
        try:
            self._tables.add(sentence.graph(), sentence.line, sentence.name, source)
        except FaultyGraph as fault:
            self._tables.skip(fault, sentence.line, "", source)
        for line, message in sentence.oddities:
            self._tables.warn(line, message)


@lru_cache(maxsize=256)  # a file has few names, each very often
def _local(name: str) -> str:
    return name.rpartition(" ")[2].rpartition(":")[2]


_Part = TypeVar("_Part", GraphWord, GraphNode)


class _Sentence:
    def __init__(self, line: int, name: str | None) -> None:
        self.line = line
        self.name = name
        self.oddities: list[tuple[int, str]] = []
        self._fault: FaultyGraph | None = None
        self._current = ""
        self._words: dict[str, GraphWord] = {}
        self._nodes: dict[str, GraphNode] = {}
        self._parents: dict[str, tuple[str, str]] = {}
        self._lines: dict[str, int] = {}
        self._edges: list[tuple[int, GraphEdge]] = []

    def take(self, line: int, element: str, attributes: dict[str, str]) -> None:
        """An element; the first fault is kept for the end."""
        try:
            if element in ("t", "nt"):
                self._current = name = _required(line, element, "id", attributes)
                if not name or name in self._words or name in self._nodes:
                    raise FaultyGraph(line, 0, f"the id {name!r} is empty or was given before")
                if element == "t":
                    form = _required(line, element, "word", attributes)
                    lemma, tag = given(attributes.get("lemma", NOTHING)), given(attributes.get("pos", NOTHING))
                    self._words[name] = GraphWord(name, line, form, lemma, tag, features_of(attributes, OF_WORDS))
                else:
                    label = _required(line, element, "cat", attributes)
                    self._nodes[name] = GraphNode(name, line, label, features_of(attributes, OF_NODES))
            elif element in ("edge", "secedge"):
                other = _required(line, element, "idref", attributes)
                label = given(attributes.get("label", NOTHING))
                if self._current not in self._nodes and (element == "edge" or self._current not in self._words):
                    raise FaultyGraph(line, 0, f"<{element}> outside of a constituent")
                if element == "secedge":
                    self._edges.append((line, GraphEdge(self._current, other, label)))
                elif other in self._parents:
                    both = f"{self._parents[other][0]} and {self._current}"
                    raise FaultyGraph(line, 0, f"{other} has two parents, {both}")
                else:
                    self._parents[other], self._lines[other] = (self._current, label), line
        except FaultyGraph as fault:
            self._fault = self._fault or fault

    def graph(self) -> Graph:
        if self._fault:
            raise self._fault
        for child, line in self._lines.items():
            if child not in self._words and child not in self._nodes:
                raise FaultyGraph(line, 0, f"edge to {child}, which is neither word nor constituent")
        odd = [(line, edge.parent) for line, edge in self._edges if edge.parent not in self._nodes]
        message = "secondary edge to {}, which is no constituent; it is left out"
        self.oddities += [(line, message.format(name)) for line, name in odd]
        edges = [edge for _, edge in self._edges if edge.parent in self._nodes]

        def placed(part: _Part) -> _Part:
            parent, function = self._parents.get(part.name, ("", NONE))
            return part._replace(parent=parent, function=function)

        nodes = {name: placed(node) for name, node in self._nodes.items()}
        return Graph([placed(word) for word in self._words.values()], nodes, edges)


def _required(line: int, element: str, name: str, attributes: dict[str, str]) -> str:
    if name not in attributes:
        raise FaultyGraph(line, 0, f"<{element}> without {name}")
    return attributes[name]


def given(value: str) -> str:
    """The value of an attribute as a treebank has it."""
    return NONE if value in (NOTHING, "") else value


def features_of(attributes: dict[str, str], others: tuple[str, ...]) -> str:
    """All other attributes that say something; only the value where that is ``morph`` alone."""
    found = [pair for pair in attributes.items() if pair[0] not in others and pair[1] not in (NOTHING, "", NONE)]
    if not found:
        return NONE
    return found[0][1] if len(found) == 1 and found[0][0] == "morph" else "|".join(map("=".join, found))
