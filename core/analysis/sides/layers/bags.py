"""Groups of things that are compared as bags: the constituents with one yield, the roles of one argument."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers.layer_differences import Integers
from goldleaf.core.facts import Mark, compare, identity

Keys: TypeAlias = npt.NDArray[np.uint64]


class Bags(NamedTuple):
    """Things of one side: the key of the group that each is in, and of what it is compared by."""

    group: Keys
    value: Keys


class Differing(NamedTuple):
    """The groups that differ: their keys, sorted, and the first thing of each in gold and parse, −1 for none."""

    group: Keys
    gold: Integers
    parse: Integers


def differing(gold: Bags, parse: Bags) -> Differing:
    """The groups that do not hold the same on both sides, however often."""
    marks = compare(*([identity(side.group, side.value)] for side in (gold, parse)))
    alone = [side.group[own != Mark.MATCHED] for side, own in zip((gold, parse), marks, strict=True)]
    groups = np.unique(np.concatenate(alone))
    return Differing(groups, _first(gold.group, groups), _first(parse.group, groups))


def joined(groups: Keys, of: Keys, texts: pl.Series) -> pl.Series:
    """The texts of each group, in their order; null for a group without any. ``of``: the group of each text."""
    chosen = np.isin(of, groups)
    table = pl.DataFrame({"group": of[chosen], "text": texts.filter(pl.Series(chosen))})
    said = table.group_by("group").agg(pl.col("text").str.join(" "))
    return pl.DataFrame({"group": groups}).join(said, on="group", how="left", maintain_order="left")["text"]


def _first(of: Keys, groups: Keys) -> Integers:
    """The first row of each of the groups, −1 for those that are not there."""
    rows = np.flatnonzero(np.isin(of, groups))
    found, first = np.unique(of[rows], return_index=True)
    result = np.full(len(groups), -1)
    result[np.searchsorted(groups, found)] = rows[first]
    return result
