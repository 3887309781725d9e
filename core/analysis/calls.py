"""Conditions inside a condition, ``has(…)`` or ``child(…)``: they are taken out and answered on their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from goldleaf.core.analysis.query import Token, TokenKind
from goldleaf.core.errors import OptionError


class Call(NamedTuple):
    """A condition in brackets, the name before it in small letters, and its place."""

    name: str
    condition: list[Token]
    start: int


def split(tokens: Sequence[Token], names: Collection[str]) -> tuple[list[Token], dict[str, Call]]:
    """The tokens with a quoted name in the place of each call of these names, and the call that it stands for.

    Calls inside a call stay in its condition. Raises OptionError for one that is not closed or empty.
    """
    outer: list[Token] = []
    inner: dict[str, Call] = {}
    rest = list(tokens)
    while rest:
        token = rest.pop(0)
        if not (token.is_(*names) and rest and rest[0].is_("(")):
            outer.append(token)
            continue
        called = token.text.lower()
        length = _closing(rest)
        if length is None:
            raise OptionError(f"filter: {called}( is not closed, at character {token.start + 1}")
        if length == 1:
            raise OptionError(f"filter: {called}() needs a condition, at character {token.start + 1}")
        name = f"{called} {len(inner) + 1}"
        inner[name] = Call(called, rest[1:length], token.start)
        outer.append(Token(TokenKind.QUOTED, f'"{name}"', token.start))
        rest = rest[length + 1 :]
    return outer, inner


def _closing(tokens: Sequence[Token]) -> int | None:
    """The place of the bracket that closes the first one."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += token.is_("(") - token.is_(")")
        if depth == 0:
            return place
    return None
