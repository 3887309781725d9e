"""What the trees say of each word, as columns to be had on demand: of its head, of the head's head, of what is below.

The columns are worked out of a word table (see `sides.word_table`) in which whole sentences stand, for any side that
has a head there: the gold, the chosen parse, a parse by its name. The heads need not make a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np
import polars as pl

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
    found = {"words": pl.len().over("sentence").cast(pl.UInt32)}
    for side in sides(columns):
        found |= _of_heads(side, there) | _of_tree(side, there)
    return found


def parent_rows(words: pl.DataFrame, side: str) -> Integers:
    """For each row of a word table the row of the word's head on this side, −1 where it has none there."""
    needed = _needed(side, {*words.columns})
    return _parents(words.select(needed).get_columns())


def same_rows(words: pl.DataFrame, side: str) -> Integers:
    """For each row of a table the row that stands for it in the tree: its own, unless a node has several rows."""
    rows = np.arange(words.height)
    away = f"{side}_{SAME}"
    return rows + words[away].fill_null(0).to_numpy() if away in words.columns else rows


def longest(words: pl.DataFrame) -> int:
    """How many words the longest sentence of a word table has, or more."""
    return _longest(words["sentence"])


def _needed(side: str, there: Iterable[str]) -> list[str]:
    away = f"{side}_{AWAY}"
    return ["sentence", away] if away in there else ["sentence", "position", f"{side}_head"]


def _of_heads(side: str, there: Iterable[str]) -> dict[str, pl.Expr]:
    parent = _column(side, there, _head_rows, pl.Int64)
    columns = {name: name if name in ("form", "position") else f"{side}_{name}" for name in OF_HEADS}
    found = {}
    for name, column in columns.items():
        if column in there:
            found[f"{side}_head_{name}"] = pl.col(column).gather(parent)
            found[f"{side}_head_head_{name}"] = pl.col(column).gather(parent.gather(parent))
    return found


def _of_tree(side: str, there: Iterable[str]) -> dict[str, pl.Expr]:
    made: dict[str, tuple[Callable[[Integers, pl.Series], pl.Series], type[pl.DataType]]] = {
        "children": (_children, pl.UInt32),
        "depth": (_depth, pl.UInt32),
        "subtree": (_subtree, pl.UInt32),
        "crossed": (_crossed, pl.Boolean),
        "nonprojective": (_nonprojective, pl.Boolean),
    }
    return {f"{side}_{name}": _column(side, there, make, dtype) for name, (make, dtype) in made.items()}


def _column(
    side: str, there: Iterable[str], make: Callable[[Integers, pl.Series], pl.Series], dtype: type[pl.DataType]
) -> pl.Expr:
    """A column made of the rows of the heads and of the sentences' numbers."""

    def made(columns: list[pl.Series], make: Callable[[Integers, pl.Series], pl.Series]) -> pl.Series:
        return make(_parents(columns), columns[0]).cast(dtype)

    return pl.map_batches([pl.col(name) for name in _needed(side, there)], partial(made, make=make), dtype)


def _parents(columns: list[pl.Series]) -> Integers:
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


def _longest(sentence: pl.Series) -> int:
    return int(np.bincount(_numbers(sentence)).max(initial=0))


def _numbers(sentence: pl.Series) -> Integers:
    return sentence.to_numpy().astype(np.int64)


def _head_rows(parent: Integers, sentence: pl.Series) -> pl.Series:  # noqa: ARG001
    return pl.select(pl.when(pl.Series(parent >= 0)).then(pl.Series(parent))).to_series()


def _children(parent: Integers, sentence: pl.Series) -> pl.Series:  # noqa: ARG001
    return pl.Series(np.bincount(parent[parent >= 0], minlength=len(parent)))


def _depth(parent: Integers, sentence: pl.Series) -> pl.Series:
    depth = parents.depths(parent, _longest(sentence))
    return pl.select(pl.when(pl.Series(depth >= 0)).then(pl.Series(depth))).to_series()


def _subtree(parent: Integers, sentence: pl.Series) -> pl.Series:
    forest, alike = parents.without_cycles(parent, _longest(sentence))
    return pl.Series(parents.preorder(forest)[1][alike])


def _crossed(parent: Integers, sentence: pl.Series) -> pl.Series:  # noqa: ARG001
    return pl.Series(parents.crossed(parent))


def _nonprojective(parent: Integers, sentence: pl.Series) -> pl.Series:
    odd: Bools = parents.non_projective(parent, _longest(sentence))
    number = _numbers(sentence)
    return pl.Series((np.bincount(number[odd], minlength=int(number.max(initial=-1)) + 1) > 0)[number])
