"""Words of sentences that stand in the same row and may differ (Tsarfaty et al. 2012 ACL, §3).

Inside each surface token that both sides have, words are aligned by a longest common subsequence of their forms, of
several such by the one in which most tags are the same. Where the sides cut the same characters into different tokens,
the smallest stretches that both end alike stand for tokens. Where the characters differ, tokens are aligned by their
forms, and what lies between equal ones is one stretch.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.alignment.remembered import remembered
from goldleaf.core.alignment.tokens import Tokens, lengths, sentence_texts, surface_tokens
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]
Tagged: TypeAlias = tuple[Hashable, Hashable]
"""A word, or its code, and its tag."""

_TABLE = 200_000  # pairs of words among which a longest common subsequence is looked for


@remembered
def aligned_words(gold: Treebank, parse: Treebank) -> Integers:
    """For each word of the parse the row of the gold's word that it is (int64), −1 for none; they rise together.

    The sentences must be paired by their rows.
    """
    sides = surface_tokens(gold), surface_tokens(parse)
    stretch = stretches(gold, parse, sides)
    groups = [np.append(own, -1)[tokens.of_word] for tokens, own in zip(sides, stretch, strict=True)]  # −1: a trace
    return _inside(gold, parse, groups[0], groups[1])


def stretches(gold: Treebank, parse: Treebank, sides: tuple[Tokens, Tokens]) -> tuple[Integers, Integers]:
    """For each token of gold and parse the number of the stretch that it is in; numbers rise and mean the same."""
    ours, theirs = sides
    if np.array_equal(ours.sentence, theirs.sentence) and np.array_equal(ours.codes, theirs.codes):
        return (np.arange(len(ours.sentence)),) * 2
    texts = [sentence_texts(tokens, len(treebank)) for tokens, treebank in ((ours, gold), (theirs, parse))]
    same = (texts[0] == texts[1]).to_numpy()
    ends = [_ends(tokens) for tokens in sides]
    common = in_both(ends[0], ends[1])
    common = common[same[common >> _BITS]]
    found = [np.searchsorted(common, own) for own in ends]
    return _where_texts_differ(sides, (_first_tags(gold, ours), _first_tags(parse, theirs)), same, found)


def in_both(one: Integers, other: Integers) -> Integers:
    """What two rising sequences have in common."""
    place = np.searchsorted(other, one)
    return one[np.append(other, -1)[place] == one] if len(other) else one[:0]


_BITS = 32


def _ends(tokens: Tokens) -> Integers:
    """For each token its sentence and the character in the sentence that it ends at, as one number that rises."""
    end = np.cumsum(lengths(tokens))
    first = np.searchsorted(tokens.sentence, tokens.sentence)
    before = np.append(0, end)[first]
    return np.asarray((tokens.sentence << _BITS) + end - before)


def _first_tags(treebank: Treebank, tokens: Tokens) -> npt.NDArray[np.uint32]:
    """The code of the tag of each token's first word."""
    rows = np.flatnonzero(tokens.of_word >= 0)
    first = rows[np.unique(tokens.of_word[rows], return_index=True)[1]]
    return np.asarray(treebank.words["coarse_tag"].to_physical().to_numpy()[first])


def _where_texts_differ(
    sides: tuple[Tokens, Tokens],
    tags: tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]],
    same: npt.NDArray[np.bool_],
    found: list[Integers],
) -> tuple[Integers, Integers]:
    """The stretches with those of sentences with other characters put in their places."""
    odd = np.flatnonzero(~same)
    if not odd.size:
        return found[0], found[1]
    # Numbers of different sentences are kept apart: none has more stretches than both sides have tokens.
    room = 1 + sum(len(tokens.sentence) for tokens in sides)
    result = [tokens.sentence * room for tokens in sides]
    for numbers, tokens, own in zip(result, sides, found, strict=True):
        numbers += own * same[tokens.sentence]
    bounds = [np.searchsorted(tokens.sentence, np.stack([odd, odd + 1])).T.tolist() for tokens in sides]
    for sentence, ours, theirs in zip(odd.tolist(), *bounds, strict=True):
        tagged = [
            list(zip(tokens.codes[slice(*rows)].tolist(), values[slice(*rows)].tolist(), strict=True))
            for tokens, values, rows in zip(sides, tags, (ours, theirs), strict=True)
        ]
        for number, blocks in enumerate(_blocks(longest_common(*tagged), (len(tagged[0]), len(tagged[1])))):
            for numbers, rows, block in zip(result, (ours, theirs), blocks, strict=True):
                numbers[rows[0] + block.start : rows[0] + block.stop] = sentence * room + number
    return result[0], result[1]


def _blocks(equal: Sequence[tuple[int, int]], end: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """Equal tokens one by one, and what lies between them, up to the end of both sides."""
    done = (0, 0)
    for pair in (*equal, end):
        if pair != done:
            yield slice(done[0], pair[0]), slice(done[1], pair[1])
        done = (pair[0] + 1, pair[1] + 1)
        yield slice(pair[0], done[0]), slice(pair[1], done[1])


def _inside(gold: Treebank, parse: Treebank, ours: Integers, theirs: Integers) -> Integers:
    """The words of the same stretch that are the same."""
    result = np.full(parse.words.height, -1)
    rows = [np.flatnonzero(groups >= 0) for groups in (ours, theirs)]
    groups = [own[some] for own, some in zip((ours, theirs), rows, strict=True)]
    every = np.sort(np.concatenate(groups), kind="stable")  # quick, as both rise
    distinct = every[np.append(True, np.diff(every) > 0)[: len(every)]]
    places = [np.searchsorted(distinct, own) for own in groups]
    counts = [np.bincount(own, minlength=len(distinct)) for own in places]
    even = counts[0] == counts[1]
    chosen = [some[even[own]] for some, own in zip(rows, places, strict=True)]
    differ = _codes(gold, "form")[chosen[0]] != _codes(parse, "form")[chosen[1]]
    wrong = np.zeros(len(distinct), bool)
    wrong[places[0][even[places[0]]][differ]] = True
    equal = ~wrong[places[0][even[places[0]]]]
    result[chosen[1][equal]] = chosen[0][equal]
    uneven = (wrong | ~even) & (np.minimum(*counts) > 0) & (np.maximum(*counts) > 1)
    sides = _by_stretch(gold, rows[0], places[0], uneven), _by_stretch(parse, rows[1], places[1], uneven)
    for (gold_rows, gold_words), (parse_rows, parse_words) in zip(*sides, strict=True):
        for one, other in longest_common(gold_words, parse_words):
            result[parse_rows[other]] = gold_rows[one]
    return result


def _by_stretch(
    treebank: Treebank, rows: Integers, places: Integers, chosen: npt.NDArray[np.bool_]
) -> Iterator[tuple[Integers, list[Tagged]]]:
    """The words of each chosen stretch and their rows; ``places`` are the stretches of all ``rows``."""
    inside = rows[chosen[places]]
    bounds = np.searchsorted(places[chosen[places]], np.append(np.flatnonzero(chosen), len(chosen))).tolist()
    forms, tags = _codes(treebank, "form")[inside], _codes(treebank, "coarse_tag")[inside]
    words = list(zip(forms.tolist(), tags.tolist(), strict=True))
    return ((inside[slice(*ends)], words[slice(*ends)]) for ends in pairwise(bounds))


def _codes(treebank: Treebank, column: str) -> npt.NDArray[np.uint32]:
    return treebank.words[column].to_physical().to_numpy()


def untagged(forms: Iterable[Hashable]) -> list[Tagged]:
    """Words whose tags do not matter."""
    return [(form, None) for form in forms]


def longest_common(one: Sequence[Tagged], other: Sequence[Tagged]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence of forms in both, of several such that with most tags in common.

    Of very long ones that which `difflib` finds.
    """
    if not {form for form, _ in one} & {form for form, _ in other}:
        return []
    if len(one) * len(other) > _TABLE:
        return _common_blocks([form for form, _ in one], [form for form, _ in other])
    start = _equal_at_start(one, other)
    return [(place, place) for place in range(start)] + [
        (start + i, start + j) for i, j in _longest_common(one[start:], other[start:])
    ]


def _equal_at_start(one: Sequence[Tagged], other: Sequence[Tagged]) -> int:
    """How many words from the first one on are the same."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    return start


def _common_blocks(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[tuple[int, int]]:
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


_PAIR = 1 << 20  # what two words of a form are worth; their tag is worth 1, so that it only chooses among equals


def _longest_common(one: Sequence[Tagged], other: Sequence[Tagged]) -> Iterator[tuple[int, int]]:
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in reversed(range(len(one))):
        below, row = best[i + 1], best[i]
        for j in reversed(range(len(other))):
            row[j] = max(below[j], row[j + 1])
            if one[i][0] == other[j][0]:
                row[j] = max(row[j], below[j + 1] + _worth(one[i], other[j]))
    i = j = 0
    while i < len(one) and j < len(other):
        if one[i][0] == other[j][0] and best[i][j] == best[i + 1][j + 1] + _worth(one[i], other[j]):
            yield i, j
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1


def _worth(one: Tagged, other: Tagged) -> int:
    return _PAIR + (one[1] == other[1])
