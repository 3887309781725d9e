"""The filter line: a condition over the table of sentences, or else a text to look for.

``las < 0.8 and words > 20`` is a condition; ``has(gold_deprel = 'nsubj' and parse_deprel = 'obj')`` one that some word
of the sentence meets, ``has(constituent, label = 'NP' and missing)`` one that some constituent does, and
``has(function, …)`` some node of a function tree; ``colorless green`` a text; so is anything in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.search import calls, fact_search
from goldleaf.core.analysis.search import query as language
from goldleaf.core.analysis.search.calls import Call
from goldleaf.core.analysis.search.condition_columns import (
    PLACE,
    columns_of,
    frame_columns,
    sentence_columns,
    word_columns,
)
from goldleaf.core.analysis.search.fact_search import WORD
from goldleaf.core.analysis.search.has import is_of_facts, kind_of
from goldleaf.core.analysis.search.query import Token, TokenKind, UnknownColumnError, column_named
from goldleaf.core.analysis.search.relations import with_relations
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.role_columns import ROLE, any_of
from goldleaf.core.analysis.sides.tree_columns import sides
from goldleaf.core.analysis.sides.word_table import ROW
from goldleaf.core.errors import OptionError

_OF_WORDS = re.compile(
    r"(?:\w+_)?(?:form|position|head|deprel|label|tag|lemma|features|direction|distance(?:_bin)?|children|depth|subtree|crossed"
    r"|scoring|both|role|frame|offset)",
    re.IGNORECASE,
)
"""What columns of words are called, whether or not there are any."""


class Kind(StrEnum):
    """How a query was taken."""

    ALL = "all"  # it was empty
    CONDITION = "condition"
    TEXT = "text"


@dataclass(frozen=True, slots=True, eq=False)
class Filtered:
    """The rows of the sentence table that a query lets through, in ascending order, and how it was taken.

    ``hits`` are the words in these sentences that meet a ``has(…)`` of it: ``sentence`` and ``position``, 0 for what is
    no word of the gold; None without such a one. Where words differ there is ``row``: of a word that the gold does not
    have its row in the word table, null for others. ``nodes`` are the constituents and nodes of function trees that do:
    ``sentence``, ``kind`` (the text of a `NodeKind`) and ``row``, of the table of that kind; None without such a one.
    ``roles`` are the hits with the column `ROLE`, which of their entries (see `sides.role_columns`) do; it is null
    where no role was asked for. None where none was. ``node_kinds`` are the kinds of nodes that were looked for, found
    or not. ``facts`` says how many facts and repairs meet a condition, of which several may be at one word; None where
    none were looked for. ``fact_rows`` are these rows of their table, where nothing else was looked for.
    """

    kind: Kind
    rows: npt.NDArray[np.intp]
    hits: pl.DataFrame | None = None
    nodes: pl.DataFrame | None = None
    roles: pl.DataFrame | None = None
    node_kinds: tuple[NodeKind, ...] = ()
    facts: int | None = None
    fact_rows: pl.DataFrame | None = None

    @property
    def words(self) -> int:
        """How many words were found."""
        if self.hits is None:
            return 0
        of_parses = self.hits["row"].is_not_null() if "row" in self.hits.columns else False
        return self.hits.filter((pl.col("position") > 0) | of_parses).height


NodeTables: TypeAlias = Mapping[NodeKind, NodeTable]


def filter_sentences(
    table: pl.DataFrame,
    words: pl.DataFrame | None,
    query: str,
    nodes: NodeTables | None = None,
    tables: Mapping[str, pl.DataFrame] = MappingProxyType({}),
) -> Filtered:
    """Apply a query to a sentence table; ``has(…)`` looks into the word table ``words``, into tables of ``nodes``, or
    into other ``tables`` by their names (see `search.fact_search`).

    It is a condition if it looks like one: if it compares something or is made of true-or-false columns. Anything else
    is looked for in the columns ``text`` and ``id``, in capitals or not. Raises OptionError for a condition that cannot
    be understood.
    """
    looked = _Looked(words, nodes or {}, tables)
    text = query.strip()
    table = table.with_columns(**sentence_columns(table))
    if not text:
        return Filtered(Kind.ALL, np.arange(table.height))
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        return _search(table, text[1:-1])
    tokens = language.tokenize(text)
    if _compares(tokens, table.columns):
        try:
            return _condition(table, looked, tokens)
        except OptionError as error:
            raise OptionError(f'{error} (to look for a text, put it in "…")') from None
    if _is_of_flags(tokens, table):
        try:
            return _condition(table, looked, tokens)
        except OptionError:
            pass
    return _search(table, text)


def meeting(words: pl.DataFrame, condition: str) -> pl.Series:
    """For each row of a word table whether it meets a condition, as inside of ``has(…)`` (Boolean).

    Raises OptionError for one that cannot be understood.
    """
    hits = _word_hits(words, language.tokenize(condition)).select("sentence", "position", met=pl.lit(True)).unique()
    rows = words.select("sentence", "position").join(
        hits, on=["sentence", "position"], how="left", maintain_order="left"
    )
    return rows["met"].fill_null(False)


def _search(table: pl.DataFrame, text: str) -> Filtered:
    wanted = text.lower()
    found = pl.any_horizontal(
        pl.col(name).str.to_lowercase().str.contains(wanted, literal=True).fill_null(False) for name in ("text", "id")
    )
    return Filtered(Kind.TEXT, np.flatnonzero(table.select(found).to_series().to_numpy()))


def _compares(tokens: Sequence[Token], columns: Sequence[str]) -> bool:
    """Whether something is compared with something, or words are looked into."""
    return any(
        (token.is_("has") and after is not None and after.is_("("))
        or (before is not None and _is_comparison(before, token, after, columns))
        for before, token, after in zip([None, *tokens[:-1]], tokens, [*tokens[1:], None], strict=True)
    )


def _is_comparison(before: Token, token: Token, after: Token | None, columns: Sequence[str]) -> bool:
    operand = before.kind not in (TokenKind.OPERATOR, TokenKind.COMPARISON, TokenKind.ODD) or before.is_(")")
    if token.kind is TokenKind.COMPARISON and operand:
        return True
    tested = before.is_(")", "not") or column_named(before.text, columns) is not None
    return tested and _begins_test(token, after)


def _begins_test(token: Token, after: Token | None) -> bool:
    """Whether this is a test written in letters: ``like '…'``, ``in (…)``, ``is null``, ``between 1``."""
    if after is None:
        return False
    return (
        (token.is_("like", "ilike") and after.kind in (TokenKind.TEXT, TokenKind.QUOTED))
        or (token.is_("in") and after.is_("("))
        or (token.is_("is") and after.is_("null", "not", "true", "false"))
        or (token.is_("between") and after.kind in (TokenKind.NUMBER, TokenKind.TEXT))
    )


def _is_of_flags(tokens: Sequence[Token], table: pl.DataFrame) -> bool:
    """Whether it is made of nothing but true-or-false columns, and, or, not, and brackets."""
    flags = table.select(cs.boolean()).columns
    names = [token for token in tokens if not token.is_("and", "or", "not", "(", ")")]
    return bool(names) and all(token.kind is TokenKind.NAME and column_named(token.text, flags) for token in names)


class _Looked(NamedTuple):
    """What ``has(…)`` looks into."""

    words: pl.DataFrame | None
    nodes: NodeTables
    tables: Mapping[str, pl.DataFrame]

    def found(self, call: Call) -> tuple[pl.DataFrame, pl.DataFrame | None]:
        """What meets the condition of a call: as `Filtered.hits` has words, or as `Filtered.nodes` has nodes; and the
        rows of facts or repairs that do, if it looks for such.
        """
        if not is_of_facts(call):
            return self._hits(call), None
        kind, condition = kind_of(call)
        facts = fact_search.meeting(self.tables, kind, condition)
        side, _ = fact_search.of_parse(kind) or ("parse", kind)
        return self._at_words(fact_search.places(facts), side), facts

    def _hits(self, call: Call) -> pl.DataFrame:
        kind, condition = kind_of(call)
        if fact_search.of_parse(kind) is not None:
            fact_search.check_there(self.tables, kind)
            return _word_hits(self.tables[kind], condition)
        if kind != WORD:
            return _node_hits(self.nodes.get(NodeKind(kind)), kind, condition)
        if self.words is None:
            raise OptionError("filter: has(…) looks into words with arcs, and not all of these files have any")
        return _word_hits(self.words, condition)

    def _at_words(self, facts: pl.DataFrame, side: str) -> pl.DataFrame:
        """Where words differ, facts with the ``row`` in the word table of those words that the gold does not have."""
        if PARSE_WORD not in facts.columns:
            return facts
        own = None if self.words is None else column_named(f"{side}_{ROW}", self.words.columns)
        if self.words is None or own is None:
            return facts.drop(PARSE_WORD)
        rows = self.words.with_row_index("row").select("row", pl.col(own).alias(PARSE_WORD)).drop_nulls()
        return facts.join(rows, on=PARSE_WORD, how="left", maintain_order="left").drop(PARSE_WORD)


def _condition(table: pl.DataFrame, looked: _Looked, tokens: Sequence[Token]) -> Filtered:
    outer, inner = calls.split(tokens, ("has",))
    with _telling_where(table, of_sentences=False):
        found = {name: looked.found(call) for name, call in inner.items()}
    hits = {name: places for name, (places, _) in found.items()}
    frame = table.with_columns(_are_in(table, found).alias(name) for name, found in hits.items())
    with _telling_where(table, of_sentences=True):
        sql = language.to_sql(outer, frame.columns)
    rows = np.flatnonzero(language.evaluate(sql, frame, outer).to_numpy())
    return _found_in(table[rows], rows, [*found.values()], _node_kinds(inner.values()))


def _found_in(
    listed: pl.DataFrame,
    rows: npt.NDArray[np.intp],
    found: Sequence[tuple[pl.DataFrame, pl.DataFrame | None]],
    kinds: tuple[NodeKind, ...],
) -> Filtered:
    """What each ``has(…)`` has found, as far as it is in these sentences."""
    inside = [*_of_sentences(listed, (places for places, _ in found))]
    facts = [*_of_sentences(listed, (facts for _, facts in found))]
    words, roles = _words_and_roles([one for one in inside if "position" in one.columns])
    nodes = _nodes([one for one in inside if "position" not in one.columns])
    if not facts:
        return Filtered(Kind.CONDITION, rows, words, nodes, roles, kinds)
    number, alone = sum(one.height for one in facts), facts[0] if len(found) == 1 else None
    return Filtered(Kind.CONDITION, rows, words, nodes, roles, kinds, facts=number, fact_rows=alone)


def _of_sentences(listed: pl.DataFrame, tables: Iterable[pl.DataFrame | None]) -> Iterator[pl.DataFrame]:
    """Of each table that there is the rows in these sentences."""
    return (table.filter(_are_in(table, listed)) for table in tables if table is not None)


def _nodes(hits: Sequence[pl.DataFrame]) -> pl.DataFrame | None:
    """The nodes of several hits, by sentences; None if none were looked for."""
    return pl.concat(hits).unique(maintain_order=True).sort("sentence", maintain_order=True) if hits else None


@contextmanager
def _telling_where(table: pl.DataFrame, *, of_sentences: bool) -> Iterator[None]:
    """Say of a column that is unknown where it is one: of sentences, of words, of a parse."""
    try:
        yield
    except UnknownColumnError as error:
        name = error.token.text
        alone = not any(column.endswith("comparable") for column in table.columns)
        if of_sentences and _OF_WORDS.fullmatch(name):
            remedy = f"it is said of words: has({name} …)"
        elif not of_sentences and column_named(name, table.columns) is not None:
            remedy = "it is said of sentences: put it outside of has(…)"
        elif alone and (not error.remedy or name.lower().startswith(("parse_", "right_"))):
            remedy = "scores, marks and parse_… tell of a parse, and there is none"
        else:
            raise
        raise UnknownColumnError(error.token, f"; {remedy}") from None


def _node_kinds(looked: Iterable[Call]) -> tuple[NodeKind, ...]:
    """The kinds of nodes that are looked for."""
    kinds = {kind_of(call)[0] for call in looked}
    return tuple(kind for kind in NodeKind if kind in kinds)


def _words_and_roles(hits: Sequence[pl.DataFrame]) -> tuple[pl.DataFrame | None, pl.DataFrame | None]:
    """The words of several hits, and their roles where one of them asked for roles."""
    if not hits:
        return None, None
    found = pl.concat(hits, how="diagonal").unique()
    keys = [name for name in ("sentence", "position", "row") if name in found.columns]
    return found.select(keys).unique().sort(keys), found if ROLE in found.columns else None


def _are_in(table: pl.DataFrame, other: pl.DataFrame) -> pl.Series:
    """Whether each row of a table is of a sentence that has a row in the other."""
    return pl.Series(np.isin(_sentences(table), _sentences(other)))


def _sentences(table: pl.DataFrame) -> npt.NDArray[np.int64]:
    """The row of the sentence that each row is of."""
    if "sentence" in table.columns:
        return table["sentence"].to_numpy().astype(np.int64)
    return table["number"].to_numpy().astype(np.int64) - 1


def _word_hits(words: pl.DataFrame, condition: Sequence[Token]) -> pl.DataFrame:
    """The words that meet a condition: ``sentence``, ``position``, and of one on roles `ROLE`.

    It may name frames, but not of a word near another: the root has a frame, too.
    """
    own = word_columns(words)
    of_frames = frame_columns(own)
    near = {name: column for name, column in own.items() if name not in of_frames}
    frame, holds = _evaluated(condition, words, own, near)
    found = frame.select("sentence", pl.col(PLACE).fill_null(0).alias("position"), *_found_by(frame))
    if ROW not in frame.columns:
        return found.filter(holds)
    return found.filter(holds & (frame[PLACE].is_not_null() | _looked_at(condition, words).gather(frame[ROW])))


def _found_by(frame: pl.DataFrame) -> list[pl.Expr]:
    """What else tells a hit from others: the entry of its roles, its row if the gold does not have it."""
    roles = [pl.col(ROLE)] if ROLE in frame.columns else []
    return [*roles, *([pl.when(pl.col(PLACE).is_null()).then(ROW).alias("row")] if ROW in frame.columns else [])]


def _looked_at(condition: Sequence[Token], words: pl.DataFrame) -> pl.Series:
    """Which words the chosen parse has, or another that a condition names."""
    parses = [side for side in sides(words.columns) if side != "gold"]
    there = [f"{side}_{ROW}" for side in parses if side == "parse" or _names(condition, side)]
    return words.select(pl.any_horizontal(pl.col(name).is_not_null() for name in there)).to_series()


def _names(condition: Sequence[Token], side: str) -> bool:
    """Whether a condition has a name that begins as a side's do."""
    return any(
        token.kind is TokenKind.NAME and token.text.lower().startswith(f"{side.lower()}_") for token in condition
    )


def _node_hits(table: NodeTable | None, kind: str, condition: Sequence[Token]) -> pl.DataFrame:
    """The nodes that meet a condition, of those that gold, chosen parse, or another that it names have."""
    if table is None:
        what = "constituents" if kind == NodeKind.CONSTITUENT else "trees"
        raise OptionError(f"filter: has({kind}, …) looks into {what}, and there are none to look into")
    own = table.columns
    frame, holds = _evaluated(condition, table.rows, own, own)
    there = np.zeros(frame.height, bool)
    for side, rows in table.at.items():
        if side in ("gold", "parse") or _names(condition, side):
            there |= rows >= 0
    row = np.flatnonzero(holds.to_numpy() & there)
    found = pl.DataFrame({"row": pl.Series(row, dtype=pl.UInt32), "sentence": frame["sentence"].gather(row)})
    return found.select("sentence", kind=pl.lit(str(kind)), row="row")


def _evaluated(
    condition: Sequence[Token], words: pl.DataFrame, own: Mapping[str, pl.Expr], near: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, pl.Series]:
    """The rows that a condition looks at, those of the table unless it names frames, and whether it holds there.

    ``own`` are the columns that it may name, ``near`` those of what stands near a row.
    """

    def meeting(condition: Sequence[Token], words: pl.DataFrame) -> npt.NDArray[np.bool_]:
        frame, holds = _evaluated(condition, words, near, near)
        return (any_of(words, holds) if ROLE in frame.columns else holds).to_numpy()

    condition, words = with_relations(condition, words, own, meeting)
    known = {**own} | {name: pl.col(name) for name in words.columns if name not in own and " " in name}
    sql = language.to_sql(condition, known)
    frame = columns_of(words, {name: column for name, column in known.items() if f'"{name}"' in sql})
    return frame, language.evaluate(sql, frame, condition)
