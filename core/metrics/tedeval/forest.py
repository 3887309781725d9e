"""The facts of multi-function trees, all sentences of a treebank at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import identity
from goldleaf.core.metrics.tedeval.node_facts import UNLABELED, Facts, code, union, with_labels
from goldleaf.core.metrics.tedeval.places import Places
from goldleaf.core.metrics.tedeval.shared_words import lexemes_of, terminals_of
from goldleaf.core.structures.function import (
    NO_FUNCTION,
    FunctionNodes,
    first_words,
    function_nodes,
    last_words,
    roots,
    yield_keys,
)
from goldleaf.core.structures.multifunction import WILDCARD
from goldleaf.core.structures.phrase import position_keys, span_keys
from goldleaf.core.structures.projectivize import projectivized
from goldleaf.core.treebank import TEXT, Treebank, translated

Keys: TypeAlias = npt.NDArray[np.uint64]
Integers: TypeAlias = npt.NDArray[np.int64]


_OF_OUTERMOST = "\n"  # before the labels of outermost nodes that are told apart

OUTERMOST = "ROOT"
"""What TedEval 2.2 calls the node over the whole sentence, unless that is a constituent with its category."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How trees become facts.

    ``wildcard``: head daughters match any label. ``software``: trees as TedEval 2.2 has them, their labels upper-cased
    and without dashes. ``lift``: dependency trees are made projective. ``categories``: constituents are labelled with
    their categories. ``words``: a word with its tag is a fact, too. ``labels`` gives labels that are equal to others
    the label that stands for them. ``as_written``: the software's trees keep their labels, with a mark on those of
    outermost nodes, until they are `renamed`.
    """

    wildcard: bool = False
    software: bool = False
    lift: bool = False
    categories: bool = False
    words: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    as_written: bool = False


class Forest(NamedTuple):
    """The multi-function trees of a treebank: nodes (yields), and functions on them.

    Where words are facts, they stand among the nodes by their form, and among the functions by form and tag.
    """

    nodes: Facts
    functions: Facts

    @property
    def merged(self) -> Forest:
        """The same with one fact where a word is a label of its leaf, as TedEval 2.2 has it."""
        functions = self.functions
        alike = ~functions.word & np.isin(functions.key, functions.key[functions.word])
        return Forest(self.nodes, functions.only(~alike)) if alike.any() else self


def forest(treebank: Treebank, places: Places, rules: Rules) -> Forest:
    """The trees over words that stand in these places."""
    compared = treebank_of(treebank, rules)
    found = nodes_of(compared, places, rules)
    nodes = _nodes(found.sentence, found.over, _compared_yields(compared, found, places, rules))
    codes = _labels(found, rules)
    labeled = np.flatnonzero(codes >= 0)
    functions = with_labels(nodes.only(labeled), codes[labeled].astype(np.uint32))
    if rules.software:
        return _of_software(nodes, functions, treebank, places, rules)
    found_forest = Forest(
        _distinct(nodes, identity(nodes.sentence, nodes.over)),
        _distinct(functions, identity(functions.sentence, functions.over, functions.label)),
    )
    if not rules.words:
        return found_forest
    return Forest(*(union(facts, more) for facts, more in zip(found_forest, lexemes_of(treebank, places), strict=True)))


def _of_software(nodes: Facts, functions: Facts, treebank: Treebank, places: Places, rules: Rules) -> Forest:
    """The trees as TedEval 2.2 has them: sets of labels on spans, the outermost nodes among them.

    An outermost node is over all slots, also those before the first word; so labels, not nodes, can be over all words
    beside it.
    """
    outermost = outermost_nodes(treebank, places)
    both = union(outermost, nodes)
    nodes = _distinct(both, identity(both.sentence, both.over))
    functions = union(functions, with_labels(outermost, _of_roots(treebank, rules)[outermost.sentence]))
    words = terminals_of(treebank, places)
    both_sets = zip((nodes, functions), words, strict=True)
    return Forest(*(union(*(_distinct(some, some.key) for some in own)) for own in both_sets))


def nodes_of(treebank: Treebank, places: Places, rules: Rules) -> FunctionNodes:
    """The nodes of the treebank whose trees are compared; in TedEval 2.2 words with their tags are some, too."""
    return function_nodes(treebank, places.terminal, categories=rules.categories, whole=rules.software)


def treebank_of(treebank: Treebank, rules: Rules) -> Treebank:
    """The treebank whose trees are compared: the same, or made projective."""
    return projectivized(treebank) if rules.lift and "parent" not in treebank.words.columns else treebank


def outermost_nodes(treebank: Treebank, places: Places) -> Facts:
    """The nodes over all words of each sentence that has any."""
    words = np.flatnonzero(places.terminal > 0)
    sentence, first = np.unique(treebank.sentence_of_word[words], return_index=True)
    if not words.size:
        return _nodes(sentence, np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    own = np.add.reduceat(position_keys(places.terminal[words]), first)
    if places.all_shared:
        return _nodes(sentence, own, own)
    last = words[np.append(first[1:], len(words)) - 1]
    return _nodes(sentence, own, span_keys(np.ones(len(last), np.int64), places.last[last]))


def renamed(forest: Forest, rules: Rules) -> Forest:
    """A forest whose labels are as written, with the labels that are compared."""
    functions = forest.functions.only(~forest.functions.word)
    codes = _codes(pl.Series(functions.label).cat.to(TEXT), rules)
    functions = with_labels(functions, codes.astype(np.uint32))
    words = forest.functions.only(forest.functions.word)
    return Forest(forest.nodes, union(_distinct(functions, functions.key), words))


def _nodes(sentence: npt.NDArray[np.uint32], own: Keys, compared_as: Keys) -> Facts:
    """Nodes from the keys of their yields, as their own tree has them and as they are compared."""
    node = identity(sentence, compared_as)
    label = np.full(len(node), code(UNLABELED), np.uint32)
    return Facts(sentence, own, node, label, node, np.zeros(len(node), bool))


def _compared_yields(treebank: Treebank, found: FunctionNodes, places: Places, rules: Rules) -> Keys:
    if places.all_shared:
        return found.over
    if rules.software:
        first, last = places.first[first_words(treebank, found)], places.last[last_words(treebank, found)]
        return span_keys(first, last - first + 1)
    over = yield_keys(treebank, found, places.key)
    return np.where(over == 0, places.gap[first_words(treebank, found)], over)


def _of_roots(treebank: Treebank, rules: Rules) -> npt.NDArray[np.uint32]:
    """The code of the label of each sentence's outermost node."""
    label = np.full(len(treebank), code(OUTERMOST), np.uint32)
    if rules.categories:
        found = roots(treebank)
        label[found["sentence"].to_numpy()] = _codes(found["label"], rules)
    if rules.as_written:
        names = pl.Series(label).cat.to(TEXT)
        label = translated(names, lambda distinct: (_OF_OUTERMOST + distinct).cast(TEXT).to_physical())
    return label


def _distinct(facts: Facts, own: Keys) -> Facts:
    """One of each of the facts that are equal in their own tree, by the keys that they have there."""
    if pl.Series(own).n_unique() == len(own):  # which is quick to tell, and true of most dependency trees
        return facts
    _, rows = np.unique(own, return_index=True)
    return facts.only(np.sort(rows))


def _labels(found: FunctionNodes, rules: Rules) -> Integers:
    """The code of each node's label, −1 for none."""
    codes = _codes(found.label, rules)
    if rules.wildcard or rules.software:
        codes[found.head] = code(UNLABELED if rules.software else WILDCARD)
    return codes


def _codes(labels: pl.Series, rules: Rules) -> Integers:
    """The codes of labels as they are compared, −1 for none."""

    def rule(distinct: pl.Series) -> pl.Series:
        names = [_name(label, rules) for label in distinct.to_list()]
        codes = pl.Series(names, dtype=TEXT).to_physical().cast(pl.Int64)
        return codes.fill_null(-1)

    codes: Integers = translated(labels, rule)
    return codes


def _name(label: str, rules: Rules) -> str | None:
    label = label.removeprefix(_OF_OUTERMOST)
    label = rules.labels.get(label, label)
    if rules.software:
        compared = label if rules.as_written else label.upper().replace("-", "") or label
        return UNLABELED if label in NO_FUNCTION else compared
    return None if label in NO_FUNCTION else label
