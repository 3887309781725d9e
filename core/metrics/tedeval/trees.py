"""One sentence as TedEval compares it: its multi-function trees, and the mark of each function and node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from core.facts import Mark
from core.metrics.tedeval.forest import Forest, treebank_of
from core.metrics.tedeval.metric import Comparison, TedEval
from core.structures.function import yields
from core.structures.multifunction import MultiFunctionTree, Yield
from core.treebank import TEXT, Treebank

Fact: TypeAlias = tuple[str | None, Yield]
"""A function on a yield; None for the node itself."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of a sentence, over the terminals of the gold, wildcards resolved.

    ``golds`` are the parse's own gold and the others; ``target`` is what the parse is compared with: the generalised
    gold, or the only gold. The marks are of the functions and nodes of ``target`` and ``parse``. ``lists_labels`` tells
    whether labelled edits are listed, and ``relabels`` whether a deletion and an addition may be one edit.
    """

    golds: tuple[MultiFunctionTree, ...]
    target: MultiFunctionTree
    parse: MultiFunctionTree
    target_marks: Mapping[Fact, Mark]
    parse_marks: Mapping[Fact, Mark]
    lists_labels: bool
    relabels: bool

    @property
    def is_generalized(self) -> bool:
        """Whether the target is what several golds have in common."""
        return len(self.golds) > 1

    @property
    def lost(self) -> tuple[MultiFunctionTree, ...]:
        """For each gold its ghosts: what the generalised gold has not of it, be it a node or a node's functions."""
        return tuple(_without(gold, self.target) for gold in self.golds)


def trees(metric: TedEval, gold: Treebank, parse: Treebank) -> Iterator[Trees | None]:
    """The trees of each sentence; None where the sentences cannot be compared."""
    compare = Comparison(gold, parse, metric.rules)
    pairing, done = compare.pairing, compare.main
    sides = zip((gold, parse, *gold.other_golds), (pairing.gold, pairing.parse, *pairing.others), strict=True)
    positions = zip(*(yields(treebank_of(side, metric.rules), terminal) for side, terminal in sides), strict=True)
    golds = [_rows(len(gold), one) for one in (compare.gold, *compare.others)]
    target = _rows(len(gold), done.gold, done.labeled.gold, done.unlabeled.gold)
    theirs = _rows(len(gold), done.parse, done.labeled.parse, done.unlabeled.parse)
    lists_labels, relabels = metric.lists_labels(gold, parse), metric.chosen["relabel"] == "1"
    for row, found in enumerate(positions):
        over: dict[int, Yield] = {key: members for one in found for key, members in one.items()}
        if not pairing.comparable[row]:
            yield None
            continue
        target_marks, parse_marks = target.marks(row, over), theirs.marks(row, over)
        yield Trees(
            golds=tuple(_tree(one.marks(row, over)) for one in golds),
            target=_tree(target_marks),
            parse=_tree(parse_marks),
            target_marks=target_marks,
            parse_marks=parse_marks,
            lists_labels=lists_labels,
            relabels=relabels,
        )


class _Rows(NamedTuple):
    """Functions and nodes (label None) with their marks, those of a sentence from its bound to the next one's."""

    bounds: list[int]
    over: list[int]
    label: list[str | None]
    mark: list[int]

    def marks(self, sentence: int, positions: Mapping[int, Yield]) -> dict[Fact, Mark]:
        """Those of one sentence."""
        rows = slice(*self.bounds[sentence : sentence + 2])
        return {
            (label, positions[over]): Mark(mark)
            for over, label, mark in zip(self.over[rows], self.label[rows], self.mark[rows], strict=True)
        }


def _rows(sentences: int, forest: Forest, *marks: npt.NDArray[np.uint8]) -> _Rows:
    sentence = np.concatenate([forest.functions.sentence, forest.nodes.sentence])
    order = np.argsort(sentence, stable=True)
    names = pl.Series(forest.functions.label).cat.to(TEXT).cast(pl.String).extend_constant(None, len(forest.nodes.key))
    mark = np.concatenate(marks) if marks else np.zeros(len(order), np.uint8)
    return _Rows(
        np.searchsorted(sentence[order], np.arange(sentences + 1)).tolist(),
        np.concatenate([forest.functions.over, forest.nodes.over])[order].tolist(),
        names.gather(pl.Series(order)).to_list(),
        mark[order].tolist(),
    )


def _tree(facts: Iterable[Fact]) -> MultiFunctionTree:
    nodes: dict[Yield, set[str]] = {}
    for label, over in facts:
        nodes.setdefault(over, set()).update(() if label is None else (label,))
    return MultiFunctionTree({over: frozenset(labels) for over, labels in nodes.items()})


def _without(tree: MultiFunctionTree, kept: MultiFunctionTree) -> MultiFunctionTree:
    lost = {over: labels - kept.nodes.get(over, frozenset()) for over, labels in tree.nodes.items()}
    return MultiFunctionTree({over: labels for over, labels in lost.items() if labels or over not in kept.nodes})
