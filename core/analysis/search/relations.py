"""``child(…)``, ``descendant(…)``, ``sibling(…)``, ``parent(…)`` inside ``has(…)``: what stands near a word or a node.

The tree is that of the side whose columns the condition in the brackets names: ``child(parse_deprel = 'det')`` looks
for children in the parse. It is the gold's if no side is named, and a side may be put before: ``parse_child(…)``,
``b_child(…)`` for the parse b. The heads need not make a tree; on a cycle, each word is below the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
import polars as pl

from goldleaf.core.analysis.search import calls
from goldleaf.core.analysis.search.calls import Call
from goldleaf.core.analysis.search.query import RELATIONS, Token, TokenKind, column_named
from goldleaf.core.analysis.sides.tree_columns import longest, parent_rows, same_rows, sides
from goldleaf.core.errors import OptionError
from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools, Integers

Meeting = Callable[[Sequence[Token], pl.DataFrame], Bools]
"""Says of each row of a table of words or nodes whether it meets a condition."""

_OF_PARSE = ("extra", "crossing")
"""What is said of the parse's nodes without its name."""


def names(words: pl.DataFrame) -> list[str]:
    """The relations by all their names."""
    return [*RELATIONS, *(f"{side}_{relation}" for side in sides(words.columns) for relation in RELATIONS)]


def with_relations(
    condition: Sequence[Token], words: pl.DataFrame, known: Collection[str], meeting: Meeting
) -> tuple[list[Token], pl.DataFrame]:
    """The condition with a column in the place of each relation, and the word table with these columns.

    ``known`` are the columns that a condition may name. Raises OptionError where a relation is not closed, or names
    columns of several sides.
    """
    outer, inner = calls.split(condition, names(words))
    found = []
    for name, call in inner.items():
        side = _side(call, words, known)
        relation = call.name.removeprefix(f"{side}_")
        found.append(pl.Series(name, _related(relation, meeting(call.condition, words), words, side)))
    return outer, words.with_columns(found)


def _side(call: Call, words: pl.DataFrame, known: Collection[str]) -> str:
    """The side in whose tree a relation looks."""
    named = _named(call, words, known)
    if len(named) < 2:
        return named.pop() if named else "gold"
    of = [side for side in sides(words.columns) if side in named]
    raise OptionError(
        f"filter: {call.name}( names columns of {' and '.join(of)}, at character {call.start + 1}; "
        f"say whose tree: {' or '.join(f'{side}_{call.name}(' for side in of)}"
    )


def _named(call: Call, words: pl.DataFrame, known: Collection[str]) -> set[str]:
    """The side that is named before a relation, else those whose columns stand in it."""
    there = sides(words.columns)
    if call.name not in RELATIONS:
        return {max((side for side in there if call.name.startswith(f"{side}_")), key=len)}
    outer, inner = calls.split(call.condition, names(words))
    columns = (column_named(token.text, known) for token in outer if token.kind is TokenKind.NAME)
    found = {side for column in columns if (side := _side_of(column, there, known)) is not None}
    return found.union(*(_named(one, words, known) for one in inner.values()))


def _side_of(column: str | None, there: Sequence[str], known: Collection[str]) -> str | None:
    """The side that a column tells of; None for what both sides have, or what is no column."""
    if column is None:
        return None
    found = [side for side in there if column.startswith(f"{side}_")]
    if found:
        return max(found, key=len)
    if column in _OF_PARSE:
        return "parse"
    return "gold" if f"gold_{column}" in known else None


def _related(relation: str, hits: Bools, words: pl.DataFrame, side: str) -> Bools:
    """Whether each row has such a relative among the hits; of the rows of one node, that is true of all or none."""
    same = same_rows(words, side)
    of_nodes = np.zeros(len(hits), bool)
    of_nodes[same[hits]] = True
    return _of_nodes(relation, of_nodes, parent_rows(words, side), longest(words["sentence"]))[same]


def _of_nodes(relation: str, hits: Bools, parent: Integers, most: int) -> Bools:
    has_parent = parent >= 0
    if relation == "parent":
        return has_parent & hits[parent] if len(hits) else hits
    below = np.bincount(parent[has_parent & hits], minlength=len(hits))
    if relation == "child":
        return np.asarray(below > 0)
    if relation == "sibling":
        return has_parent & (below[parent] - hits > 0) if len(hits) else hits
    forest, alike = parents.without_cycles(parent, most)
    if np.array_equal(forest, parent):
        return parents.above(parent, hits)
    return np.asarray(parents.at_or_below(forest, hits)[alike] - hits > 0)
