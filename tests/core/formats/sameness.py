"""What two treebanks say, compared content by content, without the functions that tell what a conversion changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

import numpy as np
import polars as pl

from goldleaf.core.formats import FORMATS
from goldleaf.core.structures.phrase import parent_rows
from goldleaf.core.treebank import Treebank


def differences(one: Treebank, other: Treebank, names: Collection[str]) -> list[str]:
    """The contents, of those named as `core.formats.conversion` names them, in which two treebanks differ."""
    found = [*_tables(one, other, names), *_columns(one, other, names)]
    if len(one) != len(other) or one.words["form"].to_list() != other.words["form"].to_list():
        found.append("words")
    return found


def held(treebank: Treebank, *formats: str) -> set[str]:
    """The contents that a treebank's own format and others all hold."""
    names = set(FORMATS[treebank.format].holds().contents)
    for name in formats:
        names &= FORMATS[name].holds().contents
    return names


def with_words(treebank: Treebank) -> Treebank:
    """The sentences that have words, or a lattice of them."""
    full = (treebank.sentences["words"] > 0).to_numpy()
    full[treebank.edges["sentence"].unique().to_numpy()] = True
    return treebank if full.all() else treebank.only(np.flatnonzero(full))


def _columns(one: Treebank, other: Treebank, names: Collection[str]) -> Iterator[str]:
    for name in names:
        table, _, column = name.partition(".")
        if table == "words" and {column} <= {*one.words.columns} & {*other.words.columns}:
            texts = [bank.words[column].cast(pl.String).fill_null("_").replace("", "_") for bank in (one, other)]
            if column == "fine_tag":  # which formats make of the coarse one
                texts = [text.filter(texts[0] != "_") for text in texts]
            if not texts[0].equals(texts[1]):
                yield name
    if "sentences.id" in names:
        ids = [(own, its) for own, its in zip(one.sentences["id"], other.sentences["id"], strict=True) if own]
        if any(own != its for own, its in ids):
            yield "sentences.id"


def _tables(one: Treebank, other: Treebank, names: Collection[str]) -> Iterator[str]:
    columns = {
        "tokens": ("sentence", "first", "last", "form", "misc"),
        "empty_nodes": ("sentence", "after", "index", "form", "lemma", "enhanced"),
        "arguments": ("sentence", "predicate", "argument", "role"),
        "edges": ("sentence", "from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features"),
    }
    for table, wanted in columns.items():
        own = [name for name in wanted if name in ("sentence",) or _is_held(table, name, names)]
        if table in names and _bag(getattr(one, table), own) != _bag(getattr(other, table), own):
            yield table
    if "comments" in names and _comments(one) != _comments(other):
        yield "comments"
    if "nodes" in names:
        about = [name for name in ("function", "index", "features") if f"nodes.{name}" in names]
        if _constituents(one, about) != _constituents(other, about):
            yield "nodes"
        if _parents(one) != _parents(other):
            yield "parents of words"
    if "secondary_edges" in names and _secondary(one) != _secondary(other):
        yield "secondary_edges"


def _comments(treebank: Treebank) -> Counter[str]:
    """The comments of sentences; those behind the last one are of none, nor is that of a file's columns."""
    lines = treebank.other_lines.filter(pl.col("sentence") < len(treebank))["text"]
    return Counter(lines.filter(lines.str.starts_with("#") & ~lines.str.starts_with("# global.columns")))


def _is_held(table: str, column: str, names: Collection[str]) -> bool:
    return table not in ("tokens",) or column not in ("form", "misc") or f"{table}.{column}" in names


def _bag(table: pl.DataFrame, columns: list[str]) -> Counter[tuple[object, ...]]:
    return Counter(table.select(pl.col(columns).cast(pl.String).fill_null("_")).rows())


def _named(treebank: Treebank) -> list[tuple[object, ...]]:
    """What tells each constituent from others, and at the end what stands for none."""
    names = treebank.nodes.select("sentence", pl.col("label").cast(pl.String).replace("_", ""), "yield").rows()
    return [*names, ("top",)]


def _constituents(treebank: Treebank, about: list[str]) -> Counter[object]:
    names, above = _named(treebank), parent_rows(treebank.nodes, treebank.nodes).tolist()
    others = treebank.nodes.select(pl.col(about).cast(pl.String)).rows() if about else [()] * len(above)
    return Counter(zip(names[:-1], others, (names[row] for row in above), strict=True))


def _parents(treebank: Treebank) -> list[object]:
    names = _named(treebank)
    return [names[row] for row in parent_rows(treebank.words, treebank.nodes).tolist()]


def _secondary(treebank: Treebank) -> Counter[object]:
    names, edges = _named(treebank), treebank.secondary_edges
    rows = [
        parent_rows(edges.select("sentence", parent=pl.col(name)), treebank.nodes).tolist()
        for name in ("node", "parent")
    ]
    texts = edges.select("sentence", "word", pl.col("label").cast(pl.String)).rows()
    return Counter((*text, names[node], names[parent]) for text, node, parent in zip(texts, *rows, strict=True))
