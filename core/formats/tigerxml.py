"""TigerXML: words and constituents as XML elements, edges between them by their identifiers (Mengel & Lezius 2000).

Read as a stream, element by element; namespaces are ignored. Columns: ``coarse_tag`` is ``pos``, ``function`` the label
of the edge from the parent, ``features`` the attribute ``morph`` or, where there are others, all of them as
``name=value|name=value``. ``--`` stands for nothing. The column ``source`` of the sentences is the text from the end
of the one before to its own end, so that a file comes back byte by byte; what stands before ``<body>``, and behind the
last sentence, is kept in ``other_lines``. A sentence whose edges make no tree is unreadable; XML that is not
well-formed ends the reading.

A sentence that is as it was read is written as it stood in the file, with all that stands around it. One that was
changed keeps the identifiers, attributes and layout that it has there, for other files, and people, refer to words and
constituents by their identifiers. Others, and all of another format, are written anew. TigerXML has no place for the
function of a word or constituent that has no parent.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count
from typing import Any, TypeVar
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers import expat

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.facts import Integers
from goldleaf.core.formats import graphs
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphTables, GraphWord
from goldleaf.core.formats.source import NO_TIGERXML, Choices, Holding, Part, Source, canonical_encoding, layout_of
from goldleaf.core.formats.writing import check_constituents, check_readable, encoded, kept_or_anew
from goldleaf.core.treebank import Treebank

COLUMNS = ("position", "form", "lemma", "coarse_tag", "features", "function", "parent")
_NOTHING = "--"
_OF_WORDS = ("id", "word", "lemma", "pos")
_OF_NODES = ("id", "cat")
_CORPUS = re.compile(rb"<(?:[\w.-]+:)?(?:corpus|subcorpus)[\s>]")
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_FORBIDDEN = r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"  # characters that XML does not have
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_ENTITIES = {ord(character): entity for character, entity in _ESCAPES.items()}
_DECLARED = re.compile(r"""(<\?xml[^>]*encoding\s*=\s*["'])([^"']*)""")
_SENTENCE = re.compile(r"<(?:[\w.-]+:)?s(?=[\s/>])")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_BEFORE_NODES = 499  # constituents are called 500 and up


def begins(text: bytes) -> bool:
    return text.startswith(b"<") and _CORPUS.search(text) is not None


def holds() -> Holding:
    return Holding(graphs.HELD | {"sentences.id"})


class TigerReader:
    """Reads such files, cut at any line. Raises FormatError for an unknown or wrong encoding, and for other XML."""

    def __init__(self, source: Source, choices: Choices) -> None:
        self.source, self.choices = source, choices
        self.encoding = _encoding(source)
        self._decoder = codecs.getincrementaldecoder(self.encoding)()
        self._handler = _Handler(namespace_separator=" ")
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
            tables.keep(part.first_line, before)
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
                rest = self._handler.rest()
                tables.keep(part.first_line + len(part.starts) - rest.count("\n"), rest, as_it_is=True)
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


class _Handler:
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


class _Sentence:
    def __init__(self, line: int, name: str | None) -> None:
        self.line = line
        self.name = name
        self.oddities: list[tuple[int, str]] = []
        self._fault: FaultyGraph | None = None
        self._current = ""
        self._words: dict[str, GraphWord] = {}
        self._nodes: dict[str, GraphNode] = {}
        self._above: dict[str, tuple[int, str, str]] = {}  # line, parent and label of each one's edge
        self._edges: list[tuple[int, GraphEdge]] = []

    def take(self, line: int, element: str, attributes: dict[str, str]) -> None:
        """An element; the first fault is kept for the end."""
        try:
            if element in ("t", "nt"):
                self._current = name = attributes["id"]
                if not name or name in self._words or name in self._nodes:
                    raise FaultyGraph(line, 0, f"the id {name!r} is empty or was given before")
                if element == "t":
                    form = attributes["word"]
                    lemma, tag = _given(attributes.get("lemma", _NOTHING)), _given(attributes.get("pos", _NOTHING))
                    self._words[name] = GraphWord(name, line, form, lemma, tag, _features(attributes, _OF_WORDS))
                else:
                    self._nodes[name] = GraphNode(name, line, attributes["cat"], _features(attributes, _OF_NODES))
            elif element in ("edge", "secedge"):
                other = attributes["idref"]
                label = _given(attributes.get("label", _NOTHING))
                if self._current not in self._nodes and (element == "edge" or self._current not in self._words):
                    raise FaultyGraph(line, 0, f"<{element}> outside of a constituent")
                if element == "secedge":
                    self._edges.append((line, GraphEdge(self._current, other, label)))
                elif other in self._above:
                    both = f"{self._above[other][1]} and {self._current}"
                    raise FaultyGraph(line, 0, f"{other} has two parents, {both}")
                else:
                    self._above[other] = line, self._current, label
        except KeyError as missing:
            self._fault = self._fault or FaultyGraph(line, 0, f"<{element}> without {missing.args[0]}")
        except FaultyGraph as fault:
            self._fault = self._fault or fault

    def graph(self) -> Graph:
        if self._fault:
            raise self._fault
        for child, (line, *_) in self._above.items():
            if child not in self._words and child not in self._nodes:
                raise FaultyGraph(line, 0, f"edge to {child}, which is neither word nor constituent")
        odd = [(line, edge.parent) for line, edge in self._edges if edge.parent not in self._nodes]
        message = "secondary edge to {}, which is no constituent; it is left out"
        self.oddities += [(line, message.format(name)) for line, name in odd]
        edges = [edge for _, edge in self._edges if edge.parent in self._nodes]

        def place(name: str) -> dict[str, Any]:
            _, parent, function = self._above.get(name, (0, "", NONE))
            return {"parent": parent, "function": function}

        words = [word._replace(**place(name)) for name, word in self._words.items()]
        return Graph(words, {name: node._replace(**place(name)) for name, node in self._nodes.items()}, edges)


def _given(value: str) -> str:
    """The value of an attribute as a treebank has it."""
    return NONE if value in (_NOTHING, "") else value


def _features(attributes: dict[str, str], others: tuple[str, ...]) -> str:
    """All other attributes that say something; only the value where that is ``morph`` alone."""
    found = [pair for pair in attributes.items() if pair[0] not in others and pair[1] not in (_NOTHING, "", NONE)]
    if not found:
        return NONE
    return found[0][1] if len(found) == 1 and found[0][0] == "morph" else "|".join(map("=".join, found))


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. Raises GoldleafError for an unreadable sentence, ValueError where columns were not read."""
    check_readable(treebank)
    encoding, newline = treebank.layout.encoding, treebank.layout.newline
    if treebank.format == "tigerxml" and treebank.layout.of_file and len(treebank):
        text = kept_or_anew(treebank, partial(graphs.reread_graphs, _take_again), graphs.COMPARED, _within_sources)
        text += "\n".join(treebank.other_lines.filter(pl.col("sentence") == len(treebank))["text"])
        declared = _DECLARED.match(text)
        if declared and canonical_encoding(declared[2]) != canonical_encoding(encoding):
            text = f"{declared[1]}{encoding}{text[declared.end() :]}"
        return encoded(treebank, text)
    check_constituents(treebank)
    features = (("word", "T"), ("lemma", "T"), ("pos", "T"), ("morph", "T"), ("cat", "NT"))
    lines = [f'    <feature name="{name}" domain="{domain}"/>' for name, domain in features]
    head = ("<corpus>", "<head>", "  <annotation>", *lines, "  </annotation>", "</head>", "<body>")
    body = "".join(_graphs(treebank, np.arange(len(treebank)))) + "</body>"
    text = "\n".join((f'<?xml version="1.0" encoding="{encoding}"?>', *head, body, "</corpus>", ""))
    return encoded(treebank, text.replace("\n", newline))


def _take_again(tables: GraphTables, source: str) -> None:
    """What a sentence says in the file; one that only the head explains says nothing."""
    try:
        _Handler().parse(_framed(source)[1].encode(), tables, is_last=True)
    except expat.ExpatError:
        tables.add(Graph(), 1, None)


def _within_sources(treebank: Treebank, rows: Integers) -> list[str]:
    of_rows = zip(graphs.tables_of(treebank, rows), graphs.COMPARED.values(), strict=True)
    tables = [table.select("sentence", *columns).rows_by_key("sentence") for table, columns in of_rows]
    texts = []
    for row in rows.tolist():
        before, own, after = _framed(treebank.sentences["source"][row])
        graph = _rewritten(own, *(table.get(row, []) for table in tables))
        if graph is None:
            [graph] = _graphs(treebank, np.array([row]))
        texts.append(before + graph.rstrip("\n").replace("\n", treebank.layout.newline) + after)
    return texts


def _framed(source: str) -> tuple[str, str, str]:
    """What stands before a sentence, its own element, and what stands behind."""
    start = [found.start() for found in _SENTENCE.finditer(source)][-1]
    end = len(source.rstrip())
    return source[:start], source[start:end], source[end:]


def _graphs(treebank: Treebank, rows: Integers) -> list[str]:
    number = pl.format("s{}", pl.int_range(1, pl.len() + 1))
    named = pl.when(pl.col("id") == "").then(None).otherwise(pl.col("id")).fill_null(number)
    names = treebank.sentences.select(_escaped(named)).to_series()
    tables = graphs.tables_of(treebank, rows)
    words, nodes, edges = (table.with_columns(name=names.gather(table["sentence"])) for table in tables)
    lemma = pl.when(pl.col("lemma") == NONE).then(pl.lit("")).otherwise(pl.format(' lemma="{}"', _escaped("lemma")))
    tag = pl.when(pl.col("coarse_tag") == NONE).then(pl.lit(_NOTHING)).otherwise(_escaped("coarse_tag"))
    features, word_name = _attributes(words["features"], _OF_WORDS), pl.format("{}_{}", "name", "position")
    word = pl.format('t id="{}" word="{}"{} pos="{}"{}', word_name, _escaped("form"), lemma, tag, features)
    features = _attributes(nodes["features"], _OF_NODES)
    node = pl.format('nt id="{}" cat="{}"{}', _node("node"), _escaped("label"), features)
    secondary = edges.select("sentence", "word", "node", text=_edge("secedge", "label", _node("parent")))
    of_words = words.select("sentence", node="parent", text=_edge("edge", "function", word_name))
    of_nodes = nodes.select("sentence", node="parent", text=_edge("edge", "function", _node("node")))
    within = pl.concat([of_words, of_nodes, secondary.drop("word")])
    words_inside = graphs.by_sentence(rows, _elements("t", words, word, graphs.of_children(secondary, words, "word")))
    nodes_inside = graphs.by_sentence(rows, _elements("nt", nodes, node, graphs.of_children(within, nodes, "node")))
    lengths = treebank.sentences["words"].gather(rows)
    texts = []
    parts = zip(names.gather(rows), lengths, words_inside, nodes_inside, strict=True)
    for name, length, terminals, nonterminals in parts:
        first = max(_BEFORE_NODES, length) + 1 if nonterminals else 1  # the first constituent is at the top
        root = f' root="{name}_{first}"' if terminals else ""
        inner = f"<terminals>\n{terminals}</terminals>\n<nonterminals>\n{nonterminals}</nonterminals>\n"
        texts.append(f'<s id="{name}">\n<graph{root}>\n{inner}</graph>\n</s>\n')
    return texts


def _elements(name: str, table: pl.DataFrame, opening: pl.Expr, inner: pl.Series) -> pl.DataFrame:
    empty, closed = pl.format(" <{}/>\n", opening), pl.format(" <{}>\n{} </{}>\n", opening, inner, pl.lit(name))
    return table.select("sentence", text=pl.when(inner.is_null()).then(empty).otherwise(closed))


def _edge(element: str, label: str, other: pl.Expr) -> pl.Expr:
    text = pl.when(pl.col(label) == NONE).then(pl.lit(_NOTHING)).otherwise(_escaped(label))
    return pl.format('  <{} label="{}" idref="{}"/>\n', pl.lit(element), text, other)


def _node(column: str) -> pl.Expr:
    before = pl.max_horizontal(pl.lit(_BEFORE_NODES), pl.col("words"))
    return pl.format("{}_{}", pl.col("name"), before + pl.col(column))


def _attributes(features: pl.Series, others: tuple[str, ...]) -> pl.Series:
    distinct, texts = features.unique(), []
    for value in distinct:
        pairs = ((name, _clean(text).translate(_ENTITIES)) for name, text in _pairs(value, others))
        texts.append("".join(f' {name}="{text}"' for name, text in pairs))
    return features.replace_strict(distinct, pl.Series(texts, dtype=pl.String), return_dtype=pl.String)


def _escaped(text: pl.Expr | str) -> pl.Expr:
    """The text, or column, as the value of an attribute; characters that XML does not have become U+FFFD."""
    column = pl.col(text) if isinstance(text, str) else text
    return column.str.replace_all(_FORBIDDEN, "\ufffd").str.replace_many(_ESCAPES)


def _rewritten(
    text: str, words: list[tuple[Any, ...]], nodes: list[tuple[Any, ...]], edges: list[tuple[Any, ...]]
) -> str | None:
    """The element of a sentence, given as it stands in the file; None where its words are others. Words, constituents
    and secondary edges are to be written as these rows of the columns in `COMPARED` say."""
    try:
        sentence = ET.fromstring(text, ET.XMLParser(target=ET.TreeBuilder(insert_comments=True)))
    except ET.ParseError:  # its prefix is declared around it
        return None
    graph, nonterminals = sentence.find(".//graph"), sentence.find(".//nonterminals")
    of_words = [*sentence.iter("t")]
    if graph is None or [_clean(form) for form, *_ in words] != [one.get("word") for one in of_words]:
        return None
    if nonterminals is None and nodes:
        nonterminals = ET.SubElement(graph, "nonterminals")
        nonterminals.tail = graph.text
    known = {one.get("id", ""): one for one in sentence.iter("nt")}
    word_names = [one.get("id", "") for one in of_words]
    parents = {edge.get("idref", ""): name for name, node in known.items() for edge in node.findall("edge")}
    labels = {name: node.get("cat", "") for name, node in known.items()}
    parents_wanted = {number: parent for number, (*_, parent) in enumerate(nodes, 1)}
    labels_wanted = {number: _clean(label) for number, (label, *_) in enumerate(nodes, 1)}
    wanted = _spans([parent for *_, parent in words], parents_wanted, labels_wanted)
    spans = _spans([parents.get(name, "") for name in word_names], parents, labels)
    names = _names(spans, [*wanted.values()], [*word_names, *known], sentence.get("id", "s"))
    elements = [known.get(name, Element("nt", {"id": name, "cat": ""})) for name in names]
    above = ["", *names]
    below: dict[str, dict[str, str]] = {name: {} for name in above}
    across: dict[str, dict[str, str]] = {name: {} for name in (*word_names, *names)}
    for name, (*_, function, parent) in zip((*word_names, *names), (*words, *nodes), strict=True):
        below[above[parent]][name] = function
    for word_number, number, parent, label in edges:
        across[word_names[word_number - 1] if word_number else above[number]][above[parent]] = label
    for element, name, (_, lemma, tag, features, *_) in zip(of_words, word_names, words, strict=True):
        _say(element, {"lemma": lemma, "pos": tag}, features, _OF_WORDS)
        _link(element, {"secedge": across[name]})
    for element, name, (label, features, *_) in zip(elements, names, nodes, strict=True):
        _say(element, {"cat": label}, features, _OF_NODES)
        _link(element, {"edge": below[name], "secedge": across[name]})
    if nonterminals is not None:
        kept = [one for one in known.values() if one in elements]
        _hold(nonterminals, [*kept, *(one for one in elements if one not in kept)])
    top = next(iter(below[""]), None)
    if top is not None and graph.get("root") not in (None, *word_names, *names):
        graph.set("root", next((name for name in below[""] if name in names), top))
    # Where letters are written as numbers (&#252;), they stay so.
    written: str = ET.tostring(sentence, encoding="us-ascii" if text.isascii() else "utf-8").decode()
    return written if " />" in text else written.replace(" />", "/>")


def _clean(text: str) -> str:
    return re.sub(_FORBIDDEN, "\ufffd", text)


_Id = TypeVar("_Id", int, str)
Span = tuple[frozenset[int], str]  # the words of a constituent, and its label


def _spans(word_parents: Sequence[_Id], parents: Mapping[_Id, _Id], labels: Mapping[_Id, str]) -> dict[_Id, Span]:
    """Those of some constituents, by what ``labels`` calls them, in its order."""
    found: dict[_Id, set[int]] = {name: set() for name in labels}
    for position, parent in enumerate(word_parents, 1):
        above: _Id | None = parent
        while above in found:
            found[above].add(position)
            above = parents.get(above)
    return {name: (frozenset(found[name]), label) for name, label in labels.items()}


def _names(known: Mapping[str, Span], wanted: Sequence[Span], taken: Iterable[str], sentence: str) -> list[str]:
    """An identifier for each constituent that is to be written: that of the same one, else one that is not there."""
    # The same is what has the same words and label, else the same words, else the same label and first word.
    same: tuple[Callable[[Span], Hashable], ...] = (
        lambda span: span,
        lambda span: span[0],
        lambda span: (min(span[0], default=0), span[1]),
    )
    found: dict[int, str] = {}
    for key in same:
        left: dict[Hashable, list[str]] = {}
        for name, span in known.items():
            if name not in found.values():
                left.setdefault(key(span), []).append(name)
        for place, span in enumerate(wanted):
            if place not in found and left.get(key(span)):
                found[place] = left[key(span)].pop(0)
    # Other files may refer to identifiers that were given up: they are not given to anything else.
    used = {*taken}
    new = (name for number in count(_BEFORE_NODES + 1) if (name := f"{sentence}_{number}") not in used)
    return [found[place] if place in found else next(new) for place in range(len(wanted))]


def _say(element: Element, values: Mapping[str, str], features: str, own: tuple[str, ...]) -> None:
    """Let the attributes say this; those that say it already stay, also such as say nothing (``morph="--"``)."""
    for name, value in values.items():
        if _given(element.get(name, _NOTHING)) != _clean(value):
            element.set(name, _NOTHING if value == NONE else _clean(value))
    if _features(dict(element.attrib), own) != features:
        for name in {*element.attrib} - {*own}:
            del element.attrib[name]
        for name, value in _pairs(features, own):
            element.set(name, _clean(value))


def _pairs(features: str, others: tuple[str, ...]) -> list[tuple[str, str]]:
    """The features as attributes: each its own if they can be, else all as ``morph``."""
    pairs = [pair.partition("=") for pair in features.split("|")]
    names = {name for name, equals, value in pairs if equals and value and _NAME.fullmatch(name)} - {*others}
    if len(names) == len(pairs):
        return [(name, value) for name, _, value in pairs]
    return [] if features == NONE else [("morph", features)]


def _link(element: Element, wanted: Mapping[str, Mapping[str, str]]) -> None:
    """Let a word or constituent have these edges of each kind, by what they lead to, and no others."""
    kept = []
    left = {kind: dict(labels) for kind, labels in wanted.items()}
    for child in element:
        other = child.get("idref", "")
        if child.tag not in left:
            kept.append(child)
        elif other in left[child.tag]:
            _say(child, {"label": left[child.tag].pop(other)}, NONE, tuple(child.attrib))
            kept.append(child)
    new = [
        Element(kind, {"label": _NOTHING if label == NONE else _clean(label), "idref": other})
        for kind, labels in left.items()
        for other, label in labels.items()
    ]
    _hold(element, [*kept, *new])


def _hold(parent: Element, children: Sequence[Element]) -> None:
    if [*parent] == [*children]:
        return
    last = parent[-1].tail if len(parent) else None
    parent[:] = children
    for child in children:
        child.tail = parent.text
    if children:
        children[-1].tail = last
    else:
        parent.text = None
