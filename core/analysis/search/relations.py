"""``child(…)``, ``descendant(…)``, ``sibling(…)``, ``parent(…)`` inside ``has(…)``: what stands near a word or a node.

The tree is that of the side whose columns the condition in the brackets names: ``child(parse_deprel = 'det')`` looks
for children in the parse. It is the gold's if no side is named, and a side may be put before: ``parse_child(…)``,
``b_child(…)`` for the parse b. The heads need not make a tree; on a cycle, each word is below the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
import polars as pl

from goldleaf.core.analysis.search.query import RELATIONS, Call, Token, TokenKind, column_named, split_calls
from goldleaf.core.analysis.sides.word_columns import longest, parent_rows, same_rows, sides
from goldleaf.core.errors import OptionError
from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools

Meeting = Callable[[Sequence[Token], pl.DataFrame], Bools]
"""Says of each row of a table of words or nodes whether it meets a condition."""


def with_relations(
    condition: Sequence[Token], words: pl.DataFrame, known: Collection[str], meeting: Meeting
) -> tuple[list[Token], pl.DataFrame]:
    """The condition with a column in the place of each relation, and the word table with these columns.

    ``known`` are the columns that a condition may name. Raises OptionError where a relation is not closed, or names
    columns of several sides.
    """
    there = sides(words.columns)
    outer, inner = split_calls(condition, _names(there))
    columns = []
    for name, call in inner.items():
        named = _sides_named(call, there, known)
        if len(named) > 1:
            of = [side for side in there if side in named]
            raise OptionError(
                f"filter: {call.name}( names columns of {' and '.join(of)}, at character {call.start + 1}; "
                f"say whose tree: {' or '.join(f'{side}_{call.name}(' for side in of)}"
            )
        side = named.pop() if named else "gold"
        related = _related(call.name.removeprefix(f"{side}_"), meeting(call.condition, words), words, side)
        columns.append(pl.Series(name, related))
    return outer, words.with_columns(columns)


def _names(there: Sequence[str]) -> list[str]:
    """The relations by all their names."""
    return [*RELATIONS, *(f"{side}_{relation}" for side in there for relation in RELATIONS)]


def _sides_named(call: Call, there: Sequence[str], known: Collection[str]) -> set[str]:
    """The side that is named before a relation, else those whose columns stand in it, or in one inside of it."""
    if call.name not in RELATIONS:
        return {max((side for side in there if call.name.startswith(f"{side}_")), key=len)}
    outer, inner = split_calls(call.condition, _names(there))
    named = set()
    for token in outer:
        column = column_named(token.text, known) if token.kind is TokenKind.NAME else None
        if column is None:
            continue
        if begun := [side for side in there if column.startswith(f"{side}_")]:
            named.add(max(begun, key=len))
        elif column in ("extra", "crossing"):  # which are said of the parse's nodes without its name
            named.add("parse")
        elif f"gold_{column}" in known:
            named.add("gold")
    return named.union(*(_sides_named(call, there, known) for call in inner.values()))


def _related(relation: str, hits: Bools, words: pl.DataFrame, side: str) -> Bools:
    """Whether each row has such a relative among the hits; of the rows of one node, that is true of all or none."""
    if not len(hits):
        return hits
    same, parent = same_rows(words, side), parent_rows(words, side)
    of_nodes = np.zeros(len(hits), bool)
    of_nodes[same[hits]] = True
    has_parent = parent >= 0
    if relation == "parent":
        return (has_parent & of_nodes[parent])[same]
    below = np.bincount(parent[has_parent & of_nodes], minlength=len(hits))
    if relation == "child":
        return np.asarray(below > 0)[same]
    if relation == "sibling":
        return (has_parent & (below[parent] - of_nodes > 0))[same]
    forest, alike = parents.without_cycles(parent, longest(words["sentence"]))
    if np.array_equal(forest, parent):
        return parents.above(parent, of_nodes)[same]
    return np.asarray(parents.at_or_below(forest, of_nodes)[alike] - of_nodes > 0)[same]
