"""The language of the filter line: SQL conditions over columns, checked word by word before they are run. Only columns
that are there, a short list of functions and the operators get through, so that a condition can compute and compare but
reach nothing else. Mistakes are told with their place and the nearest name that exists."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, takewhile
from typing import NamedTuple

import polars as pl

from goldleaf.core.errors import OptionError


class TokenKind(Enum):
    """What a piece can be, and how it looks; what comes first is tried first."""

    TEXT = r"'(?:[^']|'')*'(?!')"
    QUOTED = r'"(?:[^"]|"")*"(?!")'  # a column, else a text
    NUMBER = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?!\w)"
    NAME = r"[^\W\d]\w*"
    COMPARISON = r"<=|>=|<>|!=|==|=|<|>|!~|~"
    OPERATOR = r"\|\||[-+*/%(),]"
    ODD = r"\S"  # what no condition holds, such as an open quote


class QueryToken(NamedTuple):
    """A piece of a query; ``start`` is its place, from 0."""

    kind: TokenKind
    text: str
    start: int

    def is_(self, *words: str) -> bool:
        """Whether it is one of these names or signs, in capitals or not."""
        return self.kind in (TokenKind.NAME, TokenKind.OPERATOR) and self.text.lower() in words


class UnknownColumnError(OptionError):
    """What stands for a column is none; what to do begins with a semicolon, if it is known."""

    def __init__(self, token: QueryToken, remedy: str) -> None:
        super().__init__(f"filter: no column {token.text}, at character {token.start + 1}{remedy}")
        self.token = token


KEYWORDS = frozenset("and or not is null in between like ilike true false case when then else end".split())  # noqa: SIM905
FUNCTIONS = frozenset(
    "abs avg ceil char_length coalesce ends_with floor greatest least length lower max median min mod nullif "  # noqa: SIM905
    "regexp_like round starts_with stddev strpos sum trim upper".split()
)
# What conditions on words near a word begin with; see `search.has`.
RELATIONS = ("child", "descendant", "sibling", "parent")

_TOKEN = re.compile("|".join(f"(?P<{kind.name}>{kind.value})" for kind in TokenKind))
CURLY_QUOTES = "‘’‚‛“”„«»`´"
# On one another, in what ``or`` and ``and`` link: polars calls itself for each of a chain, until the process ends, and
# the time that it needs grows with the cube of the chain.
MOST_OPERATORS = 200
# How deep brackets may stand in one another: each ``child(…)`` in another takes as long as the condition is long.
DEEPEST = 50
# Scores that are no fractions, though all of them may be small.
_NO_FRACTION = re.compile(r"(?:^|_)(?:mean_distance|average_crossing|vi)$")
_OPERATORS = ("+", "-", "*", "/", "%", "||", "and", "or", "not", "is", "in", "between", "like", "ilike", "case", "when")


def tokenize(query: str) -> list[QueryToken]:
    """The pieces of a query; nothing is too odd."""
    return [QueryToken(TokenKind[str(found.lastgroup)], found[0], found.start()) for found in _TOKEN.finditer(query)]


class Call(NamedTuple):
    """A condition inside a condition, ``has(…)`` or ``child(…)``, which is taken out and answered on its own. It is
    without its brackets; ``name`` is what stands before them in small letters, ``start`` its place."""

    name: str
    condition: list[QueryToken]
    start: int


def split_calls(tokens: Sequence[QueryToken], names: Collection[str]) -> tuple[list[QueryToken], dict[str, Call]]:
    """The tokens with a quoted name for each call of these names, and the call that it stands for. Calls inside a call
    stay in its condition. Raises OptionError for an open or empty one, and for brackets deeper than `DEEPEST`."""
    depths = [*accumulate(token.is_("(") - token.is_(")") for token in tokens)]  # open brackets behind each token
    if max(depths, default=0) > DEEPEST:
        raise OptionError(f"filter: brackets stand more than {DEEPEST} deep in one another")
    outer: list[QueryToken] = []
    inner: dict[str, Call] = {}
    place = 0
    while place < len(tokens):
        token, place = tokens[place], place + 1
        if not (token.is_(*names) and place < len(tokens) and tokens[place].is_("(")):
            outer.append(token)
            continue
        called = token.text.lower()
        closing = next((end for end in range(place, len(tokens)) if depths[end] < depths[place]), None)
        if closing is None or closing == place + 1:
            what = f"{called}( is not closed" if closing is None else f"{called}() needs a condition"
            raise OptionError(f"filter: {what}, at character {token.start + 1}")
        name = f"{called} {len(inner) + 1}"
        inner[name] = Call(called, [*tokens[place + 1 : closing]], token.start)
        outer.append(QueryToken(TokenKind.QUOTED, f'"{name}"', token.start))
        place = closing + 1
    return outer, inner


def to_sql(tokens: Sequence[QueryToken], columns: Collection[str]) -> str:
    """The tokens as an SQL expression over these columns. Columns may be written in capitals or not. Raises
    OptionError, naming the place, for an unknown function or sign, `UnknownColumnError` for a column."""
    _refuse_large(tokens)
    parts: list[str] = []
    complete = False  # whether what stands to the left is a value, after which no other can follow
    for before, token, following in zip([None, *tokens[:-1]], tokens, [*tokens[1:], None], strict=True):
        called = token.kind is TokenKind.NAME and following is not None and following.is_("(")
        if not called:
            _refuse_unknown(before, token, following, columns)
        part = _sql_of(token, columns, called=called)
        begins = (
            token.kind in (TokenKind.TEXT, TokenKind.QUOTED, TokenKind.NUMBER)
            or token.is_("(", "true", "false", "null", "case")
            or (token.kind is TokenKind.NAME and part.lower() not in KEYWORDS)
        )
        if complete and begins:
            raise OptionError(f"filter: something is missing before {token.text}, at character {token.start + 1}")
        if token.is_(")") and parts and parts[-1] == "(":
            raise OptionError(f"filter: there is nothing in the brackets, at character {token.start + 1}")
        complete = not called and (token.is_(")", "end") or (begins and not token.is_("(", "case")))
        parts.append(part)
    return _balanced(parts)


@dataclass(slots=True)
class _Level:
    """What stands in brackets or a case so far."""

    opened: str = ""  # the word before the bracket
    size: int = 0  # operators in this link
    largest: int = 0  # and in the largest
    ranges: int = 0  # each ``between`` whose ``and`` is to come
    elements: int = 1
    has_columns: bool = False
    compared: int | None = None  # operators before the first ``when``


def _refuse_large(tokens: Sequence[QueryToken]) -> None:
    """Raise OptionError where more than `MOST_OPERATORS` stand on one another. What is looked at by ``between``,
    ``nullif``, a case, or ``in`` with columns, polars runs as often as it is compared: in one another they multiply."""
    levels = [_Level()]
    for before, token in zip([None, *tokens[:-1]], tokens, strict=False):
        now = levels[-1]
        now.has_columns |= token.kind is TokenKind.NAME and token.text.lower() not in KEYWORDS
        if token.is_("(", "case"):
            levels.append(_Level("case" if token.is_("case") else before.text.lower() if before is not None else ""))
        elif token.is_(")", "end") and len(levels) > 1:
            inside, now = levels.pop(), levels[-1]
            within = max(inside.size, inside.largest)
            now.size *= inside.elements if inside.opened == "in" and inside.has_columns else 1
            now.size += 2 * within + 1 if inside.opened == "nullif" else within
            now.has_columns |= inside.has_columns
        elif token.is_("and") and now.ranges:
            now.ranges -= 1
        elif token.is_("and", "or") and all(level.opened != "case" for level in levels):
            now.size, now.largest = 0, max(now.size, now.largest)
        elif token.is_("when"):
            now.size += now.compared or 0
            now.compared = now.size if now.compared is None else now.compared
        elif token.is_("between"):
            now.size, now.ranges = 2 * now.size, now.ranges + 1
        now.elements += token.is_(",")
        now.size += token.kind is TokenKind.COMPARISON or token.is_(*_OPERATORS)
        if now.size > MOST_OPERATORS:
            place = f"at character {token.start + 1}"
            raise OptionError(f"filter: more than {MOST_OPERATORS} operators on one another, {place}")


def _refuse_unknown(
    before: QueryToken | None, token: QueryToken, following: QueryToken | None, columns: Collection[str]
) -> None:
    """Raise UnknownColumnError for what stands for a column, as what is compared in double quotes does, and is none."""
    remedy = ""
    if token.kind is TokenKind.QUOTED:
        # A text stands behind the sign.
        if following is None or following.kind is not TokenKind.COMPARISON or _unquoted(token) in columns:
            return
    elif token.kind is not TokenKind.NAME or token.text.lower() in KEYWORDS or column_named(token.text, columns):
        return
    elif before is not None and before.kind is TokenKind.COMPARISON:
        remedy = f"; a text has single quotes: '{token.text}'"
    raise UnknownColumnError(token, hint(token.text, columns) or remedy)


def _balanced(parts: Sequence[str]) -> str:
    """The parts as one text; long chains of ``or`` and ``and`` get brackets that keep the expression shallow. What
    polars needs for a chain grows with the cube of its length."""
    for word in (",", "or", "and"):  # what binds least is split first
        texts = [*map(_balanced, links)] if len(links := _split(parts, word)) > 1 else []
        if len(texts) > 8 and word != ",":  # shorter ones take no time
            while len(texts) > 1:
                texts = [f" {word} ".join(texts[place : place + 2]) for place in range(0, len(texts), 2)]
                texts = [f"({text})" for text in texts] if len(texts) > 1 else texts
        if texts:
            return f" {word} ".join(texts)
    depths = [0, *accumulate(map(_deeper, parts))]  # open brackets before each part
    start = next((place for place, depth in enumerate(depths) if depth > 0), None)
    if start is None:
        return " ".join(parts)
    end = next((place for place in range(start, len(parts)) if depths[place + 1] <= 0), len(parts))
    inside = _balanced(parts[start:end]) if parts[start - 1] == "(" else " ".join(parts[start:end])
    return " ".join(filter(None, (*parts[:start], inside, *parts[end : end + 1], _balanced(parts[end + 1 :]))))


def _deeper(part: str) -> int:
    """What a part adds to the number of brackets and cases that are open."""
    return (part.lower() in ("(", "case")) - (part.lower() in (")", "end"))


def _split(parts: Sequence[str], word: str) -> list[list[str]]:
    """The parts between those that are this word and link conditions: not in brackets, cases or after ``between``."""
    links: list[list[str]] = [[]]
    depth = ranges = 0
    for part in parts:
        lowered = part.lower()
        depth += _deeper(part)
        if depth == 0 and lowered == "between":
            ranges += 1
        elif depth == 0 and lowered == "and" and ranges:
            ranges -= 1
        elif depth == 0 and lowered == word:
            links.append([])
            continue
        links[-1].append(part)
    return links


def _sql_of(token: QueryToken, columns: Collection[str], *, called: bool) -> str:
    place = f"at character {token.start + 1}"
    name = token.text.lower()
    match token.kind:
        case TokenKind.QUOTED:
            inside = _unquoted(token)
            return token.text if inside in columns else "'" + inside.replace("'", "''") + "'"
        case TokenKind.ODD if token.text in "'\"":
            raise OptionError(f"filter: the quote is not closed, {place}")
        case TokenKind.ODD:
            straight = "; a text has straight quotes: 'text'" if token.text in CURLY_QUOTES else ""
            raise OptionError(f"filter: {token.text} has no meaning here{straight}, {place}")
        case TokenKind.NAME if (called and name in FUNCTIONS) or (name in KEYWORDS and token.text not in columns):
            return token.text
        case TokenKind.NAME if not called:
            return f'"{column_named(token.text, columns)}"'
        case TokenKind.NAME if name == "has":
            raise OptionError(f"filter: has( cannot stand inside has(, {place}")
        case TokenKind.NAME if name in RELATIONS:
            raise OptionError(f"filter: {token.text}( looks from a word; put it inside has(…), {place}")
        case TokenKind.NAME:
            remedy = hint(token.text, (*FUNCTIONS, *RELATIONS)) or f"; there are {', '.join(sorted(FUNCTIONS))}"
            raise OptionError(f"filter: no function {token.text}, {place}{remedy}")
    return "=" if token.text == "==" else token.text


def _unquoted(token: QueryToken) -> str:
    return token.text[1:-1].replace('""', '"')


def column_named(name: str, columns: Collection[str]) -> str | None:
    """The column of this name, whether or not in the same capitals."""
    return name if name in columns else next((own for own in columns if own.lower() == name.lower()), None)


def hint(name: str, known: Collection[str]) -> str:
    """A question for the name that was meant; empty if none is near. What ends in the name is nearest."""
    longer = sorted((own for own in known if own.lower().endswith(f"_{name.lower()}")), key=len)
    nearest = longer or difflib.get_close_matches(name.lower(), known)
    return f"; did you mean {nearest[0]}?" if nearest else ""


def evaluate(sql: str, frame: pl.DataFrame, tokens: Sequence[QueryToken]) -> pl.Series:
    """Whether the condition holds, for each row; null counts as no. Raises OptionError where it is no condition."""
    try:
        result = frame.select(holds=pl.sql_expr(sql)).to_series()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError, TypeError) as error:
        raise OptionError(_other_kind(frame, tokens) or _refused(error, tokens)) from None
    if result.dtype != pl.Boolean:
        raise OptionError("filter: a condition must be true or false; compare it with something")
    if len(result) == 1 and frame.height != 1:
        result = result.new_from_index(0, frame.height)
    if len(result) != frame.height:
        raise OptionError("filter: not a condition on single rows")
    # A score, a fraction of 1, that is compared as it stands with a number above 1 was meant in per cent.
    threes = zip(tokens, tokens[1:], tokens[2:], strict=False)
    computed = {near for left, sign, right in threes if sign.is_(*"+-*/%") for near in (left, right)}
    for left, _, right in comparisons(tokens):
        column, number = (left, right) if right.kind is TokenKind.NUMBER else (right, left)
        name, _ = _kind(column, frame)
        above = number.kind is TokenKind.NUMBER and float(number.text) > 1 and computed.isdisjoint((column, number))
        is_score = name is not None and frame[name].dtype.is_float() and not _NO_FRACTION.search(name)
        if above and name is not None and is_score and frame[name].count() and (frame[name] <= 1).all():
            raise OptionError(f"filter: {column.text} is a fraction: 0.80 is 80 %, at character {number.start + 1}")
    return result.fill_null(False)


def _other_kind(frame: pl.DataFrame, tokens: Sequence[QueryToken]) -> str:
    """What to say of a text that is compared with a number, one of them a column; empty if there is none."""
    for column, sign, value in comparisons(tokens):
        (name, own), (other_name, other) = _kind(column, frame), _kind(value, frame)
        if None in (own, other) or own == other:
            continue
        if name is None or other_name is not None:
            fault = f"{column.text} is a {own} and {value.text} a {other}; only what is of one kind can be compared"
        elif own == "text":
            fault = f"column {column.text} is a text; put what it is compared with into single quotes"
        elif sign.is_("like", "ilike"):
            fault = f"column {column.text} is a number, and {sign.text} is for texts"
        else:
            fault = f"column {column.text} is a number; compare it with one, without quotes"
        return f"filter: {fault}, at character {value.start + 1}"
    return ""


def comparisons(tokens: Sequence[QueryToken]) -> Iterator[tuple[QueryToken, QueryToken, QueryToken]]:
    """What is compared, by which sign, with what: of ``position in (1, 2)`` each of the two."""
    for place, compared in enumerate(tokens):
        after = place + 1 + any(token.is_("not") for token in tokens[place + 1 : place + 2])
        for sign in tokens[after : after + 1]:
            if sign.kind is TokenKind.COMPARISON or sign.is_("like", "ilike"):
                values = tokens[after + 1 : after + 2]
            elif sign.is_("between"):
                values = tokens[after + 1 : after + 4 : 2]
            elif sign.is_("in"):
                values = list(takewhile(lambda token: not token.is_(")"), tokens[after + 1 :]))
            else:
                continue
            yield from ((compared, sign, value) for value in values)


def _kind(token: QueryToken, frame: pl.DataFrame) -> tuple[str | None, str | None]:
    """The column that it is, None for no column, and whether it is a text or a number, or a column of such."""
    name = column_named(_unquoted(token) if token.kind is TokenKind.QUOTED else token.text, frame.columns)
    if name is not None:
        dtype = frame[name].dtype
        return name, "number" if dtype.is_numeric() else "text" if dtype == pl.String else None
    if token.kind is TokenKind.NUMBER:
        return None, "number"
    return None, "text" if token.kind in (TokenKind.TEXT, TokenKind.QUOTED) else None


def _refused(error: BaseException, tokens: Sequence[QueryToken]) -> str:
    """What to say of a condition that polars does not take, in our words where they are known to be clearer."""
    last = tokens[-1]
    if last.kind is TokenKind.COMPARISON or last.is_("and", "or", "not", "like", "ilike", "in", "between", "is"):
        return f"filter: the condition ends too early, after {last.text}"
    if depth := sum(token.is_("(") - token.is_(")") for token in tokens):
        return f"filter: a bracket is not {'closed' if depth > 0 else 'opened'}"
    reason = " ".join(re.split(r"\s+(?:This error occurred|Hint:|\(lhs:)", str(error))[0].split())
    unclear = re.search("unable to (parse|find column)|invalid expression", reason)
    if isinstance(error, pl.exceptions.PanicException) or not reason or unclear:
        return "filter: not a condition; it is made like: las < 0.8 and words > 20"
    return f"filter: {reason[:160]}{'…' * (len(reason) > 160)}"
