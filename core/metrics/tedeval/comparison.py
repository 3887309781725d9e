"""The comparisons between the trees of a gold, its other golds and a parse, and the marks of their facts.

With several golds the parse is compared with what they have in common, the generalized gold, and edits that lead from
its own gold there are forgiven (Tsarfaty et al. 2012 EACL, §3.2 and §3.3).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Codes, Mark, Marks, compare, per_sentence
from goldleaf.core.metrics.tedeval.forest import (
    UNLABELED,
    Facts,
    Forest,
    Rules,
    code,
    forest,
    renamed,
    union,
    with_labels,
)
from goldleaf.core.metrics.tedeval.places import pair
from goldleaf.core.structures.multifunction import WILDCARD
from goldleaf.core.treebank import TEXT, Treebank


class Comparison:
    """The trees of a gold, its other golds and a parse, and the comparisons between them."""

    def __init__(self, gold: Treebank, parse: Treebank, rules: Rules, *, numbered: bool = True) -> None:
        self.sides = gold, parse
        self.rules, self.numbered = rules, numbered
        self.pairing = pair(gold, parse, software=rules.software, numbered=numbered)
        self.gold = forest(gold, self.pairing.gold, rules)
        self.parse = forest(parse, self.pairing.parse, rules)
        self.others = [
            forest(other, places, rules) for other, places in zip(gold.other_golds, self.pairing.others, strict=True)
        ]

    @property
    def single(self) -> Compared:
        """The parse against its own gold."""
        if self.pairing.gold.all_shared or not self.others:
            return compared(self.gold, self.parse)
        # Without the other golds more words are shared.
        gold, parse = self.sides
        return Comparison(replace(gold, other_golds=()), parse, self.rules, numbered=self.numbered).main

    @property
    def main(self) -> Compared:
        """The parse against the generalised gold, if there is any other gold."""
        return compared(self.generalized, self.parse, self.gold) if self.others else self.single

    @property
    def from_generalized(self) -> tuple[Compared, Compared]:
        """The parse, and its own gold, against the generalised gold, nothing forgiven."""
        return compared(self.generalized, self.parse), compared(self.generalized, self.gold)

    @property
    def overlaps(self) -> list[Compared]:
        """The gold against each of the others."""
        if self.pairing.gold.all_shared:
            return [compared(other, self.gold) for other in self.others]
        gold = replace(self.sides[0], other_golds=())
        return [Comparison(other, gold, self.rules, numbered=self.numbered).main for other in self.sides[0].other_golds]

    @cached_property
    def generalized(self) -> Forest:
        """What all golds have in common: their common yields, with their common functions."""
        if not self.rules.software:
            return reduce(_in_common, [self.gold, *self.others])
        # TedEval 2.2 compares their labels as written, and the outermost nodes' apart.
        written = replace(self.rules, as_written=True)
        gold = self.sides[0]
        places = (self.pairing.gold, *self.pairing.others)
        forests = [forest(side, own, written) for side, own in zip((gold, *gold.other_golds), places, strict=True)]
        return renamed(reduce(_in_common_of_software, forests), self.rules)


def _in_common(one: Forest, other: Forest) -> Forest:
    nodes = one.nodes.only(_in_both(one.nodes, other.nodes))
    ours, theirs = resolved(one.functions, other.functions), resolved(other.functions, one.functions)
    return Forest(nodes, ours.only(_in_both(ours, theirs)))


def _in_common_of_software(one: Forest, other: Forest) -> Forest:
    """The same with the label ``_`` on a yield without common functions, as TedEval 2.2 has it."""
    nodes, functions = _in_common(one, other)
    bare = nodes.only(~np.isin(nodes.node, functions.node[~functions.word]) & ~nodes.word)
    unlabeled = with_labels(bare, np.full(len(bare.key), code(UNLABELED), np.uint32))
    return Forest(nodes, union(functions, unlabeled))


def _in_both(one: Facts, other: Facts) -> Bools:
    """Which facts of the first the second has, words and nodes apart."""
    marks = compare([one.key, one.word.astype(np.uint8)], [other.key, other.word.astype(np.uint8)])
    return np.asarray(marks.gold == Mark.MATCHED)


def resolved(facts: Facts, others: Facts) -> Facts:
    """The facts with each wildcard turned into a label that it can stand for among the others' (2011, §3)."""
    wildcard = code(WILDCARD)
    wild = np.flatnonzero((facts.label == wildcard) & ~facts.word)
    if not wild.size:
        return facts
    labels = pl.DataFrame({"node": others.node, "label": others.label}).filter(pl.Series(~others.word))
    has_wildcard = labels.filter(pl.col("label") == wildcard)
    free = labels.join(has_wildcard, on="node", how="anti").join(
        pl.DataFrame({"node": facts.node, "label": facts.label}), on=["node", "label"], how="anti"
    )
    # Of those on the same node that are no label of its own there, it takes the first by name.
    names = free["label"].cat.to(TEXT).cast(pl.String)
    first = free.with_columns(name=names).sort("name").unique("node", keep="first")
    found = pl.DataFrame({"row": wild, "node": facts.node[wild]}).join(first, on="node", how="inner")
    label = facts.label.copy()
    label[found["row"].to_numpy()] = found["label"].to_numpy()
    return with_labels(facts, label)


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
    labeled = compare([ours.functions.key], [theirs.functions.key], [own.key])
    return Compared(ours, theirs, labeled, compare([ours.nodes.key], [theirs.nodes.key], [licence.nodes.key]))


def distances(marks: Marks, gold: Facts, parse: Facts, sentences: int) -> Codes:
    """How many edits each sentence needs, at a cost of 1 each."""
    missing = per_sentence(marks.gold == Mark.MISSING, gold.sentence, sentences)
    extra = per_sentence(marks.parse == Mark.EXTRA, parse.sentence, sentences)
    return np.asarray(missing + extra, np.uint32)


def relabeled(done: Compared, sentences: int) -> Codes:
    """How many pairs of an added and a deleted function are one relabelling, for each sentence."""
    # On each yield the two chains of functions, in the order of their names and without what is forgiven, are aligned
    # at the least cost, with 1 for adding, deleting and relabelling (Tsarfaty et al. 2011, §3, step 3).
    rows = pl.concat(
        pl.DataFrame({"node": facts.node, "sentence": facts.sentence, "code": facts.label, "mark": marks})
        .filter(pl.Series(~facts.word))
        .select("node", "sentence", "mark", pl.col("code").cat.to(TEXT).cast(pl.String).alias("label"))
        for facts, marks in ((done.gold.functions, done.labeled.gold), (done.parse.functions, done.labeled.parse))
    )
    label, mark = pl.col("label"), pl.col("mark")
    chains = rows.group_by("node").agg(
        pl.first("sentence"),
        # A matched function stands in both trees, so twice.
        gold=label.filter(mark.is_in([Mark.MATCHED, Mark.MISSING])).unique().sort(),
        parse=label.filter(mark.is_in([Mark.MATCHED, Mark.EXTRA])).unique().sort(),
        both=(mark == Mark.MISSING).any() & (mark == Mark.EXTRA).any(),
    )
    result = np.zeros(sentences, np.uint32)
    for sentence, ours, theirs in chains.filter("both").select("sentence", "gold", "parse").iter_rows():
        result[sentence] += len(set(ours) ^ set(theirs)) - alignment_cost(ours, theirs)
    return result


def alignment_cost(one: list[str], other: list[str]) -> int:
    """The edit distance of two chains of functions, at 1 an edit."""
    row = list(range(len(other) + 1))
    for number, ours in enumerate(one, 1):
        above, row = row, [number]
        for column, theirs in enumerate(other, 1):
            row.append(min(above[column] + 1, row[-1] + 1, above[column - 1] + (ours != theirs)))
    return row[-1]
