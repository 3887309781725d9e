"""What was decided of each layer, the treebanks that it was decided between, and the value that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import BOTH, GOLD, PARSE, is_reading
from goldleaf.viewer.review.sentences import NONE, fingerprints, matched

Integers: TypeAlias = npt.NDArray[np.int64]
Value = TypeVar("Value")
Version = TypeVar("Version")

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


Decided: TypeAlias = dict[int, dict[str, Choice]]
"""The choices of a layer: by row and item, which is empty for the whole sentence."""


def decided(choices: pl.DataFrame, numbers: Mapping[str, int], faults: list[Fault]) -> dict[Layer, Decided]:
    """The choices of each layer that has any; a verdict that is no side's name and no reading is a fault."""
    layers: dict[Layer, Decided] = {}
    for row, layer, item, verdict, reviewer in choices.iter_rows():
        if verdict in numbers:
            choice = Choice(numbers[verdict], reviewer=reviewer)
        elif is_reading(verdict) and item:
            choice = Choice(READING, verdict, reviewer)
        else:
            faults.append(Fault(row, f"the verdict {verdict!r} names no side and is no reading"))
            continue
        layers.setdefault(Layer(layer), {}).setdefault(row, {})[item] = choice
    return layers


@dataclass(frozen=True, eq=False)
class Sides:
    """A treebank that is corrected, the first one, and others that have the same sentences, in whatever order. ``rows``
    holds for each of them (the first one, too) its row for each sentence of the first, −1 where it does not have the
    sentence with the same words."""

    names: tuple[str, ...]
    treebanks: tuple[Treebank, ...]
    rows: tuple[Integers, ...]

    @classmethod
    def of(cls, treebanks: Mapping[str, Treebank]) -> Sides:
        """By the sides' names, the one that is corrected in front."""
        first, *others = treebanks.values()
        own = fingerprints(first)
        rows = [np.arange(len(first))]
        for other in others:
            theirs, readable = fingerprints(other), other.sentences["readable"].to_list()
            # Sentences are matched by id, too; of what has other words by now nothing can be taken.
            same = (
                place if place != NONE and readable[place] and theirs[place].words == sentence.words else NONE
                for place, sentence in zip(matched(theirs, own), own, strict=True)
            )
            rows.append(np.fromiter(same, np.int64, len(own)))
        return cls(tuple(treebanks), (first, *others), tuple(rows))

    @property
    def numbers(self) -> dict[str, int]:
        """The side that each verdict names, by its number; what is undecided has OPEN."""
        usual = {GOLD: 0, BOTH: 0, **({PARSE: 1} if len(self.names) > 1 else {})}
        return {**usual, **{name: number for number, name in enumerate(self.names)}, "": OPEN}

    def words(self, side: int) -> Integers:
        """For each word of the first treebank the row of the same word, −1 where this side does not have it."""
        first, other = self.treebanks[0], self.treebanks[side]
        own, theirs = (one.sentences["first_word"].to_numpy().astype(np.int64) for one in (first, other))
        count = first.sentences["words"].to_numpy()
        starts = np.append(theirs, 0)[self.rows[side]]  # row −1 gets the 0 at the end, which is not looked at
        there = np.repeat(self.rows[side] != NONE, count)
        return np.where(there, np.repeat(starts - own, count) + np.arange(len(there)), NONE)


@dataclass(slots=True)
class Correction:
    """What is corrected, and what has come of it so far. ``default`` is the number of the side to take where nothing
    was chosen in one of the ``layers``. What was not decided is (row, item, layer), who decided (row, item, reviewer).
    ``crossing`` are the constituents (row, words, label) that were chosen though no tree holds them all."""

    sides: Sides
    default: int
    layers: Collection[Layer]
    treebank: Treebank
    faults: list[Fault]
    undecided: list[tuple[int, str, str]] = field(default_factory=list)
    deciders: list[tuple[int, str, str]] = field(default_factory=list)
    crossing: list[tuple[int, frozenset[int], str]] = field(default_factory=list)

    def versions(self, row: int, of_side: Callable[[int, int], Version]) -> dict[int, Version]:
        """What each side that has the sentence with the same words says; ``of_side`` gets its number and row."""
        rows = {number: int(own[row]) for number, own in enumerate(self.sides.rows)}
        return {number: of_side(number, own) for number, own in rows.items() if own != NONE}

    def choices(
        self, layer: Layer, row: int, decided: Decided, read: Callable[[str], Version | None], expected: str
    ) -> dict[Version, Choice]:
        """The choices for items of a sentence, by the items as ``read``; those that cannot be read are faults."""
        choices = {}
        for item, choice in decided.get(row, {}).items():
            if not item:  # of the whole sentence
                continue
            place = read(item)
            if place is None:
                self.faults.append(Fault(row, f"{item!r} names no {expected}"))
            elif choice.side == READING and not choice.reading.startswith("="):
                self.faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer {layer}"))
            else:
                choices[place] = choice
        return choices

    def value(
        self,
        place: tuple[int, Layer, str],
        word: int,
        values: Mapping[int, Value],
        choice: Choice,
        read: Callable[[str], Value],
        *,
        said: Callable[[Value], object],
    ) -> Value:
        """The value of an item (row, layer, item), of those of the sides. What is undecided, and who has decided, is
        noted, the latter at a ``word``; ``said`` is what differs where sides differ."""
        row, layer, item = place
        if choice.side == READING:  # one that no side has is somebody's, also where the sides agree
            self.deciders.append((row, str(word), choice.reviewer))
            return read(choice.reading[1:])
        if choice.side not in (OPEN, *values):
            self.faults.append(Fault(row, f"{self.sides.names[choice.side]} has other words, so nothing can be taken"))
            return values[0]
        if len({said(value) for value in values.values()}) <= 1:
            return values[0]
        if choice.side != OPEN:
            self.deciders.append((row, str(word), choice.reviewer))
            return values[choice.side]
        if layer not in self.layers:
            return values[0]
        self.undecided.append((row, item, layer.value))
        return values.get(self.default, values[0])
