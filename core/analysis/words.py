"""The words of a gold and a parse side by side: the table that breakdowns count and that filters look into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import joined_units
from goldleaf.core.analysis.roles import ROLES, Side, roles
from goldleaf.core.analysis.seen import SEEN
from goldleaf.core.analysis.structure import AWAY, parent_rows, structure
from goldleaf.core.metrics.base import WordMetric
from goldleaf.core.treebank import TEXT, Treebank

DIRECTION = pl.Enum(["to_root", "left", "right", "self", "none"])
"""Where a word's head is: at 0, before it, after it, the word itself, or nowhere (eval.pl; ``none`` is ours)."""

DISTANCE = pl.Enum(["to_root", "1", "2", "3-6", "7-...", "none"])
"""How many words away the head is. As in eval.pl a word that is its own head counts as one word away."""

START, END = ".S", ".E"
"""What eval.pl writes where a context reaches over the sentence's beginning or end."""


def word_table(metric: WordMetric, gold: Treebank, parse: Treebank | None = None) -> pl.DataFrame:
    """One row a word that gold and parse both have, in order; without a parse, the gold's columns alone.

    Columns: ``sentence`` (row in the gold, from 0), ``position``, ``form``, ``scoring``; with the prefixes ``gold_``
    and ``parse_`` each ``head``, ``deprel`` (as the metric compares it), ``tag`` (coarse; fine where the format has no
    coarse one), ``fine_tag``, ``lemma``, ``features``, ``direction`` and ``distance`` (see `DIRECTION`, `DISTANCE`);
    with a training file ``gold_form_seen`` and ``gold_lemma_seen`` (`core.analysis.seen`);
    ``right_head``, ``right_label``, ``right_both``. What the treebank was read without is left out. Where gold and
    parse have different words, there are also the columns of `core.analysis.structure`: they are told by all words.
    """
    if parse is None:
        table = gold.words.select("sentence", "position", "form")
        return table.with_columns(_side(metric, gold, "gold"))
    return _paired(metric, gold, parse).table


def word_table_of_all(
    metric: WordMetric, gold: Treebank, parses: Mapping[str, Treebank], chosen: str | None
) -> pl.DataFrame:
    """The `word_table` of the gold and the chosen parse (None: there is none), with the columns of all parses.

    What of the chosen one begins with ``parse_`` begins with a parse's name instead (``b_deprel``), which also stands
    before ``right_head`` and the like (``b_right_both``). Words that a parse does not have are null there. Where there
    are predicates, the column ``roles`` has lists of roles (see `core.analysis.roles`).
    """
    if chosen is None:
        return _with_roles(word_table(metric, gold), gold, {}, None)
    paired = {name: _paired(metric, gold, parse) for name, parse in parses.items()}
    if not all(one.whole for one in paired.values()):
        paired = {name: _paired(metric, gold, parse, whole=False) for name, parse in parses.items()}
    base, rows, *_ = paired[chosen]
    tables = {name: _at(one.table, one.rows, rows) for name, one in paired.items()}
    table = base.with_columns(column for name, one in tables.items() for column in _by_name(one, name))
    sides = {name: Side(parse, _partners(parse, paired[name])) for name, parse in parses.items()}
    return _with_roles(table, gold, sides, chosen, rows)


_Rows: TypeAlias = npt.NDArray[np.int64]


class _Paired(NamedTuple):
    """The word table of a pair, the rows of its words in gold and parse, and whether all words stand in it."""

    table: pl.DataFrame
    rows: _Rows
    own: _Rows
    whole: bool


def _partners(parse: Treebank, paired: _Paired) -> _Rows:
    """The row of the gold's word that each word of a parse is; −1 where it is none."""
    partner = np.full(parse.words.height, -1)
    partner[paired.own] = paired.rows
    return partner


def _with_roles(
    table: pl.DataFrame, gold: Treebank, parses: Mapping[str, Side], chosen: str | None, rows: _Rows | None = None
) -> pl.DataFrame:
    """The table with the column `ROLES`, where gold or parses have predicates."""
    every = np.arange(gold.words.height)
    found = roles({"gold": Side(gold, every), **parses}, chosen, every if rows is None else rows)
    return table if found is None else table.with_columns(found.alias(ROLES))


def _paired(metric: WordMetric, gold: Treebank, parse: Treebank, *, whole: bool = True) -> _Paired:
    joined_gold, joined_parse = joined_units(gold, parse)
    done = metric.agreement(joined_gold, joined_parse)  # whose words are in the same rows
    ours, theirs = gold.words[done.gold], parse.words[done.parse]
    table = ours.select(
        "sentence",
        "position",
        "form",
        pl.Series("scoring", metric.scoring(gold)[done.gold]),
        pl.Series("right_head", done.head),
        pl.Series("right_label", done.label),
        pl.Series("right_both", done.both),
    ).with_columns(
        *_side(metric, replace(gold, words=ours), "gold"), *_side(metric, replace(parse, words=theirs), "parse")
    )
    rows, own = (np.arange(side.words.height)[there] for side, there in ((gold, done.gold), (parse, done.parse)))
    whole = whole and joined_gold is gold and ours.height == gold.words.height == parse.words.height
    if not whole:
        sides = ((gold, "gold", rows), (parse, "parse", own))
        table = table.with_columns(column for side in sides for column in _of_whole(metric, *side, table["sentence"]))
    return _Paired(table, rows, own, whole)


def _of_whole(metric: WordMetric, treebank: Treebank, side: str, rows: _Rows, sentence: pl.Series) -> list[pl.Series]:
    """The columns of `core.analysis.structure` of some words, as all words of the treebank make them."""
    words = treebank.words.select("sentence", "position", "form").with_columns(_side(metric, treebank, side))
    columns = structure(words.columns)
    if side != "gold":
        del columns["words"]
    parent = parent_rows(words, side)[rows]
    place = np.full(treebank.words.height + 1, -1)
    place[rows] = np.arange(len(rows))
    head = place[parent]  # the row in the table; −1 finds the last one, which is none
    number = sentence.to_numpy()
    there = (head >= 0) & (number[head] == number) if len(rows) else np.zeros(0, bool)
    away = pl.select(pl.when(pl.Series(there)).then(pl.Series(head - np.arange(len(rows))))).to_series()
    return [*words.select(**columns)[rows].get_columns(), away.alias(f"{side}_{AWAY}")]


def _by_name(table: pl.DataFrame, name: str) -> list[pl.Series]:
    """What a parse's word table says of the parse, in columns that begin with its name."""
    own = [column for column in table.columns if column.startswith(("parse_", "right_"))]
    return [table[column].alias(f"{name}_{column.removeprefix('parse_')}") for column in own]


def _at(table: pl.DataFrame, own: _Rows, rows: _Rows) -> pl.DataFrame:
    """The word table of a parse at these rows of the gold; null for words that it does not have."""
    if own is rows or np.array_equal(own, rows):
        return table
    place = np.full(int(max(own.max(initial=-1), rows.max(initial=-1))) + 1, -1)
    place[own] = np.arange(len(own))
    at = pl.Series(place[rows], dtype=pl.Int64)
    return table.select(pl.all().gather(pl.select(pl.when(at >= 0).then(at)).to_series()))


def without_partner(words: pl.DataFrame, counts: pl.DataFrame) -> str:
    """A sentence that says how many words a word table lacks of those that score; empty if none.

    ``counts`` are the metric's, of the same sentences.
    """
    both = int(words["scoring"].sum())
    alone = [int(counts[name].sum()) - both for name in ("scoring", "parse_scoring") if name in counts.columns]
    if not any(alone) or len(alone) < 2:
        return ""
    return f"Words that both have: {both:,}; without a partner: {alone[0]:,} of the gold, {alone[1]:,} of the parse."


def _side(metric: WordMetric, treebank: Treebank, side: str) -> list[pl.Series]:
    words = treebank.words
    tag = "coarse_tag" if "coarse_tag" in treebank.layout.columns else "fine_tag"
    columns = {"head": "head", "tag": tag, "fine_tag": "fine_tag", "lemma": "lemma", "features": "features"}
    columns |= {name: name for name in SEEN}
    bins = words.select(direction=direction(), distance=distance())
    return [
        metric.labels(treebank).alias(f"{side}_deprel"),
        *(words[column].alias(f"{side}_{name}") for name, column in columns.items() if column in words.columns),
        *(column.alias(f"{side}_{column.name}") for column in bins),
    ]


def direction() -> pl.Expr:
    """The direction of each word's head, from the columns ``position`` and ``head``."""
    head, position = pl.col("head"), pl.col("position").cast(pl.Int32)
    return (
        pl.when(head.is_null())
        .then(pl.lit("none", DIRECTION))
        .when(head == 0)
        .then(pl.lit("to_root", DIRECTION))
        .when(head < position)
        .then(pl.lit("left", DIRECTION))
        .when(head > position)
        .then(pl.lit("right", DIRECTION))
        .otherwise(pl.lit("self", DIRECTION))
    )


def distance() -> pl.Expr:
    """The distance of each word's head in bins, from the columns ``position`` and ``head``."""
    head = pl.col("head")
    away = (head - pl.col("position").cast(pl.Int32)).abs()
    return (
        pl.when(head.is_null())
        .then(pl.lit("none", DISTANCE))
        .when(head == 0)
        .then(pl.lit("to_root", DISTANCE))
        .when(away <= 1)
        .then(pl.lit("1", DISTANCE))
        .when(away == 2)
        .then(pl.lit("2", DISTANCE))
        .when(away <= 6)
        .then(pl.lit("3-6", DISTANCE))
        .otherwise(pl.lit("7-...", DISTANCE))
    )


def neighbours() -> dict[str, pl.Expr]:
    """The words around each word as columns to be had on demand, named as ``tag_before`` and ``form_after_2``.

    They hold the gold's tag and the form, `START` or `END` beyond the sentence. They are to be computed on a whole word
    table, for they look at the rows around each row.
    """
    expressions = {}
    for steps, suffix in ((1, ""), (2, "_2")):
        inside_before = pl.col("position") > steps
        inside_after = pl.col("sentence") == pl.col("sentence").shift(-steps)
        for name, column in (("tag", "gold_tag"), ("form", "form")):
            before = pl.when(inside_before).then(pl.col(column).shift(steps)).otherwise(pl.lit(START, TEXT))
            after = pl.when(inside_after).then(pl.col(column).shift(-steps)).otherwise(pl.lit(END, TEXT))
            expressions[f"{name}_before{suffix}"] = before
            expressions[f"{name}_after{suffix}"] = after
    return expressions


def errors() -> dict[str, pl.Expr]:
    """What is wrong with each word as columns to be had on demand; null where it is right.

    ``head_offset``: how far the parse's head is from the right one, 0 where the parse has it at the root (eval.pl) or
    one of them has none; ``expected_deprel`` and ``found_deprel``.
    """
    offset = pl.when(pl.col("parse_head") == 0).then(0).otherwise(pl.col("parse_head") - pl.col("gold_head"))
    return {
        "head_offset": pl.when(~pl.col("right_head")).then(offset.fill_null(0)),
        "expected_deprel": pl.when(~pl.col("right_label")).then(pl.col("gold_deprel")),
        "found_deprel": pl.when(~pl.col("right_label")).then(pl.col("parse_deprel")),
    }
