"""Where TedEval 2.2 puts words that gold and parse have cut differently out of the same surface tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from goldleaf.core.alignment.word_alignment import longest_common, untagged

Span: TypeAlias = tuple[int, int]
"""First and last slot, both included, from 1."""


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
