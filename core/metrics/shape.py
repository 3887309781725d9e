"""The one shape of every metric's facts and counts, so that any of them can be drawn, listed and written alike.

A table of facts begins with the columns of `FACTS`. Then come those of the metric's ``key``, which tell one fact of a
sentence from another, and then what the metric adds and documents, such as ``unlabeled``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Bools, Mark

SIDES = pl.Enum(["gold", "parse", "both"])

FACTS = {
    "sentence": pl.UInt32(),  # row of the gold's sentences, from 0
    "side": SIDES,  # which of the two has the fact
    "mark": pl.UInt8(),  # values of `core.facts.Mark`
    "position": pl.UInt32(),  # the (first) word that it is about, from 1, null for none; the parse's for its own side
}

WANTED_BY = {
    "arcs": ("dependent", "head", "label", "unlabeled"),
    "tree": ("gold_node", "parse_node", "label", "unlabeled", "crossing"),
    "lineages": ("lineage", "similarity", "partner"),
    "propositions": ("kind", "predicate", "argument", "label", "unlabeled"),
    "expressions": ("kind", "words", "tag", "unlabeled"),
}
"""The columns that a view wants of the facts that it draws, besides those of `FACTS`, or facts of their own kind.

``unlabeled`` is the mark without the label. Of arcs and nodes that have no fact the picture says that they do not
score: so what matches in both, but is written otherwise by the two, is given for either side.
"""

_OF_ONE_SIDE = {Mark.MATCHED: "both", Mark.MISSING: "gold", Mark.EXTRA: "parse"}


def sides(both: Bools, other: str) -> pl.Series:
    """``both`` for the rows where that is true, and the ``other`` side for the rest, as a column of `SIDES`."""
    column = pl.when(pl.Series(both, dtype=pl.Boolean)).then(pl.lit("both")).otherwise(pl.lit(other))
    return pl.select(column.cast(SIDES)).to_series()


def marks(right: Bools, alone: Mark, scoring: Bools | None = None) -> pl.Series:
    """The column ``mark`` of one side's facts: what is right is MATCHED, what does not score NOT_SCORED, the rest is
    ``alone``: MISSING of the gold and EXTRA of the parse."""
    found = np.where(right, Mark.MATCHED, alone)
    return pl.Series(found if scoring is None else np.where(scoring, found, Mark.NOT_SCORED), dtype=pl.UInt8)


def marked(right: Bools, alone: Mark, scoring: Bools | None = None) -> dict[str, pl.Series]:
    """The columns ``side`` and ``mark`` of one side's facts: what is right is in both (see `marks`)."""
    return {"side": sides(right, _OF_ONE_SIDE[alone]), "mark": marks(right, alone, scoring)}


def count_table(counts: Mapping[str, npt.NDArray[Any]], sentences: int) -> pl.DataFrame:
    """What metrics give when they count: ``sentence``, from 0, and counts, all uint32, one row a sentence."""
    columns = {name: values.astype(np.uint32) for name, values in counts.items()}
    return pl.DataFrame({"sentence": np.arange(sentences, dtype=np.uint32), **columns})


def shaped(table: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    """The same table with its columns in the order that is declared; there may be more of them."""
    first = list(dict.fromkeys((*FACTS, *key)))
    return table.select(*first, *(name for name in table.columns if name not in first))


def fact_table(tables: Iterable[pl.DataFrame], key: Sequence[str], *order: str | pl.Expr) -> pl.DataFrame:
    """From tables of all facts of gold and parse: the gold's, and those that only the parse has, in this order."""
    gold, parse = tables
    table = pl.concat([gold, parse.filter(pl.col("side") == "parse")], how="diagonal")
    return shaped(table, key).sort(*order, maintain_order=True)
