"""The NEGRA export format, versions 3 and 4: one word or constituent a line, with a name for each constituent.

Brants (1997). After ``#BOS`` come the words, then the constituents (``#500`` and up), each with tag, morphology, the
label of the edge to the parent, the parent's number (0 for none), and pairs of label and parent for secondary edges;
version 4 has the lemma in the second column. ``--`` stands for nothing: a constituent's label is then empty, as that of
an outer bracket ``( (S …))`` is. ``%%`` begins a comment.

Columns: ``features`` is the morphology, ``function`` the edge label. The column ``source`` of the sentences is the text
from one ``#BOS`` to the next. A sentence that is as it was read is written as it stood in the file, comments included.
Others are written anew, with one tab between fields and constituents from #500 on, children before their parents;
version 4 where there are lemmas.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.facts import Integers
from goldleaf.core.formats import graphs
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph, GraphEdge, GraphNode, GraphTables, GraphWord
from goldleaf.core.formats.source import Choices, Holding, Part, Source, layout_of
from goldleaf.core.formats.writing import check_constituents, encoded, kept_or_anew
from goldleaf.core.treebank import Treebank

COLUMNS = {
    3: ("position", "form", "coarse_tag", "features", "function", "parent"),
    4: ("position", "form", "lemma", "coarse_tag", "features", "function", "parent"),
}
_NOTHING = "--"
_LOWEST = 500  # the number of the first constituent
_FORMAT = re.compile(rb"^#FORMAT[ \t]+(\d+)", re.MULTILINE)
_BEGINS = re.compile(rb"^#(?:FORMAT|BOS)[ \t]", re.MULTILINE)
_BEGIN = re.compile(rb"^#BOS[ \t]", re.MULTILINE)
_FIRST_WORD = re.compile(rb"^#BOS[^\n]*\n([^\n]*)", re.MULTILINE)
_FRAME = re.compile(r"^#BOS[ \t][^\n]*\n(.*?)^#EOS", re.MULTILINE | re.DOTALL)
_NODE = re.compile(r"#([5-9]\d\d|[1-9]\d{3,8})", re.ASCII)
_PARENT = re.compile(r"[5-9]\d\d|[1-9]\d{3,8}", re.ASCII)
_COMMENT = re.compile(r"(?:^|[ \t])[ \t]*%%.*", re.DOTALL)
_BLANKS = re.compile(r"[ \t\r]+")
_KEYWORDS = ("#BOS", "#EOS", "#BOT", "#EOT", "#FORMAT")


def begins(text: bytes) -> bool:
    return text.startswith((b"#FORMAT", b"#BO", b"%%")) and _BEGINS.search(text) is not None


def holds() -> Holding:
    return Holding(graphs.HELD)


class ExportReader:
    """Reads files of this format, cut before ``#BOS``. Raises FormatError for a version that is not known."""

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
                number, graph = _read_sentence(text, line, self.version)
                tables.add(graph, first_line, number, text)
            except FaultyGraph as fault:
                tables.skip(fault, line, text, text)
            line += text.count("\n")
        return tables.treebank(layout_of(part, "export", COLUMNS[self.version]), first_sentence, first_word)


def _read_sentence(text: str, first: int, version: int) -> tuple[str, Graph]:
    """The number of a sentence and what it says, given the number of its text's first line. Raises FaultyGraph."""
    graph, number, begin, columns = Graph(), "", 0, version + 2
    ended = in_table = False
    for line, content in enumerate(text.split("\n"), first):
        fields = _split_line(content)
        if in_table:
            in_table = fields[:1] != ["#EOT"]
        elif not fields:
            continue
        elif begin and not ended:
            ended = fields[0] == "#EOS"
            if not ended:
                _read_line(graph, line, fields, columns)
            elif fields[1:2] != [number]:
                raise FaultyGraph(line, 2, f"#EOS {' '.join(fields[1:2])}; expected {number}, as #BOS says")
        elif fields[0] == "#BOT":
            in_table = True
        elif fields[0] == "#BOS" and not begin:
            begin, number = line, " ".join(fields[1:2])
        elif fields[0] != "#FORMAT":
            raise FaultyGraph(line, 0, "line outside of sentences; expected #BOS and the sentence's number")
    if not begin:
        raise FaultyGraph(first, 0, "lines outside of sentences; expected #BOS and the sentence's number")
    if not ended:
        raise FaultyGraph(begin, 0, f"sentence {number} has no #EOS")
    _check_parents(graph, columns)
    return number, graph


def _check_parents(graph: Graph, columns: int) -> None:
    # Parents stand behind what they hold, so that all of them are known at the end only.
    parts: list[GraphWord | GraphNode] = [*graph.words, *graph.nodes.values()]
    for part in parts:
        if part.parent and part.parent not in graph.nodes:
            raise FaultyGraph(part.line, columns, f"there is no constituent {part.parent}")
    lines = {part.name: part.line for part in parts}
    for edge in graph.edges:
        if edge.parent not in graph.nodes:
            raise FaultyGraph(lines[edge.child], 0, f"secondary edge to {edge.parent or 0}, which is no constituent")


def _read_line(graph: Graph, line: int, fields: list[str], columns: int) -> None:
    own = fields[:columns]
    if len(own) < columns or len(fields) - columns & 1:
        expected = f"{columns}, and two more for each secondary edge"
        raise FaultyGraph(line, 0, f"{len(fields)} field{'s'[: len(fields) != 1]}; expected {expected}")
    lemma = own.pop(1) if columns == 6 else NONE
    lemma, form, tag, features, function, parent = (NONE if field == _NOTHING else field for field in (lemma, *own))
    parent = _read_parent(line, columns, parent)
    found = _NODE.fullmatch(form) if form.startswith("#") else None
    if not found:
        name = f"w{len(graph.words)}"
        graph.words.append(GraphWord(name, line, own[0], lemma, tag, features, function=function, parent=parent))
    elif (name := found[1]) in graph.nodes:
        raise FaultyGraph(line, 1, f"there is a constituent {name} before")
    else:
        graph.nodes[name] = GraphNode(name, line, "" if own[1] == _NOTHING else own[1], features, function, parent)
    for column in range(columns, len(fields), 2):
        other = _read_parent(line, column + 2, fields[column + 1])
        graph.edges.append(GraphEdge(name, other, NONE if fields[column] == _NOTHING else fields[column]))


def _split_line(text: str) -> list[str]:
    """The fields of a line without its comment: between tabs, or between blanks where there are no tabs."""
    if "%%" in text:
        text = _COMMENT.sub("", text)
    if "\t" in text and not text.startswith(_KEYWORDS):
        return [field for part in text.split("\t") if (field := part.strip(" \r"))]
    return [field for field in _BLANKS.split(text) if field]


def _read_parent(line: int, column: int, field: str) -> str:
    if field == "0":
        return ""
    if not _PARENT.fullmatch(field):
        raise FaultyGraph(line, column, f"parent is {field!r}; expected 0 or the number of a constituent, from 500")
    return field


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. Raises GoldleafError for an unreadable sentence, ValueError when columns were not read."""
    if treebank.format == "export" and treebank.layout.of_file:
        version = 4 if treebank.layout.columns == COLUMNS[4] else 3
        reread = partial(
            graphs.reread_graphs, lambda tables, source: tables.add(_read_sentence(source, 1, version)[1], 1, None)
        )
        return encoded(treebank, kept_or_anew(treebank, reread, graphs.COMPARED, partial(_within_sources, version)))
    check_constituents(treebank)
    if not len(treebank):
        return b""  # a heading alone is no sentence
    version, newline = 4 if (treebank.words["lemma"] != NONE).any() else 3, treebank.layout.newline
    texts = [f"#FORMAT {version}{newline}"]
    bodies = _bodies(treebank, np.arange(len(treebank)), version)
    for row, (name, body) in enumerate(zip(treebank.sentences["id"], bodies, strict=True), 1):
        number = name if name and name.isdecimal() else row
        texts.append(f"#BOS {number} 0 0 0{newline}{body}#EOS {number}{newline}")
    return encoded(treebank, "".join(texts))


def _within_sources(version: int, treebank: Treebank, rows: Integers) -> list[str]:
    sources = treebank.sentences["source"].gather(rows)
    texts = []
    for source, body in zip(sources, _bodies(treebank, rows, version), strict=True):
        around = _FRAME.search(source)
        begin, end = around.span(1) if around else (0, 0)
        texts.append(source[:begin] + body + source[end:])
    return texts


def _bodies(treebank: Treebank, rows: Integers, version: int) -> list[str]:
    words, nodes, edges = graphs.tables_of(treebank, rows)
    nodes = nodes.reverse()  # parents have the lower numbers
    edges = edges.with_columns(text=pl.format("\t{}\t{}", _given("label"), _number("parent")))
    lemma, no_lemma = ([_given("lemma")], [pl.lit(_NOTHING)]) if version == 4 else ([], [])
    word = [_without_blanks("form"), *lemma, *map(_given, ("coarse_tag", "features", "function"))]
    # A constituent without a label is not one that is called _.
    label = pl.when(pl.col("label") == "").then(pl.lit(_NOTHING)).otherwise(_without_blanks("label"))
    node = [pl.format("#{}", _number("node")), *no_lemma, label, *map(_given, ("features", "function"))]
    lines = (
        table.select(
            "sentence",
            text=pl.concat_str(*fields, _number("parent"), separator="\t")
            + graphs.of_children(edges, table, by).fill_null("")
            + pl.lit(treebank.layout.newline),
        )
        for table, fields, by in ((words, word, "word"), (nodes, node, "node"))
    )
    return graphs.by_sentence(rows, *lines)


def _number(column: str) -> pl.Expr:
    # The first node, which is at the top, has the highest: children come before their parents (Brants 1997).
    number = _LOWEST + pl.col("nodes") - pl.col(column)
    return pl.when(pl.col(column) == 0).then(pl.lit("0")).otherwise(number.cast(pl.String))


def _given(column: str) -> pl.Expr:
    return pl.when(pl.col(column).is_in([NONE, ""])).then(pl.lit(_NOTHING)).otherwise(_without_blanks(column))


def _without_blanks(column: str) -> pl.Expr:
    return pl.col(column).str.replace_all(r"[ \t\r\n]", "_")
