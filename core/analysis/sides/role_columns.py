"""The roles of words beside a table of words: lists of entries, one a predicate that a word is an
argument of.

A word may have several roles, so that conditions on them are on single entries: of one word, one predicate, and what
each side has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.facts import Integers
from goldleaf.core.metrics.semantic import propositions
from goldleaf.core.treebank import TEXT, Treebank

ROLES = "roles"
"""The column of word tables that holds the lists, null for words that are no arguments."""

ROLE = "#role"
"""The number of an entry, where the entries have rows of their own."""

_PAIR = ("argument", "predicate")
_KEY = (*_PAIR, "slot")


def role_names(words: pl.DataFrame) -> list[str]:
    """The columns of roles that a word table has: ``gold_role``, ``gold_role_predicate_lemma`` and so on."""
    kind = words.schema.get(ROLES)
    fields = kind.inner.fields if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct) else []
    return [field.name for field in fields if field.name != ROLE]


def entries(frame: pl.LazyFrame) -> pl.LazyFrame:
    """A frame with a row for each entry of `ROLES`, in columns; words without any keep one row, which is null there."""
    return frame.explode(ROLES, empty_as_null=True).unnest(ROLES)


def with_roles(table: pl.DataFrame, sides: Mapping[str, tuple[Treebank, Integers]], chosen: str | None) -> pl.DataFrame:
    """The table with the column `ROLES`, if some side has predicates.

    ``sides`` are the gold first, as ``gold``, and the parses by their names, of which the chosen one is ``parse``, too;
    each with the row of the table that each of its words is, −1 for none.

    An entry has, with each side before it, ``role`` (String), and of the predicate ``role_predicate`` (its PRED),
    ``role_predicate_form``, ``role_predicate_lemma``, ``role_predicate_tag`` and ``role_predicate_position``; null
    where the side has no such role. Of the roles ``A0|A1`` of one word each is an entry; what has the same name on
    both sides is one, and the others stand beside each other in their order.
    """
    if not any("predicate" in treebank.words.columns for treebank, _ in sides.values()):
        return table
    gold, *others = (_of_side(name, *side, number) for number, (name, side) in enumerate(sides.items()))
    merged = gold = gold.with_columns(slot=pl.int_range(pl.len()).over(_PAIR))
    for name, other in zip([*sides][1:], others, strict=True):
        merged = merged.join(_beside(gold, other, name), on=_KEY, how="full", coalesce=True)
        if name == chosen:
            own = [column for column in other.columns if column not in _KEY]
            merged = merged.with_columns(pl.col(column).alias(f"parse{column.removeprefix(name)}") for column in own)
    merged = merged.filter(pl.col("argument") >= 0).sort(_KEY).with_row_index(ROLE).drop("predicate", "slot")
    listed = merged.select("argument", pl.struct(pl.exclude("argument")).alias(ROLES))
    rows = pl.DataFrame({"argument": np.arange(table.height)})
    lists = rows.join(listed.group_by("argument").agg(ROLES), on="argument", how="left", maintain_order="left")
    return table.with_columns(lists[ROLES])


def _of_side(name: str, treebank: Treebank, row: Integers, number: int) -> pl.DataFrame:
    """The roles of a side: the rows of the words that are ``argument`` and ``predicate``, and what is told. Predicates
    that stand in no row get numbers below 0 which no other side has."""
    if "predicate" not in treebank.words.columns:
        treebank = replace(treebank, words=treebank.words.with_columns(predicate=pl.lit("_", TEXT)))
    words, found = treebank.words, propositions(treebank)
    arguments = ~found.is_sense
    predicate, argument = found.predicate[arguments], found.argument[arguments]
    alone = -1 - number * 2**32 - np.arange(words.height)
    tag = "coarse_tag" if "coarse_tag" in treebank.layout.columns else "fine_tag"
    told = {"": "predicate", "_form": "form", "_lemma": "lemma", "_tag": tag, "_position": "position"}
    return pl.DataFrame(
        {
            "argument": row[argument],
            "predicate": np.where(row >= 0, row, alone)[predicate],
            f"{name}_role": found.label.filter(pl.Series(arguments)),
            **{
                f"{name}_role_predicate{ending}": words[column].gather(predicate)
                for ending, column in told.items()
                if column in words.columns
            },
        }
    )


def _beside(gold: pl.DataFrame, other: pl.DataFrame, name: str) -> pl.DataFrame:
    """The roles of a parse with the slots of those of the gold beside which they stand."""
    role = f"{name}_role"
    known = gold.select(*_KEY, pl.col("gold_role").alias(role))
    placed = other.join(known, on=[*_PAIR, role], how="left", maintain_order="left")
    rank = pl.int_range(pl.len()).over(_PAIR).alias("rank")
    rest = placed.filter(pl.col("slot").is_null()).drop("slot").with_columns(rank)
    free = known.drop(role).join(placed, on=_KEY, how="anti", maintain_order="left").with_columns(rank)
    rest = rest.join(free, on=[*_PAIR, "rank"], how="left", maintain_order="left")
    rest = rest.with_columns(pl.col("slot").fill_null(gold.height + pl.col("rank"))).drop("rank")
    return pl.concat([placed.filter(pl.col("slot").is_not_null()), rest])
