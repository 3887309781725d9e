"""What the trees say of each word, as columns to be had on demand: of its head, of the head's head, of what is below.

The columns are worked out of a word table (see `sides.word_table`) in which whole sentences stand, for any side that
has a head there: the gold, the chosen parse, a parse by its name. The heads need not make a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.side_rows import or_null
from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools, Integers

OF_HEADS = ("tag", "lemma", "form", "deprel", "position")

AWAY = "head_away"
"""With a side before it: how many rows of the table the head stands behind the word, null where it is not in it. A
table in which not all words of the sentences stand has such columns, and one of nodes; elsewhere positions tell."""

SAME = "same_away"
"""With a side before it: how many rows behind one of several functions of a node the row stands that is their node in
the tree. Tables in which nodes have several rows have such columns."""


def sides(columns: Iterable[str]) -> list[str]:
    """The sides of a table of words or of nodes with these columns: ``gold``, ``parse``, and the names of parses."""
    there = {*columns}
    heads = (name.removesuffix("_deprel") for name in columns if name.endswith("_deprel"))
    of_words = [side for side in heads if f"{side}_head" in there]
    return of_words or [name.removesuffix(f"_{AWAY}") for name in columns if name.endswith(f"_{AWAY}")]


def structure(columns: Iterable[str]) -> dict[str, pl.Expr]:
    """The columns that can be derived for each side of a word table of these columns.

    ``gold_head_tag`` and the like (see `OF_HEADS`) are the head's, ``gold_head_head_tag`` its head's; null where there
    is none. ``gold_children``, how many words hang on it; ``gold_depth``, how many heads are above it (null on a cycle
    and below); ``gold_subtree``, how many words it dominates, itself among them; ``gold_crossed``, whether its arc
    crosses another, arcs from the root left out; ``gold_nonprojective``, whether the sentence has an arc over a word
    that its head does not dominate; ``words``, how many the sentence has. They are to be computed on a whole word
    table.
    """
    there = {*columns}
    derived = {"words": pl.len().over("sentence").cast(pl.UInt32)}
    for side in sides(columns):
        head = _column("head", side, there, pl.Int64)
        for name in OF_HEADS:
            column = name if name in ("form", "position") else f"{side}_{name}"
            if column in there:
                derived[f"{side}_head_{name}"] = pl.col(column).gather(head)
                derived[f"{side}_head_head_{name}"] = pl.col(column).gather(head.gather(head))
        for name in ("children", "depth", "subtree"):
            derived[f"{side}_{name}"] = _column(name, side, there, pl.UInt32)
        for name in ("crossed", "nonprojective"):
            derived[f"{side}_{name}"] = _column(name, side, there, pl.Boolean)
    return derived


def parent_rows(words: pl.DataFrame, side: str) -> Integers:
    """For each row of a word table the row of the word's head on this side, −1 where it has none there."""
    return _parents(words.select(_needed(side, {*words.columns})).get_columns())


def same_rows(words: pl.DataFrame, side: str) -> Integers:
    """For each row of a table the row that stands for it in the tree: its own, unless a node has several rows."""
    rows = np.arange(words.height)
    away = f"{side}_{SAME}"
    return rows + words[away].fill_null(0).to_numpy() if away in words.columns else rows


def longest(sentence: pl.Series) -> int:
    """How many rows the longest sentence of a table has, or more, from the column ``sentence``."""
    return int(np.bincount(sentence.to_numpy().astype(np.int64)).max(initial=0))


def _needed(side: str, there: Iterable[str]) -> list[str]:
    away = f"{side}_{AWAY}"
    return ["sentence", away] if away in there else ["sentence", "position", f"{side}_head"]


def _column(name: str, side: str, there: Iterable[str], dtype: type[pl.DataType]) -> pl.Expr:
    """A column made of the rows of the heads and of the sentences' numbers."""

    def made(columns: Sequence[pl.Series]) -> pl.Series:
        values = pl.Series(_of_tree(name, _parents(columns), columns[0]))
        return (values if values.dtype == pl.Boolean else or_null(values)).cast(dtype)

    return pl.map_batches([pl.col(column) for column in _needed(side, there)], made, dtype)


def _parents(columns: Sequence[pl.Series]) -> Integers:
    """The rows of the heads, from `_needed` columns."""
    rows = np.arange(len(columns[0]))
    if len(columns) == 2:
        away = columns[1]
        return np.where(away.is_not_null().to_numpy(), rows + away.fill_null(0).to_numpy(), -1)
    position, head = columns[1].to_numpy().astype(np.int64), columns[2].fill_null(-1).to_numpy().astype(np.int64)
    first = np.append(True, position[1:] <= position[:-1]) if len(rows) else np.zeros(0, bool)
    starts = np.flatnonzero(first)
    length = np.diff(np.append(starts, len(rows)))[np.cumsum(first) - 1]
    return np.where((head > 0) & (head <= length), rows + head - position, -1)


def _of_tree(name: str, parent: Integers, sentence: pl.Series) -> Integers | Bools:
    """A column of `structure`, or the row of each head; −1 for none."""
    match name:
        case "head":
            return parent
        case "children":
            return np.bincount(parent[parent >= 0], minlength=len(parent))
        case "depth":
            return parents.depths(parent, longest(sentence))
        case "subtree":
            forest, alike = parents.without_cycles(parent, longest(sentence))
            return parents.preorder(forest)[1][alike]
        case "crossed":
            return parents.crossed(parent)
    odd = parents.non_projective(parent, longest(sentence))
    number = sentence.to_numpy().astype(np.int64)
    return np.asarray((np.bincount(number[odd], minlength=int(number.max(initial=-1)) + 1) > 0)[number])
