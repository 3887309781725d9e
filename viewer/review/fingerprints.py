"""Telling a treebank's sentences again after the file was changed: by id and words, wherever they stand now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import Treebank, translated

Integers: TypeAlias = npt.NDArray[np.int64]

NONE = -1


class Fingerprint(NamedTuple):
    """What a sentence is told by: its id, if it has one, and a number for its words."""

    id: str | None
    words: int


def fingerprints(treebank: Treebank) -> list[Fingerprint]:
    """Those of all sentences, the same in every process and version."""
    return [*map(Fingerprint, treebank.sentences["id"].to_list(), word_numbers(treebank).tolist())]


def word_numbers(treebank: Treebank) -> Integers:
    """A number for each sentence, equal where the forms are (int64)."""
    words = treebank.words
    of_forms = translated(words["form"], _hashed)
    keys = position_keys(of_forms + position_keys(words["position"].to_numpy()))
    sums = np.append(np.uint64(0), np.cumsum(keys))
    count = treebank.sentences["words"].to_numpy().astype(np.int64)
    end = np.cumsum(count)
    return np.asarray((sums[end] - sums[end - count]).view(np.int64))


def _hashed(forms: pl.Series) -> pl.Series:
    numbers = [int.from_bytes(blake2b(form.encode(), digest_size=8).digest(), "little") for form in forms]
    return pl.Series(numbers, dtype=pl.UInt64)


def matched(known: Sequence[Fingerprint], found: Sequence[Fingerprint]) -> list[int]:
    """For each sentence that is found the place of the known one that it is, −1 for a new one.

    Both are in the order of their file. Sentences with the same id and words are the same, wherever they are, doubled
    ones those whose neighbours are the same, else in their order; then those with the same words, then those with the
    same id, whose words were changed; then those without an id between the same neighbours.
    """
    if [*known] == [*found]:
        return [*range(len(found))]
    pairing = _Pairing(known, found)
    pairing.unique(lambda one: one)
    pairing.neighbours(lambda one, other: one == other)
    pairing.in_order(lambda one: one)
    pairing.unique(lambda one: one.words)
    pairing.neighbours(lambda one, other: one.words == other.words)
    pairing.unique(lambda one: one.id)
    pairing.neighbours(lambda one, other: one.id is None and other.id is None)
    return pairing.known_of


class _Pairing:
    """Sentences that are paired step by step."""

    def __init__(self, known: Sequence[Fingerprint], found: Sequence[Fingerprint]) -> None:
        self.known, self.found = known, found
        self.known_of = [NONE] * len(found)
        self._found_of = [NONE] * len(known)

    def _pair(self, place: int, row: int) -> None:
        self.known_of[row], self._found_of[place] = place, row

    def _free(self, key: Callable[[Fingerprint], object]) -> tuple[dict[object, list[int]], dict[object, list[int]]]:
        """The sentences of both sides that have no pair yet, by a key that is not None."""
        tables: tuple[dict[object, list[int]], dict[object, list[int]]] = (defaultdict(list), defaultdict(list))
        for table, side, pairs in zip(tables, (self.known, self.found), (self._found_of, self.known_of), strict=True):
            for place, (one, other) in enumerate(zip(side, pairs, strict=True)):
                if other == NONE and (value := key(one)) is not None:
                    table[value].append(place)
        return tables

    def unique(self, key: Callable[[Fingerprint], object]) -> None:
        """Pair those whose key no other of their side has."""
        known, found = self._free(key)
        for value, rows in found.items():
            if len(rows) == 1 and len(known.get(value, ())) == 1:
                self._pair(known[value][0], rows[0])

    def in_order(self, key: Callable[[Fingerprint], object]) -> None:
        """Pair those with the same key, the first with the first."""
        known, found = self._free(key)
        for value, rows in found.items():
            for place, row in zip(known.get(value, ()), rows, strict=False):
                self._pair(place, row)

    def neighbours(self, alike: Callable[[Fingerprint, Fingerprint], bool]) -> None:
        """Pair those that are alike and stand right behind, or right before, a pair."""
        self._beside(range(len(self.found)), -1, alike)
        self._beside(range(len(self.found) - 1, -1, -1), 1, alike)

    def _beside(self, rows: range, step: int, alike: Callable[[Fingerprint, Fingerprint], bool]) -> None:
        edge = -1 if step < 0 else len(self.known)
        for row in rows:
            beside = row + step
            inside = 0 <= beside < len(self.found)
            at = self.known_of[beside] if inside else edge
            if self.known_of[row] != NONE or (inside and at == NONE):
                continue
            place = at - step
            free = 0 <= place < len(self.known) and self._found_of[place] == NONE
            if free and alike(self.known[place], self.found[row]):
                self._pair(place, row)
