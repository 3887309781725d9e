"""Trees that a file gives as words and constituents with names for one another (export, TigerXML).

One sentence is a `Graph`; `GraphTables` makes the tables of many, and `tables_of` gives them back for writing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.formats.source import Part
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import NODES, OTHER_LINES, SECONDARY_EDGES, SENTENCES, TEXT, WORDS, FileLayout, Treebank

NONE = "_"


class FaultyGraph(Exception):  # noqa: N818
    """What is wrong with a sentence: a line, a column (0 for the whole line) and a message. The reader catches it."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line, self.column = line, column


class GraphWord(NamedTuple):
    """A word; ``name`` is what edges call it, ``parent`` the name of its node, empty at the top."""

    name: str
    line: int
    form: str
    lemma: str = NONE
    tag: str = NONE
    features: str = NONE
    function: str = NONE
    parent: str = ""


class GraphNode(NamedTuple):
    name: str
    line: int
    label: str
    features: str = NONE
    function: str = NONE
    parent: str = ""


class GraphEdge(NamedTuple):
    child: str
    parent: str
    label: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A sentence. Words stand in their order, nodes in any; ``parent`` must name a node."""

    words: list[GraphWord] = field(default_factory=list)
    nodes: dict[str, GraphNode] = field(default_factory=dict)
    edges: list[GraphEdge] = field(default_factory=list)

    def numbers(self) -> dict[str, int]:
        """The nodes' numbers: from 1, parents first, siblings by their first words. Raises FaultyGraph for a cycle."""
        # Files number constituents as they please; here a treebank has the same numbers whatever it was read from.
        first: dict[str, int] = {}
        for place, word in enumerate(self.words):
            name = word.parent
            while name and name not in first:
                first[name] = place
                name = self.nodes[name].parent
        children: dict[str, list[str]] = {}
        for name in sorted(self.nodes, key=lambda name: first.get(name, len(self.words))):
            children.setdefault(self.nodes[name].parent, []).append(name)
        found: dict[str, int] = {}
        to_do = children.get("", [])[::-1]
        while to_do:
            name = to_do.pop()
            found[name] = len(found) + 1
            to_do.extend(reversed(children.get(name, [])))
        for name, node in self.nodes.items():
            if name not in found:
                raise FaultyGraph(node.line, 0, f"constituent {name} is its own ancestor, or stands under one that is")
        return found


_WORDS = {**WORDS, "parent": pl.UInt32(), "function": TEXT, "index": TEXT}
_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")

# What of each table both formats write.
COMPARED = {
    "words": ("form", "lemma", "coarse_tag", "features", "function", "parent"),
    "nodes": ("label", "features", "function", "parent"),
    "secondary_edges": ("word", "node", "parent", "label"),
}

# What both have a place for.
HELD = frozenset({
    *(f"words.{name}" for name in ("lemma", "coarse_tag", "features", "function")), "nodes", "nodes.function",
    "nodes.features", "secondary_edges", "gaps", "wordless",
})  # fmt: skip


class GraphTables:
    """Collects the sentences of a part of a file."""

    def __init__(self, part: Part, columns: Collection[str] | None) -> None:
        self.part = part
        self._columns = columns
        # In the order of the fields of `GraphWord` and `GraphNode`, their number standing for their name.
        common = ("features", "function", "parent")
        words = ("sentence", "position", "line", "form", "lemma", "coarse_tag", *common)
        nodes = ("sentence", "node", "line", "label", *common)
        self._words, self._nodes = ({name: list[object]() for name in names} for names in (words, nodes))
        self._edges: list[tuple[object, ...]] = []
        self._other_lines: list[tuple[int, int, str]] = []
        self._sentences: list[tuple[object, ...]] = []
        self._problems: list[Problem] = []

    def add(self, graph: Graph, line: int, name: str | None, source: str | None = None) -> None:
        """Take the next sentence. Raises FaultyGraph, and then takes nothing."""
        number = {"": 0, **graph.numbers()}
        sentence = len(self._sentences)
        nodes = sorted(graph.nodes.values(), key=lambda node: number[node.name])
        for table, rows in ((self._words, graph.words), (self._nodes, nodes)):
            if rows:
                _, *columns, parents = zip(*rows, strict=True)
                places, above = range(1, len(rows) + 1), [number[parent] for parent in parents]
                for values, more in zip(table.values(), ([sentence] * len(rows), places, *columns, above), strict=True):
                    values.extend(more)
        position = {word.name: place for place, word in enumerate(graph.words, 1)} if graph.edges else {}
        for child, parent, label in graph.edges:
            leaves = (position[child], 0) if child in position else (0, number[child])
            self._edges.append((sentence, *leaves, number[parent], label))
        self._sentences.append((len(graph.words), line, name, True, source))

    def skip(self, fault: FaultyGraph, line: int, lines: str, source: str | None = None) -> None:
        """Leave the next sentence without words, and keep its lines."""
        self.keep(line, lines)
        self._problems.append(Problem(self.part.source.path, fault.line, fault.column, str(fault)))
        self._sentences.append((0, line, None, False, source))

    def keep(self, line: int, text: str, *, as_it_is: bool = False) -> None:
        """Keep the lines of a text, the first of which is this one; ``as_it_is`` with their ends, and empty ones."""
        for number, own in enumerate(text.split("\n"), line):
            if own.strip() or as_it_is:
                self._other_lines.append((len(self._sentences), number, own if as_it_is else own.removesuffix("\r")))

    def warn(self, line: int, message: str) -> None:
        self._problems.append(Problem(self.part.source.path, line, 0, message, Severity.WARNING))

    def treebank(self, layout: FileLayout, first_sentence: int, first_word: int) -> Treebank:
        """What was collected; its sentences and words are numbered from those given."""
        if not self._sentences and self.part.first_line == 1 and self.part.done == 1:
            self.warn(1, "no sentences in the file")
        wanted = _WORDS if self._columns is None else {*_ALWAYS, *self._columns}
        nothing = pl.lit(NONE).cast(TEXT)
        absent = dict.fromkeys((name for name in _WORDS if name not in self._words), nothing)
        words = pl.DataFrame(self._words, schema={name: _WORDS[name] for name in self._words})
        words = words.with_columns(**{**absent, "head": pl.lit(None, WORDS["head"])})
        words = words.select(name for name in _WORDS if name in wanted)
        nodes = pl.DataFrame(self._nodes, schema={name: NODES[name] for name in self._nodes})
        nodes = with_yields(words, nodes.with_columns(index=nothing)).select(NODES.keys())

        types = {**SENTENCES, "source": pl.String()}
        names = ("words", "line", "id", "readable", "source")
        sentences = pl.DataFrame(self._sentences, schema={name: types[name] for name in names}, orient="row")
        first = (pl.col("words").cum_sum() - pl.col("words")).cast(pl.UInt32)
        sentences = sentences.with_columns(first_word=first, text=pl.lit(None, pl.String))
        treebank = Treebank(
            path=self.part.source.path,
            layout=layout,
            words=words,
            sentences=sentences.select(*(types if self._columns is None else SENTENCES)),
            nodes=nodes,
            secondary_edges=pl.DataFrame(self._edges, schema=SECONDARY_EDGES, orient="row"),
            other_lines=pl.DataFrame(self._other_lines, schema=OTHER_LINES, orient="row"),
            problems=tuple(self._problems),
        )
        return treebank.moved(first_sentence, first_word)


def reread_graphs(
    take: Callable[[GraphTables, str], None], part: Part, places: Integers, readable: Bools
) -> dict[str, pl.DataFrame]:
    """What sentences that begin at these places say, each taken from its text; unreadable ones say nothing."""
    tables = GraphTables(part, None)
    for start, end, is_readable in zip(places, np.append(places, len(part.text))[1:], readable, strict=True):
        if is_readable:
            take(tables, part.text[start:end].decode())
        else:
            tables.add(Graph(), 1, None)
    again = tables.treebank(FileLayout(""), 0, 0)
    return {name: getattr(again, name) for name in COMPARED}


def tables_of(treebank: Treebank, rows: Integers) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The words, nodes and secondary edges of the sentences in these rows, text as strings. They get the columns
    ``words`` and ``nodes``: how many their sentence has."""
    lengths = treebank.sentences["words"].gather(rows)
    of_nodes = np.bincount(treebank.nodes["sentence"].to_numpy(), minlength=len(treebank))[rows]
    counts = pl.DataFrame({"sentence": pl.Series(rows, dtype=pl.UInt32), "words": lengths, "nodes": of_nodes})
    words, nodes, edges = (
        table.join(counts, on="sentence", maintain_order="left").with_columns(pl.col(pl.Categorical).cast(pl.String))
        for table in (treebank.words, treebank.nodes, treebank.secondary_edges)
    )
    return words, nodes, edges


def of_children(edges: pl.DataFrame, table: pl.DataFrame, by: str) -> pl.Series:
    """For each word or node of the table the texts of the edges that it has in the column ``by``, put together.
    ``edges`` has ``sentence``, ``by`` and ``text``; null where there are none."""
    joined = edges.group_by("sentence", by, maintain_order=True).agg(pl.col("text").str.join(""))
    place = pl.col("position" if by == "word" else "node").alias(by)
    return table.select("sentence", place).join(joined, on=["sentence", by], how="left", maintain_order="left")["text"]


def by_sentence(rows: Integers, *tables: pl.DataFrame) -> list[str]:
    """The texts of each sentence put together, those of the first table first; each has ``sentence`` and ``text``."""
    in_order = pl.concat(
        table.select("sentence", "text", table=pl.lit(number, pl.Int8)).with_row_index("place")
        for number, table in enumerate(tables)
    ).sort("sentence", "table", "place")
    joined = in_order.group_by("sentence", maintain_order=True).agg(pl.col("text").str.join(""))
    every = pl.DataFrame({"sentence": pl.Series(rows, dtype=pl.UInt32)})
    return every.join(joined, on="sentence", how="left", maintain_order="left")["text"].fill_null("").to_list()
