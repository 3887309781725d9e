"""The sentences of a session: a key for each, for good, and where in the treebank it stands now. After the file was
changed they are told again by id and words, wherever they stand."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import Treebank, translated

NONE = -1


class Known(NamedTuple):
    """A sentence as the database has it; ``row`` is None where the treebank has it no more."""

    sentence: int
    row: int | None
    id: str | None
    words: int


class Fingerprint(NamedTuple):
    """What a sentence is told by: its id, if it has one, and a number for its words."""

    id: str | None
    words: int


@dataclass(frozen=True, slots=True)
class SessionSentences:
    """The sentences of the treebank that is attached."""

    keys: Sequence[int] = ()  # by row
    ids: Sequence[str | None] = ()  # by row
    row_of: dict[int, int] = field(default_factory=dict)
    words_of: dict[int, int] = field(default_factory=dict)  # the number of a sentence's words, by key


def told(known: Sequence[Known], gold: Treebank) -> list[Known]:
    """The treebank's sentences; those that are new get keys of their own."""
    there = fingerprints(gold)
    if [sentence[2:] for sentence in known] == there:  # as it was, as nearly always
        return [sentence._replace(row=row) for row, sentence in enumerate(known)]
    following = max((sentence.sentence for sentence in known), default=0) + 1
    sentences = []
    for row, place in enumerate(matched([Fingerprint(*sentence[2:]) for sentence in known], there)):
        key = following if place == NONE else known[place].sentence
        following += place == NONE
        sentences.append(Known(key, row, *there[row]))
    return sentences


def keep(connection: sqlite3.Connection, before: Sequence[Known], after: Sequence[Known]) -> None:
    """Within a transaction: write what has changed. Raises sqlite3.Error."""
    changed = [*{*after} - {*before}]
    there = {sentence.sentence for sentence in after}
    gone = [(sentence.sentence,) for sentence in before if sentence.row is not None and sentence.sentence not in there]
    update = "DO UPDATE SET row = excluded.row, id = excluded.id, words = excluded.words"
    connection.executemany(f"INSERT INTO sentence VALUES (?, ?, ?, ?) ON CONFLICT (sentence) {update}", changed)
    connection.executemany("UPDATE sentence SET row = NULL WHERE sentence = ?", gone)


def fingerprints(treebank: Treebank) -> list[Fingerprint]:
    """Those of all sentences, the same in every process and version; the words' are equal where the forms are."""

    def hashed(forms: pl.Series) -> pl.Series:
        numbers = [int.from_bytes(blake2b(form.encode(), digest_size=8).digest(), "little") for form in forms]
        return pl.Series(numbers, dtype=pl.UInt64)

    words = treebank.words
    # A sum of a key for each form at its position: no sentence is gone through by itself.
    keys = position_keys(translated(words["form"], hashed) + position_keys(words["position"].to_numpy()))
    sums = np.append(np.uint64(0), np.cumsum(keys))
    count = treebank.sentences["words"].to_numpy().astype(np.int64)
    end = np.cumsum(count)
    numbers = (sums[end] - sums[end - count]).view(np.int64)  # signed, as SQLite has them
    return [*map(Fingerprint, treebank.sentences["id"].to_list(), numbers.tolist())]


def matched(known: Sequence[Fingerprint], now: Sequence[Fingerprint]) -> list[int]:
    """For each sentence that is there now the place of the known one that it is, −1 for a new one. Both are in the
    order of their file. Sentences with the same id and words are the same, wherever they are, doubled ones those whose
    neighbours are the same, else in their order; then those with the same words, then those with the same id, whose
    words were changed; then those without an id between the same neighbours."""
    if [*known] == [*now]:
        return [*range(len(now))]
    # From what is certain to what is likely: what is paired by one step is out of the way of the next.
    pairing = _Pairing(known, now)
    pairing.by(lambda one: one)
    pairing.neighbours(lambda one, other: one == other)
    pairing.by(lambda one: one, in_order=True)
    pairing.by(lambda one: one.words)
    pairing.neighbours(lambda one, other: one.words == other.words)
    pairing.by(lambda one: one.id)
    pairing.neighbours(lambda one, other: one.id is None and other.id is None)
    return pairing.known_of


class _Pairing:
    """Sentences that are paired step by step."""

    def __init__(self, known: Sequence[Fingerprint], now: Sequence[Fingerprint]) -> None:
        self.known, self.now = known, now
        self.known_of, self._now_of = [NONE] * len(now), [NONE] * len(known)

    def by(self, key: Callable[[Fingerprint], object], *, in_order: bool = False) -> None:
        """Pair those whose key, if it is not None, no other of their side has; or the first with the first."""
        free: tuple[defaultdict[object, list[int]], ...] = (defaultdict(list), defaultdict(list))
        for by_key, side, pairs in zip(free, (self.known, self.now), (self._now_of, self.known_of), strict=True):
            for number, (sentence, other) in enumerate(zip(side, pairs, strict=True)):
                if other == NONE and (value := key(sentence)) is not None:
                    by_key[value].append(number)
        known, now = free
        for value, rows in now.items():
            places = known.get(value, [])
            if in_order or len(rows) == len(places) == 1:
                for place, row in zip(places, rows, strict=False):
                    self.known_of[row], self._now_of[place] = place, row

    def neighbours(self, alike: Callable[[Fingerprint, Fingerprint], bool]) -> None:
        """Pair those that are alike and stand right behind, or right before, a pair or the file's begin or end."""
        rows = range(len(self.now))
        for order, step, edge in ((rows, -1, -1), (rows[::-1], 1, len(self.known))):
            for row in order:
                beside = row + step
                inside = 0 <= beside < len(self.now)
                at = self.known_of[beside] if inside else edge
                if self.known_of[row] != NONE or (inside and at == NONE):
                    continue
                place = at - step
                free = 0 <= place < len(self.known) and self._now_of[place] == NONE
                if free and alike(self.known[place], self.now[row]):
                    self.known_of[row], self._now_of[place] = place, row
