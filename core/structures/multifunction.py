"""Multi-function trees and the operations on them (Tsarfaty et al. 2011, §3; 2012 EACL, §3.1–3.2).

A multi-function tree has one node a yield, carrying the set of the functions on that yield. Terminals are the positions
of words, from 1. The artificial root is no node. `function` makes the same of whole treebanks as columns, for scoring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias

from goldleaf.core.errors import GoldleafError

WILDCARD = "*"  # a label that stands for any one label on its yield (Tsarfaty et al. 2011, §3, step 1)
Yield: TypeAlias = frozenset[int]
Functions: TypeAlias = frozenset[str]


class CrossingYieldsError(GoldleafError):
    """Two trees that no tree can hold both of: each pair of yields has words in common, and neither holds the other."""

    def __init__(self, pairs: Iterable[tuple[Yield, Yield]]) -> None:
        self.pairs = tuple(pairs)
        shown = "; ".join(f"{spelled(one)} and {spelled(other)}" for one, other in self.pairs)
        super().__init__(f"the trees cannot be unified: these yields cross: {shown}")


class MultiFunctionTree(NamedTuple):
    """The functions on each yield; an empty set where there is a node without a function."""

    nodes: Mapping[Yield, Functions]

    @property
    def pre_order(self) -> tuple[Yield, ...]:
        """The yields from left to right, larger ones before those within them."""
        return tuple(sorted(self.nodes, key=place))

    @property
    def facts(self) -> frozenset[tuple[str, Yield]]:
        return frozenset((label, over) for over, labels in self.nodes.items() for label in labels)

    @property
    def unlabeled(self) -> MultiFunctionTree:
        return MultiFunctionTree(dict.fromkeys(self.nodes, frozenset[str]()))

    def parent(self, over: Yield) -> Yield | None:
        """The smallest yield that holds this one and more; None at the top."""
        return min((other for other in self.nodes if over < other), key=len, default=None)


def place(over: Yield) -> tuple[int, int, list[int]]:
    """A key that sorts yields in pre-order."""
    return min(over, default=0), -len(over), sorted(over)


def spelled(over: Yield) -> str:
    """A yield for people, such as ``2–4, 7``."""
    runs: list[list[int]] = []
    for position in sorted(over):
        if runs and position == runs[-1][1] + 1:
            runs[-1][1] = position
        else:
            runs.append([position, position])
    return ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in runs) or "no words"


def lacking(general: MultiFunctionTree, specific: MultiFunctionTree) -> dict[Yield, Functions]:
    """Why ``general`` does not subsume ``specific``: yields whose node or functions are not there. Empty: no node."""
    missing = {}
    for over in general.pre_order:
        labels, theirs = general.nodes[over], specific.nodes.get(over)
        lost = labels if theirs is None else resolved(labels, theirs) - resolved(theirs, labels)
        if lost or theirs is None:
            missing[over] = lost
    return missing


def unify(one: MultiFunctionTree, other: MultiFunctionTree) -> MultiFunctionTree:
    """The most general tree that holds both: all nodes, functions united (2012, §3.2: T-unification). Raises
    CrossingYieldsError, with all pairs that cross, when there is no such tree."""
    if crossing := [(ours, theirs) for ours in one.pre_order for theirs in other.pre_order if crosses(ours, theirs)]:
        raise CrossingYieldsError(crossing)
    return MultiFunctionTree({over: _united(one, other, over) for over in {**one.nodes, **other.nodes}})


def unify_labels(one: MultiFunctionTree, other: MultiFunctionTree) -> MultiFunctionTree:
    """The nodes of the first with the functions of both (2012, §3.2: TL-unification)."""
    return MultiFunctionTree({over: _united(one, other, over) for over in one.nodes})


def generalize(*trees: MultiFunctionTree) -> MultiFunctionTree:
    """The most specific tree that subsumes all: common yields, common functions (2012, §3.2: T-generalization). A
    wildcard takes the function that the other tree has there. Where wildcards meet yields with several functions the
    order of the trees decides which; without wildcards it never matters. Raises ValueError without trees."""
    if not trees:
        raise ValueError("generalize: no trees")
    general, *others = trees
    for tree in others:
        common = {over: (labels, tree.nodes[over]) for over, labels in general.nodes.items() if over in tree.nodes}
        general = MultiFunctionTree(
            {over: resolved(labels, theirs) & resolved(theirs, labels) for over, (labels, theirs) in common.items()}
        )
    return general


def crosses(one: Yield, other: Yield) -> bool:
    return bool(one & other) and not (one <= other or other <= one)


def parents(tree: MultiFunctionTree) -> dict[Yield, Yield] | None:
    """The smallest yield that holds each one and more, of those that any does; None where yields cross."""
    # Smaller yields first: each lies within the largest so far over its terminals, or crosses one of these.
    above: dict[Yield, Yield] = {}
    largest: dict[int, Yield] = {}  # so far, over each terminal
    for over in sorted(tree.nodes, key=len):
        within = {largest[one] for one in over if one in largest}
        if sum(map(len, within)) != sum(one in largest for one in over):
            return None
        above.update(dict.fromkeys(within, over))
        largest.update(dict.fromkeys(over, over))
    return above


def crossing_pairs(tree: MultiFunctionTree) -> list[tuple[Yield, Yield]]:
    """The yields of a tree that cross each other, of which there should be none."""
    if parents(tree) is not None:
        return []
    return [(one, other) for one, other in combinations(tree.pre_order, 2) if crosses(one, other)]


def resolved(labels: Functions, others: Functions) -> Functions:
    """The labels with a wildcard turned into the first of the others that it can stand for."""
    # One that the other lacks, else the wildcard would stand for what both have anyway; sorted, so that figures repeat.
    free = sorted(others - labels - {WILDCARD})
    return (labels - {WILDCARD}) | {free[0]} if WILDCARD in labels and WILDCARD not in others and free else labels


def _united(one: MultiFunctionTree, other: MultiFunctionTree, over: Yield) -> Functions:
    ours, theirs = one.nodes.get(over, frozenset()), other.nodes.get(over, frozenset())
    return resolved(ours, theirs) | resolved(theirs, ours)
