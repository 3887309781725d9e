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

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.formats.export_lines import first_line, read_sentence, sources, split_line
from goldleaf.core.formats.format import Choices, Holding
from goldleaf.core.formats.graph_tables import GraphTables
from goldleaf.core.formats.graphs import FaultyGraph
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import Layout, Treebank

COLUMNS = {
    3: ("position", "form", "coarse_tag", "features", "function", "parent"),
    4: ("position", "form", "lemma", "coarse_tag", "features", "function", "parent"),
}

_FORMAT = re.compile(rb"^#FORMAT[ \t]+(\d+)", re.MULTILINE)
_BEGINS = re.compile(rb"^#(?:FORMAT|BOS)[ \t]", re.MULTILINE)
_BEGIN = re.compile(rb"^#BOS[ \t]", re.MULTILINE)
_FIRST_WORD = re.compile(rb"^#BOS[^\n]*\n([^\n]*)", re.MULTILINE)


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
        self.version = _version(source)

    def border(self, text: bytes, at: int) -> int | None:
        """Where a sentence begins."""
        first = _BEGIN.search(text)  # what stands before the first sentence belongs to it
        found = _BEGIN.search(text, max(at, first.end())) if first else None
        return found.start() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. Sentences with a fault have no words; their lines go to ``other_lines``."""
        tables = GraphTables(part, self.choices.columns)
        line = part.first_line
        for text in sources(part.text.decode()):
            begins = line + first_line(text)
            try:
                number, graph = read_sentence(text, line, self.version)
                tables.add(graph, begins, number, text)
            except FaultyGraph as fault:
                tables.skip(fault, line, text, text)
            line += text.count("\n")
        return tables.treebank(_layout(part, self.version), first_sentence, first_word)


def _version(source: Source) -> int:
    """The version that the file names, else the one that its first word has the columns of."""
    head = source.head()
    if found := _FORMAT.search(head):
        if int(found[1]) not in COLUMNS:
            line = head.count(b"\n", 0, found.start()) + 1
            raise FormatError(Problem(source.path, line, 0, f"export format {found[1].decode()}; expected 3 or 4"))
        return int(found[1])
    word = _FIRST_WORD.search(head)
    return 4 if word and len(split_line(word[1].decode(errors="replace"))) in (6, 8, 10) else 3


def _layout(part: Part, version: int) -> Layout:
    return Layout(
        format="export",
        columns=COLUMNS[version],
        encoding=part.source.encoding,
        byte_order_mark=part.source.byte_order_mark,
        newline=part.source.newline,
        lines=part.first_line - 1 + len(part.starts) if part.text else 0,
        final_newline=part.text.endswith(b"\n"),
    )
