"""Constituents as ParsEval compares them, for conditions on them."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.alignment import joined_units
from goldleaf.core.analysis.sides.nodes.node_columns import Side, heads, is_head, made
from goldleaf.core.analysis.sides.nodes.node_pairing import NodePairs, paired_by
from goldleaf.core.facts import Facts, Mark
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.parseval.comparing import compared, crossing, matches, relabeled
from goldleaf.core.metrics.parseval.sides import Brackets, label_codes
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.treebank import TEXT, Treebank


def side_of(metric: ParsEval, treebank: Treebank) -> Side:
    """The constituents of a treebank, labels as the metric compares them.

    Columns: ``sentence``, ``label``, ``function``, ``first``, ``last``, ``words`` and those that `made` adds.
    """
    nodes = treebank.nodes
    above, of_words = parent_rows(nodes, nodes), parent_rows(treebank.words, nodes)
    size = nodes["size"].to_numpy().astype(np.int64)
    head = heads(of_words, above, is_head(treebank.words["function"]), is_head(nodes["function"]), size)
    table = nodes.select(
        "sentence",
        "function",
        "first",
        "last",
        words="size",
        label=pl.Series(label_codes(treebank, metric.rules.settings)).cat.to(TEXT),
        discontinuous=pl.Series(discontinuous(nodes)),
        head=pl.Series(head),
    )
    return made(treebank, table, above, np.arange(nodes.height), of_words)


def pairs_of(metric: ParsEval, gold: Treebank, parse: Treebank) -> NodePairs:
    """Which constituents of gold and parse are one, and their marks.

    Those match that the metric matches; of the others those that it takes for one with another label; of what does not
    score, what is over the same words.
    """
    ours, theirs = joined_units(gold, parse)
    done = compared(ours, theirs, metric.rules)
    partner = np.full(parse.nodes.height, -1)
    for of_gold, of_parse in (matches(done), relabeled(done)):
        partner[of_parse] = of_gold
    valid = done.pairing.valid
    ours_unscored, theirs_unscored = (
        (marks == Mark.NOT_SCORED) & valid[side.sentence]
        for side, marks in zip((done.gold, done.parse), done.marks, strict=True)
    )
    chosen = ours_unscored, theirs_unscored
    for labeled in (True, False):
        paired_by(_facts(done.gold, labeled=labeled), _facts(done.parse, labeled=labeled), chosen, partner)
    return NodePairs(partner, done.marks.gold, done.marks.parse, {"crossing": crossing(ours, theirs, done)})


def _facts(side: Brackets, *, labeled: bool) -> Facts:
    return [side.sentence, side.start, side.end, side.key, *([side.label] if labeled else [])]
