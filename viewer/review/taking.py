"""What the layers share when choices are put into a treebank."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import OPEN, READING, Choice, Fault, Sides
from goldleaf.viewer.review.fingerprints import NONE

Value = TypeVar("Value")
Version = TypeVar("Version")

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
    """The treebank so far; what was not decided (row, item, layer), and who decided (row, item, reviewer).

    ``crossing`` are the constituents (row, words, label) that were chosen though no tree holds them all.
    """

    treebank: Treebank
    undecided: list[Item] = field(default_factory=list)
    deciders: list[Item] = field(default_factory=list)
    crossing: list[tuple[int, frozenset[int], str]] = field(default_factory=list)


class Spot(NamedTuple):
    """An item that sides may differ at, and the word that it is noted at who decided it."""

    row: int
    layer: Layer
    item: str
    word: int


def versions(row: int, work: Work, of_side: Callable[[int, int], Version]) -> dict[int, Version]:
    """What each side that has the sentence with the same words says; ``of_side`` gets its number and row."""
    rows = {number: int(own[row]) for number, own in enumerate(work.sides.rows)}
    return {number: of_side(number, own) for number, own in rows.items() if own != NONE}


def value_at(
    spot: Spot,
    values: Mapping[int, Value],
    said: Callable[[Value], object],
    choice: Choice,
    read: Callable[[str], Value],
    taken: Taken,
    work: Work,
) -> Value:
    """The value of an item, of those of the sides; what is undecided and who has decided is noted in ``taken``."""
    differs = len({said(value) for value in values.values()}) > 1
    if choice.side == READING:
        taken.deciders.append((spot.row, str(spot.word), choice.reviewer))
        return read(choice.reading[1:])
    if choice.side != OPEN and choice.side not in values:
        name = work.sides.names[choice.side]
        work.faults.append(Fault(spot.row, f"{name} has other words, so nothing can be taken"))
        return values[0]
    if not differs:
        return values[0]
    if choice.side == OPEN:
        return _open(spot, values, taken, work)
    taken.deciders.append((spot.row, str(spot.word), choice.reviewer))
    return values[choice.side]


def _open(spot: Spot, values: Mapping[int, Value], taken: Taken, work: Work) -> Value:
    if spot.layer not in work.layers:
        return values[0]
    taken.undecided.append((spot.row, spot.item, spot.layer.value))
    return values.get(work.default, values[0])


def table_of(items: Sequence[Item], name: str) -> pl.DataFrame:
    """Items as a table (``sentence``, ``item``, and the third by its name), in the order of sentences."""
    schema = {"sentence": pl.UInt32(), "item": pl.String(), name: pl.String()}
    return pl.DataFrame(items, schema=schema, orient="row").sort("sentence", maintain_order=True)
