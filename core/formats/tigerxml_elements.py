"""The elements of TigerXML, as a parser meets them, put together to sentences."""

from __future__ import annotations

from functools import lru_cache
from xml.parsers.expat import XMLParserType

from goldleaf.core.formats.graph_tables import GraphTables
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphWord

NOTHING = "--"
OF_WORDS = ("id", "word", "lemma", "pos")
OF_NODES = ("id", "cat")


class Handler:
    """Takes what the parser finds; whole sentences go to the tables."""

    tables: GraphTables

    def __init__(self) -> None:
        self._sentence: _Sentence | None = None
        self.is_tigerxml = False
        self._text = b""
        self._before = 0  # bytes that stood before the text
        self._start_of_next = 0  # what no sentence has taken yet: to cut it off each time would copy the rest

    def more(self, text: bytes) -> None:
        """The text that is parsed next."""
        self._text = self._text[self._start_of_next :] + text
        self._before += self._start_of_next
        self._start_of_next = 0

    def rest(self) -> str:
        """The text behind the last sentence."""
        return self._text[self._start_of_next :].decode()

    def _taken(self) -> str:
        """The text up to the end of the sentence that ends here, and of its line if nothing else is on it."""
        at = self._parser.CurrentByteIndex - self._before
        if self._text.startswith(b"</", at):
            at = self._text.index(b">", at) + 1
        line_end = self._text.find(b"\n", at) + 1
        if line_end and not self._text[at:line_end].strip():
            at = line_end
        source = self._text[self._start_of_next : at]
        self._start_of_next = at
        return source.decode()

    def attach(self, parser: XMLParserType) -> None:
        """Listen to this parser."""
        self._parser = parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = _local(name)
        line = self._parser.CurrentLineNumber
        self.is_tigerxml |= name in ("body", "subcorpus", "s")
        if name == "s":
            self._sentence = _Sentence(line, attributes.get("id"))
        elif name == "subcorpus" and "external" in attributes:
            self.tables.warn(line, f"the sentences in {attributes['external']} are not read")
        elif self._sentence:
            self._sentence.take(line, name, attributes)

    def _end(self, name: str) -> None:
        if _local(name) != "s" or not self._sentence:
            return
        sentence, self._sentence = self._sentence, None
        source = self._taken()
        try:
            self.tables.add(sentence.graph(), sentence.line, sentence.name, source)
        except FaultyGraph as fault:
            self.tables.skip(fault, sentence.line, "", source)
        for line, message in sentence.oddities:
            self.tables.warn(line, message)


@lru_cache(maxsize=256)  # a file has few names, each very often
def _local(name: str) -> str:
    """The name of an element without its namespace."""
    return name.rpartition(" ")[2].rpartition(":")[2]


class _Sentence:
    """The elements of one ``<s>``."""

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

    def take(self, line: int, name: str, attributes: dict[str, str]) -> None:
        """An element; the first fault is kept for the end."""
        try:
            if name == "t":
                self._take_word(line, attributes)
            elif name == "nt":
                self._take_node(line, attributes)
            elif name in ("edge", "secedge"):
                self._take_edge(line, name, attributes)
        except FaultyGraph as fault:
            self._fault = self._fault or fault

    def _take_word(self, line: int, attributes: dict[str, str]) -> None:
        name = self._named(line, "t", attributes)
        form = _required(line, "t", "word", attributes)
        lemma, tag = given(attributes.get("lemma", NOTHING)), given(attributes.get("pos", NOTHING))
        self._words[name] = GraphWord(name, line, form, lemma, tag, features_of(attributes, OF_WORDS))

    def _take_node(self, line: int, attributes: dict[str, str]) -> None:
        name = self._named(line, "nt", attributes)
        label = _required(line, "nt", "cat", attributes)
        self._nodes[name] = GraphNode(name, line, label, features_of(attributes, OF_NODES))

    def _named(self, line: int, element: str, attributes: dict[str, str]) -> str:
        self._current = name = _required(line, element, "id", attributes)
        if not name or name in self._words or name in self._nodes:
            raise FaultyGraph(line, 0, f"the id {name!r} is empty or was given before")
        return name

    def _take_edge(self, line: int, element: str, attributes: dict[str, str]) -> None:
        other = _required(line, element, "idref", attributes)
        label = given(attributes.get("label", NOTHING))
        if self._current not in (self._nodes if element == "edge" else {**self._words, **self._nodes}):
            raise FaultyGraph(line, 0, f"<{element}> outside of a constituent")
        if element == "secedge":
            self._edges.append((line, GraphEdge(self._current, other, label)))
        elif other in self._parents:
            raise FaultyGraph(line, 0, f"{other} has two parents, {self._parents[other][0]} and {self._current}")
        else:
            self._parents[other] = (self._current, label)
            self._lines[other] = line

    def graph(self) -> Graph:
        """The whole sentence. Raises FaultyGraph."""
        if self._fault:
            raise self._fault
        for child, line in self._lines.items():
            if child not in self._words and child not in self._nodes:
                raise FaultyGraph(line, 0, f"edge to {child}, which is neither word nor constituent")
        graph = Graph(edges=self._secondary_edges())
        for word in self._words.values():
            parent, function = self._parents.get(word.name, ("", NONE))
            graph.words.append(word._replace(parent=parent, function=function))
        for name, node in self._nodes.items():
            parent, function = self._parents.get(name, ("", NONE))
            graph.nodes[name] = node._replace(parent=parent, function=function)
        return graph

    def _secondary_edges(self) -> list[GraphEdge]:
        """Those to constituents; the others are oddities."""
        found = []
        for line, edge in self._edges:
            if edge.parent in self._nodes:
                found.append(edge)
            else:
                self.oddities.append(
                    (line, f"secondary edge to {edge.parent}, which is no constituent; it is left out")
                )
        return found


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
