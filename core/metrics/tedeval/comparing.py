"""The marks of the facts of a parse and of what it should be."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark, Marks, compare, per_sentence
from goldleaf.core.metrics.tedeval.forest import Forest
from goldleaf.core.metrics.tedeval.generalized import resolved
from goldleaf.core.metrics.tedeval.node_facts import Facts
from goldleaf.core.treebank import TEXT

Counts: TypeAlias = npt.NDArray[np.uint32]


class Compared(NamedTuple):
    """The trees of gold (or generalised gold) and parse, wildcards resolved, with marks for functions and nodes."""

    gold: Forest
    parse: Forest
    labeled: Marks
    unlabeled: Marks


def compared(gold: Forest, parse: Forest, licence: Forest | None = None) -> Compared:
    """Compare a parse with a gold; ``licence`` is the parse's own gold if the gold is a generalisation of it."""
    gold, parse = gold.merged, parse.merged
    theirs = Forest(parse.nodes, resolved(parse.functions, gold.functions))
    ours = Forest(gold.nodes, resolved(gold.functions, parse.functions))
    if licence is None:
        labeled = compare([ours.functions.key], [theirs.functions.key])
        return Compared(ours, theirs, labeled, compare([ours.nodes.key], [theirs.nodes.key]))
    own = resolved(licence.merged.functions, gold.functions)
    theirs = Forest(theirs.nodes, resolved(theirs.functions, own))
    return Compared(
        ours,
        theirs,
        compare([ours.functions.key], [theirs.functions.key], [own.key]),
        compare([ours.nodes.key], [theirs.nodes.key], [licence.nodes.key]),
    )


def distances(marks: Marks, gold: Facts, parse: Facts, sentences: int) -> Counts:
    """How many edits each sentence needs, at a cost of 1 each."""
    missing = per_sentence(marks.gold == Mark.MISSING, gold.sentence, sentences)
    extra = per_sentence(marks.parse == Mark.EXTRA, parse.sentence, sentences)
    return np.asarray(missing + extra, np.uint32)


def relabeled(done: Compared, sentences: int) -> Counts:
    """How many pairs of an added and a deleted function are one relabelling, for each sentence.

    On each yield the two chains of functions, in the order of their names and without what is forgiven, are aligned
    at the least cost, with 1 for adding, deleting and relabelling (Tsarfaty et al. 2011, §3, step 3).
    """
    result = np.zeros(sentences, np.uint32)
    for sentence, ours, theirs in _chains(done).iter_rows():
        result[sentence] += len(set(ours) ^ set(theirs)) - alignment_cost(ours, theirs)
    return result


def _chains(done: Compared) -> pl.DataFrame:
    """Rows (sentence, gold, parse): the sorted functions of either on each yield where both have some of their own."""
    rows = pl.concat(
        pl.DataFrame({"node": facts.node, "sentence": facts.sentence, "code": facts.label, "mark": marks})
        .filter(pl.Series(~facts.word))
        .select("node", "sentence", "mark", pl.col("code").cat.to(TEXT).cast(pl.String).alias("label"))
        for facts, marks in (
            (done.gold.functions, done.labeled.gold),
            (done.parse.functions, done.labeled.parse),
        )
    )
    label, mark = pl.col("label"), pl.col("mark")
    return (
        rows.group_by("node")
        .agg(
            pl.first("sentence"),
            # A matched function stands in both trees, so twice.
            gold=label.filter(mark.is_in([Mark.MATCHED, Mark.MISSING])).unique().sort(),
            parse=label.filter(mark.is_in([Mark.MATCHED, Mark.EXTRA])).unique().sort(),
            both=mark.is_in([Mark.MISSING]).any() & mark.is_in([Mark.EXTRA]).any(),
        )
        .filter("both")
        .select("sentence", "gold", "parse")
    )


def alignment_cost(one: list[str], other: list[str]) -> int:
    """The edit distance of two chains of functions, at 1 an edit."""
    row = list(range(len(other) + 1))
    for number, ours in enumerate(one, 1):
        above, row = row, [number]
        for column, theirs in enumerate(other, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (ours != theirs)))
    return row[-1]
