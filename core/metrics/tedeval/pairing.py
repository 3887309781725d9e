"""Which sentences TedEval compares, and where their words stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from core.metrics.tedeval.places import Places, places, same_words
from core.metrics.tedeval.slots import common, slots
from core.structures.function import terminals
from core.structures.phrase import span_keys
from core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]


class Pairing(NamedTuple):
    """The places of the words of the gold, the parse and each other gold, and which sentences can be compared."""

    gold: Places
    parse: Places
    others: tuple[Places, ...]
    comparable: npt.NDArray[np.bool_]


def pair(gold: Treebank, parse: Treebank, *, software: bool) -> Pairing:
    """Pair the words of treebanks with the same number of sentences.

    ``software`` puts words that differ into slots, as TedEval 2.2 does.
    """
    treebanks = (gold, parse, *gold.other_golds)
    comparable = np.ones(len(gold), bool)
    for treebank in treebanks:
        comparable &= treebank.sentences["readable"].to_numpy()
    if all(have_same_words(gold, treebank) for treebank in treebanks[1:]):
        found = [same_words(treebank) for treebank in treebanks]
    else:
        sides = [(treebank, partners(gold, treebank)) for treebank in treebanks[1:]]
        found = places(gold, sides)
        if software:
            found = [*in_slots(gold, parse, found)]
    return Pairing(found[0], found[1], tuple(found[2:]), comparable)


def have_same_words(one: Treebank, other: Treebank) -> bool:
    """Whether all sentences of two treebanks have the same words, traces left out."""
    ours, theirs = (
        treebank.words.select("sentence", "form").filter(pl.Series(terminals(treebank) > 0))
        for treebank in (one, other)
    )
    return ours.equals(theirs)


def partners(gold: Treebank, other: Treebank) -> Integers:
    """For each word of another treebank the row of the gold's word that it is, −1 for none."""
    found = np.full(other.words.height, -1)
    for ours, theirs in _paired_tokens(gold, other):
        for one, two in common([form for _, form in ours], [form for _, form in theirs]):
            found[theirs[two][0]] = ours[one][0]
    return found


def in_slots(gold: Treebank, parse: Treebank, found: list[Places]) -> Iterator[Places]:
    """The places with their slots and keys as TedEval 2.2 has them."""
    spans = np.zeros((2, 2, max(gold.words.height, parse.words.height)), np.int64)
    by_sentence = groupby(_paired_tokens(gold, parse), lambda pair: gold.sentence_of_word[pair[0][0][0]])
    for _, tokens in by_sentence:
        ours, theirs = zip(*tokens, strict=True)
        for side, words, found_slots in zip(spans, (ours, theirs), slots(_forms(ours), _forms(theirs)), strict=True):
            rows = [row for token in words for row, _ in token]
            side[:, rows] = np.array(found_slots).T
    for side, place in zip(spans, found, strict=True):
        first, last = side[:, : len(place.terminal)]
        key = np.where(place.terminal > 0, span_keys(first, last - first + 1), np.uint64(0))
        yield place._replace(key=key, first=first, last=last)


def _forms(tokens: Sequence[Sequence[tuple[int, str]]]) -> list[list[str]]:
    return [[form for _, form in token] for token in tokens]


def _paired_tokens(gold: Treebank, other: Treebank) -> Iterator[tuple[list[tuple[int, str]], list[tuple[int, str]]]]:
    """The tokens that both have in each sentence, as rows and forms of their words."""
    for ours, theirs in zip(_tokens(gold), _tokens(other), strict=True):
        if len(ours) == len(theirs):
            yield from zip(ours, theirs, strict=True)
        else:
            yield [word for token in ours for word in token], [word for token in theirs for word in token]


def _tokens(treebank: Treebank) -> Iterator[list[list[tuple[int, str]]]]:
    starts = np.ones(treebank.words.height, bool)
    first_word = treebank.sentences["first_word"].to_numpy()
    for sentence, first, last in treebank.tokens.select("sentence", "first", "last").iter_rows():
        starts[first_word[sentence] + first : first_word[sentence] + last] = False
    forms = treebank.words["form"].cast(pl.String).to_list()
    terminal = terminals(treebank)
    for first, count in treebank.sentences.select("first_word", "words").iter_rows():
        tokens: list[list[tuple[int, str]]] = []
        for row in range(first, first + count):
            if starts[row]:
                tokens.append([])
            if terminal[row]:
                tokens[-1].append((row, forms[row]))
        yield tokens
