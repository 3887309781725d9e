"""Writing the NEGRA export format.

A sentence that is as it was read is written as it stood in the file, comments included. Others are written anew, with
one tab between fields and constituents from #500 on, children before their parents; version 4 where there are lemmas.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.formats.export import COLUMNS, NOTHING, read_sentence
from goldleaf.core.formats.graphs import COMPARED, NONE, Graph, GraphTables, by_sentence, of_children, tables_of
from goldleaf.core.formats.kept_text import Reread, Rows, check_constituents, check_readable, encoded, kept_or_anew
from goldleaf.core.formats.source import Part
from goldleaf.core.treebank import Layout, Treebank

_BLANKS = r"[ \t\r\n]"
_FRAME = re.compile(r"^#BOS[ \t][^\n]*\n(.*?)^#EOS", re.MULTILINE | re.DOTALL)
_LOWEST = 500  # the number of the first constituent


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes.

    Raises GoldleafError when a sentence of another format could not be read, ValueError when the treebank was read
    without some of its columns.
    """
    if treebank.format == "export" and treebank.layout.of_file:
        return encoded(treebank, kept_or_anew(treebank, _rereading(_version(treebank)), COMPARED, _within_sources))
    check_readable(treebank)
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


def _version(treebank: Treebank) -> int:
    return 4 if treebank.layout.columns == COLUMNS[4] else 3


def _rereading(version: int) -> Reread:
    def reread(part: Part, places: Rows, readable: npt.NDArray[np.bool_]) -> dict[str, pl.DataFrame]:
        tables = GraphTables(part, None)
        for start, end, is_readable in zip(places, np.append(places, len(part.text))[1:], readable, strict=True):
            graph = Graph()
            if is_readable:
                _, graph = read_sentence(part.text[start:end].decode(), 1, version)
            tables.add(graph, 1, None)
        again = tables.treebank(Layout("export"), 0, 0)
        return {name: getattr(again, name) for name in COMPARED}

    return reread


def _within_sources(treebank: Treebank, rows: Rows) -> list[str]:
    """The sentences in these rows written anew, with all that stands around them."""
    sources = treebank.sentences["source"].gather(rows)
    texts = []
    for source, body in zip(sources, _bodies(treebank, rows, _version(treebank)), strict=True):
        around = _FRAME.search(source)
        begin, end = around.span(1) if around else (0, 0)
        texts.append(source[:begin] + body + source[end:])
    return texts


def _bodies(treebank: Treebank, rows: Rows, version: int) -> list[str]:
    """The lines of the words and constituents of each sentence."""
    newline = treebank.layout.newline
    words, nodes, edges = tables_of(treebank, rows)
    nodes = nodes.reverse()  # parents have the lower numbers
    edges = edges.with_columns(text=pl.format("\t{}\t{}", _given("label"), _number("parent")))
    lemma, no_lemma = ([_given("lemma")], [pl.lit(NOTHING)]) if version == 4 else ([], [])
    word = [pl.col("form").str.replace_all(_BLANKS, "_"), *lemma, *map(_given, ("coarse_tag", "features", "function"))]
    # A constituent without a label is not one that is called _.
    label = pl.when(pl.col("label") == "").then(pl.lit(NOTHING)).otherwise(_without_blanks("label"))
    node = [pl.format("#{}", _number("node")), *no_lemma, label, *map(_given, ("features", "function"))]
    lines = (
        table.select(
            "sentence",
            text=pl.concat_str(*fields, _number("parent"), separator="\t")
            + of_children(edges, table, by).fill_null("")
            + pl.lit(newline),
        )
        for table, fields, by in ((words, word, "word"), (nodes, node, "node"))
    )
    return by_sentence(rows, *lines)


def _number(column: str) -> pl.Expr:
    """What the file calls a node: the first is the highest, so that children come before their parents."""
    number = _LOWEST + pl.col("nodes") - pl.col(column)
    return pl.when(pl.col(column) == 0).then(pl.lit("0")).otherwise(number.cast(pl.String))


def _given(column: str) -> pl.Expr:
    return pl.when(pl.col(column).is_in([NONE, ""])).then(pl.lit(NOTHING)).otherwise(_without_blanks(column))


def _without_blanks(column: str) -> pl.Expr:
    return pl.col(column).str.replace_all(_BLANKS, "_")
