"""Writing TigerXML: the head as it was read, or a short one of its own; words and constituents with new identifiers.

TigerXML has no place for the function of a word or constituent that has no parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

import polars as pl

from core.formats.graphs import NONE
from core.formats.kept_text import check_readable, encoded
from core.formats.tigerxml_elements import NOTHING, OF_NODES, OF_WORDS
from core.treebank import Sentence, Treebank, Word

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARED = re.compile(r"""(<\?xml[^>]*encoding\s*=\s*["'])[^"']*""")
_BEFORE_NODES = 499  # constituents are called 500 and up


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. Raises GoldleafError when a sentence could not be read."""
    check_readable(treebank)
    newline = treebank.layout.newline
    rows = np.arange(len(treebank))
    words, nodes, edges = (_named(treebank, table) for table in tables_of(treebank, rows))
    terminals, nonterminals = _terminals(words, edges, newline), _nonterminals(words, nodes, edges, newline)
    graphs = (
        _graph(*parts).replace("\n", newline)
        for parts in zip(
            _names(treebank),
            treebank.sentences["words"],
            by_sentence(rows, terminals),
            by_sentence(rows, nonterminals),
            strict=True,
        )
    )
    head = "".join(line + newline for line in (*_head(treebank), "<body>"))
    return encoded(treebank, head + "".join(graphs) + f"</body>{newline}</corpus>{newline}")


def _head(treebank: Treebank) -> list[str]:
    encoding = treebank.layout.encoding
    if treebank.format == "tigerxml":
        first = treebank.sentences["line"].min()
        kept = treebank.other_lines.filter((pl.col("sentence") == 0) & (pl.col("line") <= (first or 0)))["text"]
        if kept.str.contains("<corpus", literal=True).any():
            return [_DECLARED.sub(rf"\g<1>{encoding}", line) for line in kept]
    features = (("word", "T"), ("lemma", "T"), ("pos", "T"), ("morph", "T"), ("cat", "NT"))
    return [
        f'<?xml version="1.0" encoding="{encoding}"?>',
        "<corpus>",
        "<head>",
        "  <annotation>",
        *(f'    <feature name="{name}" domain="{domain}"/>' for name, domain in features),
        "  </annotation>",
        "</head>",
    ]


def _names(treebank: Treebank) -> list[str]:
    ids = enumerate(treebank.sentences["id"], 1)
    return [_escaped(name if name else f"s{number}") for number, name in ids]


def _escaped(text: str) -> str:
    return pl.select(_quotable(pl.lit(text))).item()


def _graph(name: str, words: int, terminals: str, nonterminals: str) -> str:
    """The element of one sentence. The first constituent is at the top."""
    first = max(_BEFORE_NODES, words) + 1 if nonterminals else 1
    root = f' root="{name}_{first}"' if terminals else ""
    inner = f"<terminals>\n{terminals}</terminals>\n<nonterminals>\n{nonterminals}</nonterminals>\n"
    return f'<s id="{name}">\n<graph{root}>\n{inner}</graph>\n</s>\n'
