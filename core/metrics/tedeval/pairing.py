"""Which sentences TedEval compares, and where their words stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import aligned_words
from goldleaf.core.alignment.tokens import Tokens, surface_tokens
from goldleaf.core.alignment.word_alignment import stretches
from goldleaf.core.errors import PairError
from goldleaf.core.metrics.tedeval.places import Places, places, same_words
from goldleaf.core.metrics.tedeval.slots import slots
from goldleaf.core.metrics.tedeval.states import in_states
from goldleaf.core.structures.function import terminals
from goldleaf.core.structures.phrase import span_keys
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]


class Pairing(NamedTuple):
    """The places of the words of the gold, the parse and each other gold, and which sentences can be compared."""

    gold: Places
    parse: Places
    others: tuple[Places, ...]
    comparable: npt.NDArray[np.bool_]


def pair(gold: Treebank, parse: Treebank, *, software: bool, numbered: bool = True) -> Pairing:
    """Pair the words of treebanks with the same number of sentences.

    ``software`` puts words that differ into slots, as TedEval 2.2 does. Otherwise they are anchored in the states of
    the gold's lattices, if it has any. For counting, words need not be ``numbered`` (see `places`).
    """
    treebanks = (gold, parse, *gold.other_golds)
    comparable = np.ones(len(gold), bool)
    for treebank in (gold, *gold.other_golds):  # an unreadable sentence of the parse is one without words
        comparable &= treebank.sentences["readable"].to_numpy()
    if all(have_same_words(gold, treebank) for treebank in treebanks[1:]):
        found = [same_words(treebank) for treebank in treebanks]
    else:
        sides = [(treebank, aligned_words(gold, treebank)) for treebank in treebanks[1:]]
        found = places(gold, sides, numbered=numbered)
        if software:
            found = in_slots_of_all(gold, parse, found)
        elif has_lattices(gold):
            found = [*in_states(gold, [*zip(treebanks, found, strict=True)])]
    return Pairing(found[0], found[1], tuple(found[2:]), comparable)


def has_lattices(gold: Treebank) -> bool:
    """Whether a treebank has the lattices that its sentences are segmentations of."""
    return gold.edges.height > 0


def have_same_words(one: Treebank, other: Treebank) -> bool:
    """Whether all sentences of two treebanks have the same words, traces left out."""
    ours, theirs = (
        treebank.words.select("sentence", "form").filter(pl.Series(terminals(treebank) > 0))
        for treebank in (one, other)
    )
    return ours.equals(theirs)


def in_slots_of_all(gold: Treebank, parse: Treebank, found: list[Places]) -> list[Places]:
    """The places of gold, parse and other golds as TedEval 2.2 has them.

    Raises PairError where golds have different words: the program breaks off or mistakes slots for others there.
    """
    if not all(have_same_words(gold, other) for other in gold.other_golds):
        raise PairError(
            f"{gold.path}: variant 2.2 compares several golds only if all have the same words", path=gold.path
        )
    ours, theirs = in_slots(gold, parse, found[:2])
    return [ours, theirs, *(in_the_same_slots(ours, other) for other in found[2:])]


def in_slots(gold: Treebank, parse: Treebank, found: list[Places]) -> Iterator[Places]:
    """The places with their slots and keys as TedEval 2.2 has them."""
    sides = surface_tokens(gold), surface_tokens(parse)
    forms = [treebank.words["form"].cast(pl.String).to_list() for treebank in (gold, parse)]
    spans = [np.zeros((2, treebank.words.height), np.int64) for treebank in (gold, parse)]
    rows = [_words_of(tokens, own) for tokens, own in zip(sides, stretches(gold, parse, sides), strict=True)]
    for inside in _by_sentence((gold, parse), rows):
        chosen = [[own.get(stretch, []) for stretch in inside] for own in rows]
        cut = slots(_looked_up(forms[0], chosen[0]), _looked_up(forms[1], chosen[1]))
        for span, own, places_of in zip(spans, chosen, cut, strict=True):
            span[:, list(chain.from_iterable(own))] = np.array(places_of, np.int64).reshape(-1, 2).T
    for (first_slot, last_slot), place in zip(spans, found, strict=True):
        key = np.where(place.terminal > 0, span_keys(first_slot, last_slot - first_slot + 1), np.uint64(0))
        yield place._replace(key=key, first=first_slot, last=last_slot)


def in_the_same_slots(gold: Places, other: Places) -> Places:
    """The places of another gold with the same words, with slots and keys of the gold's."""
    ours, theirs = (np.flatnonzero(places.terminal > 0) for places in (gold, other))
    row = np.full(len(other.terminal), len(gold.terminal))
    row[theirs] = ours
    key = np.append(gold.key, np.uint64(0))[row]
    return other._replace(key=key, first=np.append(gold.first, 0)[row], last=np.append(gold.last, 0)[row])


def _by_sentence(treebanks: Iterable[Treebank], rows: Iterable[Mapping[int, Sequence[int]]]) -> list[list[int]]:
    """The stretches of each sentence; ``rows`` are those of the words of each stretch on each side."""
    sentence: dict[int, int] = {}
    for treebank, own in zip(treebanks, rows, strict=True):
        of = treebank.sentence_of_word
        sentence |= {stretch: int(of[words[0]]) for stretch, words in own.items()}
    found: dict[int, list[int]] = {}
    for stretch in sorted(sentence):
        found.setdefault(sentence[stretch], []).append(stretch)
    return list(found.values())


def _looked_up(forms: Sequence[str], rows: Iterable[Iterable[int]]) -> list[list[str]]:
    return [[forms[row] for row in own] for own in rows]


def _words_of(tokens: Tokens, stretch: Integers) -> dict[int, list[int]]:
    """The rows of the words of each stretch."""
    found: dict[int, list[int]] = {}
    for row, token in enumerate(tokens.of_word.tolist()):
        if token >= 0:
            found.setdefault(int(stretch[token]), []).append(row)
    return found
