"""The constituents of a sentence by yield, and the tree that such a set makes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.treebank import Treebank

_NOTHING = "_"

Yield: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class Constituent:
    """A constituent, or the edge to a single word; ``node`` is its number where it is from, 0 for an edge."""

    label: str
    function: str = _NOTHING
    index: str = _NOTHING
    features: str = _NOTHING
    raw_label: str = ""
    node: int = 0
    is_edge: bool = False

    @property
    def said(self) -> tuple[str, str, bool]:
        """What differs where sides differ."""
        return self.label, self.function, self.is_edge


Brackets: TypeAlias = dict[Yield, tuple[Constituent, ...]]
"""For each yield its constituents from above; at the end of a single word's its edge, where words have functions."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Constituents with their parents (numbers from 1, 0 for none), and for each word, by position, its parent."""

    constituents: list[Constituent]
    parents: list[int]
    word_parents: dict[int, int]
    edges: dict[int, str]  # functions of words


class Crossing(Exception):  # noqa: N818
    """Two constituents that share words, and neither holds the other."""

    def __init__(self, *yields: Yield) -> None:
        super().__init__()
        self.yields = yields


def has_edges(treebank: Treebank) -> bool:
    """Whether words have functions of their own, beside their tags."""
    return "raw_label" not in treebank.nodes.columns and "function" in treebank.words.columns


def brackets_of(treebank: Treebank, row: int) -> Brackets:
    """The constituents of the sentence in this row."""
    words, nodes = (_of_sentence(table, row) for table in (treebank.words, treebank.nodes))
    parents = dict(nodes.select("node", "parent").iter_rows())
    yields: defaultdict[int, set[int]] = defaultdict(set)
    for position, parent in words.select("position", "parent").iter_rows():
        while parent:
            yields[parent].add(position)
            parent = parents[parent]
    columns = [name for name in (one.name for one in fields(Constituent)) if name in nodes.columns]
    found: defaultdict[Yield, tuple[Constituent, ...]] = defaultdict(tuple)
    for values in nodes.select(columns).iter_rows(named=True):
        found[frozenset(yields[values["node"]])] += (Constituent(**values),)
    if has_edges(treebank):
        for position, function in words.select("position", "function").iter_rows():
            found[frozenset((position,))] += (Constituent("", function, is_edge=True),)
    return dict(found)


def _of_sentence(table: pl.DataFrame, row: int) -> pl.DataFrame:
    column = table["sentence"].to_numpy()
    start, end = np.searchsorted(column, np.array([row, row + 1], column.dtype)).tolist()
    return table.slice(start, end - start).with_columns(pl.col(pl.Categorical).cast(pl.String))


def read_constituents(reading: str, before: tuple[Constituent, ...]) -> tuple[Constituent, ...]:
    """The constituents that a reading names, from above, between blanks: ``NP-SBJ``; none where it is empty.

    The edge to a single word stays as it was.
    """
    edge = tuple(one for one in before if one.is_edge)
    made = []
    for label in reading.split():
        category, dash, function = label.partition("-") if not label.startswith("-") else (label, "", "")
        made.append(Constituent(category, function if dash and function else _NOTHING, raw_label=label))
    return (*made, *edge)


def tree_of(brackets: Mapping[Yield, tuple[Constituent, ...]]) -> Tree:
    """The tree of a set of constituents that have words. Raises Crossing where there is none."""
    above: dict[int, Yield] = {}  # for each word the smallest yield so far that holds it
    parent_of: dict[Yield, Yield | None] = {}
    for words in sorted(brackets, key=lambda words: (-len(words), sorted(words))):
        holders = {above.get(position) for position in words}
        if len(holders) > 1:
            raise Crossing(words, *[one for one in holders if one is not None and not words < one][:1])
        [parent_of[words]] = holders
        if any(not one.is_edge for one in brackets[words]):
            above.update(dict.fromkeys(words, words))
    return _numbered(brackets, parent_of, above)


def _numbered(
    brackets: Mapping[Yield, tuple[Constituent, ...]], parent_of: Mapping[Yield, Yield | None], above: dict[int, Yield]
) -> Tree:
    """Parents before their children, siblings in the order of their first words."""
    children: defaultdict[Yield | None, list[Yield]] = defaultdict(list)
    for words in sorted(parent_of, key=min, reverse=True):
        children[parent_of[words]].append(words)
    tree = Tree([], [], {}, {})
    lowest: dict[Yield | None, int] = {None: 0}
    to_do = [*children[None]]
    while to_do:
        words = to_do.pop()
        number = lowest[parent_of[words]]
        for one in brackets[words]:
            if one.is_edge:
                tree.edges[min(words)] = one.function
            else:
                tree.constituents.append(one)
                tree.parents.append(number)
                number = len(tree.constituents)
        lowest[words] = number
        to_do += children[words]
    tree.word_parents.update({position: lowest[words] for position, words in above.items()})
    return tree
