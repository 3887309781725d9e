"""The tables of trees that a file gives as graphs (export, TigerXML)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.formats.graphs import NONE, FaultyGraph, Graph
from goldleaf.core.formats.source import Part
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import NODES, OTHER_LINES, SECONDARY_EDGES, SENTENCES, TEXT, WORDS, Layout, Treebank

_WORDS = {**WORDS, "parent": pl.UInt32(), "function": TEXT, "index": TEXT}
_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")
_GIVEN_OF_WORDS = ("sentence", "position", "line", "form", "lemma", "coarse_tag", "features", "function", "parent")
_GIVEN_OF_NODES = ("sentence", "node", "line", "label", "features", "function", "parent")


def _extend(table: dict[str, list[object]], columns: Iterable[Iterable[object]]) -> None:
    for values, more in zip(table.values(), columns, strict=True):
        values.extend(more)


class GraphTables:
    """Collects the sentences of a part of a file."""

    def __init__(self, part: Part, columns: Collection[str] | None) -> None:
        self.part = part
        self._columns = columns
        self._words: dict[str, list[object]] = {name: [] for name in _GIVEN_OF_WORDS}
        self._nodes: dict[str, list[object]] = {name: [] for name in _GIVEN_OF_NODES}
        self._edges: list[tuple[object, ...]] = []
        self._other_lines: list[tuple[int, int, str]] = []
        self._sentences: list[tuple[object, ...]] = []
        self._problems: list[Problem] = []

    def add(self, graph: Graph, line: int, name: str | None, source: str | None = None) -> None:
        """Take the next sentence. Raises FaultyGraph, and then takes nothing."""
        number = {"": 0, **graph.numbers()}
        sentence = len(self._sentences)
        if graph.words:
            _, *columns, parents = zip(*graph.words, strict=True)
            places = range(1, len(graph.words) + 1)
            _extend(self._words, ([sentence] * len(places), places, *columns, [number[parent] for parent in parents]))
        if graph.nodes:
            numbered = sorted(graph.nodes.values(), key=lambda node: number[node.name])
            _, *columns, parents = zip(*numbered, strict=True)
            places = range(1, len(numbered) + 1)
            _extend(self._nodes, ([sentence] * len(places), places, *columns, [number[parent] for parent in parents]))
        position = {word.name: place for place, word in enumerate(graph.words, 1)} if graph.edges else {}
        for child, parent, label in graph.edges:
            leaves = (position[child], 0) if child in position else (0, number[child])
            self._edges.append((sentence, *leaves, number[parent], label))
        self._sentences.append((len(graph.words), line, name, True, source))

    def skip(self, fault: FaultyGraph, line: int, lines: str, source: str | None = None) -> None:
        """Leave the next sentence without words, and keep its lines."""
        for number, text in enumerate(lines.split("\n"), line):
            if text.strip():
                self._other_lines.append((len(self._sentences), number, text.removesuffix("\r")))
        self._problems.append(Problem(self.part.source.path, fault.line, fault.column, str(fault)))
        self._sentences.append((0, line, None, False, source))

    def keep(self, line: int, text: str) -> None:
        """Keep a line that stands before the next sentence."""
        self._other_lines.append((len(self._sentences), line, text))

    def warn(self, line: int, message: str) -> None:
        """Say what is odd."""
        self._problems.append(Problem(self.part.source.path, line, 0, message, Severity.WARNING))

    def treebank(self, layout: Layout, first_sentence: int, first_word: int) -> Treebank:
        """What was collected; its sentences and words are numbered from those given."""
        words = self._word_table()
        edges = pl.DataFrame(self._edges, schema=SECONDARY_EDGES, orient="row")
        other_lines = pl.DataFrame(self._other_lines, schema=OTHER_LINES, orient="row")
        if not self._sentences and self.part.first_line == 1 and self.part.done == 1:
            self.warn(1, "no sentences in the file")
        number = pl.col("sentence") + pl.lit(first_sentence, pl.UInt32)
        return Treebank(
            path=self.part.source.path,
            layout=layout,
            words=words.with_columns(number),
            sentences=self._sentence_table(first_word),
            nodes=self._node_table(words).with_columns(number),
            secondary_edges=edges.with_columns(number),
            other_lines=other_lines.with_columns(number),
            problems=tuple(self._problems),
        )

    def _word_table(self) -> pl.DataFrame:
        given = pl.DataFrame(self._words, schema={name: _WORDS[name] for name in _GIVEN_OF_WORDS})
        wanted = _WORDS if self._columns is None else {*_ALWAYS, *self._columns}
        absent = {"head": pl.lit(None, WORDS["head"])}
        return given.select(
            pl.col(name) if name in given.columns else absent.get(name, pl.lit(NONE).cast(TEXT)).alias(name)
            for name in _WORDS
            if name in wanted
        )

    def _node_table(self, words: pl.DataFrame) -> pl.DataFrame:
        given = pl.DataFrame(self._nodes, schema={name: NODES[name] for name in _GIVEN_OF_NODES})
        return with_yields(words, given.with_columns(index=pl.lit(NONE).cast(TEXT))).select(NODES.keys())

    def _sentence_table(self, first_word: int) -> pl.DataFrame:
        names = ("words", "line", "id", "readable", "source")
        types = {**SENTENCES, "source": pl.String()}
        given = pl.DataFrame(self._sentences, schema={name: types[name] for name in names}, orient="row")
        count = given["words"].to_numpy().astype(np.int64)
        table = given.with_columns(
            first_word=pl.Series(first_word + np.cumsum(count) - count, dtype=pl.UInt32),
            text=pl.lit(None, pl.String),
        )
        return table.select(*SENTENCES.keys(), *(["source"] if self._columns is None else []))
