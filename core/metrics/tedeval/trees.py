"""One sentence as TedEval compares it: its multi-function trees, and the mark of each function and node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.base import Metric
from goldleaf.core.metrics.tedeval.forest import Forest, treebank_of
from goldleaf.core.metrics.tedeval.generalized import resolved
from goldleaf.core.metrics.tedeval.metric import Comparison, TedEval
from goldleaf.core.metrics.tedeval.node_facts import Facts
from goldleaf.core.structures.function import yields
from goldleaf.core.structures.multifunction import MultiFunctionTree, Yield
from goldleaf.core.treebank import BLOCK, TEXT, Treebank

Fact: TypeAlias = tuple[str | None, Yield]
"""A function on a yield; None for the node itself."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of a sentence, over the terminals of the gold, wildcards resolved.

    ``golds`` are the parse's own gold and the others, their wildcards resolved by the functions of ``target``, which is
    what the parse is compared with: the generalised gold, or the only gold. The marks are of the functions and nodes of
    ``target`` and ``parse``; where words are facts, ``target_words`` and ``parse_words`` give the word and the mark of
    each terminal. Terminals of words that both sides have are the same; ``of_gold`` and ``of_parse`` give each word of
    the sentences its terminal, 0 for none.
    ``lists_labels`` tells whether labelled edits are listed, and ``relabels`` whether a deletion and an addition may be
    one edit.
    """

    golds: tuple[MultiFunctionTree, ...]
    target: MultiFunctionTree
    parse: MultiFunctionTree
    target_marks: Mapping[Fact, Mark]
    parse_marks: Mapping[Fact, Mark]
    target_words: Mapping[int, tuple[str, Mark]]
    parse_words: Mapping[int, tuple[str, Mark]]
    of_gold: tuple[int, ...]
    of_parse: tuple[int, ...]
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


def trees_of(metric: Metric, gold: Treebank, parse: Treebank) -> Trees | None:
    """The trees of the first sentence, or None where they cannot be compared. Raises TypeError unless by TedEval."""
    if not isinstance(metric, TedEval):
        raise TypeError(f"{metric.name} compares no function trees")
    return next(trees(metric.fitted(gold, parse), gold, parse))


def trees(metric: TedEval, gold: Treebank, parse: Treebank) -> Iterator[Trees | None]:
    """The trees of each sentence; None where the sentences cannot be compared."""
    for first in range(0, len(gold), BLOCK):
        yield from _trees(metric, gold.slice(first, BLOCK), parse.slice(first, BLOCK))


def _trees(metric: TedEval, gold: Treebank, parse: Treebank) -> Iterator[Trees | None]:
    compare = Comparison(gold, parse, metric.rules)
    pairing, done = compare.pairing, compare.main
    sides = zip((gold, parse, *gold.other_golds), (pairing.gold, pairing.parse, *pairing.others), strict=True)
    positions = zip(*(yields(treebank_of(side, metric.rules), places.terminal) for side, places in sides), strict=True)
    lists_labels, relabels = metric.lists_labels(gold, parse), metric.chosen["relabel"] == "1"
    # A wildcard that has taken a function in what the golds have in common is that function, as in the parse.
    known = [Forest(one.nodes, resolved(one.functions, done.gold.functions)) for one in (compare.gold, *compare.others)]
    golds = [_nodes(len(gold), one) for one in known]
    sides_marks = (
        (done.gold, done.labeled.gold, done.unlabeled.gold),
        (done.parse, done.labeled.parse, done.unlabeled.parse),
    )
    target, theirs = (_nodes(len(gold), forest, *marks) for forest, *marks in sides_marks)
    target_words, parse_words = (
        _words(len(gold), forest, labeled if lists_labels else unlabeled, labeled=lists_labels)
        for forest, labeled, unlabeled in sides_marks
    )
    for row, found in enumerate(positions):
        over: dict[int, Yield] = {}
        for one in found:
            over |= one
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
            target_words=_by_terminal(target_words.marks(row, over)),
            parse_words=_by_terminal(parse_words.marks(row, over)),
            of_gold=_of_sentence(gold, pairing.gold.terminal, row),
            of_parse=_of_sentence(parse, pairing.parse.terminal, row),
            lists_labels=lists_labels,
            relabels=relabels,
        )


def _of_sentence(treebank: Treebank, terminal: npt.NDArray[np.int64], row: int) -> tuple[int, ...]:
    first, count = treebank.sentences.row(row)[:2]
    return tuple(terminal[first : first + count].tolist())


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


def _nodes(sentences: int, forest: Forest, *marks: npt.NDArray[np.uint8]) -> _Rows:
    """The functions and nodes of a forest."""
    columns = []
    for number, facts in enumerate((forest.functions, forest.nodes)):
        chosen = ~facts.word
        some = facts.only(chosen)
        mark = marks[number][chosen] if marks else np.zeros(len(some.key), np.uint8)
        columns.append((some.sentence, some.over, _names(some) if number == 0 else [None] * len(some.key), mark))
    sentence, over, mark = (np.concatenate([column[place] for column in columns]) for place in (0, 1, 3))
    return _sorted(sentences, sentence, over, [*columns[0][2], *columns[1][2]], mark)


def _words(sentences: int, forest: Forest, marks: npt.NDArray[np.uint8], *, labeled: bool) -> _Rows:
    """The facts of words, with the marks of functions (``labeled``) or of nodes."""
    facts = forest.functions if labeled else forest.nodes
    some = facts.only(facts.word)
    return _sorted(sentences, some.sentence, some.over, _names(some), marks[facts.word])


def _names(facts: Facts) -> list[str | None]:
    names: list[str | None] = pl.Series(facts.label).cat.to(TEXT).cast(pl.String).to_list()
    return names


def _sorted(
    sentences: int,
    sentence: npt.NDArray[np.uint32],
    over: npt.NDArray[np.uint64],
    labels: list[str | None],
    mark: npt.NDArray[np.uint8],
) -> _Rows:
    order = np.argsort(sentence, stable=True)
    bounds = np.searchsorted(sentence[order], np.arange(sentences + 1)).tolist()
    return _Rows(bounds, over[order].tolist(), [labels[row] for row in order.tolist()], mark[order].tolist())


def _by_terminal(marks: Mapping[Fact, Mark]) -> dict[int, tuple[str, Mark]]:
    return {number: (label or "", mark) for (label, over), mark in marks.items() for number in over}


def _tree(facts: Iterable[Fact]) -> MultiFunctionTree:
    nodes: dict[Yield, set[str]] = {}
    for label, over in facts:
        nodes.setdefault(over, set()).update(() if label is None else (label,))
    return MultiFunctionTree({over: frozenset(labels) for over, labels in nodes.items()})


def _without(tree: MultiFunctionTree, kept: MultiFunctionTree) -> MultiFunctionTree:
    lost = {over: labels - kept.nodes.get(over, frozenset()) for over, labels in tree.nodes.items()}
    return MultiFunctionTree({over: labels for over, labels in lost.items() if labels or over not in kept.nodes})
