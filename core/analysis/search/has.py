"""What the ``has(…)`` of a query look for, and queries made of others."""

from __future__ import annotations

from goldleaf.core.analysis.errors.constituent_errors import REPAIR
from goldleaf.core.analysis.search import calls, fact_search
from goldleaf.core.analysis.search import query as language
from goldleaf.core.analysis.search.calls import Call
from goldleaf.core.analysis.search.fact_search import WORD, table_names
from goldleaf.core.analysis.search.query import Token, TokenKind
from goldleaf.core.analysis.sides.nodes import NodeKind
from goldleaf.core.errors import OptionError


def looks_into(query: str) -> frozenset[str]:
    """What a query looks for with ``has(…)``: `WORD`, the texts of `NodeKind`, other names. Raises OptionError."""
    return frozenset(kind_of(call)[0] for call in calls.split(language.tokenize(query), ("has",))[1].values())


def with_hits(query: str, further: str) -> str:
    """The query that finds the sentences in which what another one has found meets a further condition.

    The other one's ``has(…)`` look for one kind of things. Raises OptionError for a query that is no condition.
    """
    outer, inner = calls.split(language.tokenize(query), ("has",))
    parts = [kind_of(call) for call in inner.values()]
    texts = [query[part[0].start : part[-1].start + len(part[-1].text)] for _, part in parts]
    if len(parts) == 1 and not any(token.is_("or", "not") for token in outer):
        start = parts[0][1][0].start
        return f"{query[:start]}{_both(texts[0], further)}{query[start + len(texts[0]) :]}"
    named = "" if parts[0][0] == WORD else f"{parts[0][0]}, "
    return f"({query}) and has({named}{_both(' or '.join(f'({text})' for text in texts), further)})"


def _both(condition: str, further: str) -> str:
    bare = not any(token.is_("or", "case") for token in language.tokenize(condition))
    return f"{condition} and {further}" if bare else f"({condition}) and {further}"


def looks_into_sides_only(query: str) -> bool:
    """Whether a query is made of nothing but ``has(…)``, and, or, not, and brackets. Raises OptionError."""
    outer, inner = calls.split(language.tokenize(query), ("has",))
    return bool(inner) and all(
        token.kind is TokenKind.QUOTED or token.is_("and", "or", "not", "(", ")") for token in outer
    )


def kind_of(call: Call) -> tuple[str, list[Token]]:
    """What a ``has(…)`` looks for, and its condition."""
    first, second, *rest = [*call.condition, None, None]
    if first is None or first.kind is not TokenKind.NAME:
        return WORD, call.condition
    if second is not None and second.is_(","):
        name = _known(first)
        if rest[0] is not None:
            return name, call.condition[2:]
    elif not (second is None and (first.is_(WORD, *NodeKind, *table_names()) or fact_search.of_parse(first.text))):
        return WORD, call.condition
    example = "first = 1" if first.is_(*NodeKind, REPAIR) else "words > 20"
    raise OptionError(
        f"filter: has({first.text} needs a condition, at character {first.start + 1}; "
        f"it is made like: has({first.text}, {example})"
    )


def _known(first: Token) -> str:
    """The name of what a ``has(…)`` looks for. Raises OptionError for a name that nothing has."""
    if fact_search.of_parse(first.text) is not None:
        return first.text
    kinds, tables = (WORD, *NodeKind), table_names()
    if first.is_(*kinds, *tables):
        return first.text.lower()
    hint = language.hint(first.text, (*kinds, *tables))
    there = f"{', '.join(kinds)}, {REPAIR}, or what a metric compares (parseval, …)"
    raise OptionError(f"filter: has( looks for {there}, not {first.text}, at character {first.start + 1}{hint}")


def is_of_facts(call: Call) -> bool:
    """Whether a ``has(…)`` looks for facts or repairs."""
    kind = kind_of(call)[0]
    of_parse = fact_search.of_parse(kind)
    return kind in table_names() or (of_parse is not None and of_parse[1] != WORD)
