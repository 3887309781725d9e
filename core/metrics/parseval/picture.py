"""The brackets of a gold and a parse as a table, for pictures and lists."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.parseval.comparing import Compared, crossing, matches, same_tags, unlabeled, words_that_count
from goldleaf.core.metrics.parseval.sides import Bools, Integers
from goldleaf.core.metrics.shape import sides
from goldleaf.core.treebank import Treebank

Marks: TypeAlias = npt.NDArray[np.uint8]

_SHOWN = ("sentence", "label", "function", "first", "last", "yield")


def table(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    """The gold's nodes and those of the parse that match none; see `ParsEval.facts`."""
    pairs = matches(done)
    bare = unlabeled(done)
    crossed = crossing(gold, parse, done)
    of_gold = _side(gold, done.marks[0], bare[0], _of_partners(crossed, pairs, gold.nodes.height))
    of_parse = _side(parse, done.marks[1], bare[1], crossed)
    of_gold = of_gold.with_columns(
        pl.col("node").alias("gold_node"),
        *(
            _partners(parse.nodes[name], pairs, gold.nodes.height).alias(f"parse_{name}")
            for name in ("node", "function")
        ),
    )
    of_parse = of_parse.with_columns(
        pl.lit(None, pl.UInt32).alias("gold_node"),
        pl.col("node").alias("parse_node"),
        pl.col("function").alias("parse_function"),
    )
    of_both = of_gold["parse_node"].is_not_null().to_numpy()
    alone = of_parse.filter(pl.col("mark") != Mark.MATCHED)
    rows = pl.concat(
        [
            of_gold.with_columns(side=sides(of_both, "gold")),
            alone.with_columns(side=sides(np.zeros(alone.height, bool), "parse")),
        ],
    )
    return (
        rows.with_columns(position=pl.when(pl.col("first") > 0).then("first"))
        .drop("node")
        .sort("sentence", "first", "last", descending=[False, False, True], maintain_order=True)
    )


def tags(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    """The words whose tags count; see `ParsEval.tags`."""
    rows = np.flatnonzero(words_that_count(gold, done))
    place = np.searchsorted(rows, done.pairing.gold_rows)
    mark = np.full(len(rows), Mark.MISSING, np.uint8)
    mark[place[same_tags(gold, parse, done)]] = Mark.MATCHED
    partner = np.full(len(rows), parse.words.height, np.int64)
    partner[place] = done.pairing.parse_rows
    position, tag = (parse.words[name].extend_constant(None, 1).gather(partner) for name in ("position", "coarse_tag"))
    return gold.words[rows].select(
        "sentence",
        gold_position="position",
        parse_position=position,
        gold_tag="coarse_tag",
        parse_tag=tag,
        mark=pl.Series(mark),
    )


def _side(treebank: Treebank, mark: Marks, bare: Marks, crossed: Bools) -> pl.DataFrame:
    return treebank.nodes.select(
        *_SHOWN,
        "node",
        pl.Series("mark", mark, pl.UInt8),
        pl.Series("unlabeled", bare, pl.UInt8),
        pl.Series("crossing", crossed, pl.Boolean),
    )


def _of_partners(values: Bools, pairs: tuple[Integers, Integers], size: int) -> Bools:
    """What is true of a parse's nodes, for the nodes of the gold that they match."""
    result = np.zeros(size, bool)
    result[pairs[0]] = values[pairs[1]]
    return result


def _partners(column: pl.Series, pairs: tuple[Integers, Integers], size: int) -> pl.Series:
    """For each node of the gold the value of its partner in the parse, null without one."""
    row = np.full(size, len(column), np.int64)
    row[pairs[0]] = pairs[1]
    return column.extend_constant(None, 1).gather(row)
