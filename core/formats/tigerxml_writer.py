"""Writing TigerXML.

A sentence that is as it was read is written as it stood in the file, with all that stands around it; one that was
changed keeps its identifiers (see `tigerxml_rewriting`). Others, and all of another format, are written anew.
TigerXML has no place for the function of a word or constituent that has no parent.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from xml.parsers import expat

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.formats.graphs import COMPARED, NONE, Graph, GraphTables, by_sentence, of_children, tables_of
from goldleaf.core.formats.kept_text import Rows, check_constituents, check_readable, encoded, kept_or_anew
from goldleaf.core.formats.source import Part, canonical_encoding
from goldleaf.core.formats.tigerxml import NOTHING, OF_NODES, OF_WORDS, Handler
from goldleaf.core.formats.tigerxml_rewriting import Edge, Node, Word, pairs_of, rewritten
from goldleaf.core.treebank import Layout, Treebank

_FORBIDDEN = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]"
_ESCAPES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;",
}  # fmt: skip
_DECLARED = re.compile(r"""(<\?xml[^>]*encoding\s*=\s*["'])([^"']*)""")
_SENTENCE = re.compile(r"<(?:[\w.-]+:)?s(?=[\s/>])")
_BEFORE_NODES = 499  # constituents are called 500 and up


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. Raises GoldleafError when a sentence could not be read.

    ValueError when the treebank was read without some of its columns.
    """
    check_readable(treebank)
    encoding, newline = treebank.layout.encoding, treebank.layout.newline
    if treebank.format == "tigerxml" and treebank.layout.of_file and len(treebank):
        text = kept_or_anew(treebank, _reread, COMPARED, _within_sources)
        text += "\n".join(treebank.other_lines.filter(pl.col("sentence") == len(treebank))["text"])
        declared = _DECLARED.match(text)
        if declared and canonical_encoding(declared[2]) != canonical_encoding(encoding):
            text = f"{declared[1]}{encoding}{text[declared.end() :]}"
        return encoded(treebank, text)
    check_constituents(treebank)
    features = (("word", "T"), ("lemma", "T"), ("pos", "T"), ("morph", "T"), ("cat", "NT"))
    lines = [f'    <feature name="{name}" domain="{domain}"/>' for name, domain in features]
    head = ("<corpus>", "<head>", "  <annotation>", *lines, "  </annotation>", "</head>", "<body>")
    graphs = "".join(_graphs(treebank, np.arange(len(treebank))))
    text = "\n".join((f'<?xml version="1.0" encoding="{encoding}"?>', *head, graphs + "</body>", "</corpus>", ""))
    return encoded(treebank, text.replace("\n", newline))


def _reread(part: Part, places: Rows, readable: npt.NDArray[np.bool_]) -> dict[str, pl.DataFrame]:
    """What the sentences say in the file; one that only the head explains says nothing."""
    del readable  # all are
    tables = GraphTables(part, None)
    for start, end in zip(places, np.append(places, len(part.text))[1:], strict=True):
        _, own, _ = _framed(part.text[start:end].decode())
        try:
            Handler().parse(own.encode(), tables, is_last=True)
        except expat.ExpatError:
            tables.add(Graph(), 1, None)
    again = tables.treebank(Layout("tigerxml"), 0, 0)
    return {name: getattr(again, name) for name in COMPARED}


def _within_sources(treebank: Treebank, rows: Rows) -> list[str]:
    """The sentences in these rows written anew, with all that stands around them."""
    words, nodes, edges = (
        _by_sentence(table, columns)
        for table, columns in zip(tables_of(treebank, rows), COMPARED.values(), strict=True)
    )
    texts = []
    for row in rows.tolist():
        before, own, after = _framed(treebank.sentences["source"][row])
        graph = rewritten(
            own, [*map(Word._make, words[row])], [*map(Node._make, nodes[row])], [*map(Edge._make, edges[row])]
        )
        if graph is None:
            [graph] = _graphs(treebank, np.array([row]))
        texts.append(before + graph.rstrip("\n").replace("\n", treebank.layout.newline) + after)
    return texts


def _by_sentence(table: pl.DataFrame, columns: Sequence[str]) -> defaultdict[int, list[tuple[Any, ...]]]:
    """These columns of a table, row by row, for each sentence."""
    found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for sentence, *values in table.select("sentence", *columns).iter_rows():
        found[sentence].append((*values,))
    return found


def _framed(source: str) -> tuple[str, str, str]:
    """What stands before a sentence, its own element, and what stands behind."""
    start = [found.start() for found in _SENTENCE.finditer(source)][-1]
    end = len(source.rstrip())
    return source[:start], source[start:end], source[end:]


def _graphs(treebank: Treebank, rows: Rows) -> list[str]:
    """The elements of the sentences in these rows."""
    number = pl.format("s{}", pl.int_range(1, pl.len() + 1))
    named = pl.when(pl.col("id") == "").then(None).otherwise(pl.col("id")).fill_null(number)
    names = treebank.sentences.select(_escaped(named)).to_series()
    words, nodes, edges = (
        table.with_columns(name=names.gather(table["sentence"])) for table in tables_of(treebank, rows)
    )
    texts = []
    for name, count, terminals, nonterminals in zip(
        names.gather(rows),
        treebank.sentences["words"].gather(rows),
        by_sentence(rows, _terminals(words, edges)),
        by_sentence(rows, _nonterminals(words, nodes, edges)),
        strict=True,
    ):
        first = max(_BEFORE_NODES, count) + 1 if nonterminals else 1  # the first constituent is at the top
        root = f' root="{name}_{first}"' if terminals else ""
        inner = f"<terminals>\n{terminals}</terminals>\n<nonterminals>\n{nonterminals}</nonterminals>\n"
        texts.append(f'<s id="{name}">\n<graph{root}>\n{inner}</graph>\n</s>\n')
    return texts


def _terminals(words: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    lemma = pl.when(pl.col("lemma") == NONE).then(pl.lit("")).otherwise(pl.format(' lemma="{}"', _escaped("lemma")))
    tag = pl.when(pl.col("coarse_tag") == NONE).then(pl.lit(NOTHING)).otherwise(_escaped("coarse_tag"))
    features = _attributes(words["features"], OF_WORDS)
    opening = pl.format('t id="{}" word="{}"{} pos="{}"{}', _word("position"), _escaped("form"), lemma, tag, features)
    secondary = edges.filter(pl.col("word") > 0).select(
        "sentence", "word", text=_edge("secedge", "label", _node("parent"))
    )
    return _elements("t", words, opening, of_children(secondary, words, "word"))


def _nonterminals(words: pl.DataFrame, nodes: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    features = _attributes(nodes["features"], OF_NODES)
    opening = pl.format('nt id="{}" cat="{}"{}', _node("node"), _escaped("label"), features)
    within = pl.concat(
        [
            words.select("sentence", node="parent", text=_edge("edge", "function", _word("position"))),
            nodes.select("sentence", node="parent", text=_edge("edge", "function", _node("node"))),
            edges.select("sentence", "node", text=_edge("secedge", "label", _node("parent"))),
        ]
    )
    return _elements("nt", nodes, opening, of_children(within, nodes, "node"))


def _elements(name: str, table: pl.DataFrame, opening: pl.Expr, inner: pl.Series) -> pl.DataFrame:
    """Lines with an element for each row, and what it holds inside of it."""
    closed = pl.format(" <{}>\n{} </{}>\n", opening, inner, pl.lit(name))
    return table.select(
        "sentence", text=pl.when(inner.is_null()).then(pl.format(" <{}/>\n", opening)).otherwise(closed)
    )


def _edge(element: str, label: str, other: pl.Expr) -> pl.Expr:
    text = pl.when(pl.col(label) == NONE).then(pl.lit(NOTHING)).otherwise(_escaped(label))
    return pl.format('  <{} label="{}" idref="{}"/>\n', pl.lit(element), text, other)


def _word(column: str) -> pl.Expr:
    """The identifier of a word, given the column of its position."""
    return pl.format("{}_{}", pl.col("name"), pl.col(column))


def _node(column: str) -> pl.Expr:
    """The identifier of a constituent, given the column of its number."""
    before = pl.max_horizontal(pl.lit(_BEFORE_NODES), pl.col("words"))
    return pl.format("{}_{}", pl.col("name"), before + pl.col(column))


def _attributes(features: pl.Series, others: tuple[str, ...]) -> pl.Series:
    """The features as attributes: each its own if they can be, else all as ``morph``."""
    distinct, texts = features.unique(), []
    for value in distinct:
        pairs = pairs_of(value, others)
        values = pl.DataFrame({"value": [text for _, text in pairs]}, {"value": pl.String}).select(_escaped("value"))
        texts.append("".join(f' {name}="{text}"' for (name, _), text in zip(pairs, values.to_series(), strict=True)))
    return features.replace_strict(distinct, pl.Series(texts, dtype=pl.String), return_dtype=pl.String)


def _escaped(text: pl.Expr | str) -> pl.Expr:
    """The text, or column, as the value of an attribute; characters that XML does not have become U+FFFD."""
    column = pl.col(text) if isinstance(text, str) else text
    return column.str.replace_all(_FORBIDDEN, "\ufffd").str.replace_many(_ESCAPES)
