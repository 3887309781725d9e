"""Choices of one layer, and the sentences of several treebanks that they choose between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.choices import UNDECIDED
from goldleaf.viewer.review.fingerprints import NONE, Fingerprint, fingerprints, matched
from goldleaf.viewer.review.judgements import BOTH, GOLD, PARSE, is_reading

Integers: TypeAlias = npt.NDArray[np.int64]

OPEN = -1  # in the place of a side's number: undecided
READING = -2  # a reading that no side has


class Fault(NamedTuple):
    """What is wrong with a choice, or with the sentence that comes of choices; ``row`` is the gold's, from 0."""

    row: int
    message: str


class Choice(NamedTuple):
    """The number of the side that is right, or OPEN, or READING and the reading."""

    side: int
    reading: str = ""
    reviewer: str = ""


@dataclass(frozen=True, slots=True)
class Decided:
    """The choices of a layer: for whole sentences by row, and for items by row and item."""

    of_sentence: dict[int, Choice] = field(default_factory=dict)
    of_item: dict[int, dict[str, Choice]] = field(default_factory=dict)

    @property
    def rows(self) -> set[int]:
        """The sentences that something was chosen for."""
        return {*self.of_sentence, *self.of_item}

    def choice(self, row: int, item: str) -> Choice | None:
        """What was chosen for an item, itself or with its sentence."""
        return self.of_item.get(row, {}).get(item) or self.of_sentence.get(row)


def decided(choices: pl.DataFrame, names: Sequence[str], faults: list[Fault]) -> dict[Layer, Decided]:
    """The choices of each layer that has any; a verdict that is no side's name and no reading is a fault."""
    numbers = numbers_of(names)
    found: dict[Layer, Decided] = {}
    for row, layer, item, verdict, reviewer in choices.iter_rows():
        if verdict in numbers:
            choice = Choice(numbers[verdict], reviewer=reviewer)
        elif is_reading(verdict) and item:
            choice = Choice(READING, verdict, reviewer)
        else:
            faults.append(Fault(row, f"the verdict {verdict!r} names no side and is no reading"))
            continue
        of_layer = found.setdefault(Layer(layer), Decided())
        if item:
            of_layer.of_item.setdefault(row, {})[item] = choice
        else:
            of_layer.of_sentence[row] = choice
    return found


def numbers_of(names: Sequence[str]) -> dict[str, int]:
    """The side that each verdict names, by its number; what is undecided has OPEN."""
    usual = {GOLD: 0, BOTH: 0, **({PARSE: 1} if len(names) > 1 else {})}
    return {**usual, **{name: number for number, name in enumerate(names)}, UNDECIDED: OPEN}


@dataclass(frozen=True, eq=False)
class Sides:
    """A treebank that is corrected, and others that have the same sentences, in whatever order.

    ``rows`` holds for each of them (the first one, too) its row for each sentence of the first, −1 where it does not
    have the sentence with the same words.
    """

    names: tuple[str, ...]
    treebanks: tuple[Treebank, ...]
    rows: tuple[Integers, ...]

    @classmethod
    def of(cls, treebanks: Mapping[str, Treebank]) -> Sides:
        """By the sides' names, the one that is corrected in front."""
        first, *others = treebanks.values()
        own = fingerprints(first)
        rows = [np.arange(len(first)), *(_same(own, fingerprints(other), other) for other in others)]
        return cls(tuple(treebanks), (first, *others), tuple(rows))

    @property
    def first(self) -> Treebank:
        """The treebank that is corrected."""
        return self.treebanks[0]

    def words(self, side: int) -> Integers:
        """For each word of the first treebank the row of the same word, −1 where this side does not have it."""
        count = self.first.sentences["words"].to_numpy().astype(np.int64)
        before = np.cumsum(count) - count
        starts = np.append(_first_words(self.treebanks[side]), 0)[self.rows[side]]
        there = np.repeat(self.rows[side] != NONE, count)
        return np.where(there, np.repeat(starts - before, count) + np.arange(int(count.sum())), NONE)

    def others(self) -> Iterator[int]:
        """The numbers of the sides behind the first."""
        return iter(range(1, len(self.treebanks)))


def _first_words(treebank: Treebank) -> Integers:
    count = treebank.sentences["words"].to_numpy().astype(np.int64)
    return np.asarray(np.cumsum(count) - count)


def _same(own: Sequence[Fingerprint], other: Sequence[Fingerprint], treebank: Treebank) -> Integers:
    """For each sentence the other's row of the one with the same words, −1 for none."""
    places = matched(other, own)
    readable = treebank.sentences["readable"].to_list()
    same = (
        place if place != NONE and readable[place] and other[place].words == one.words else NONE
        for place, one in zip(places, own, strict=True)
    )
    return np.fromiter(same, np.int64, len(own))
