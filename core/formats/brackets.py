"""Bracketed trees: Penn Treebank ``.mrg``, SPMRL, FarPaHC and kin; one tree a line or many lines a tree.

A bracket holds a label and words or brackets; one with a label and a single word is a preterminal, which gives the
word its tag. ``( (S …) )`` has an outer bracket with an empty label. A word may also stand directly under a
constituent, beside others; its tag is ``_``. A sentence without words (``(())``, ``()``, and an empty line in one-line
files) is one without parse: it has neither words nor nodes, but is a sentence. ``(NOPARSE …)`` is read like any other
tree, since evalb scores it so; `core.structures.phrase.unparsed` knows both.

Columns of the words: ``coarse_tag`` is the preterminal's label, whole but for SPMRL's features; ``function`` and
``index`` are what it or the form of a trace says beside. Columns of the nodes: ``label``, ``function``, ``index`` and
``features`` are the pieces of ``raw_label``, which is the label as it stands in the file (see `brackets_labels`). The
column ``source`` of the sentences is each sentence's text, from its beginning to the next one's, so that a file comes
back byte by byte.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.formats.brackets_sentences import Lines, Sentences, find_sentences
from goldleaf.core.formats.brackets_style import Style, style_of
from goldleaf.core.formats.brackets_tables import Tables, sentence_table, sources, tables
from goldleaf.core.formats.brackets_tokens import Tokens, tokenise, tree_starts
from goldleaf.core.formats.format import Choices, Holding
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import OTHER_LINES, Layout, Treebank, empty

COLUMNS = ("position", "form", "coarse_tag", "features", "function", "index", "parent")


def begins(text: bytes) -> bool:
    """Whether a text is one of bracketed trees."""
    return text.startswith(b"(")


def holds() -> Holding:
    """What the format has a place for. A word's function and index are parts of its tag, or of a trace's form."""
    words = {"words.coarse_tag", "words.features"}
    nodes = {"nodes", "nodes.function", "nodes.index", "nodes.features"}
    return Holding(frozenset(words | nodes | {"wordless"}), frozenset({"words.function", "words.index"}))


class BracketReader:
    """Reads files of trees in any style."""

    name = "brackets"

    def __init__(self, source: Source, choices: Choices) -> None:
        self.source = source
        self.choices = choices
        head = source.head()
        self.style = style_of(head, complete=len(head) == source.size - source.start)

    def border(self, text: bytes, at: int) -> int | None:
        """Where a line, a tree in the first column, or any tree begins."""
        if self.style is Style.FLOWING:
            starts = tree_starts(tokenise(text))[1:]
            following = starts[np.searchsorted(starts, at) :]
            return int(following[0]) if following.size else None
        line, start = (b"\n", at) if self.style is Style.LINES else (b"\n(", max(at, text.find(b"(")))
        found = text.find(line, start)
        return found + 1 if found >= 0 else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank.

        A sentence that is not balanced is kept without words: its lines go to ``other_lines``, the fault to
        ``problems``.
        """
        tokens, lines = tokenise(part.text), Lines(part, self.style)
        sentences = find_sentences(part, tokens, self.style)
        words, nodes, counts = self.tables(tokens, sentences, lines, self.choices)
        table = sentence_table(tokens, sentences, counts, lines, first_word)
        if self.choices.columns is None:
            every = np.arange(len(table))
            table = table.with_columns(source=pl.Series(sources(part.text, sentences.place, every), dtype=pl.String))
        return Treebank(
            path=part.source.path,
            layout=_layout(part, self.name),
            words=_place(words, first_sentence),
            sentences=table,
            nodes=_place(nodes, first_sentence),
            other_lines=_place(_lines_of(sentences, lines), first_sentence),
            problems=_problems(part, sentences, lines),
        )

    @staticmethod
    def tables(tokens: Tokens, sentences: Sentences, lines: Lines, choices: Choices) -> Tables:
        """The tables of the sentences without faults."""
        return tables(tokens, sentences, lines, choices)


def _place(table: pl.DataFrame, first_sentence: int) -> pl.DataFrame:
    return table.with_columns(pl.col("sentence") + pl.lit(first_sentence, pl.UInt32)) if first_sentence else table


def _layout(part: Part, name: str) -> Layout:
    return Layout(
        format=name,
        columns=COLUMNS,
        encoding=part.source.encoding,
        byte_order_mark=part.source.byte_order_mark,
        newline=part.source.newline,
        lines=part.first_line - 1 + len(part.starts) if part.text else 0,
        final_newline=part.text.endswith(b"\n"),
    )


def _lines_of(sentences: Sentences, lines: Lines) -> pl.DataFrame:
    """The lines of the sentences that cannot be read."""
    faulty = sorted(sentences.faults)
    if not faulty:
        return empty(OTHER_LINES)
    texts = sources(lines.part.text, sentences.place, np.array(faulty, np.int64))
    rows = []
    for sentence, source in zip(faulty, texts, strict=True):
        first = lines.line(int(sentences.place[sentence]))
        kept = ((number, line) for number, line in enumerate(source.split("\n"), first) if line.strip())
        rows += [(sentence, number, line.removesuffix("\r")) for number, line in kept]
    return pl.DataFrame(rows, schema=OTHER_LINES, orient="row")


def _problems(part: Part, sentences: Sentences, lines: Lines) -> tuple[Problem, ...]:
    path = part.source.path
    problems = [
        Problem(path, lines.line(fault.place), lines.column(fault.place), fault.message)
        for _, fault in sorted(sentences.faults.items())
    ]
    if not len(sentences.place) and part.first_line == 1 and part.done == 1:
        problems.append(Problem(path, 1, 0, "no sentences in the file", Severity.WARNING))
    if lines.style is Style.LINES and part.done == 1 and part.text and not part.text[part.starts[-1] :].strip():
        message = "the file ends in an empty line, which counts as a sentence without parse"
        problems.append(Problem(path, lines.line(len(part.text) - 1), 0, message, Severity.WARNING))
    return tuple(problems)
