"""The facts of multi-function trees, all sentences of a treebank at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from core.facts import identity
from core.structures.function import NO_FUNCTION, FunctionNodes, function_nodes
from core.structures.multifunction import WILDCARD
from core.structures.projectivize import projectivized
from core.treebank import TEXT, Treebank, translated

Keys: TypeAlias = npt.NDArray[np.uint64]
Integers: TypeAlias = npt.NDArray[np.int64]

UNLABELED = "_"
"""What TedEval 2.2 calls head daughters, and nodes without a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How trees become facts. ``wildcard``: head daughters match any label; ``software``: as TedEval 2.2 has it."""

    wildcard: bool = False
    software: bool = False
    lift: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)


class Facts(NamedTuple):
    """Distinct facts, one row each. ``key`` is all of a fact in one number; ``node`` its sentence and yield."""

    sentence: npt.NDArray[np.uint32]
    over: Keys
    node: Keys
    label: npt.NDArray[np.uint32]  # TEXT codes; the code of ``_`` for nodes
    key: Keys

    def only(self, chosen: npt.NDArray[np.bool_] | Integers) -> Facts:
        """Some of the rows."""
        columns: list[Any] = [column[chosen] for column in self]
        return Facts(*columns)


class Forest(NamedTuple):
    """The multi-function trees of a treebank: nodes (yields), and functions on them."""

    nodes: Facts
    functions: Facts


def code(label: str) -> int:
    """The code of a label."""
    return int(pl.Series([label], dtype=TEXT).to_physical()[0])


def forest(treebank: Treebank, terminal: Integers, rules: Rules) -> Forest:
    """The trees over the given terminals (see `function_nodes`)."""
    found = function_nodes(treebank_of(treebank, rules), terminal)
    codes = _labels(found, rules)
    node = identity(found.sentence, found.over)
    nodes = _distinct(Facts(found.sentence, found.over, node, np.full(len(node), code(UNLABELED), np.uint32), node))
    labeled = np.flatnonzero(codes >= 0)
    functions = with_labels(nodes_of(found, node).only(labeled), codes[labeled].astype(np.uint32))
    return Forest(nodes, _distinct(functions))


def treebank_of(treebank: Treebank, rules: Rules) -> Treebank:
    """The treebank whose trees are compared: the same, or made projective."""
    return projectivized(treebank) if rules.lift and "parent" not in treebank.words.columns else treebank


def nodes_of(found: FunctionNodes, node: Keys) -> Facts:
    """Rows that wait for their labels."""
    return Facts(found.sentence, found.over, node, np.zeros(len(node), np.uint32), node)


def with_labels(facts: Facts, label: npt.NDArray[np.uint32]) -> Facts:
    """The same facts with other labels."""
    return facts._replace(label=label, key=identity(facts.node, label))


def union(one: Facts, other: Facts) -> Facts:
    """The facts of both, which must have none in common."""
    columns: list[Any] = [np.concatenate([getattr(facts, name) for facts in (one, other)]) for name in Facts._fields]
    return Facts(*columns)


def _distinct(facts: Facts) -> Facts:
    if pl.Series(facts.key).n_unique() == len(facts.key):  # which is quick to tell, and true of most dependency trees
        return facts
    _, rows = np.unique(facts.key, return_index=True)
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
