"""The nodes of the trees of gold and parses side by side: the table that conditions on them look into.

A row is a node that one of the sides has: a constituent, or a function of a node of a function tree. What a metric
matches is one row, and so is what is over the same words with another label; so each of the metric's facts stands in
one row, with its mark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import cast

import numpy as np
import polars as pl

from goldleaf.core.alignment import units
from goldleaf.core.analysis.sides import tree_nodes
from goldleaf.core.analysis.sides.tree_nodes import NodePairs, Side
from goldleaf.core.analysis.sides.word_columns import AWAY, SAME, or_null, rows_of_sides
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import Metric
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.structures.parents import Integers
from goldleaf.core.treebank import Treebank

MARKS = ("matched", "missing", "extra", "relabeled", "scored", "forgiven", "crossing")
"""What the comparison says of a row: true or false. ``relabeled`` is what both have over the same words with other
labels: it is missing and extra. ``crossing``: the parse's bracket crosses one of the gold."""


class NodeKind(StrEnum):
    """What nodes can be looked for, by the words of ``has(constituent, …)``."""

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
        hidden = f"_{AWAY}", f"_{SAME}"
        own = {name: pl.col(name) for name in self.rows.columns if name != "sentence" and not name.endswith(hidden)}
        own |= {f"{side}_text": self._texts(side) for side in self.sides}
        short = {name.removeprefix("gold_"): column for name, column in own.items() if name.startswith("gold_")}
        named = {**short, **{f"parse_{name}": own[name] for name in MARKS if name in own}, **own}
        if self.kind is NodeKind.CONSTITUENT:
            return named
        # Nodes of functions have no category, and what a picture writes on them as their label is the function.
        functions = [name for name in named if name.endswith("function")]
        return {**{f"{name.removesuffix('function')}label": named[name] for name in functions}, **named}

    def _texts(self, side: str) -> pl.Expr:
        def made(_: object) -> pl.Series:
            if side not in self._known:
                at = self.at[side]
                rows = np.flatnonzero(at >= 0)
                nothing = pl.repeat(None, len(at), dtype=pl.String, eager=True)
                self._known[side] = nothing.scatter(rows, self.sides[side].texts(at[rows]))
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
        members = self.sides[side].words_of(np.unique(own[there]))
        nodes = pl.DataFrame({"node": own[there], "row": rows[there]})
        return nodes.join(members, on="node", how="inner", maintain_order="left_right").select("row", "word")


def node_table(
    kind: NodeKind, metric: Metric, gold: Treebank, parses: Mapping[str, Treebank], chosen: str | None
) -> NodeTable:
    """The nodes of the gold and of its parses by name, as the metric compares them; None: there is no chosen parse."""
    compared_with = gold if chosen is None else parses[chosen]
    fitted = metric.fitted(gold, compared_with)
    side_of: Callable[[Treebank], Side]
    pairs_of: Callable[[Treebank, Treebank], NodePairs]
    if isinstance(fitted, TedEval):
        labeled = fitted.lists_labels(gold, compared_with)
        side_of = partial(tree_nodes.function_nodes, fitted, labeled=labeled)
        pairs_of = partial(tree_nodes.function_pairs, fitted, labeled=labeled)
    else:
        brackets = cast(ParsEval, fitted)
        side_of, pairs_of = partial(tree_nodes.constituents, brackets), partial(tree_nodes.constituent_pairs, brackets)

    sides = {name: side_of(treebank) for name, treebank in {"gold": gold, **parses}.items()}
    pairs = {name: pairs_of(gold, parse) for name, parse in parses.items()}

    def partners(first: str, second: str) -> Integers:
        return (pairs[second] if first == "gold" else pairs_of(parses[first], parses[second])).partner

    sentences = {name: side.nodes["sentence"].to_numpy().astype(np.int64) for name, side in sides.items()}
    for name, parse in parses.items():
        sentences[name] = units(gold, parse).row_of_parse[sentences[name]]
    rows = rows_of_sides(sentences, partners)
    at = rows.at
    columns = {"sentence": pl.Series(rows.sentence, dtype=pl.UInt32)}
    own = {}
    for name, side in sides.items():
        own[name] = dict(side.nodes.drop("sentence").select(pl.all().gather(or_null(at[name]))).to_dict())
        own[name] |= {AWAY: rows.away(name, side.parent), SAME: rows.away(name, side.same)}
    marks: dict[str, dict[str, pl.Series]] = {}
    for name, both in pairs.items():
        ours, theirs = (
            np.append(both.gold, Mark.NOT_SCORED)[at["gold"]],
            np.append(both.parse, Mark.NOT_SCORED)[at[name]],
        )
        missing, extra = ours == Mark.MISSING, theirs == Mark.EXTRA
        flags = {
            "matched": ours == Mark.MATCHED,
            "missing": missing,
            "extra": extra,
            "relabeled": missing & extra,
            "scored": (ours != Mark.NOT_SCORED) | (theirs != Mark.NOT_SCORED),
            "forgiven": (ours == Mark.FORGIVEN) | (theirs == Mark.FORGIVEN),
        }
        if both.crossing is not None:
            flags["crossing"] = np.append(both.crossing, False)[at[name]]
        marks[name] = {flag: pl.Series(values) for flag, values in flags.items()}
    prefixed = [(f"{name}_", values) for named in (own, marks) for name, values in named.items()]
    if chosen is not None:
        prefixed += [("parse_", own[chosen]), ("", marks[chosen])]
        sides, at = {**sides, "parse": sides[chosen]}, {**at, "parse": at[chosen]}
    for prefix, values in prefixed:
        columns |= {f"{prefix}{name}": column for name, column in values.items()}
    return NodeTable(kind, pl.DataFrame(columns), sides, at)
