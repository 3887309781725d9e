"""The filter line on a document: what a condition may name, what it finds, what that is counted by. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial

import polars as pl

from goldleaf.core.analysis.errors.constituent_errors import COLUMN as ERROR_CLASSES
from goldleaf.core.analysis.errors.constituent_errors import REPAIR, classes
from goldleaf.core.analysis.search import grouping
from goldleaf.core.analysis.search.completion import Known
from goldleaf.core.analysis.search.filtering import Filtered, filter_sentences
from goldleaf.core.analysis.search.has import WORD, looks_into, of_parse, table_names
from goldleaf.core.analysis.search.query import column_named
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.sentence_table import other_names, word_prefixes
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import Metric, create
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.queries import Queries

_LOOKS_INTO_SIDES = re.compile(r"\bhas\s*\(", re.IGNORECASE)


def filtered(document: Document, query: str, parse: int, further: pl.DataFrame | None = None) -> Steps[Filtered]:
    """The sentences that a filter line lets through; ``has(…)`` looks into the trees of gold and this parse. A saved
    filter may be named, ``@name``. ``further`` are more columns of the table. Raises OptionError for a condition that
    cannot be understood."""
    yield 0.0
    query = Queries().resolved(query)
    if document.blind is not None and _LOOKS_INTO_SIDES.search(query):
        raise OptionError(f"has(…): {HIDDEN}")
    try:
        kinds: Collection[str] = looks_into(query)
    except OptionError:  # what is wrong with it is told when it is used
        kinds = (WORD,)
    table = named_table(document, parse, further)
    classed = document.has_tree and ERROR_CLASSES in query
    if classed and document.blind is None and 0 <= parse < len(document.parses):
        errors = yield from between(document.tables.errors(parse), 0.0, 0.3)
        table = table.with_columns(errors.columns[name] for name in (ERROR_CLASSES, "repairs"))
    yield 0.3
    nodes = _nodes(document, [kind for kind in NodeKind if kind in kinds], parse)
    tables = yield from between(_tables(document, kinds, parse), 0.5, 0.7)
    of_words = WORD in kinds or any(PARSE_WORD in one.columns for one in tables.values())
    words = document.tables.words(parse) if of_words else None
    return filter_sentences(table, words, query, nodes, tables)


def _tables(document: Document, kinds: Collection[str], parse: int) -> Steps[dict[str, pl.DataFrame]]:
    """What a query looks into by name, of what there is: facts of metrics, repairs of trees, a parse's words."""
    yield 0.0
    tables: dict[str, pl.DataFrame] = {}
    for name in kinds:
        prefix, kind = of_parse(name) or ("", name)
        place = parse
        if prefix:
            prefixes = [*word_prefixes(one.name for one in document.parses).values()]
            known = column_named(prefix, prefixes)
            if known is None:
                there = f"{'is' if len(prefixes) < 2 else 'are'} {', '.join(prefixes) or 'none'}"
                raise OptionError(f"filter: no parse {prefix}; there {there}")
            place = prefixes.index(known)
        if not 0 <= place < len(document.parses):
            continue
        table = None
        if kind == REPAIR:
            if document.tables.have_repairs:
                table = (yield from document.tables.errors(place)).table
        elif kind in table_names():
            table = document.tables.facts(place, table_names()[kind])
        elif kind == WORD:
            table = document.tables.words(place)
        if table is not None:
            tables[name] = table
    return tables


def _nodes(document: Document, kinds: Sequence[NodeKind], parse: int) -> dict[NodeKind, NodeTable]:
    return {kind: table for kind in kinds if (table := document.tables.nodes(kind, parse)) is not None}


def named_table(document: Document, parse: int, further: pl.DataFrame | None = None) -> pl.DataFrame:
    """The document's table with other names for its columns, too: a filter means this parse (of none, the first) by
    ``las``, and knows each by its name. ``further`` are more columns, a row a sentence."""
    table = document.table if further is None else document.table.with_columns(further)
    if not document.parses or document.blind is not None:
        return table
    others = other_names(document.scored, document.parses[max(parse, 0)].name)
    new = {name: column for name, column in others.items() if name not in table.columns}
    return table.with_columns(pl.col(column).alias(name) for name, column in new.items())


def main_score(document: Document, parse: int, metric: Metric) -> str:
    """What a filter calls the main score of a metric; see `named_table`."""
    if document.blind is not None or not document.parses:
        return metric.main or next(iter(metric.ratios))
    column = document.columns_for(max(parse, 0), metric)[0]
    others = other_names(document.scored, document.parses[max(parse, 0)].name)
    return next((name for name, own in others.items() if own == column and len(name) < len(column)), column)


def known(document: Document, parse: int, further: pl.DataFrame | None, *, within: bool) -> Known:
    """What a filter that is being written can name; ``within`` has(…), too, unless who looks may not know the sides. Of
    what has not been looked into before, the first sentences tell."""
    table, tables = named_table(document, parse, further), document.tables
    if not within or document.blind is not None:
        return Known(table)
    by_name: dict[str, Callable[[], pl.DataFrame | None]] = {}
    if document.parses:
        prefixes = word_prefixes(one.name for one in document.parses)
        places = {f"{prefixes[one.name]}_": place for place, one in enumerate(document.parses)}
        every = {"": max(parse, 0), **places}
        for name, metric in table_names().items():
            if metric and tables.fits(create(metric)):
                for prefix, place in every.items():
                    by_name[f"{prefix}{name}"] = partial(tables.facts_at_hand, place, metric)
        for prefix, place in places.items():
            by_name[f"{prefix}{WORD}"] = partial(tables.words_at_hand, place)
        for prefix in every if tables.have_repairs else ():
            by_name[f"{prefix}{REPAIR}"] = classes
    return Known(table, tables.words_at_hand(parse), tables.nodes_at_hand(parse), by_name)


def grouped(
    document: Document, found: Filtered, parse: int, columns: Sequence[str], further: pl.DataFrame | None = None
) -> pl.DataFrame:
    """What a filter has found, counted by columns; see `search.grouping`. Raises OptionError."""
    words, nodes = _looked_into(document, found, parse)
    return grouping.grouped(named_table(document, parse, further), words, found, columns, nodes)


def hit_columns(document: Document, found: Filtered, parse: int) -> list[str]:
    """The columns of the words or nodes that a filter has found."""
    words, nodes = _looked_into(document, found, parse)
    return [*grouping.hit_columns(words, found, nodes)]


def group_columns(document: Document, found: Filtered, parse: int, further: pl.DataFrame | None = None) -> list[str]:
    """The columns that what a filter has found can be counted by, those of words or nodes first."""
    columns = named_table(document, parse, further).columns
    return [*dict.fromkeys((*hit_columns(document, found, parse), *columns))]


def _looked_into(
    document: Document, found: Filtered, parse: int
) -> tuple[pl.DataFrame | None, dict[NodeKind, NodeTable]]:
    words = document.tables.words(parse) if found.hits is not None else None
    return words, _nodes(document, found.node_kinds, parse)
