"""Slots: where words stand that gold and parse have cut differently, in surface tokens or in a lattice.

A word's span is its first and last slot, both included, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment.tokens import surface_tokens
from goldleaf.core.alignment.word_alignment import longest_common, stretches, untagged
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.structures.lattice import Lattice, Segment, lattice_of, segments_of
from goldleaf.core.structures.lattice_walk import anchors, walk
from goldleaf.core.treebank import Treebank

Span: TypeAlias = tuple[int, int]


def spans_in_tokens(gold: Treebank, parse: Treebank) -> tuple[Integers, Integers]:
    """The slots of all words of gold and parse, as TedEval 2.2 has them."""
    sides = surface_tokens(gold), surface_tokens(parse)
    rows: list[dict[int, list[int]]] = []  # of the words of each stretch of tokens that both sides have
    sentence: dict[int, int] = {}
    for treebank, tokens, stretch in zip((gold, parse), sides, stretches(gold, parse, sides), strict=True):
        words: dict[int, list[int]] = {}
        for row, token in enumerate(tokens.of_word.tolist()):
            if token >= 0:
                words.setdefault(int(stretch[token]), []).append(row)
        rows.append(words)
        sentence |= {number: int(treebank.sentence_of_word[own[0]]) for number, own in words.items()}
    by_sentence: dict[int, list[int]] = {}
    for number in sorted(sentence):
        by_sentence.setdefault(sentence[number], []).append(number)

    forms = [treebank.words["form"].cast(pl.String).to_list() for treebank in (gold, parse)]
    spans = np.zeros((2, gold.words.height), np.int64), np.zeros((2, parse.words.height), np.int64)
    for inside in by_sentence.values():
        chosen = [[own.get(number, []) for number in inside] for own in rows]
        ours, theirs = (
            [[form[row] for row in words] for words in own] for form, own in zip(forms, chosen, strict=True)
        )
        for span, own, places in zip(spans, chosen, slots(ours, theirs), strict=True):
            span[:, list(chain.from_iterable(own))] = np.array(places, np.int64).reshape(-1, 2).T
    return spans


def slots(gold: Sequence[Sequence[str]], parse: Sequence[Sequence[str]]) -> tuple[list[Span], list[Span]]:
    """The slots of each word of gold and parse, which are given as the words of each of the sentence's tokens.

    In a token, words that are `paired` share a slot, at the later of their places; what follows them is moved along.
    Any other word takes the slot after the one before it. A word is stretched up to the next one, and the last up to
    the end of the token, which is as long as the larger of its numbers of words.
    """
    found: tuple[list[Span], list[Span]] = ([], [])
    start = 1
    for words in zip(gold, parse, strict=True):
        length = max(map(len, words))
        for spans, starts in zip(found, _starts(*words), strict=True):
            ends = [max(after - 1, here) for here, after in pairwise([*starts, length])]
            spans += [(start + first, start + last) for first, last in zip(starts, ends, strict=True)]
        start += length
    return found


def _starts(gold: Sequence[str], parse: Sequence[str]) -> tuple[list[int], list[int]]:
    """The first slot of each word in a token, from 0."""
    found: tuple[list[int], list[int]] = ([], [])
    moved = [0, 0]
    pairs = [*paired(gold, parse), (len(gold), len(parse))]
    for pair in pairs:
        for starts, end, by in zip(found, pair, moved, strict=True):
            starts += [place + by for place in range(len(starts), end)]
        shared = max(place + by for place, by in zip(pair, moved, strict=True))
        moved = [shared - place for place in pair]
        if pair != pairs[-1]:
            for starts in found:
                starts.append(shared)
    return found


def paired(gold: Sequence[str], parse: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence; among equal words the later pair."""
    backwards = longest_common(untagged(reversed(gold)), untagged(reversed(parse)))
    return [(len(gold) - 1 - place, len(parse) - 1 - other) for place, other in reversed(backwards)]


def spans_in_states(lattices: Treebank, sides: Sequence[Treebank]) -> tuple[list[Integers], Bools]:
    """For each side the slots that its words have between the states of lattices, and which sentences have a lattice.

    A slot lies before each state, so that from one state to another there are the same slots on every path. Words that
    a lattice lacks share what its path has in their place (Tsarfaty et al. 2012 ACL, §3).
    """
    spans = [np.zeros((2, treebank.words.height), np.int64) for treebank in sides]
    starts = [treebank.sentences["first_word"].to_list() for treebank in sides]
    known = np.zeros(len(lattices), bool)
    for row in range(len(lattices)):
        lattice = lattice_of(lattices, row)
        if not lattice.edges:
            continue
        known[row] = True
        for treebank, span, start in zip(sides, spans, starts, strict=True):
            segments = segments_of(treebank, row)
            places = np.array(slots_of(lattice, segments), np.int64).reshape(-1, 2)
            span[:, start[row] : start[row] + len(segments)] = places.T
    return spans, known


def slots_of(lattice: Lattice, segments: Sequence[Segment]) -> list[Span]:
    """The first and last slot of each word (from 1, both included); last is less than first for a word without any."""
    found: list[Span] = []
    for (origin, target), inside in groupby(anchors(lattice, walk(lattice, segments), len(segments))):
        first, last = lattice.rank[origin] + 1, lattice.rank[target]
        # Several words in one place have a slot each, and the last one what is left.
        starts = [min(first + number, last + 1) for number in range(len(list(inside)))]
        found += [(start, min(start, last)) for start in starts[:-1]] + [(starts[-1], last)]
    return found
