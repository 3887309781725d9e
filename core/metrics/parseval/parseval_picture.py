"""What ParsEval compares of a gold and a parse as a table, for pictures and lists: brackets, tags, functions."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.parseval.comparing import (
    Compared,
    crossing,
    functions,
    matches,
    relabeled,
    same_tags,
    words_that_count,
)
from goldleaf.core.metrics.parseval.sides import Bools, Integers, label_codes
from goldleaf.core.metrics.shape import sides
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import TEXT, Treebank

Marks: TypeAlias = npt.NDArray[np.uint8]

KINDS = pl.Enum(["constituent", "tag", "function"])

_SHOWN = ("sentence", "label", "function", "first", "last", "yield")


def table(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    """The gold's nodes and those of the parse that match none, tags and functions; see `ParsEval.facts`."""
    parts = {
        "constituent": _constituents(gold, parse, done),
        "tag": _tags(gold, parse, done),
        "function": _functions(gold, parse, done),
    }
    rows = [part.with_columns(kind=pl.lit(kind, KINDS)) for kind, part in parts.items()]
    return pl.concat(rows, how="diagonal").sort(
        "sentence", "first", "last", descending=[False, False, True], maintain_order=True
    )


def _constituents(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    pairs, others = matches(done), relabeled(done)
    crossed = crossing(gold, parse, done)
    of_gold = _side(gold, done, 0, others[0], _of_partners(crossed, pairs, gold.nodes.height))
    of_parse = _side(parse, done, 1, others[1], crossed)
    of_gold = of_gold.with_columns(
        _partners(parse.nodes["node"], others, gold.nodes.height).alias("partner"),
        pl.col("node").alias("gold_node"),
        *(
            _partners(parse.nodes[name], pairs, gold.nodes.height).alias(f"parse_{name}")
            for name in ("node", "function")
        ),
    )
    of_parse = of_parse.with_columns(
        _partners(gold.nodes["node"], others[::-1], parse.nodes.height).alias("partner"),
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
    return rows.with_columns(position=pl.when(pl.col("first") > 0).then("first")).drop("node")


def _tags(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    """The tags of the gold's words that count, and those that the parse has instead."""
    rows = np.flatnonzero(words_that_count(gold, done))
    other = np.full(len(rows), parse.words.height, np.int64)
    place = np.searchsorted(rows, done.pairing.gold_rows)
    other[place] = done.pairing.parse_rows
    same = np.zeros(len(rows), bool)
    same[place] = same_tags(gold, parse, done)
    wrong = ~same & (other < parse.words.height)
    partner = parse.words["position"].extend_constant(None, 1).gather(np.where(wrong, other, parse.words.height))
    of_gold = _words(gold, rows).with_columns(partner=partner)
    sentence, partner = (of_gold[name].filter(pl.Series(wrong)) for name in ("sentence", "position"))
    of_parse = _words(parse, other[wrong]).with_columns(sentence=sentence, partner=partner)
    return _marked(of_gold, of_parse, same)


def _words(treebank: Treebank, rows: Integers) -> pl.DataFrame:
    words = treebank.words[rows].select("sentence", "position", label="coarse_tag", first="position", last="position")
    return words.with_columns(pl.Series("yield", position_keys(words["position"].to_numpy()), pl.UInt64))


def _functions(gold: Treebank, parse: Treebank, done: Compared) -> pl.DataFrame:
    """The functions of matched nodes, and those that the parse has instead."""
    found = functions(gold, parse, done)
    ours, theirs = gold.nodes[found.gold], parse.nodes[found.parse]
    nodes = ours["node"].alias("gold_node"), theirs["node"].alias("parse_node")
    columns = ("sentence", "first", "last", "yield", pl.col("function").alias("label"))
    of_gold, of_parse = (side.select(*columns, *nodes, position="first") for side in (ours, theirs))
    of_gold = of_gold.with_columns(
        partner=nodes[1].zip_with(pl.Series(~found.same), pl.Series([None], dtype=pl.UInt32))
    )
    of_parse = of_parse.with_columns(partner=nodes[0], sentence=ours["sentence"]).filter(pl.Series(~found.same))
    return _marked(of_gold, of_parse, found.same)


def _marked(of_gold: pl.DataFrame, of_parse: pl.DataFrame, same: Bools) -> pl.DataFrame:
    """Labels of the gold, and those that the parse has instead of wrong ones, with marks and sides."""
    mark = np.where(same, Mark.MATCHED, Mark.MISSING).astype(np.uint8)
    unlabeled = np.where(of_gold["partner"].is_not_null(), Mark.MATCHED, mark).astype(np.uint8)
    nothing = np.zeros(of_parse.height, bool)
    extra, matched = (pl.lit(value, pl.UInt8) for value in (Mark.EXTRA, Mark.MATCHED))
    return pl.concat(
        [
            of_gold.with_columns(pl.Series("mark", mark), pl.Series("unlabeled", unlabeled), side=sides(same, "gold")),
            of_parse.with_columns(mark=extra, unlabeled=matched, side=sides(nothing, "parse")).select(
                *of_gold.columns, "mark", "unlabeled", "side"
            ),
        ]
    ).with_columns(crossing=pl.lit(value=False), compared_as="label")


def _side(treebank: Treebank, done: Compared, which: int, relabelings: Integers, crossed: Bools) -> pl.DataFrame:
    mark = done.marks[which]
    compared_as = pl.Series(label_codes(treebank, done.rules.settings)).cat.to(TEXT)
    bare = mark.copy()
    bare[relabelings] = Mark.MATCHED
    return treebank.nodes.select(
        *_SHOWN,
        "node",
        compared_as.alias("compared_as"),
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
    """For each node of one side the value of its partner on the other, null without one."""
    row = np.full(size, len(column), np.int64)
    row[pairs[0]] = pairs[1]
    return column.extend_constant(None, 1).gather(row)
