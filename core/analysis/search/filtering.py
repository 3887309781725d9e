"""The filter line: a condition over the table of sentences, or else a text to look for.

``las < 0.8 and words > 20`` is a condition; ``has(gold_deprel = 'nsubj' and parse_deprel = 'obj')`` one that some word
of the sentence meets, ``has(constituent, label = 'NP' and missing)`` one that some constituent does, and
``has(function, …)`` some node of a function tree; ``colorless green`` a text; so is anything in double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.search import has
from goldleaf.core.analysis.search import query as queries
from goldleaf.core.analysis.search.query import QueryToken, TokenKind, column_named, evaluate, to_sql, tokenize
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.word_columns import sides
from goldleaf.core.analysis.sides.word_table import ROLE, ROLES, ROW
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import spread

# What columns of words are called, whether or not there are any.
_OF_WORDS = re.compile(
    r"(?:\w+_)?(?:form|position|head|deprel|label|tag|lemma|features|direction|distance(?:_bin)?|children|depth|subtree"
    r"|crossed|scoring|both|role|frame|offset)",
    re.IGNORECASE,
)


class QueryKind(StrEnum):
    ALL = "all"  # it was empty
    CONDITION = "condition"
    TEXT = "text"


@dataclass(frozen=True, slots=True, eq=False)  # with tables, which are not compared
class Filtered:
    """How a query was taken, and what it lets through: sentences, and in them what meets a ``has(…)`` of it; None for
    what none looked for.

    ``hits`` are words: ``sentence`` and ``position``, 0 for what is no word of the gold; where words differ also
    ``row``: of a word that the gold does not have its row in the word table, null for others. ``nodes`` are
    constituents and nodes of function trees: ``sentence``, ``kind`` (the text of a `NodeKind`), ``row`` of its table.
    """

    kind: QueryKind
    rows: npt.NDArray[np.intp]  # of the sentence table, in ascending order
    hits: pl.DataFrame | None = None
    nodes: pl.DataFrame | None = None
    roles: pl.DataFrame | None = None  # the hits with `ROLE`, which of their entries do; null where none was asked for
    node_kinds: tuple[NodeKind, ...] = ()  # that were looked for, found or not
    facts: int | None = None  # how many facts and repairs, of which several may be at one word
    fact_rows: pl.DataFrame | None = None  # these rows of their table, where nothing else was looked for

    @property
    def words(self) -> int:
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
    into other ``tables`` by their names (see `search.has`). It is a condition if it looks like one: if it
    compares something or is made of true-or-false columns. Anything else is looked for in the columns ``text`` and
    ``id``, in capitals or not. Raises OptionError for a condition that cannot be understood."""
    looked = _Looked(words, nodes or {}, tables)
    text = query.strip()
    table = table.with_columns(**has.sentence_columns(table))
    if not text:
        return Filtered(QueryKind.ALL, np.arange(table.height))
    wanted = text
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        wanted = text[1:-1]
    else:
        tokens = tokenize(text)
        if _compares(tokens, table.columns):
            try:
                return _condition(table, looked, tokens)
            except OptionError as error:
                raise OptionError(f'{error} (to look for a text, put it in "…")') from None
        # Made of nothing but true-or-false columns, and, or, not, and brackets.
        flags = table.select(cs.boolean()).columns
        names = [token for token in tokens if not token.is_("and", "or", "not", "(", ")")]
        if names and all(token.kind is TokenKind.NAME and column_named(token.text, flags) for token in names):
            with suppress(OptionError):
                return _condition(table, looked, tokens)
    lowered = pl.col("text", "id").str.to_lowercase()
    has_text = pl.any_horizontal(lowered.str.contains(wanted.lower(), literal=True).fill_null(False))
    return Filtered(QueryKind.TEXT, np.flatnonzero(table.select(has_text).to_series().to_numpy()))


def meeting(words: pl.DataFrame, condition: str) -> pl.Series:
    """Which rows of a word table meet a condition, as inside of ``has(…)`` (Boolean). Raises OptionError."""
    place = ["sentence", "position"]
    hits = _word_hits(words, tokenize(condition)).select(*place, met=pl.lit(True)).unique()
    return words.select(place).join(hits, on=place, how="left", maintain_order="left")["met"].fill_null(False)


def _compares(tokens: Sequence[QueryToken], columns: Sequence[str]) -> bool:
    signs = TokenKind.OPERATOR, TokenKind.COMPARISON, TokenKind.ODD
    for before, token, after in zip([None, *tokens[:-1]], tokens, [*tokens[1:], None], strict=True):
        if token.is_("has") and after is not None and after.is_("("):
            return True
        if before is None:
            continue
        if token.kind is TokenKind.COMPARISON and (before.kind not in signs or before.is_(")")):
            return True
        # A running text, too, has ``in``, ``is`` and ``like``: here what stands before must be a column or a bracket.
        tested = before.is_(")", "not") or column_named(before.text, columns) is not None
        if (
            tested
            and after is not None
            and (
                (token.is_("like", "ilike") and after.kind in (TokenKind.TEXT, TokenKind.QUOTED))
                or (token.is_("in") and after.is_("("))
                or (token.is_("is") and after.is_("null", "not", "true", "false"))
                or (token.is_("between") and after.kind in (TokenKind.NUMBER, TokenKind.TEXT))
            )
        ):
            return True
    return False


class _Looked(NamedTuple):
    words: pl.DataFrame | None
    nodes: NodeTables
    tables: Mapping[str, pl.DataFrame]

    def found(self, call: queries.Call) -> tuple[pl.DataFrame, pl.DataFrame | None]:
        """What meets the condition of a call: as `Filtered.hits` has words, or as `Filtered.nodes` has nodes; and the
        rows of facts or repairs that do, if it looks for such."""
        kind, condition = has.looked_for(call)
        named = has.of_parse(kind)
        side, of = named or ("parse", kind)
        if of in has.table_names() or named is not None:
            if kind not in self.tables:
                raise OptionError(f"filter: has({kind}, …): there is nothing of {kind} to look into here")
            table = self.tables[kind]
            if of == has.WORD:
                return _word_hits(table, condition), None
            facts = table.filter(evaluate(to_sql(condition, has.columns_of_facts(table)), table, condition))
            # They are where their words are: at the position 0 if they are about none; where words differ, also by the
            # row in the word table of those words that the gold does not have.
            position = pl.col("position" if "position" in facts.columns else "first").cast(pl.UInt32).alias("position")
            places = facts.select("sentence", position)
            own = None if self.words is None else column_named(f"{side}_{ROW}", self.words.columns)
            if PARSE_WORD not in facts.columns or self.words is None or own is None:
                return places, facts
            rows = self.words.with_row_index("row").select("row", pl.col(own).alias(PARSE_WORD)).drop_nulls()
            places = places.with_columns(facts[PARSE_WORD])
            return places.join(rows, on=PARSE_WORD, how="left", maintain_order="left").drop(PARSE_WORD), facts
        if kind != has.WORD:
            return _node_hits(self.nodes.get(NodeKind(kind)), kind, condition), None
        if self.words is None:
            raise OptionError("filter: has(…) looks into words with arcs, and not all of these files have any")
        return _word_hits(self.words, condition), None


def _condition(table: pl.DataFrame, looked: _Looked, tokens: Sequence[QueryToken]) -> Filtered:
    outer, inner = queries.split_calls(tokens, ("has",))
    with _telling_where(table, of_sentences=False):
        found = {name: looked.found(call) for name, call in inner.items()}
    own = table["number"] - 1  # sentences have numbers from 1; what was found says them from 0
    frame = table.with_columns(**{name: own.is_in(places["sentence"].implode()) for name, (places, _) in found.items()})
    with _telling_where(table, of_sentences=True):
        sql = to_sql(outer, frame.columns)
    rows = np.flatnonzero(evaluate(sql, frame, outer).to_numpy())

    # Of all that each ``has(…)`` has found, what is in these sentences.
    listed = pl.col("sentence").is_in(own.gather(rows).implode())
    inside = [places.filter(listed) for places, _ in found.values()]
    facts = [of_call.filter(listed) for _, of_call in found.values() if of_call is not None]
    of_words = [places for places in inside if "position" in places.columns]
    of_nodes = [places for places in inside if "position" not in places.columns]
    words = roles = nodes = None
    if of_words:
        hits = pl.concat(of_words, how="diagonal").unique()
        keys = [name for name in ("sentence", "position", "row") if name in hits.columns]
        words = hits.select(keys).unique().sort(keys)
        roles = hits.sort(*keys, ROLE) if ROLE in hits.columns else None
    if of_nodes:
        nodes = pl.concat(of_nodes).unique(maintain_order=True).sort("sentence", maintain_order=True)
    asked = {has.looked_for(call)[0] for call in inner.values()}
    kinds = tuple(kind for kind in NodeKind if kind in asked)
    number = sum(part.height for part in facts) if facts else None
    alone = facts[0] if facts and len(found) == 1 else None
    return Filtered(QueryKind.CONDITION, rows, words, nodes, roles, kinds, number, alone)


@contextmanager
def _telling_where(table: pl.DataFrame, *, of_sentences: bool) -> Iterator[None]:
    """Say of a column that is unknown where it is one: of sentences, of words, of a parse."""
    try:
        yield
    except queries.UnknownColumnError as error:
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
        raise queries.UnknownColumnError(error.token, f"; {remedy}") from None


def _word_hits(words: pl.DataFrame, condition: Sequence[QueryToken]) -> pl.DataFrame:
    """The words that meet a condition: ``sentence``, ``position``, and of one on roles `ROLE`. It may name frames, but
    not of a word near another: the root has a frame, too."""
    own = has.word_columns(words)
    of_frames = has.made_of(own, has.FRAMES)
    near = {name: column for name, column in own.items() if name not in of_frames}
    frame, holds = _evaluated(condition, words, own, near)
    roles = [pl.col(ROLE)] if ROLE in frame.columns else []
    row = [pl.when(pl.col(has.PLACE).is_null()).then(ROW).alias("row")] if ROW in frame.columns else []
    hits = frame.select("sentence", pl.col(has.PLACE).fill_null(0).alias("position"), *roles, *row)
    if not row:
        return hits.filter(holds)
    # Of the words that the gold does not have, those of the chosen parse, or of another that the condition names.
    parses = [side for side in sides(words.columns) if side != "gold" and _looked_at(condition, side)]
    looked_at = words.select(pl.any_horizontal(pl.col(f"{side}_{ROW}").is_not_null() for side in parses)).to_series()
    return hits.filter(holds & (frame[has.PLACE].is_not_null() | looked_at.gather(frame[ROW])))


def _looked_at(condition: Sequence[QueryToken], side: str) -> bool:
    """Whether a condition is on this side: gold, the chosen parse, or another if it has a name that begins as its."""
    names = (token.text.lower() for token in condition if token.kind is TokenKind.NAME)
    return side in ("gold", "parse") or any(name.startswith(f"{side.lower()}_") for name in names)


def _node_hits(table: NodeTable | None, kind: str, condition: Sequence[QueryToken]) -> pl.DataFrame:
    """The nodes that meet a condition, of those that gold, chosen parse, or another that it names have."""
    if table is None:
        what = "constituents" if kind == NodeKind.CONSTITUENT else "trees"
        raise OptionError(f"filter: has({kind}, …) looks into {what}, and there are none to look into")
    own = table.columns
    frame, holds = _evaluated(condition, table.rows, own, own)
    there = [rows >= 0 for side, rows in table.at.items() if _looked_at(condition, side)]
    row = np.flatnonzero(holds.to_numpy() & np.any(there, axis=0))
    hits = pl.DataFrame({"sentence": frame["sentence"].gather(row), "row": pl.Series(row, dtype=pl.UInt32)})
    return hits.select("sentence", kind=pl.lit(str(kind)), row="row")


def _evaluated(
    condition: Sequence[QueryToken], words: pl.DataFrame, own: Mapping[str, pl.Expr], near: Mapping[str, pl.Expr]
) -> tuple[pl.DataFrame, pl.Series]:
    """The rows that a condition looks at, those of the table unless it names frames, and whether it holds there.
    ``own`` are the columns that it may name, ``near`` those of what stands near a row."""

    def meeting(condition: Sequence[QueryToken], words: pl.DataFrame) -> npt.NDArray[np.bool_]:
        frame, holds = _evaluated(condition, words, near, near)
        if ROLE not in frame.columns:
            return holds.to_numpy()
        # What holds of one of a word's entries of roles holds of the word.
        entries = words[ROLES].list.len().fill_null(1).to_numpy()
        return spread(words.height, np.repeat(np.arange(words.height), entries)[holds.to_numpy()])

    condition, words = has.with_relations(condition, words, own, meeting)
    known = {**own} | {name: pl.col(name) for name in words.columns if name not in own and " " in name}
    sql = to_sql(condition, known)
    frame = has.columns_of(words, {name: column for name, column in known.items() if f'"{name}"' in sql})
    return frame, evaluate(sql, frame, condition)
