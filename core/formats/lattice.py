"""Lattices of morphological analyses: SPMRL's and yap's eight columns, and CoNLL-UL.

One edge a line, from a state to a later one, with a word that the sentence may have there; a blank line after each
sentence. SPMRL (Seddah et al. 2013, §3.2) ends the line with the number of the surface token; CoNLL-UL (More et al.
2018) has a line for each token, such as ``0-2 au _``, and two more columns. States are numbered so that all edges lead
forward. A lattice with a single path is a segmentation; its edges are also given as words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.formats import lattice_tables as tables
from goldleaf.core.formats.conll import odd_newlines
from goldleaf.core.formats.conll_lines import Faults
from goldleaf.core.formats.format import Choices, Holding
from goldleaf.core.formats.lattice_lines import (
    Lines,
    check_edges,
    check_repeated,
    check_returns,
    check_tokens,
    read_lines,
)
from goldleaf.core.formats.lattice_states import check_states
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import Layout, Treebank

_COMMON = ("from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features")
COLUMNS = {"lattice": (*_COMMON, "token"), "conllul": (*_COMMON, "misc", "anchors")}

_EMPTY_LINE = re.compile(rb"\n\r?\n")


@dataclass(frozen=True, eq=False)
class LatticeReader:
    """Reads files of one of the formats, cut at blank lines."""

    choices: Choices
    name: str

    def border(self, text: bytes, at: int) -> int | None:
        """The end of the first blank line."""
        found = _EMPTY_LINE.search(text, at)
        return found.end() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. Sentences with a fault have no edges; their lines go to ``other_lines``."""
        columns = COLUMNS[self.name]
        faults = Faults(part.source.path, part.first_line, columns)
        lines = read_lines(part, columns)
        check_returns(lines, faults)
        check_edges(lines, faults)
        check_repeated(lines, faults)
        check_tokens(lines, faults)
        check_states(lines, faults)
        return _treebank(lines, faults, self, first_sentence, first_word)


def holds(name: str) -> Holding:
    """What one of the formats has a place for; SPMRL's tells tokens by number, so their forms are put together."""
    found = {"edges", "tokens", *(f"words.{column}" for column in ("lemma", "coarse_tag", "fine_tag", "features"))}
    if name == "lattice":
        return Holding(frozenset(found), frozenset({"tokens.form"}))
    found |= {f"edges.{column}" for column in ("misc", "anchors")} | {"words.misc", "comments"}
    found |= {f"{table}.form" for table in ("tokens", "lattice_tokens")} | {"sentences.id", "sentences.text"}
    return Holding(frozenset({*found, "tokens.misc"}))


def reader(name: str) -> Callable[[Source, Choices], LatticeReader]:
    """What makes readers for the format of this name."""
    return lambda _, choices: LatticeReader(choices, name)


def _treebank(lines: Lines, faults: Faults, reader: LatticeReader, first_sentence: int, first_word: int) -> Treebank:
    part, unreadable = lines.part, lines.unreadable(faults)
    is_sentence = lines.has_content()
    number = np.append(np.cumsum(is_sentence) - is_sentence, is_sentence.sum()) + first_sentence
    token_table = tables.tokens(lines, unreadable, faults)
    edges = tables.edges(lines, unreadable, token_table, faults)
    token_table = tables.with_forms(token_table, edges)
    words = tables.words(edges)
    length = np.bincount(words["sentence"].to_numpy(), minlength=len(unreadable))[: len(unreadable)]
    other = tables.other_lines(lines, unreadable, number)
    problems = faults.sorted()
    if not is_sentence.any() and part.first_line == 1 and part.done == 1:
        problems += (Problem(part.source.path, 1, 0, "no sentences in the file", Severity.WARNING),)
    return Treebank(
        path=part.source.path,
        layout=Layout(
            format=reader.name,
            columns=COLUMNS[reader.name],
            encoding=part.source.encoding,
            byte_order_mark=part.source.byte_order_mark,
            newline=part.source.newline,
            odd_newlines=odd_newlines(part) if part.text else (),
            lines=part.first_line - 1 + len(part.starts) if part.text else 0,
            final_newline=part.text.endswith(b"\n"),
        ),
        words=tables.numbered(tables.chosen(words, COLUMNS[reader.name], reader.choices.columns), number),
        sentences=tables.sentences(lines, is_sentence, unreadable, length, other, first_sentence, first_word),
        tokens=tables.numbered(tables.multiword_tokens(token_table, words), number),
        edges=tables.numbered(edges, number),
        lattice_tokens=tables.numbered(token_table, number),
        other_lines=other,
        problems=problems,
    )
