"""What the ``has(…)`` of a query look for, what conditions may name there, as columns that are worked out when one
names them, what stands near that, and queries made of others.

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
from functools import cache, partial

import numpy as np
import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.breakdown_table import equals
from goldleaf.core.analysis.errors.blame import BLAME, causes
from goldleaf.core.analysis.errors.constituent_errors import REPAIR
from goldleaf.core.analysis.errors.dependency_errors import CLASS, classes
from goldleaf.core.analysis.errors.word_errors import frames
from goldleaf.core.analysis.search import query as queries
from goldleaf.core.analysis.search.query import RELATIONS, Call, QueryToken, TokenKind, hint, split_calls, tokenize
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.analysis.sides.word_columns import AWAY, SAME, errors, neighbours, parent_rows, sides, structure
from goldleaf.core.analysis.sides.word_table import ROLE, ROLES, ROW, entries, role_names
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Bools, spread
from goldleaf.core.metrics import METRICS
from goldleaf.core.structures import parents

WORD = "word"  # what ``has(…)`` looks for where it does not say: ``has(word, …)`` is the same as ``has(…)``
FRAMES = ("gold_frame", "parse_frame")
MADE = {CLASS: classes, BLAME: causes}  # columns that are worked out of a whole word table
PLACE = "#position"  # the position in what `columns_of` gives: a condition may use the column ``position`` itself


@cache
def table_names() -> Mapping[str, str]:
    """What ``has(…)`` may look into by name, with the metric whose facts they are; empty for repairs."""
    return {name.replace("-", "_"): name for name in METRICS} | {REPAIR: ""}


def columns_of_facts(table: pl.DataFrame) -> list[str]:
    return [name for name in table.columns if name not in ("sentence", PARSE_WORD)]


def of_parse(name: str) -> tuple[str, str] | None:
    """What a name such as ``b_parseval`` says: what the parse's columns begin with, and what of it; None for others."""
    if name.lower() in (WORD, *table_names()):
        return None
    ends = (kind for kind in (*table_names(), WORD) if name.endswith(f"_{kind}") and len(name) > len(kind) + 1)
    table = max(ends, key=len, default=None)
    return None if table is None else (name.removesuffix(f"_{table}"), table)


def looked_for(call: Call) -> tuple[str, list[QueryToken]]:
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
    remedy = f"it is made like: has({first.text}, {example})"
    raise OptionError(f"filter: has({first.text} needs a condition, {place}; {remedy}")


def looks_into(query: str) -> frozenset[str]:
    """What a query looks for with ``has(…)``: `WORD`, the texts of `NodeKind`, other names. Raises OptionError."""
    return frozenset(looked_for(call)[0] for call in split_calls(tokenize(query), ("has",))[1].values())


def looks_into_sides_only(query: str) -> bool:
    """Whether a query is made of nothing but ``has(…)``, and, or, not, and brackets. Raises OptionError."""
    outer, inner = split_calls(tokenize(query), ("has",))
    return bool(inner) and all(one.kind is TokenKind.QUOTED or one.is_("and", "or", "not", "(", ")") for one in outer)


def for_parse(query: str, prefix: str) -> str:
    """The condition on the chosen parse as one on the parse whose columns begin with ``prefix``. What its ``has(…)``
    look into is named: words, facts or repairs of the chosen parse."""
    text = query
    for call in reversed(split_calls(tokenize(query), ("has",))[1].values()):
        start = call.condition[0].start
        named = len(call.condition) > 1 and call.condition[1].is_(",")
        text = f"{text[:start]}{prefix}_{'' if named else f'{WORD}, '}{text[start:]}"
    return text


def with_hits(query: str, further: str) -> str:
    """The query that finds the sentences in which what another one has found meets a further condition. The other one's
    ``has(…)`` look for one kind of things. Raises OptionError for a query that is no condition."""

    def both(condition: str) -> str:
        bare = not any(token.is_("or", "case") for token in tokenize(condition))
        return f"{condition} and {further}" if bare else f"({condition}) and {further}"

    outer, inner = split_calls(tokenize(query), ("has",))
    parts = [looked_for(call) for call in inner.values()]
    texts = [query[part[0].start : part[-1].start + len(part[-1].text)] for _, part in parts]
    if len(parts) == 1 and not any(token.is_("or", "not") for token in outer):
        start = parts[0][1][0].start
        return f"{query[:start]}{both(texts[0])}{query[start + len(texts[0]) :]}"
    named = "" if parts[0][0] == WORD else f"{parts[0][0]}, "
    return f"({query}) and has({named}{both(' or '.join(f'({text})' for text in texts))})"


def narrowed(query: str, values: Mapping[str, object], of_hits: Collection[str]) -> str:
    """The query that finds, of the sentences of another one, those that a row of `grouping.grouped` counts. ``values``
    are the row's by column, ``of_hits`` names those of what was found. Raises OptionError if that is no condition."""
    inner: list[str] = []
    outer: list[str] = []
    for name, value in values.items():
        if isinstance(value, bool):
            condition = name if value else f"not {name}"
        else:
            condition = equals(name, value if value is None or isinstance(value, int | float) else f"{value}")
        (inner if name in of_hits else outer).append(condition)
    if inner:
        query = with_hits(query, " and ".join(inner))
    return " and ".join([f"({query})", *outer]) if outer else query


def sentence_columns(table: pl.DataFrame) -> dict[str, pl.Expr]:
    """What a condition may name besides the columns of a sentence table: ``gold_nonprojective`` and each parse's."""
    names = {name: name.removesuffix("projective") for name in table.columns if name.endswith("projective")}
    new = {f"{side or 'gold_'}nonprojective": ~pl.col(name) for name, side in names.items()}
    return {name: column for name, column in new.items() if name not in table.columns}


def word_columns(words: pl.DataFrame) -> dict[str, pl.Expr]:
    """What a condition inside ``has(…)`` may name: the word table's columns, short names, and what can be derived.

    The short names are the gold's columns without the prefix, and ``label`` for ``deprel``; ``parse_right_head`` is the
    chosen parse's ``right_head``, as every parse has one by its name. The derived ones are those of
    `sides.word_columns`, and with a parse the two `FRAMES`. A condition on roles is on each of a word's entries (see
    `sides.word_table`)."""
    columns = {name: pl.col(name) for name in role_names(words)}
    columns |= {f"{side}_{name}": pl.col(name) for side in sides(words.columns) for name in ("form", "position")}
    shown = (name for name in words.columns if "#" not in name and not name.endswith(f"_{AWAY}"))
    columns |= {name: pl.col(name) for name in shown if name not in ("sentence", ROLES)}
    derived = neighbours() | structure(words.columns)
    if "right_both" in columns:
        derived |= errors(words.columns) | {name: pl.col(name) for name in FRAMES}
        every = [pl.col(name) for name in words.columns]
        derived |= {name: pl.map_batches(every, partial(_of_table, made), pl.String) for name, made in MADE.items()}
    there = {*words.columns, *FRAMES}
    derived = {name: column for name, column in derived.items() if there.issuperset(column.meta.root_names())}
    known = derived | columns
    return columns | _short_names(columns) | _short_names(known) | known  # its own columns come first and win


def _of_table(made: Callable[[pl.DataFrame], pl.Series], columns: Sequence[pl.Series]) -> pl.Series:
    return made(pl.DataFrame(columns))


def _short_names(columns: Mapping[str, pl.Expr]) -> dict[str, pl.Expr]:
    short = {name.removeprefix("gold_"): column for name, column in columns.items() if name.startswith("gold_")}
    deprels = {name: column for name, column in {**columns, **short}.items() if f"_{name}".endswith("_deprel")}
    labels = {f"{name.removesuffix('deprel')}label": column for name, column in deprels.items()}
    of_parse = {f"parse_{name}": column for name, column in columns.items() if name.startswith("right_")}
    return short | labels | of_parse


def columns_of(words: pl.DataFrame, wanted: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """``sentence``, `PLACE`, and the columns that are wanted, texts as strings; with `FRAMES` also rows for roots.
    Where words differ there is `ROW`, the row of the table, and `PLACE` is null for what the gold does not have. With
    columns of roles there is a row for each of a word's entries, and the column `ROLE`."""
    of_roles = made_of(wanted, role_names(words))
    of_frames = made_of(wanted, FRAMES)
    if of_frames:
        framed = frames(words).rename({"position": PLACE})
        if of_frames.keys() == wanted.keys():
            return framed.with_columns(**{name: pl.col(source) for name, source in of_frames.items()})
    place = pl.col("position") if "position" in words.columns else pl.lit(0, pl.UInt32)
    # With a prefix, since a column that is wanted may have the name of another that is kept.
    plain = {f"column {name}": wanted[name] for name in wanted if name not in of_roles | of_frames}
    row = [pl.int_range(pl.len(), dtype=pl.UInt32).alias(ROW)] if f"parse_{ROW}" in words.columns else []
    frame = words.lazy().select("sentence", place.alias(PLACE), *([ROLES] if of_roles else []), *row, **plain)
    if of_frames:
        frame = frame.join(framed.lazy(), on=["sentence", PLACE], how="full", coalesce=True)
    sources = {name: f"column {name}" for name in wanted} | of_frames | of_roles
    columns = {name: pl.col(sources[name]) for name in wanted}
    if of_roles:
        frame, columns = entries(frame), {ROLE: pl.col(ROLE), **columns}
    chosen = frame.select("sentence", PLACE, *(ROW for _ in row), **columns)
    return chosen.with_columns((cs.categorical() | cs.enum()).cast(pl.String)).collect()


def made_of(columns: Mapping[str, pl.Expr], sources: Collection[str]) -> dict[str, str]:
    """The columns that are made of one of these, and of which."""
    if not sources:  # asking each for its roots takes time
        return {}
    roots = {name: column.meta.root_names() for name, column in columns.items()}
    return {name: root[0] for name, root in roots.items() if {*sources}.intersection(root)}


def with_relations(
    condition: Sequence[QueryToken],
    words: pl.DataFrame,
    known: Collection[str],
    meeting: Callable[[Sequence[QueryToken], pl.DataFrame], Bools],
) -> tuple[list[QueryToken], pl.DataFrame]:
    """The condition with a column in the place of each relation, and the word table with these columns. ``known`` are
    the columns that a condition may name; ``meeting`` says of each row of a table of words or nodes whether it meets a
    condition. Raises OptionError where a relation is not closed, or names columns of several sides."""
    there = sides(words.columns)
    outer, inner = split_calls(condition, _names(there))
    columns = []
    for name, call in inner.items():
        named = _sides_named(call, there, known)
        if len(named) > 1:
            of = [side for side in there if side in named]
            whose, place = " or ".join(f"{side}_{call.name}(" for side in of), f"at character {call.start + 1}"
            named_of = f"{call.name}( names columns of {' and '.join(of)}"
            raise OptionError(f"filter: {named_of}, {place}; say whose tree: {whose}")
        side = named.pop() if named else "gold"
        related = _related(call.name.removeprefix(f"{side}_"), meeting(call.condition, words), words, side)
        columns.append(pl.Series(name, related))
    return outer, words.with_columns(columns)


def _names(there: Sequence[str]) -> list[str]:
    return [*RELATIONS, *(f"{side}_{relation}" for side in there for relation in RELATIONS)]


def _sides_named(call: Call, there: Sequence[str], known: Collection[str]) -> set[str]:
    """The side that is named before a relation, else those whose columns stand in it, or in one inside of it."""
    if call.name not in RELATIONS:
        return {max((side for side in there if call.name.startswith(f"{side}_")), key=len)}
    outer, inner = split_calls(call.condition, _names(there))
    named = set()
    for token in outer:
        column = queries.column_named(token.text, known) if token.kind is TokenKind.NAME else None
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
    same, parent = np.arange(len(hits)), parent_rows(words, side)
    if (away := f"{side}_{SAME}") in words.columns:  # a node has several rows, one of which stands for it
        same += words[away].fill_null(0).to_numpy()
    of_nodes: Bools = spread(len(hits), same[hits])
    has_parent = parent >= 0
    if relation == "parent":
        return (has_parent & of_nodes[parent])[same]
    below = np.bincount(parent[has_parent & of_nodes], minlength=len(hits))
    if relation == "child":
        return np.asarray(below > 0)[same]
    if relation == "sibling":
        return (has_parent & (below[parent] - of_nodes > 0))[same]
    forest, alike = parents.without_cycles(parent)
    return np.asarray(parents.at_or_below(forest, of_nodes)[alike] - of_nodes > 0)[same]
