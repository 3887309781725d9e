"""The labels and leaves of a treebank's trees as bracket formats write them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from goldleaf.core.formats.kept_text import Rows
from goldleaf.core.formats.tree_text import Tree
from goldleaf.core.treebank import Treebank


def trees_of(treebank: Treebank, rows: Rows, leaf: pl.Expr) -> Iterator[Tree]:
    """The trees of the sentences in these rows; ``leaf`` makes the text of a word of its columns."""
    words, nodes = (_of_sentences(table, rows) for table in (treebank.words, treebank.nodes))
    words = words.select("sentence", "parent", text=leaf)
    nodes = nodes.select("sentence", "parent", "first", "last", text=atom(_raw_label(nodes)))
    leaves, word_parents = words["text"].to_list(), words["parent"].to_list()
    columns = [nodes[name].to_list() for name in ("text", "parent", "first", "last")]
    for (start, end), (top, bottom) in zip(_ranges(words, rows), _ranges(nodes, rows), strict=True):
        yield Tree(leaves[start:end], word_parents[start:end], *(column[top:bottom] for column in columns))


def _of_sentences(table: pl.DataFrame, rows: Rows) -> pl.DataFrame:
    return table.filter(pl.Series(np.isin(table["sentence"].to_numpy(), rows)))


def _ranges(table: pl.DataFrame, rows: Rows) -> list[tuple[int, int]]:
    starts, ends = np.searchsorted(table["sentence"].to_numpy(), [rows, rows + 1]).tolist()
    return list(zip(starts, ends, strict=True))


def tag() -> pl.Expr:
    """The label of a word's preterminal."""
    return atom(_text("coarse_tag") + _if_any("features", "##{}##"))


def form() -> pl.Expr:
    """A word as one atom."""
    return atom(_text("form"))


def _raw_label(nodes: pl.DataFrame) -> pl.Expr:
    if "raw_label" in nodes.columns:
        return _text("raw_label")
    return _text("label") + _if_any("function", "-{}") + _if_any("index", "-{}") + _if_any("features", "##{}##")


def _if_any(column: str, pattern: str) -> pl.Expr:
    return pl.when(_text(column) == "_").then(pl.lit("")).otherwise(pl.format(pattern, _text(column)))


def _text(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String)


def atom(text: pl.Expr) -> pl.Expr:
    """The text as one atom: brackets as -LRB- and -RRB-, blanks as underscores."""
    return text.str.replace_many({"(": "-LRB-", ")": "-RRB-"}).str.replace_all(r"[ \t\r\n\v\f]", "_")
