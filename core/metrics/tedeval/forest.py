"""The facts of multi-function trees, all sentences of a treebank at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import identity
from goldleaf.core.metrics.tedeval.facts import UNLABELED, Facts, code, union, with_labels
from goldleaf.core.metrics.tedeval.places import Places
from goldleaf.core.metrics.tedeval.words import lexemes_of, terminals_of
from goldleaf.core.structures.function import NO_FUNCTION, FunctionNodes, first_words, function_nodes, yield_keys
from goldleaf.core.structures.multifunction import WILDCARD
from goldleaf.core.structures.projectivize import projectivized
from goldleaf.core.treebank import TEXT, Treebank, translated

Keys: TypeAlias = npt.NDArray[np.uint64]
Integers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How trees become facts.

    ``wildcard``: head daughters match any label. ``software``: labels and terminals as TedEval 2.2 has them. ``lift``:
    dependency trees are made projective. ``categories``: constituents are labelled with their categories. ``words``: a
    word with its tag is a fact, too. ``labels`` gives labels that are equal to others the label that stands for them.
    """

    wildcard: bool = False
    software: bool = False
    lift: bool = False
    categories: bool = False
    words: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)


class Forest(NamedTuple):
    """The multi-function trees of a treebank: nodes (yields), and functions on them.

    Where words are facts, they stand among the nodes by their form, and among the functions by form and tag.
    """

    nodes: Facts
    functions: Facts


def forest(treebank: Treebank, places: Places, rules: Rules) -> Forest:
    """The trees over words that stand in these places."""
    compared = treebank_of(treebank, rules)
    found = function_nodes(compared, places.terminal, categories=rules.categories)
    node = identity(found.sentence, _compared_yields(compared, found, places))
    own = identity(found.sentence, found.over)
    nodes = Facts(
        found.sentence,
        found.over,
        node,
        np.full(len(node), code(UNLABELED), np.uint32),
        node,
        np.zeros(len(node), bool),
    )
    codes = _labels(found, rules)
    labeled = np.flatnonzero(codes >= 0)
    functions = with_labels(nodes.only(labeled), codes[labeled].astype(np.uint32))
    forest = Forest(_distinct(nodes, own), _distinct(functions, identity(own[labeled], functions.label)))
    if not rules.words:
        return forest
    words = (terminals_of if rules.software else lexemes_of)(treebank, places)
    return Forest(*(union(facts, more) for facts, more in zip(forest, words, strict=True)))


def treebank_of(treebank: Treebank, rules: Rules) -> Treebank:
    """The treebank whose trees are compared: the same, or made projective."""
    return projectivized(treebank) if rules.lift and "parent" not in treebank.words.columns else treebank


def _compared_yields(treebank: Treebank, found: FunctionNodes, places: Places) -> Keys:
    if places.all_shared:
        return found.over
    over = yield_keys(treebank, found, places.key)
    return np.where(over == 0, places.gap[first_words(treebank, found)], over)


def _distinct(facts: Facts, own: Keys) -> Facts:
    """One of each of the facts that are equal in their own tree, by the keys that they have there."""
    if pl.Series(own).n_unique() == len(own):  # which is quick to tell, and true of most dependency trees
        return facts
    _, rows = np.unique(own, return_index=True)
    return facts.only(np.sort(rows))


def _labels(found: FunctionNodes, rules: Rules) -> Integers:
    """The code of each node's label, −1 for none."""

    def rule(distinct: pl.Series) -> pl.Series:
        names = [_name(label, rules) for label in distinct.to_list()]
        codes = pl.Series(names, dtype=TEXT).to_physical().cast(pl.Int64)
        return codes.fill_null(-1)

    codes: Integers = translated(found.label, rule)
    if rules.wildcard or rules.software:
        codes[found.head] = code(UNLABELED if rules.software else WILDCARD)
    return codes


def _name(label: str, rules: Rules) -> str | None:
    label = rules.labels.get(label, label)
    if rules.software:
        return UNLABELED if label in NO_FUNCTION else label.upper()
    return None if label in NO_FUNCTION else label
