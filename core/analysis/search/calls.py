"""Conditions inside a condition, ``has(…)`` or ``child(…)``: they are taken out and answered on their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import NamedTuple

from goldleaf.core.analysis.search.query import Token, TokenKind
from goldleaf.core.errors import OptionError

DEEPEST = 50
"""How deep brackets may stand in one another: each ``child(…)`` in another takes as long as the condition is long."""


class Call(NamedTuple):
    """A condition in brackets, the name before it in small letters, and its place."""

    name: str
    condition: list[Token]
    start: int


def split(tokens: Sequence[Token], names: Collection[str]) -> tuple[list[Token], dict[str, Call]]:
    """The tokens with a quoted name in the place of each call of these names, and the call that it stands for.

    Calls inside a call stay in its condition. Raises OptionError for one that is not closed or empty, and for brackets
    deeper than `DEEPEST`.
    """
    depths = _depths(tokens)
    outer: list[Token] = []
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
        outer.append(Token(TokenKind.QUOTED, f'"{name}"', token.start))
        place = closing + 1
    return outer, inner


def _depths(tokens: Sequence[Token]) -> list[int]:
    """How many brackets are open behind each token."""
    depths = [*accumulate(token.is_("(") - token.is_(")") for token in tokens)]
    if max(depths, default=0) > DEEPEST:
        raise OptionError(f"filter: brackets stand more than {DEEPEST} deep in one another")
    return depths
