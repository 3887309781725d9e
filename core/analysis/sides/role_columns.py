"""The roles of words beside a table of words: lists of entries, one a predicate that a word is an
argument of.

A word may have several roles, so that conditions on them are on single entries: of one word, one predicate, and what
each side has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.metrics.semantic import Integers, propositions
from goldleaf.core.treebank import TEXT, Treebank

ROLES = "roles"
"""The column of word tables that holds the lists, null for words that are no arguments."""

ROLE = "#role"
"""The number of an entry, where the entries have rows of their own."""

_KEY = ("argument", "predicate", "slot")


class Side(NamedTuple):
    """A treebank, and of each of its words the row of the gold's word that it is; −1 where it is none."""

    treebank: Treebank
    partner: Integers


def role_names(words: pl.DataFrame) -> list[str]:
    """The columns of roles that a word table has: ``gold_role``, ``gold_role_predicate_lemma`` and so on."""
    kind = words.schema.get(ROLES)
    fields = kind.inner.fields if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct) else []
    return [field.name for field in fields if field.name != ROLE]


def entries(frame: pl.LazyFrame) -> pl.LazyFrame:
    """A frame with a row for each entry of `ROLES`, in columns; words without any keep one row, which is null there."""
    return frame.explode(ROLES, empty_as_null=True).unnest(ROLES)


def any_of(words: pl.DataFrame, holds: pl.Series) -> pl.Series:
    """For each word whether what is said of its `entries` holds of one of them."""
    many = words[ROLES].list.len().fill_null(1).to_numpy()
    found = np.zeros(words.height, bool)
    found[np.repeat(np.arange(words.height), many)[holds.to_numpy()]] = True
    return pl.Series(found)


def roles(sides: Mapping[str, Side], chosen: str | None, rows: Integers) -> pl.Series | None:
    """The column `ROLES` of a table of these rows of the gold's words; None where no side has predicates.

    ``sides`` are the gold first, as ``gold``, and the parses by their names, of which the chosen one is ``parse``, too.
    An entry has, with each side before it, ``role`` (String), and of the predicate ``role_predicate`` (its PRED),
    ``role_predicate_form``, ``role_predicate_lemma``, ``role_predicate_tag`` and ``role_predicate_position``; null
    where the side has no such role. Of the roles ``A0|A1`` of one word each is an entry; what has the same name on
    both sides is one, and the others stand beside each other in their order.
    """
    if not any(_has_roles(side.treebank) for side in sides.values()):
        return None
    gold, *others = (_of_side(name, side, number) for number, (name, side) in enumerate(sides.items()))
    merged = gold = gold.with_columns(slot=pl.int_range(pl.len()).over(_KEY[:2]))
    for name, other in zip([*sides][1:], others, strict=True):
        merged = merged.join(_beside(gold, other, name), on=_KEY, how="full", coalesce=True)
        if name == chosen:
            own = [column for column in other.columns if column not in _KEY]
            merged = merged.with_columns(pl.col(column).alias(f"parse{column.removeprefix(name)}") for column in own)
    merged = merged.filter(pl.col("argument") >= 0).sort(_KEY).with_row_index(ROLE).drop("predicate", "slot")
    listed = merged.select("argument", pl.struct(pl.exclude("argument")).alias(ROLES))
    lists = listed.group_by("argument").agg(ROLES)
    return pl.DataFrame({"argument": rows}).join(lists, on="argument", how="left", maintain_order="left")[ROLES]


def _of_side(name: str, side: Side, number: int) -> pl.DataFrame:
    """The roles of a side: the rows of the gold's words that are ``argument`` and ``predicate``, and what is told.

    Predicates that the gold's words have not get numbers below 0 which no other side has.
    """
    treebank = side.treebank if _has_roles(side.treebank) else _without_roles(side.treebank)
    words, found = treebank.words, propositions(treebank)
    arguments = ~found.is_sense
    predicate, argument = found.predicate[arguments], found.argument[arguments]
    alone = -1 - number * 2**32 - np.arange(words.height)
    tag = "coarse_tag" if "coarse_tag" in treebank.layout.columns else "fine_tag"
    told = {"": "predicate", "_form": "form", "_lemma": "lemma", "_tag": tag, "_position": "position"}
    return pl.DataFrame(
        {
            "argument": side.partner[argument],
            "predicate": np.where(side.partner >= 0, side.partner, alone)[predicate],
            f"{name}_role": found.label.filter(pl.Series(arguments)),
            **{
                f"{name}_role_predicate{ending}": words[column].gather(predicate)
                for ending, column in told.items()
                if column in words.columns
            },
        }
    )


def _has_roles(treebank: Treebank) -> bool:
    """Whether a treebank was read with predicates."""
    return "predicate" in treebank.words.columns


def _without_roles(treebank: Treebank) -> Treebank:
    return replace(treebank, words=treebank.words.with_columns(predicate=pl.lit("_", TEXT)))


def _beside(gold: pl.DataFrame, other: pl.DataFrame, name: str) -> pl.DataFrame:
    """The roles of a parse with the slots of those of the gold beside which they stand."""
    pair = _KEY[:2]
    role = f"{name}_role"
    known = gold.select(*_KEY, pl.col("gold_role").alias(role))
    placed = other.join(known, on=[*pair, role], how="left", maintain_order="left")
    rank = pl.int_range(pl.len()).over(pair).alias("rank")
    rest = placed.filter(pl.col("slot").is_null()).drop("slot").with_columns(rank)
    free = known.drop(role).join(placed, on=_KEY, how="anti", maintain_order="left").with_columns(rank)
    rest = rest.join(free, on=[*pair, "rank"], how="left", maintain_order="left")
    rest = rest.with_columns(pl.col("slot").fill_null(gold.height + pl.col("rank"))).drop("rank")
    return pl.concat([placed.filter(pl.col("slot").is_not_null()), rest])
