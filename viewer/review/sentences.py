"""The sentences of a session: a key for each, for good, and where in the treebank it stands now."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.fingerprints import NONE, Fingerprint, fingerprints, matched


class Known(NamedTuple):
    """A sentence as the database has it; ``row`` is None where the treebank has it no more."""

    sentence: int
    row: int | None
    id: str | None
    words: int


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of the treebank that is attached."""

    keys: Sequence[int] = ()  # by row
    ids: Sequence[str | None] = ()  # by row
    row_of: dict[int, int] = field(default_factory=dict)
    words_of: dict[int, int] = field(default_factory=dict)  # the number of a sentence's words, by key


def known_sentences(connection: sqlite3.Connection) -> list[Known]:
    """What the database knows, in the order of the file, what is gone behind."""
    query = "SELECT sentence, row, id, words FROM sentence ORDER BY row IS NULL, row"
    return [*map(Known._make, connection.execute(query))]


def told(known: Sequence[Known], gold: Treebank) -> list[Known]:
    """The treebank's sentences; those that are new get keys of their own."""
    found = fingerprints(gold)
    if [one[2:] for one in known] == found:  # as it was
        return [Known(one.sentence, row, one.id, one.words) for row, one in enumerate(known)]
    following = max((one.sentence for one in known), default=0) + 1
    sentences = []
    for row, place in enumerate(matched([Fingerprint(one.id, one.words) for one in known], found)):
        key = following if place == NONE else known[place].sentence
        following += place == NONE
        sentences.append(Known(key, row, *found[row]))
    return sentences


def keep(connection: sqlite3.Connection, before: Sequence[Known], after: Sequence[Known]) -> None:
    """Within a transaction: write what has changed. Raises sqlite3.Error."""
    changed = [*{*after} - {*before}]
    there = {one.sentence for one in after}
    gone = [(one.sentence,) for one in before if one.row is not None and one.sentence not in there]
    connection.executemany(
        "INSERT INTO sentence VALUES (?, ?, ?, ?) ON CONFLICT (sentence) "
        "DO UPDATE SET row = excluded.row, id = excluded.id, words = excluded.words",
        changed,
    )
    connection.executemany("UPDATE sentence SET row = NULL WHERE sentence = ?", gone)


def as_sentences(known: Sequence[Known]) -> Sentences:
    """The same to look up."""
    keys = [one.sentence for one in known]
    ids = [one.id for one in known]
    return Sentences(keys, ids, {key: row for row, key in enumerate(keys)}, {one.sentence: one.words for one in known})
