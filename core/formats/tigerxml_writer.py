"""Writing TigerXML.

A sentence that is as it was read is written as it stood in the file, with all that stands around it. One that was
changed keeps the identifiers, attributes and layout that it has there, for other files, and people, refer to words and
constituents by their identifiers. Others, and all of another format, are written anew. TigerXML has no place for the
function of a word or constituent that has no parent.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, TypeVar
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers import expat

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.formats.graphs import COMPARED, NONE, Graph, GraphTables, by_sentence, of_children, tables_of
from goldleaf.core.formats.kept_text import Rows, check_constituents, check_readable, encoded, kept_or_anew
from goldleaf.core.formats.source import Part, canonical_encoding
from goldleaf.core.formats.tigerxml import NOTHING, OF_NODES, OF_WORDS, Handler, features_of, given
from goldleaf.core.treebank import FileLayout, Treebank

_FORBIDDEN = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x{fffe}\x{ffff}]"  # characters that XML does not have, for polars
_FORBIDDEN_HERE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ESCAPES = {
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;",
}  # fmt: skip
_DECLARED = re.compile(r"""(<\?xml[^>]*encoding\s*=\s*["'])([^"']*)""")
_SENTENCE = re.compile(r"<(?:[\w.-]+:)?s(?=[\s/>])")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_BEFORE_NODES = 499  # constituents are called 500 and up


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. Raises GoldleafError for an unreadable sentence, ValueError where columns were not read."""
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
    again = tables.treebank(FileLayout("tigerxml"), 0, 0)
    return {name: getattr(again, name) for name in COMPARED}


def _within_sources(treebank: Treebank, rows: Rows) -> list[str]:
    tables: list[defaultdict[int, list[tuple[Any, ...]]]] = []
    for table, columns in zip(tables_of(treebank, rows), COMPARED.values(), strict=True):
        tables.append(defaultdict(list))
        for sentence, *values in table.select("sentence", *columns).iter_rows():
            tables[-1][sentence].append((*values,))
    texts = []
    for row in rows.tolist():
        before, own, after = _framed(treebank.sentences["source"][row])
        graph = _rewritten(own, *(table[row] for table in tables))
        if graph is None:
            [graph] = _graphs(treebank, np.array([row]))
        texts.append(before + graph.rstrip("\n").replace("\n", treebank.layout.newline) + after)
    return texts


def _framed(source: str) -> tuple[str, str, str]:
    """What stands before a sentence, its own element, and what stands behind."""
    start = [found.start() for found in _SENTENCE.finditer(source)][-1]
    end = len(source.rstrip())
    return source[:start], source[start:end], source[end:]


def _graphs(treebank: Treebank, rows: Rows) -> list[str]:
    number = pl.format("s{}", pl.int_range(1, pl.len() + 1))
    named = pl.when(pl.col("id") == "").then(None).otherwise(pl.col("id")).fill_null(number)
    names = treebank.sentences.select(_escaped(named)).to_series()
    tables = tables_of(treebank, rows)
    words, nodes, edges = (table.with_columns(name=names.gather(table["sentence"])) for table in tables)
    lengths = treebank.sentences["words"].gather(rows)
    inside = by_sentence(rows, _terminals(words, edges)), by_sentence(rows, _nonterminals(words, nodes, edges))
    texts = []
    for name, length, terminals, nonterminals in zip(names.gather(rows), lengths, *inside, strict=True):
        first = max(_BEFORE_NODES, length) + 1 if nonterminals else 1  # the first constituent is at the top
        root = f' root="{name}_{first}"' if terminals else ""
        inner = f"<terminals>\n{terminals}</terminals>\n<nonterminals>\n{nonterminals}</nonterminals>\n"
        texts.append(f'<s id="{name}">\n<graph{root}>\n{inner}</graph>\n</s>\n')
    return texts


def _terminals(words: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    lemma = pl.when(pl.col("lemma") == NONE).then(pl.lit("")).otherwise(pl.format(' lemma="{}"', _escaped("lemma")))
    tag = pl.when(pl.col("coarse_tag") == NONE).then(pl.lit(NOTHING)).otherwise(_escaped("coarse_tag"))
    features = _attributes(words["features"], OF_WORDS)
    opening = pl.format('t id="{}" word="{}"{} pos="{}"{}', _word("position"), _escaped("form"), lemma, tag, features)
    text = _edge("secedge", "label", _node("parent"))
    secondary = edges.filter(pl.col("word") > 0).select("sentence", "word", text=text)
    return _elements("t", words, opening, of_children(secondary, words, "word"))


def _nonterminals(words: pl.DataFrame, nodes: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    features = _attributes(nodes["features"], OF_NODES)
    opening = pl.format('nt id="{}" cat="{}"{}', _node("node"), _escaped("label"), features)
    of_words = words.select("sentence", node="parent", text=_edge("edge", "function", _word("position")))
    of_nodes = nodes.select("sentence", node="parent", text=_edge("edge", "function", _node("node")))
    secondary = edges.select("sentence", "node", text=_edge("secedge", "label", _node("parent")))
    within = pl.concat([of_words, of_nodes, secondary])
    return _elements("nt", nodes, opening, of_children(within, nodes, "node"))


def _elements(name: str, table: pl.DataFrame, opening: pl.Expr, inner: pl.Series) -> pl.DataFrame:
    empty, closed = pl.format(" <{}/>\n", opening), pl.format(" <{}>\n{} </{}>\n", opening, inner, pl.lit(name))
    return table.select("sentence", text=pl.when(inner.is_null()).then(empty).otherwise(closed))


def _edge(element: str, label: str, other: pl.Expr) -> pl.Expr:
    text = pl.when(pl.col(label) == NONE).then(pl.lit(NOTHING)).otherwise(_escaped(label))
    return pl.format('  <{} label="{}" idref="{}"/>\n', pl.lit(element), text, other)


def _word(column: str) -> pl.Expr:
    return pl.format("{}_{}", pl.col("name"), pl.col(column))


def _node(column: str) -> pl.Expr:
    before = pl.max_horizontal(pl.lit(_BEFORE_NODES), pl.col("words"))
    return pl.format("{}_{}", pl.col("name"), before + pl.col(column))


def _attributes(features: pl.Series, others: tuple[str, ...]) -> pl.Series:
    distinct, texts = features.unique(), []
    for value in distinct:
        pairs = _pairs(value, others)
        values = pl.DataFrame({"value": [text for _, text in pairs]}, {"value": pl.String}).select(_escaped("value"))
        texts.append("".join(f' {name}="{text}"' for (name, _), text in zip(pairs, values.to_series(), strict=True)))
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
        _say(element, {"lemma": lemma, "pos": tag}, features, OF_WORDS)
        _link(element, {"secedge": across[name]})
    for element, name, (label, features, *_) in zip(elements, names, nodes, strict=True):
        _say(element, {"cat": label}, features, OF_NODES)
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
    return _FORBIDDEN_HERE.sub("\ufffd", text)


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
        if given(element.get(name, NOTHING)) != _clean(value):
            element.set(name, NOTHING if value == NONE else _clean(value))
    if features_of(dict(element.attrib), own) != features:
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
        Element(kind, {"label": NOTHING if label == NONE else _clean(label), "idref": other})
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
