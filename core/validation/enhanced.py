"""DEPS of CoNLL-U: the enhanced graph as ``head:relation`` pairs with bars between them, sorted by head."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

from goldleaf.core.treebank import TEXT
from goldleaf.core.validation.report import Report

_PAIR = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,8}))?:(.+)", re.DOTALL)
_RELATION = re.compile(r"[a-z]+")


class Edge(NamedTuple):
    """An enhanced edge from a word (``empty`` is 0) or from one of the empty nodes after it."""

    word: int
    empty: int
    relation: str

    @property
    def head(self) -> str:
        """The head's ID."""
        return _id(self.word, self.empty)


def edges(text: str) -> tuple[Edge, ...] | None:
    """The edges of a DEPS field, none for ``_``; None when the field is malformed."""
    if text in ("_", ""):
        return ()
    found = [_PAIR.fullmatch(pair) for pair in text.split("|")]
    if not all(found):
        return None
    return tuple(Edge(int(match[1]), int(match[2] or 0), match[3]) for match in found if match)


def check_enhanced(report: Report) -> None:
    """Malformed and disordered DEPS, heads that do not exist, nodes that are their own head."""
    treebank = report.treebank
    words = treebank.words.select("sentence", "line", "enhanced", word="position", index=pl.lit(0, pl.UInt32))
    empty = treebank.empty_nodes.select("sentence", "line", pl.col("enhanced").cast(TEXT), word="after", index="index")
    nodes = pl.concat([words, empty.select(words.columns)])
    report.check_values(nodes, "enhanced", check_field)
    _check_heads(report, nodes)


def check_field(text: str) -> Iterator[str]:
    """What is wrong with a DEPS field, whatever word it belongs to."""
    found = edges(text)
    if found is None:
        for pair in text.split("|"):
            if not _PAIR.fullmatch(pair):
                yield f"{pair!r} in DEPS; expected head:relation, such as 2:nsubj, with | between edges"
        return
    for edge in found:
        first, *rest = edge.relation.partition("@")[0].split(":")  # with @, as SUD marks deep features
        if not (_RELATION.fullmatch(first) and all(part and part == part.lower() for part in rest)):
            yield f"relation {edge.relation!r} in DEPS; expected small letters with : between its parts, such as obl:in"
        if (edge.head == "0") != (edge.relation == "root"):
            yield f"{edge.head}:{edge.relation} in DEPS; the head 0 and the relation root only go together"
    for edge in sorted({edge for edge in found if found.count(edge) > 1}):
        yield f"{edge.head}:{edge.relation} stands {found.count(edge)} times in DEPS; expected once"
    if list(found) != sorted(found):
        expected = "|".join(f"{edge.head}:{edge.relation}" for edge in sorted(found))
        yield f"DEPS is not sorted by head and relation; expected {expected}"


def _check_heads(report: Report, nodes: pl.DataFrame) -> None:
    """Edges are looked up for all nodes at once: distinct DEPS are split, then joined to the nodes that have them."""
    treebank = report.treebank
    split = [
        (text, edge.word, edge.empty)
        for text in nodes["enhanced"].unique().cast(pl.String).to_list()
        for edge in edges(text) or ()
    ]
    heads = pl.DataFrame(split, {"enhanced": pl.String, "head": pl.UInt32, "head_index": pl.UInt32}, orient="row")
    lengths = treebank.sentences.select(pl.int_range(pl.len(), dtype=pl.UInt32).alias("sentence"), "words")
    pairs = nodes.join(heads.with_columns(pl.col("enhanced").cast(TEXT)), on="enhanced").join(lengths, on="sentence")
    own = pairs.filter((pl.col("head") == pl.col("word")) & (pl.col("head_index") == pl.col("index")))
    for line, word, index in own.select("line", "word", "index").unique().sort("line").iter_rows():
        report.error(line, f"{_id(word, index)} is its own head in DEPS; an edge comes from another node", "enhanced")
    empty = treebank.empty_nodes.select("sentence", head="after", head_index="index")
    no_word = pairs.filter((pl.col("head_index") == 0) & (pl.col("head") > pl.col("words")))
    no_node = pairs.filter(pl.col("head_index") > 0).join(empty, on=["sentence", "head", "head_index"], how="anti")
    unknown = pl.concat([no_word, no_node]).select("line", "head", "head_index").unique()
    for line, head, index in unknown.sort("line", "head", "head_index").iter_rows():
        report.error(line, f"DEPS has the head {_id(head, index)}, which the sentence does not have", "enhanced")


def _id(word: int, index: int) -> str:
    return f"{word}.{index}" if index else str(word)
