"""The nodes of the trees of gold and parses side by side: the table that conditions on them look into.

A row is a node that one of the sides has: a constituent, or a function of a node of a function tree. What a metric
matches is one row, and so is what is over the same words with another label; so each of the metric's facts stands in
one row, with its mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import cast

import numpy as np
import polars as pl

from goldleaf.core.alignment import units
from goldleaf.core.analysis.sides.nodes import constituent_nodes as constituents
from goldleaf.core.analysis.sides.nodes import function_nodes as functions
from goldleaf.core.analysis.sides.nodes.node_columns import Side
from goldleaf.core.analysis.sides.nodes.node_pairing import NodePairs
from goldleaf.core.analysis.sides.side_rows import RowsOfSides, or_null, rows_of_sides
from goldleaf.core.analysis.sides.tree_columns import AWAY, SAME
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import Metric
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.structures.parents import Bools, Integers
from goldleaf.core.treebank import Treebank

TEXT_OF = "text"

MARKS = ("matched", "missing", "extra", "relabeled", "scored", "forgiven", "crossing")
"""What the comparison says of a row: true or false. ``relabeled`` is what both have over the same words with other
labels: it is missing and extra. ``crossing``: the parse's bracket crosses one of the gold."""


class NodeKind(StrEnum):
    """What nodes there are to be looked for; the words are those of ``has(constituent, …)``."""

    CONSTITUENT = "constituent"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True, eq=False)
class NodeTable:
    """The nodes of a gold and its parses.

    ``rows`` has ``sentence`` (row of the gold, from 0), the columns of `Side` with ``gold_``, ``parse_`` (the chosen
    parse) and each parse's name before them, null where a side does not have the node; with a parse the `MARKS`, also
    with each parse's name before them; and the columns `AWAY` and `SAME` of each side. ``sides`` are the sides by these
    names, and ``at`` for each the row of its own that each row is, −1 for none.
    """

    kind: NodeKind
    rows: pl.DataFrame
    sides: Mapping[str, Side]
    at: Mapping[str, Integers]
    _known: dict[str, pl.Series] = field(default_factory=dict, repr=False)  # texts, which take long

    @property
    def columns(self) -> dict[str, pl.Expr]:
        """What a condition may name: the columns, short names for the gold's, and the texts, worked out on demand."""
        told = (f"_{AWAY}", f"_{SAME}")
        own = {name: pl.col(name) for name in self.rows.columns if name != "sentence" and not name.endswith(told)}
        own |= {f"{side}_{TEXT_OF}": self._texts(side) for side in self.sides}
        return _with_short_names(own) if self.kind is NodeKind.CONSTITUENT else _with_labels(_with_short_names(own))

    def _texts(self, side: str) -> pl.Expr:
        def made(_: object) -> pl.Series:
            if side not in self._known:
                self._known[side] = _texts(self.sides[side], self.at[side])
            return self._known[side]

        return pl.map_batches([pl.col("sentence")], made, pl.String)

    def owners(self, rows: Integers) -> list[str]:
        """For each of these rows the side whose node it is: the gold, else the chosen parse, else another."""
        order = sorted(self.at, key=lambda name: (name != "gold", name != "parse"))
        has = np.stack([self.at[name][rows] >= 0 for name in order])
        return [order[place] for place in has.argmax(axis=0).tolist()]

    def words_of(self, rows: Integers, side: str) -> pl.DataFrame:
        """Rows (``row``, ``word``): the rows of the words, in a side's treebank, of the nodes that it has of these."""
        own = self.at[side][rows]
        there = own >= 0
        back = pl.DataFrame({"node": own[there], "row": rows[there]})
        found = self.sides[side].words_of(np.unique(own[there]))
        return back.join(found, on="node", how="inner", maintain_order="left_right").select("row", "word")


def _with_short_names(own: Mapping[str, pl.Expr]) -> dict[str, pl.Expr]:
    short = {name.removeprefix("gold_"): column for name, column in own.items() if name.startswith("gold_")}
    return {**short, **{f"parse_{name}": own[name] for name in MARKS if name in own}, **own}


def _with_labels(named: Mapping[str, pl.Expr]) -> dict[str, pl.Expr]:
    functions = [name for name in named if name.endswith("function")]
    return {**{f"{name.removesuffix('function')}label": named[name] for name in functions}, **named}


def _texts(side: Side, at: Integers) -> pl.Series:
    rows = np.flatnonzero(at >= 0)
    return pl.repeat(None, len(at), dtype=pl.String, eager=True).scatter(rows, side.texts(at[rows]))


def node_table(
    kind: NodeKind, metric: Metric, gold: Treebank, parses: Mapping[str, Treebank], chosen: str | None
) -> NodeTable:
    """The nodes of the gold and of its parses by name, as the metric compares them; None: there is no chosen parse."""
    other = gold if chosen is None else parses[chosen]
    ways = _ways(kind, metric.fitted(gold, other), gold, other)
    sides = {name: ways.side(treebank) for name, treebank in {"gold": gold, **parses}.items()}
    pairs = {name: ways.pairs(gold, parse) for name, parse in parses.items()}
    rows = _placed(ways, gold, parses, sides, pairs)
    at = rows.at
    own = {name: _of_side(side, at[name], rows.place[name]) for name, side in sides.items()}
    marks = {name: _marks(pairs[name], at["gold"], at[name]) for name in parses}
    prefixed = [(f"{name}_", one) for named in (own, marks) for name, one in named.items()]
    if chosen is not None:
        prefixed += [("parse_", own[chosen]), ("", marks[chosen])]
        sides, at = {**sides, "parse": sides[chosen]}, {**at, "parse": at[chosen]}
    return NodeTable(kind, _frame(rows.sentence, prefixed), sides, at)


def _frame(sentence: Integers, prefixed: Iterable[tuple[str, Mapping[str, pl.Series]]]) -> pl.DataFrame:
    columns = {f"{prefix}{name}": values for prefix, one in prefixed for name, values in one.items()}
    return pl.DataFrame({"sentence": pl.Series(sentence, dtype=pl.UInt32), **columns})


@dataclass(frozen=True, slots=True)
class _Ways:
    """How a kind of nodes is found and paired."""

    side: Callable[[Treebank], Side]
    pairs: Callable[[Treebank, Treebank], NodePairs]


def _ways(kind: NodeKind, metric: Metric, gold: Treebank, parse: Treebank) -> _Ways:
    if kind is NodeKind.CONSTITUENT:
        brackets = cast(ParsEval, metric)
        return _Ways(partial(constituents.side_of, brackets), partial(constituents.pairs_of, brackets))
    edits = cast(TedEval, metric)
    labeled = edits.lists_labels(gold, parse)
    return _Ways(
        partial(functions.side_of, edits, labeled=labeled), partial(functions.pairs_of, edits, labeled=labeled)
    )


def _placed(
    ways: _Ways, gold: Treebank, parses: Mapping[str, Treebank], own: Mapping[str, Side], pairs: Mapping[str, NodePairs]
) -> RowsOfSides:
    """Which rows the table has, and which nodes of each side they are."""

    def partners(one: str, other: str) -> Integers:
        found = pairs[other] if one == "gold" else ways.pairs(parses[one], parses[other])
        return found.partner

    rows = {name: side.nodes["sentence"].to_numpy().astype(np.int64) for name, side in own.items()}
    counted = {name: units(gold, parse).row_of_parse[rows[name]] for name, parse in parses.items()}
    return rows_of_sides({"gold": rows["gold"], **counted}, partners)


def _of_side(side: Side, at: Integers, place: Integers) -> dict[str, pl.Series]:
    """A side's columns in the rows of the table."""
    rows = or_null(at)
    columns = {name: side.nodes[name].gather(rows) for name in side.nodes.columns if name != "sentence"}
    for name, other in ((AWAY, side.parent), (SAME, side.same)):
        row = np.append(place, -1)[np.append(other, -1)[at]]
        away = np.where(row >= 0, row - np.arange(len(at)), 0)
        columns[name] = pl.select(pl.when(pl.Series(row >= 0)).then(pl.Series(away))).to_series()
    return columns


def _marks(pairs: NodePairs, of_gold: Integers, of_parse: Integers) -> dict[str, pl.Series]:
    """The `MARKS` of the rows of the table."""
    ours, theirs = (
        np.append(marks, Mark.NOT_SCORED)[rows] for marks, rows in ((pairs.gold, of_gold), (pairs.parse, of_parse))
    )
    missing, extra = ours == Mark.MISSING, theirs == Mark.EXTRA
    found: dict[str, Bools] = {
        "matched": ours == Mark.MATCHED,
        "missing": missing,
        "extra": extra,
        "relabeled": missing & extra,
        "scored": (ours != Mark.NOT_SCORED) | (theirs != Mark.NOT_SCORED),
        "forgiven": (ours == Mark.FORGIVEN) | (theirs == Mark.FORGIVEN),
        **{name: np.append(flags, False)[of_parse] for name, flags in pairs.flags.items()},
    }
    return {name: pl.Series(values) for name, values in found.items()}
