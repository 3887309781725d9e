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
from xml.parsers import expat

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.formats.foreign import NO_TIGERXML
from goldleaf.core.formats.format import Choices, Holding
from goldleaf.core.formats.graph_tables import GraphTables
from goldleaf.core.formats.graphs import FaultyGraph
from goldleaf.core.formats.source import Part, Source, canonical_encoding
from goldleaf.core.formats.tigerxml_elements import Handler
from goldleaf.core.treebank import Layout, Treebank

COLUMNS = ("position", "form", "lemma", "coarse_tag", "features", "function", "parent")

_CORPUS = re.compile(rb"<(?:[\w.-]+:)?(?:corpus|subcorpus)[\s>]")
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")


def begins(text: bytes) -> bool:
    """Whether a text is of this format."""
    return text.startswith(b"<") and _CORPUS.search(text) is not None


def holds() -> Holding:
    """What the format has a place for."""
    words = {f"words.{column}" for column in COLUMNS if column not in ("position", "form", "parent")}
    nodes = {"nodes", "nodes.function", "nodes.features", "secondary_edges", "gaps"}
    return Holding(frozenset(words | nodes | {"wordless", "sentences.id"}))


class TigerReader:
    """Reads files of this format, cut at any line.

    Raises FormatError when the file names an encoding that is not known, or is not in it, and for other XML.
    """

    def __init__(self, source: Source, choices: Choices) -> None:
        self.source = source
        self.choices = choices
        self.encoding = _encoding(source)
        self._decoder = codecs.getincrementaldecoder(self.encoding)()
        self._handler = Handler()
        self._parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self._parser.buffer_text = True
        self._handler.attach(self._parser)
        self._in_head = True
        self._broken = False

    def border(self, text: bytes, at: int) -> int | None:
        """The end of a line."""
        found = text.find(b"\n", at)
        return found + 1 if found >= 0 else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank: the sentences that end in it."""
        tables = GraphTables(part, self.choices.columns)
        text = part.text if self.encoding == "utf-8" else self._converted(part)
        self._keep_head(tables, part, text.decode())
        self._handler.tables = tables
        if part.text and not self._broken:
            self._handler.more(text)
            try:
                self._parser.Parse(text, part.done == 1)
            except expat.ExpatError as error:
                self._broken = True
                message = f"not well-formed XML: {expat.ErrorString(error.code)}"
                fault = FaultyGraph(error.lineno, error.offset + 1, message)
                tables.skip(fault, error.lineno, "")
            if part.done == 1:
                self._keep_rest(tables, part)
            if part.done == 1 and not (self._broken or self._handler.is_tigerxml):
                raise FormatError(Problem(self.source.path, 1, 0, f"is {NO_TIGERXML}"))
        return tables.treebank(self._layout(part), first_sentence, first_word)

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

    def _keep_head(self, tables: GraphTables, part: Part, text: str) -> None:
        if not self._in_head:
            return
        head, body, _ = text.partition("<body")
        self._in_head = not body
        for number, line in enumerate(head.split("\n"), part.first_line):
            if line.strip():
                tables.keep(number, line.removesuffix("\r"))

    def _keep_rest(self, tables: GraphTables, part: Part) -> None:
        """Keep what stands behind the last sentence, each line as it is."""
        rest = self._handler.rest().split("\n")
        for number, line in enumerate(rest, part.first_line + len(part.starts) - len(rest) + 1):
            tables.keep(number, line)

    def _layout(self, part: Part) -> Layout:
        own = self.source.encoding == "utf-8"
        return Layout(
            format="tigerxml",
            columns=COLUMNS,
            encoding=self.encoding if own else self.source.encoding,
            byte_order_mark=part.source.byte_order_mark,
            newline=part.source.newline,
            lines=part.first_line - 1 + len(part.starts) if part.text else 0,
        )


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
