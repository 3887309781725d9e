"""Facts of trees as columns."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import identity
from goldleaf.core.treebank import TEXT

Keys: TypeAlias = npt.NDArray[np.uint64]
Integers: TypeAlias = npt.NDArray[np.int64]

UNLABELED = "_"
"""What TedEval 2.2 calls head daughters, nodes without a label, and words that are stretched over several places."""


class Facts(NamedTuple):
    """Facts, one row each, distinct in their own tree.

    ``over`` is the key of the yield as its own tree has it, ``node`` a sentence and a yield as it is compared, ``key``
    all of a fact in one number, ``word`` tells the facts of words.
    """

    sentence: npt.NDArray[np.uint32]
    over: Keys
    node: Keys
    label: npt.NDArray[np.uint32]  # TEXT codes; the code of ``_`` for nodes
    key: Keys
    word: npt.NDArray[np.bool_]

    def only(self, chosen: npt.NDArray[np.bool_] | Integers) -> Facts:
        """Some of the rows."""
        columns: list[Any] = [column[chosen] for column in self]
        return Facts(*columns)


def with_labels(facts: Facts, label: npt.NDArray[np.uint32]) -> Facts:
    """The same facts, which are of no words, with other labels."""
    return facts._replace(label=label, key=identity(facts.node, label))


def union(*several: Facts) -> Facts:
    """The facts of all, one after the other."""
    columns: list[Any] = [np.concatenate([getattr(facts, name) for facts in several]) for name in Facts._fields]
    return Facts(*columns)


def code(label: str) -> int:
    """The code of a label."""
    return int(pl.Series([label], dtype=TEXT).to_physical()[0])
