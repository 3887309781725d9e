"""What can come next in the filter line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.errors.blame import BLAME, CAUSES
from goldleaf.core.analysis.errors.dependency_errors import CLASS, ArcErrorClass
from goldleaf.core.analysis.search.filtering import NodeTables
from goldleaf.core.analysis.search.has import WORD, columns_of_facts, of_parse, sentence_columns, word_columns
from goldleaf.core.analysis.search.query import RELATIONS, QueryToken, TokenKind, column_named, tokenize
from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.analysis.sides.word_table import ROLES, role_names

MOST = 50  # as many values of a column are offered at most


class Searchable(NamedTuple):
    """What a query looks into (see `filter_sentences`), or parts of it. ``tables`` are what ``has(…)`` looks into by
    name, such as ``parseval`` or ``b_word``, made on demand."""

    table: pl.DataFrame
    words: pl.DataFrame | None = None
    nodes: NodeTables = MappingProxyType({})
    tables: Mapping[str, Callable[[], pl.DataFrame | None]] = MappingProxyType({})


def completions(prefix: str, known: Searchable) -> list[str]:
    """What the last piece of ``prefix``, the text before the cursor, may become; see `piece_start`. Offered are
    columns, ``not`` and ``has(`` where a value is expected; operators after a column; ``and`` and ``or`` after a value;
    texts that occur in the column, the most frequent first, where it is compared with one; what ``has(`` can find."""
    start = piece_start(prefix)
    before, piece = tokenize(prefix[:start]), prefix[start:]
    inside = _inside(before, known.tables)
    columns = _columns(known, inside)
    compared = _compared(before, columns)
    if columns and (piece.startswith("'") or compared is not None):
        return _values(compared, piece)
    calls: Sequence[str] = ()  # conditions in brackets that may stand in what is looked into
    if inside is None:
        calls = ("has",)
    elif inside in [*NodeKind] or _is_of_words(inside):
        calls = RELATIONS
    offered = _offered(before[-1] if before else None, columns, calls) if columns else ()
    if len(before) > 1 and before[-1].is_("(") and before[-2].is_("has"):
        offered = (*offered, *(f"{kind}, " for kind in (*known.nodes, *known.tables)))
    return [name for name in offered if name.lower().startswith(piece.lower()) and name != piece]


def _is_of_words(name: str) -> bool:
    """Whether this is what ``has(…)`` calls words, of the chosen parse or of one such as ``b_word``."""
    return name == WORD or (of_parse(name) or ("", ""))[1] == WORD


def _offered(last: QueryToken | None, columns: Collection[str], called: Sequence[str]) -> tuple[str, ...]:
    """What may stand after the last token, besides values; ``called``: conditions in brackets."""
    values = (*columns, *map("{}(".format, called))
    if last is None or last.is_("and", "or", "("):
        return (*values, "not")
    if last.is_("not", ",") or last.kind in (TokenKind.COMPARISON, TokenKind.ODD):
        return values
    if last.kind is TokenKind.NAME and column_named(last.text, columns) is not None:
        return ("=", "!=", "<", "<=", ">", ">=", "like", "in (", "between", "is null", "is not null", "and", "or")
    is_value = last.kind in (TokenKind.TEXT, TokenKind.QUOTED, TokenKind.NUMBER)
    return ("and", "or") if is_value or last.is_(")", "null", "true", "false") else ()


def piece_start(prefix: str) -> int:
    """Where the last piece of a text begins: a name or a text in quotes that is being written; else its end."""
    tokens = tokenize(prefix)
    for token in tokens:
        if token.kind is TokenKind.ODD and token.text == "'":
            return token.start  # an open quote runs to the end
    last = tokens[-1] if tokens else None
    if last is not None and last.kind is TokenKind.NAME and last.start + len(last.text) == len(prefix):
        return last.start
    return len(prefix)


def _inside(tokens: Sequence[QueryToken], tables: Collection[str]) -> str | None:
    """What the ``has(`` that is open looks for (see `looks_into`); None if none is open."""
    depth = opened_at = begins = 0  # begins: where the condition of the has( that is open begins
    for place, (before, token) in enumerate(zip([None, *tokens], tokens, strict=False)):
        depth += token.is_("(")
        if token.is_("(") and before is not None and before.is_("has"):
            opened_at, begins = depth, place + 1
        if token.is_(")"):
            depth -= 1
            if depth < opened_at:
                opened_at = 0
    if not opened_at:
        return None
    first = tokens[begins : begins + 2]
    if len(first) < 2 or not first[1].is_(","):
        return WORD
    return column_named(first[0].text, [*NodeKind, *tables]) or WORD


def _columns(known: Searchable, inside: str | None) -> Mapping[str, pl.Series | None]:
    """The columns that may be named here, with their values where they are at hand."""
    if inside is None:
        own = {name: known.table[name] for name in known.table.columns}
        return {**own, **dict.fromkeys(sentence_columns(known.table))}
    if inside in [*NodeKind]:
        nodes = known.nodes.get(NodeKind(inside))
        return {} if nodes is None else _values_of(nodes.rows, nodes.columns)
    rows = known.tables[inside]() if inside in known.tables else known.words
    if rows is None:
        return {}
    if _is_of_words(inside):
        return _values_of(rows, word_columns(rows))
    return {name: rows[name] for name in columns_of_facts(rows)}


def _values_of(frame: pl.DataFrame, columns: Mapping[str, pl.Expr]) -> dict[str, pl.Series | None]:
    known: dict[str, pl.Series | None] = dict(frame.to_dict())
    for name in role_names(frame):
        known[name] = frame[ROLES].drop_nulls().list.explode(empty_as_null=True).struct.field(name)
    plain = {name: column.meta.root_names() for name, column in columns.items() if column.meta.is_column()}
    told = {CLASS: pl.Series([kind.value for kind in ArcErrorClass]), BLAME: pl.Series(CAUSES)}
    return {name: known.get(plain[name][0]) if name in plain else told.get(name) for name in columns}


def _compared(tokens: Sequence[QueryToken], columns: Mapping[str, pl.Series | None]) -> pl.Series | None:
    """The values of the column of names, not of running text, that the next piece is compared with."""
    left = [*tokens]
    if left and left[-1].is_("(", ","):  # of a list that is being written: ``in ('one', 'two',``
        while left and (left[-1].is_("(", ",") or left[-1].kind is TokenKind.TEXT):
            left.pop()
        tested = bool(left) and left[-1].is_("in")
    else:
        tested = bool(left) and (left[-1].kind is TokenKind.COMPARISON or left[-1].is_("like", "ilike"))
    if not tested:
        return None
    left.pop()
    if left and left[-1].is_("not"):
        left.pop()
    name = column_named(left[-1].text, columns) if left else None
    values = columns[name] if name is not None and name != "text" else None
    return values if values is not None and values.dtype in (pl.String, pl.Categorical, pl.Enum) else None


def _values(values: pl.Series | None, piece: str) -> list[str]:
    if values is None:
        return []
    begun = piece.removeprefix("'").replace("''", "'").lower()
    counts = values.drop_nulls().value_counts(name="uses")
    texts = counts.select(pl.first().cast(pl.String).alias("text"), "uses")
    fitting = texts.filter(pl.col("text").str.to_lowercase().str.starts_with(begun))
    first = fitting.sort("uses", "text", descending=[True, False]).head(MOST)
    return ["'" + text.replace("'", "''") + "'" for text in first["text"]]
