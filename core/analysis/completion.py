"""What can come next in the filter line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import polars as pl

from goldleaf.core.analysis import query as language
from goldleaf.core.analysis.fact_search import WORD
from goldleaf.core.analysis.filtering import FRAMES, NodeTables, sentence_columns, word_columns
from goldleaf.core.analysis.nodes import NodeKind
from goldleaf.core.analysis.query import Token, TokenKind
from goldleaf.core.analysis.roles import ROLES, role_names

MOST = 50
"""As many values of a column are offered at most."""

_AFTER_COLUMN = ("=", "!=", "<", "<=", ">", ">=", "like", "in (", "between", "is null", "is not null")
_AFTER_VALUE = ("and", "or")


def completions(
    prefix: str, table: pl.DataFrame, words: pl.DataFrame | None, nodes: NodeTables | None = None
) -> list[str]:
    """What the last piece of ``prefix``, the text before the cursor, may become; see `piece_start`.

    ``table``, ``words`` and ``nodes`` are what a query looks into (see `filter_sentences`), or parts of these. Offered
    are columns, ``not`` and ``has(`` where a value is expected; operators after a column; ``and`` and ``or`` after a
    value; texts that occur in the column, the most frequent first, where it is compared with a text; after ``has(``
    what it can look for. Empty if nothing fits.
    """
    start = piece_start(prefix)
    before, piece = language.tokenize(prefix[:start]), prefix[start:]
    inside = _inside(before)
    columns = _columns(table, words, nodes or {}, inside)
    compared = _compared(before, columns)
    if columns and (piece.startswith("'") or compared is not None):
        return _values(compared, piece)
    offered = _offered(before[-1] if before else None, columns, inside=inside is not None) if columns else ()
    return _begun((*offered, *_kinds(before, nodes or {})), piece)


def _begun(names: Iterable[str], piece: str) -> list[str]:
    return [name for name in names if name.lower().startswith(piece.lower()) and name != piece]


def _kinds(tokens: Sequence[Token], nodes: NodeTables) -> list[str]:
    """What ``has(`` can look for besides words, if it has just been written."""
    opened = len(tokens) > 1 and tokens[-1].is_("(") and tokens[-2].is_("has")
    return [f"{kind}, " for kind in nodes] if opened else []


def _offered(last: Token | None, columns: Collection[str], *, inside: bool) -> tuple[str, ...]:
    """What may stand after the last token, besides values; ``inside``: in ``has(…)``."""
    called = language.RELATIONS if inside else ("has",)
    values = (*columns, *map("{}(".format, called))
    if last is None or last.is_("and", "or", "("):
        return (*values, "not")
    if last.is_("not", ",") or last.kind in (TokenKind.COMPARISON, TokenKind.ODD):
        return values
    if last.kind is TokenKind.NAME and language.column_named(last.text, columns) is not None:
        return (*_AFTER_COLUMN, *_AFTER_VALUE)
    is_value = last.kind in (TokenKind.TEXT, TokenKind.QUOTED, TokenKind.NUMBER)
    return _AFTER_VALUE if is_value or last.is_(")", "null", "true", "false") else ()


def piece_start(prefix: str) -> int:
    """Where the last piece of a text begins: a name or a text in quotes that is being written; else its end."""
    tokens = language.tokenize(prefix)
    for token in tokens:
        if token.kind is TokenKind.ODD and token.text == "'":
            return token.start  # an open quote runs to the end
    last = tokens[-1] if tokens else None
    if last is not None and last.kind is TokenKind.NAME and last.start + len(last.text) == len(prefix):
        return last.start
    return len(prefix)


def _inside(tokens: Sequence[Token]) -> str | None:
    """What the ``has(`` that is open looks for (see `looks_into`); None if none is open."""
    begins = _open_has(tokens)
    if begins is None:
        return None
    first = tokens[begins : begins + 2]
    named = len(first) == 2 and first[0].is_(*NodeKind) and first[1].is_(",")
    return first[0].text.lower() if named else WORD


def _open_has(tokens: Sequence[Token]) -> int | None:
    """Where the condition of the ``has(`` that is open begins; None if none is open."""
    depth = opened_at = begins = 0
    for place, (before, token) in enumerate(zip([None, *tokens], tokens, strict=False)):
        depth += token.is_("(")
        if token.is_("(") and before is not None and before.is_("has"):
            opened_at, begins = depth, place + 1
        if token.is_(")"):
            depth -= 1
            if depth < opened_at:
                opened_at = 0
    return begins if opened_at else None


def _columns(
    table: pl.DataFrame, words: pl.DataFrame | None, nodes: NodeTables, inside: str | None
) -> Mapping[str, pl.Series | None]:
    """The columns that may be named here, with their values where they are at hand."""
    if inside is None:
        return {**{name: table[name] for name in table.columns}, **dict.fromkeys(sentence_columns(table))}
    if inside != WORD:
        own = nodes.get(NodeKind(inside))
        return {} if own is None else _values_of(own.rows, own.columns)
    return {} if words is None else _values_of(words, word_columns(words))


def _values_of(frame: pl.DataFrame, columns: Mapping[str, pl.Expr]) -> dict[str, pl.Series | None]:
    found: dict[str, pl.Series | None] = {}
    of_roles = role_names(frame)
    for name, expression in columns.items():
        source = expression.meta.root_names() if expression.meta.is_column() and name not in FRAMES else []
        if source and source[0] in of_roles:
            found[name] = frame[ROLES].drop_nulls().list.explode(empty_as_null=True).struct.field(source[0])
        else:
            found[name] = frame[source[0]] if source and source[0] in frame.columns else None
    return found


def _compared(tokens: Sequence[Token], columns: Mapping[str, pl.Series | None]) -> pl.Series | None:
    """The values of the column of names, not of running text, that the next piece is compared with."""
    left = _before_test(tokens)
    name = language.column_named(left[-1].text, columns) if left else None
    values = columns[name] if name is not None and name != "text" else None
    return values if values is not None and values.dtype in (pl.String, pl.Categorical, pl.Enum) else None


def _before_test(tokens: Sequence[Token]) -> Sequence[Token]:
    """What stands before the test that the next piece belongs to; nothing if it belongs to none."""
    left = _before_open_list(tokens)
    in_list = len(left) < len(tokens)
    if not left or not (left[-1].is_("in") if in_list else _compares(left[-1])):
        return ()
    negated = len(left) > 1 and left[-2].is_("not")
    return left[:-2] if negated else left[:-1]


def _before_open_list(tokens: Sequence[Token]) -> Sequence[Token]:
    """All but the brackets and texts of a list that is being written: ``('one', 'two',``."""
    if not tokens or not tokens[-1].is_("(", ","):
        return tokens
    left = list(tokens)
    while left and (left[-1].is_("(", ",") or left[-1].kind is TokenKind.TEXT):
        left.pop()
    return left


def _compares(token: Token) -> bool:
    return token.kind is TokenKind.COMPARISON or token.is_("like", "ilike")


def _values(values: pl.Series | None, piece: str) -> list[str]:
    if values is None:
        return []
    begun = piece.removeprefix("'").replace("''", "'").lower()
    counts = values.drop_nulls().value_counts(name="uses")
    texts = counts.select(pl.first().cast(pl.String).alias("text"), "uses")
    fitting = texts.filter(pl.col("text").str.to_lowercase().str.starts_with(begun))
    first = fitting.sort("uses", "text", descending=[True, False]).head(MOST)
    return ["'" + text.replace("'", "''") + "'" for text in first["text"]]
