"""One sentence as TedEval compares it: its trees, the mark of each function and node, and the edit script.

A script says what to delete from a parse and to add until it is the gold (Tsarfaty et al. 2012 EACL, §3.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Bools, Mark
from goldleaf.core.metrics.base import Metric
from goldleaf.core.metrics.tedeval.forest import Facts, Forest, ForestComparison, alignment_cost, resolved, treebank_of
from goldleaf.core.metrics.tedeval.metric import TedEval
from goldleaf.core.structures.function import MultiFunctionTree, Yield, place, yields
from goldleaf.core.treebank import BLOCK, TEXT, Treebank

Marks: TypeAlias = npt.NDArray[np.uint8]
Fact: TypeAlias = tuple[str | None, Yield]  # a function on a yield; None for the node itself
_Rows: TypeAlias = tuple[list[Any], ...]  # columns of a sentence's facts: labels or None, the keys of yields, and marks


@dataclass(frozen=True, slots=True)
class ComparedTrees:
    """The trees of a sentence over the gold's terminals, wildcards resolved; shared words have the same."""

    golds: tuple[MultiFunctionTree, ...]  # the parse's own and the others, resolved by the functions of the target
    target: MultiFunctionTree  # what the parse is compared with: the generalised gold, or the only gold
    parse: MultiFunctionTree
    target_marks: Mapping[Fact, Mark]
    parse_marks: Mapping[Fact, Mark]
    target_words: Mapping[int, tuple[str, Mark]]  # where words are facts: the word and the mark of each terminal
    parse_words: Mapping[int, tuple[str, Mark]]
    of_gold: tuple[int, ...]  # for each word of the sentence its terminal, 0 for none
    of_parse: tuple[int, ...]
    lists_labels: bool  # whether labelled edits are listed
    relabels: bool  # whether a deletion and an addition may be one edit

    @property
    def is_generalized(self) -> bool:
        """Whether the target is what several golds have in common."""
        return len(self.golds) > 1

    @property
    def lost(self) -> tuple[MultiFunctionTree, ...]:
        """For each gold its ghosts: what the generalised gold has not of it, be it a node or a node's functions."""
        kept, ghosts = self.target.nodes, []
        for gold in self.golds:
            lost = {over: labels - kept.get(over, frozenset()) for over, labels in gold.nodes.items()}
            ghosts.append({over: labels for over, labels in lost.items() if labels or over not in kept})
        return tuple(map(MultiFunctionTree, ghosts))


def trees_of(metric: Metric, gold: Treebank, parse: Treebank) -> ComparedTrees | None:
    """The trees of the first sentence, or None where they cannot be compared. Raises TypeError unless by TedEval."""
    if not isinstance(metric, TedEval):
        raise TypeError(f"{metric.name} compares no function trees")
    return next(trees(metric.fitted(gold, parse), gold, parse))


def trees(metric: TedEval, gold: Treebank, parse: Treebank) -> Iterator[ComparedTrees | None]:
    """The trees of each sentence; None where the sentences cannot be compared."""
    for first in range(0, len(gold), BLOCK):
        yield from _trees(metric, gold.slice(first, BLOCK), parse.slice(first, BLOCK))


def _trees(metric: TedEval, gold: Treebank, parse: Treebank) -> Iterator[ComparedTrees | None]:
    compare = ForestComparison(gold, parse, metric.rules)
    pairing, done, count = compare.pairing, compare.main, len(gold)
    sides = zip((gold, parse, *gold.other_golds), (pairing.gold, pairing.parse, *pairing.others), strict=True)
    positions = zip(*(yields(treebank_of(side, metric.rules), places.terminal) for side, places in sides), strict=True)
    lists_labels, relabels = metric.lists_labels(gold, parse), metric.chosen["relabel"] == "1"
    # A wildcard that has taken a function in what the golds have in common is that function, as in the parse.
    golds = [
        _nodes(count, Forest(forest.nodes, resolved(forest.functions, done.gold.functions)))
        for forest in (compare.gold, *compare.others)
    ]
    target = _nodes(count, done.gold, done.labeled.gold, done.unlabeled.gold)
    theirs = _nodes(count, done.parse, done.labeled.parse, done.unlabeled.parse)
    words = [forest.functions if lists_labels else forest.nodes for forest in (done.gold, done.parse)]
    marks = done.labeled if lists_labels else done.unlabeled
    target_words, parse_words = (
        _by_sentence(count, (facts, facts.word, mark, True)) for facts, mark in zip(words, marks, strict=True)
    )
    for row, of_sides in enumerate(positions):
        over: dict[int, Yield] = {}
        for of_side in of_sides:
            over |= of_side
        if not pairing.comparable[row]:
            yield None
            continue
        target_marks, parse_marks = _marks(target[row], over), _marks(theirs[row], over)
        terminals = []
        for places, side in ((pairing.gold, gold), (pairing.parse, parse)):
            first, length = side.sentences.row(row)[:2]
            terminals.append(tuple(places.terminal[first : first + length].tolist()))
        yield ComparedTrees(
            golds=tuple(_tree(_marks(own[row], over)) for own in golds),
            target=_tree(target_marks),
            parse=_tree(parse_marks),
            target_marks=target_marks,
            parse_marks=parse_marks,
            target_words=_by_terminal(_marks(target_words[row], over)),
            parse_words=_by_terminal(_marks(parse_words[row], over)),
            of_gold=terminals[0],
            of_parse=terminals[1],
            lists_labels=lists_labels,
            relabels=relabels,
        )


def _by_sentence(sentences: int, *parts: tuple[Facts, Bools, Marks | None, bool]) -> list[_Rows]:
    """The chosen facts of each sentence with their marks, and their labels unless these are not asked for."""
    labels: list[str | None] = []
    columns = []
    for facts, chosen, marks, labeled in parts:
        some = facts.only(chosen)
        count = len(some.key)
        labels += pl.Series(some.label).cat.to(TEXT).cast(pl.String).to_list() if labeled else [None] * count
        columns.append((some.sentence, some.over, np.zeros(count, np.uint8) if marks is None else marks[chosen]))
    sentence, over, mark = (np.concatenate(column) for column in zip(*columns, strict=True))
    order = np.argsort(sentence, stable=True)
    rows = [labels[row] for row in order.tolist()], over[order].tolist(), mark[order].tolist()
    bounds = np.searchsorted(sentence[order], np.arange(sentences + 1)).tolist()
    return [tuple(column[first:end] for column in rows) for first, end in pairwise(bounds)]


def _nodes(sentences: int, forest: Forest, labeled: Marks | None = None, unlabeled: Marks | None = None) -> list[_Rows]:
    """The functions of a forest, and its nodes, which have no label."""
    functions, nodes = forest.functions, forest.nodes
    return _by_sentence(sentences, (functions, ~functions.word, labeled, True), (nodes, ~nodes.word, unlabeled, False))


def _marks(rows: _Rows, over: Mapping[int, Yield]) -> dict[Fact, Mark]:
    marks = [*Mark]  # looked up here, for to call the class takes a quarter of all the time that trees take
    return {(label, over[key]): marks[mark] for label, key, mark in zip(*rows, strict=True)}


def _by_terminal(marks: Mapping[Fact, Mark]) -> dict[int, tuple[str, Mark]]:
    return {number: (label or "", mark) for (label, over), mark in marks.items() for number in over}


def _tree(facts: Iterable[Fact]) -> MultiFunctionTree:
    nodes: dict[Yield, set[str]] = {}
    for label, over in facts:
        nodes.setdefault(over, set()).update(() if label is None else (label,))
    return MultiFunctionTree({over: frozenset(labels) for over, labels in nodes.items()})


class EditKind(StrEnum):
    """What an edit does to the parse's tree."""

    DELETE = "delete"
    ADD = "add"
    RELABEL = "relabel"


class Edit(NamedTuple):
    """One operation on a yield."""

    operation: EditKind
    label: str | None  # None for a node without regard to its functions
    over: Yield
    forgiven: bool = False
    new_label: str | None = None  # of a relabelling
    word: bool = False  # it is of a word, whose form (and tag) the label is

    @property
    def cost(self) -> int:
        """1, or 0 if it is forgiven."""
        return 0 if self.forgiven else 1


_MARKS = {EditKind.DELETE: (Mark.EXTRA, Mark.FORGIVEN), EditKind.ADD: (Mark.MISSING, Mark.FORGIVEN)}


def edit_script(trees: ComparedTrees, *, labeled: bool | None = None) -> tuple[Edit, ...]:
    """All edits, of functions if ``labeled``, else of nodes (as the trees list them), in pre-order of their yields. On
    one yield deletions stand first, then it is by label."""
    labeled = trees.lists_labels if labeled is None else labeled
    sides = (
        (EditKind.DELETE, trees.parse_marks, trees.parse_words),
        (EditKind.ADD, trees.target_marks, trees.target_words),
    )
    edits = [
        Edit(operation, label, over, mark == Mark.FORGIVEN, word=is_word)
        for operation, marks, words in sides
        for label, over, mark, is_word in (
            *((label, over, mark, False) for (label, over), mark in marks.items() if (label is not None) == labeled),
            *((word, frozenset({number}), mark, True) for number, (word, mark) in words.items()),
        )
        if mark in _MARKS[operation]
    ]
    edits.sort(key=lambda edit: (place(edit.over), edit.operation == EditKind.ADD, edit.word, edit.label or ""))
    if labeled and trees.relabels:
        yields = [(over, [*group]) for over, group in groupby(edits, lambda edit: edit.over)]
        edits = [edit for over, own in yields for edit in _relabelled(trees, over, own)]
    return tuple(edits)


def _relabelled(trees: ComparedTrees, over: Yield, edits: list[Edit]) -> list[Edit]:
    """The edits of one yield with as many relabellings as the cheapest alignment has."""
    deleted, added = (
        [edit for edit in edits if edit.operation == operation and not (edit.forgiven or edit.word)]
        for operation in (EditKind.DELETE, EditKind.ADD)
    )
    if not deleted or not added:
        return edits
    ours, theirs = (
        sorted(label for (label, at), mark in marks.items() if label and at == over and mark != Mark.FORGIVEN)
        for marks in (trees.target_marks, trees.parse_marks)
    )
    pairs = len(deleted) + len(added) - alignment_cost(ours, theirs)
    relabelings = [
        Edit(EditKind.RELABEL, before.label, over, new_label=after.label)
        for before, after in zip(deleted[:pairs], added[:pairs], strict=True)
    ]
    return [*(edit for edit in edits if edit not in (*deleted[:pairs], *added[:pairs])), *relabelings]


def distance(script: Sequence[Edit]) -> int:
    """What a script costs."""
    return sum(edit.cost for edit in script)
