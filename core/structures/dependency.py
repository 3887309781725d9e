"""Dependency trees, all sentences of a treebank at once: roots, cycles, crossing arcs.

A result has one row a word, in the order of ``treebank.words``, or one row a sentence. The heads of a sentence need not
make a tree: words without a head, several roots, heads that do not exist and cycles are all allowed for.
"""

from __future__ import annotations

import numpy as np

from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools, Integers
from goldleaf.core.treebank import Treebank


def heads(treebank: Treebank) -> Integers:
    """For each word the position of its head, 0 for a root, −1 where there is none."""
    return treebank.words["head"].fill_null(-1).to_numpy().astype(np.int64)


def head_rows(treebank: Treebank) -> Integers:
    """For each word the row of its head; −1 for a root and where the head is missing or does not exist."""
    position, sentence = heads(treebank), treebank.sentence_of_word
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[sentence]
    exists = (position > 0) & (position <= _sentence_lengths(treebank))
    return np.where(exists, first + position - 1, -1)


def beyond(treebank: Treebank) -> Bools:
    """The words whose head is a position that their sentence does not have."""
    return np.asarray(heads(treebank) > _sentence_lengths(treebank))


def root_counts(treebank: Treebank) -> Integers:
    """For each sentence how many of its words have the head 0."""
    return np.bincount(treebank.sentence_of_word[heads(treebank) == 0], minlength=len(treebank))


def on_cycle(treebank: Treebank) -> Bools:
    """The words that come back to themselves when one goes from head to head; a word that is its own head is one."""
    return parents.on_cycle(head_rows(treebank), _longest(treebank))


def cycles(treebank: Treebank) -> list[tuple[int, ...]]:
    """The rows of the words of each cycle, from its first word on, each followed by its head."""
    return parents.cycles(head_rows(treebank), _longest(treebank))


def without_cycles(treebank: Treebank) -> tuple[Integers, Integers]:
    """For each word the row of its head in a forest, and that of the word that dominates the same there; see
    `parents.without_cycles`."""
    return parents.without_cycles(head_rows(treebank), _longest(treebank))


def non_projective(treebank: Treebank) -> Bools:
    """The words whose arc from the head passes over a word that the head does not dominate, straight or through others.
    Roots and words without a head have no arc."""
    return parents.non_projective(head_rows(treebank), _longest(treebank))


def _sentence_lengths(treebank: Treebank) -> Integers:
    """For each word how many words its sentence has."""
    return treebank.sentences["words"].to_numpy().astype(np.int64)[treebank.sentence_of_word]


def _longest(treebank: Treebank) -> int:
    return int(treebank.sentences["words"].to_numpy().max(initial=0))
