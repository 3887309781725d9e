"""What can come next in the filter line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import polars as pl

from goldleaf.core.analysis import query as language
from goldleaf.core.analysis.filtering import FRAMES, sentence_columns, word_columns
from goldleaf.core.analysis.query import Token, TokenKind

MOST = 50
"""As many values of a column are offered at most."""

_AFTER_COLUMN = ("=", "!=", "<", "<=", ">", ">=", "like", "in (", "between", "is null", "is not null")
_AFTER_VALUE = ("and", "or")


def completions(prefix: str, table: pl.DataFrame, words: pl.DataFrame | None) -> list[str]:
    """What the last piece of ``prefix``, the text before the cursor, may become; see `piece_start`.

    Columns, ``not`` and ``has(`` where a value is expected; operators after a column; ``and`` and ``or`` after a value;
    texts that occur in the column, the most frequent first, where it is compared with a text. Empty if nothing fits.
    """
    start = piece_start(prefix)
    before, piece = language.tokenize(prefix[:start]), prefix[start:]
    inside = _inside_has(before)
    columns = _columns(table, words, inside=inside)
    if not columns:
        return []
    compared = _compared(before, columns)
    if piece.startswith("'") or compared is not None:
        return _values(compared, piece)
    offered = _offered(before[-1] if before else None, columns, inside=inside)
    return [name for name in offered if name.lower().startswith(piece.lower()) and name != piece]


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


def _inside_has(tokens: Sequence[Token]) -> bool:
    """Whether a ``has(`` is open."""
    depth = opened_at = 0
    for before, token in zip([None, *tokens], tokens, strict=False):
        depth += token.is_("(")
        if token.is_("(") and before is not None and before.is_("has"):
            opened_at = depth
        if token.is_(")"):
            depth -= 1
            if depth < opened_at:
                opened_at = 0
    return opened_at > 0


def _columns(table: pl.DataFrame, words: pl.DataFrame | None, *, inside: bool) -> Mapping[str, pl.Series | None]:
    """The columns that may be named here, with their values where they are at hand."""
    if not inside:
        return {**{name: table[name] for name in table.columns}, **dict.fromkeys(sentence_columns(table))}
    if words is None:
        return {}
    plain = {name: words[name] for name in words.columns}
    columns: dict[str, pl.Series | None] = {}
    for name, expression in word_columns(words).items():
        source = expression.meta.root_names() if expression.meta.is_column() else []
        columns[name] = plain.get(source[0]) if source and name not in FRAMES else None
    return columns


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
