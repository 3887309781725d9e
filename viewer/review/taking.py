"""What the layers share when choices are put into a treebank."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import polars as pl

from goldleaf.core.analysis.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import Fault, Sides

Item = tuple[int, str, str]
"""The row of a sentence, an item of it, and something that is said of it."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is corrected, and how: the side to take where nothing was chosen, and the layers that are looked at."""

    sides: Sides
    default: int
    layers: Collection[Layer]
    faults: list[Fault]


@dataclass(slots=True)
class Taken:
    """The treebank so far; what was not decided (row, item, layer), and who decided (row, item, reviewer)."""

    treebank: Treebank
    undecided: list[Item] = field(default_factory=list)
    deciders: list[Item] = field(default_factory=list)


def table_of(items: Sequence[Item], name: str) -> pl.DataFrame:
    """Items as a table (``sentence``, ``item``, and the third by its name), in the order of sentences."""
    schema = {"sentence": pl.UInt32(), "item": pl.String(), name: pl.String()}
    return pl.DataFrame(items, schema=schema, orient="row").sort("sentence", maintain_order=True)
