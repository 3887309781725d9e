"""Nodes of function trees as TedEval compares them, for conditions on them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import joined_units
from goldleaf.core.analysis.sides.nodes.function_structure import Structure, structure_of
from goldleaf.core.analysis.sides.nodes.node_columns import Side, made
from goldleaf.core.analysis.sides.nodes.node_pairing import NodePairs, paired_by
from goldleaf.core.analysis.sides.side_rows import or_null
from goldleaf.core.facts import Mark, identity
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.comparison import Comparison
from goldleaf.core.metrics.tedeval.forest import Facts, Forest, forest, nodes_of, treebank_of, union
from goldleaf.core.metrics.tedeval.places import same_words
from goldleaf.core.structures.parents import Integers
from goldleaf.core.treebank import TEXT, Treebank

Keys: TypeAlias = npt.NDArray[np.uint64]


def side_of(metric: TedEval, treebank: Treebank, *, labeled: bool) -> Side:
    """The nodes of a treebank's function trees, a row for each function of a node; ``metric`` is a fitted one.

    Unless ``labeled``, nodes are compared without their functions: they have a row each, with the first function.
    Columns: ``sentence``, ``function`` (null for none), ``first``, ``last``, ``words``, and those that `made` adds.
    """
    places, whole = same_words(treebank), treebank_of(treebank, metric.rules)
    rows = _rows(forest(treebank, places, metric.rules), labeled=labeled)
    found = nodes_of(whole, places, metric.rules)
    tree = structure_of(whole, found, places.terminal)
    of_rows, of_found = identity(rows.facts.sentence, rows.facts.over), identity(found.sentence, found.over)
    index = _rows_among(of_rows, of_found)  # −1 for the outermost nodes of TedEval 2.2

    def row_of(nodes: Integers) -> Integers:
        return np.append(_rows_among(of_found, of_rows), -1)[nodes]

    parent = row_of(np.append(tree.above, -1)[index])
    return made(treebank, _described(rows, tree, index), parent, _rows_among(of_rows, of_rows), row_of(tree.lowest))


def pairs_of(metric: TedEval, gold: Treebank, parse: Treebank, *, labeled: bool) -> NodePairs:
    """Which nodes of gold and parse are one, and their marks; the rows are those of `side_of`.

    Those match that the metric matches; of the others those that are over the same words. What a generalized gold does
    not have of the gold does not score.
    """
    ours, theirs = joined_units(gold, parse)
    compare = Comparison(ours, theirs, metric.rules)
    done, pairing = compare.main, compare.pairing
    marks = done.labeled if labeled else done.unlabeled
    sides = [
        _compared(_rows(forest(side, places, metric.rules), labeled=labeled).facts, own, mark, labeled=labeled)
        for side, places, own, mark in (
            (ours, pairing.gold, done.gold, marks.gold),
            (theirs, pairing.parse, done.parse, marks.parse),
        )
    ]
    for facts, mark in sides:
        mark[~pairing.comparable[facts.sentence]] = Mark.NOT_SCORED
    partner = np.full(len(sides[1][0].key), -1)
    matched = sides[0][1] == Mark.MATCHED, sides[1][1] == Mark.MATCHED
    paired_by([sides[0][0].key], [sides[1][0].key], matched, partner)
    there = pairing.comparable[sides[0][0].sentence], pairing.comparable[sides[1][0].sentence]
    paired_by([sides[0][0].node], [sides[1][0].node], there, partner)
    return NodePairs(partner, sides[0][1], sides[1][1], {})


class _Rows(NamedTuple):
    """The rows of a side as facts, with the functions as texts, null for none."""

    facts: Facts
    labels: pl.Series


def _rows(found: Forest, *, labeled: bool) -> _Rows:
    """A function of a node each, then the nodes without any; unless ``labeled``, nodes, with their first function."""
    functions, nodes = (facts.only(~facts.word) for facts in (found.functions, found.nodes))
    labels = pl.Series(functions.label).cat.to(TEXT)
    if not labeled:
        return _Rows(nodes, labels.gather(or_null(_rows_among(nodes.key, functions.node))))
    bare = nodes.only(~np.isin(nodes.key, functions.node))
    return _Rows(union(functions, bare), labels.extend_constant(None, len(bare.key)))


def _compared(
    facts: Facts, done: Forest, marks: npt.NDArray[np.uint8], *, labeled: bool
) -> tuple[Facts, npt.NDArray[np.uint8]]:
    """The facts with the keys by which the metric has compared them, and their marks.

    Facts that it has not compared do not score; a wildcard has the key of the label that it stands for.
    """
    compared = done.functions if labeled else done.nodes
    place = _rows_among(facts.key, compared.key)
    if labeled:
        bare = facts.key == facts.node
        place[bare] = -1
        wild = np.flatnonzero((place < 0) & ~bare)
        place[wild] = _rows_among(facts.node[wild], compared.node)
    found = place >= 0
    key, mark = facts.key.copy(), np.full(len(place), Mark.NOT_SCORED, np.uint8)
    key[found], mark[found] = compared.key[place[found]], marks[place[found]]
    return facts._replace(key=key), mark


def _described(rows: _Rows, tree: Structure, index: Integers) -> pl.DataFrame:
    """The rows with what the tree says of each node."""
    own = {"sentence": pl.Series(rows.facts.sentence), "function": rows.labels}
    at = or_null(index)
    of_tree = {name: tree.nodes[name].gather(at) for name in tree.nodes.columns}
    return pl.DataFrame({**own, **of_tree}).with_columns(pl.col("head").fill_null(-1))


def _rows_among(wanted: Keys, keys: Keys) -> Integers:
    """For each of the wanted keys the first row that has it, −1 for none."""
    distinct, first = np.unique(keys, return_index=True)
    place = np.searchsorted(distinct, wanted)
    row = np.append(first, -1)[place]
    return np.where((row >= 0) & (np.append(keys, np.uint64(0))[row] == wanted), row, -1)
