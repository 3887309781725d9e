"""What the ``has(…)`` of a query look for, what stands near that, and queries made of others.

Without a name it is words; ``has(constituent, …)`` and ``has(function, …)`` look into nodes of trees,
``has(METRIC, …)`` and ``has(repair, …)`` into a metric's facts, or other rows of sentences. They are the chosen
parse's; ``has(b_METRIC, …)`` looks into those of the parse whose columns begin with ``b``, and ``has(b_word, …)`` into
its words, of which it says ``parse_…`` and ``right_…``.

``child(…)``, ``descendant(…)``, ``sibling(…)``, ``parent(…)`` inside ``has(…)`` look for what stands near a word or a
node. The tree is that of the side whose columns the condition in the brackets names: ``child(parse_deprel = 'det')``
looks for children in the parse. It is the gold's if no side is named, and a side may be put before: ``parse_child(…)``,
``b_child(…)`` for the parse b. The heads need not make a tree; on a cycle, each word is below the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

import numpy as np
import polars as pl

from goldleaf.core.analysis.errors.constituent_errors import REPAIR
from goldleaf.core.analysis.search.query import (
    RELATIONS,
    Call,
    Token,
    TokenKind,
    column_named,
    hint,
    split_calls,
    tokenize,
)
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.analysis.sides.word_columns import longest, parent_rows, same_rows, sides
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS
from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools

WORD = "word"
"""What ``has(…)`` looks for where it does not say: ``has(word, …)`` is the same as ``has(…)``."""


@cache
def table_names() -> Mapping[str, str]:
    """What ``has(…)`` may look into by name, with the metric whose facts they are; empty for repairs."""
    return {name.replace("-", "_"): name for name in METRICS} | {REPAIR: ""}


def columns_of_facts(table: pl.DataFrame) -> list[str]:
    """What a condition may name of a table of facts or repairs."""
    return [name for name in table.columns if name not in ("sentence", PARSE_WORD)]


def of_parse(name: str) -> tuple[str, str] | None:
    """What a name such as ``b_parseval`` says: what the parse's columns begin with, and what of it; None for others."""
    if name.lower() in (WORD, *table_names()):
        return None
    ends = (kind for kind in (*table_names(), WORD) if name.endswith(f"_{kind}") and len(name) > len(kind) + 1)
    table = max(ends, key=len, default=None)
    return None if table is None else (name.removesuffix(f"_{table}"), table)


def kind_of(call: Call) -> tuple[str, list[Token]]:
    """What a ``has(…)`` looks for, and its condition. Raises OptionError for a name that nothing has."""
    first, second, *rest = [*call.condition, None, None]
    if first is None or first.kind is not TokenKind.NAME:
        return WORD, call.condition
    kinds, tables = (WORD, *NodeKind), table_names()
    known = first.is_(*kinds, *tables) or of_parse(first.text) is not None
    place = f"at character {first.start + 1}"
    if second is not None and second.is_(","):
        if not known:
            there = f"{', '.join(kinds)}, {REPAIR}, or what a metric compares (parseval, …)"
            remedy = hint(first.text, (*kinds, *tables))
            raise OptionError(f"filter: has( looks for {there}, not {first.text}, {place}{remedy}")
        if rest[0] is not None:
            return first.text.lower() if of_parse(first.text) is None else first.text, call.condition[2:]
    elif second is not None or not known:
        return WORD, call.condition
    example = "first = 1" if first.is_(*NodeKind, REPAIR) else "words > 20"
    raise OptionError(
        f"filter: has({first.text} needs a condition, {place}; it is made like: has({first.text}, {example})"
    )


def looks_into(query: str) -> frozenset[str]:
    """What a query looks for with ``has(…)``: `WORD`, the texts of `NodeKind`, other names. Raises OptionError."""
    return frozenset(kind_of(call)[0] for call in split_calls(tokenize(query), ("has",))[1].values())


def looks_into_sides_only(query: str) -> bool:
    """Whether a query is made of nothing but ``has(…)``, and, or, not, and brackets. Raises OptionError."""
    outer, inner = split_calls(tokenize(query), ("has",))
    return bool(inner) and all(
        token.kind is TokenKind.QUOTED or token.is_("and", "or", "not", "(", ")") for token in outer
    )


def for_parse(query: str, prefix: str) -> str:
    """The condition on the chosen parse as one on the parse whose columns begin with ``prefix``.

    What its ``has(…)`` look into is named: words, facts or repairs of the chosen parse.
    """
    text = query
    for call in reversed(split_calls(tokenize(query), ("has",))[1].values()):
        start = call.condition[0].start
        named = len(call.condition) > 1 and call.condition[1].is_(",")
        text = f"{text[:start]}{prefix}_{'' if named else f'{WORD}, '}{text[start:]}"
    return text


def with_hits(query: str, further: str) -> str:
    """The query that finds the sentences in which what another one has found meets a further condition.

    The other one's ``has(…)`` look for one kind of things. Raises OptionError for a query that is no condition.
    """

    def both(condition: str) -> str:
        bare = not any(token.is_("or", "case") for token in tokenize(condition))
        return f"{condition} and {further}" if bare else f"({condition}) and {further}"

    outer, inner = split_calls(tokenize(query), ("has",))
    parts = [kind_of(call) for call in inner.values()]
    texts = [query[part[0].start : part[-1].start + len(part[-1].text)] for _, part in parts]
    if len(parts) == 1 and not any(token.is_("or", "not") for token in outer):
        start = parts[0][1][0].start
        return f"{query[:start]}{both(texts[0])}{query[start + len(texts[0]) :]}"
    named = "" if parts[0][0] == WORD else f"{parts[0][0]}, "
    return f"({query}) and has({named}{both(' or '.join(f'({text})' for text in texts))})"


def with_relations(
    condition: Sequence[Token],
    words: pl.DataFrame,
    known: Collection[str],
    meeting: Callable[[Sequence[Token], pl.DataFrame], Bools],
) -> tuple[list[Token], pl.DataFrame]:
    """The condition with a column in the place of each relation, and the word table with these columns.

    ``known`` are the columns that a condition may name; ``meeting`` says of each row of a table of words or nodes
    whether it meets a condition. Raises OptionError where a relation is not closed, or names columns of several sides.
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
