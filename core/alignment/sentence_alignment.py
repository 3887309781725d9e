"""Which sentences of a gold and a parse belong together, told by ids and texts, and by tokens where those differ.

All pairs of rows are int64, n × 2, and rise in both columns.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from goldleaf.core.alignment.same import Tokens, sentence_texts, surface_tokens
from goldleaf.core.facts import Column, Integers, Keys, Mark, compare, identity
from goldleaf.core.treebank import Treebank

TELLING = 0.5  # of the tokens of the shorter of two sentences, by which one is a part of the other
NEARLY = 0.75  # of the tokens of the longer of two sentences with the same id, by which they are the same
_TABLE = 250_000  # pairs of tokens between two anchors that are looked through
RELATED = 0.3  # by which they belong together if neither has more in common with any other


class Linked(NamedTuple):
    pairs: Integers  # a sentence may be in several
    tokens: int  # that they have in common
    moved: bool  # whether there are some that the other side has at another place


def linked_sentences(gold: Treebank, parse: Treebank) -> Linked:
    texts = text_keys(gold), text_keys(parse)
    ids = id_keys(gold), id_keys(parse)
    # Those of the same text pair, by their ids if there are several; what the other has at another place stays alone.
    same = same_sentences(texts, ids)
    moved = [own != 0 for own in texts]
    for side in (0, 1):
        moved[side][same[:, side]] = False
    marks = compare(*([own[free]] for own, free in zip(texts, moved, strict=True)))
    for free, mark in zip(moved, marks, strict=True):
        free[free] = mark == Mark.MATCHED
    staying = [np.flatnonzero(~own) for own in moved]
    inner = np.stack([np.searchsorted(staying[side], same[:, side]) for side in (0, 1)], axis=1)
    sides = surface_tokens(gold), surface_tokens(parse)
    # Then those that have the same id and nearly the same tokens, and between these those with most tokens in common.
    found = [inner, _by_ids(sides, ids, staying, inner)]
    anchors = _rising(found)
    for gap in between(anchors, len(staying[0]), len(staying[1])):
        rows = [own[part] for own, part in zip(staying, gap, strict=True)]
        if max(map(len, rows)) > 1:  # else there is no choice
            found.append(_by_tokens(sides, rows) + np.array([part.start for part in gap]))
    anchors = _rising(found)
    found = [anchors]
    for ours, theirs in between(anchors, len(staying[0]), len(staying[1])):
        if ours.stop - ours.start == theirs.stop - theirs.start:  # as many on either side that have none
            found.append(np.stack([np.arange(ours.start, ours.stop), np.arange(theirs.start, theirs.stop)], axis=1))
    pairs = _rows(staying, _rising(found))
    return Linked(pairs, int(_common(sides, pairs, (len(gold), len(parse))).sum()), moved=bool(moved[0].any()))


def text_keys(treebank: Treebank) -> Keys:
    """A number for each sentence, equal where the characters are, blanks left out; 0 for one without any."""
    texts = sentence_texts(surface_tokens(treebank), len(treebank))
    return np.where((texts != "").to_numpy(), texts.hash().to_numpy() | np.uint64(1), np.uint64(0))


def id_keys(treebank: Treebank) -> Keys:
    """A number for each sentence, equal where the ids are; 0 for one without an id."""
    ids = treebank.sentences["id"]
    return np.where(ids.is_not_null().to_numpy(), ids.hash().to_numpy(), np.uint64(0))


def same_sentences(texts: tuple[Keys, Keys], ids: tuple[Keys, Keys]) -> Integers:
    """Pairs of rows of sentences with the same text; those that have the same id, too, go first."""
    written = [np.flatnonzero(own) for own in texts]
    named = [identity(own, name)[rows] for own, name, rows in zip(texts, ids, written, strict=True)]
    pairs = [matched(named[0], named[1], run=1)]
    for ours, theirs in between(pairs[0], len(written[0]), len(written[1])):
        inside = matched(texts[0][written[0][ours]], texts[1][written[1][theirs]], run=1)
        pairs.append(inside + np.array([ours.start, theirs.start]))
    return _rows(written, _rising(pairs))


def between(pairs: Integers, size: int, other_size: int) -> Iterator[tuple[slice, slice]]:
    """The rows before, between and behind pairs, where both sides have some."""
    bounds = np.concatenate([[(-1, -1)], pairs, [(size, other_size)]])
    gaps = np.flatnonzero((np.diff(bounds, axis=0) > 1).all(axis=1))
    for (row, other), (end, other_end) in zip(bounds[gaps].tolist(), bounds[gaps + 1].tolist(), strict=True):
        yield slice(row + 1, end), slice(other + 1, other_end)


def _rising(parts: list[Integers]) -> Integers:
    pairs = np.concatenate(parts)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def _rows(rows: Sequence[Integers], pairs: Integers) -> Integers:
    """Pairs of places in the rows of either side as pairs of rows."""
    return np.stack([rows[side][pairs[:, side]] for side in (0, 1)], axis=1)


def _by_ids(sides: tuple[Tokens, Tokens], ids: tuple[Keys, Keys], staying: list[Integers], links: Integers) -> Integers:
    """Between links, sentences with the same id that have nearly the same tokens, in pairs of places in ``staying``."""
    free = [np.setdiff1d(np.arange(len(own)), links[:, side]) for side, own in enumerate(staying)]
    free = [own[keys[rows[own]] != 0] for own, keys, rows in zip(free, ids, staying, strict=True)]
    own, other = (keys[rows[places]] for keys, rows, places in zip(ids, staying, free, strict=True))
    pairs = _rows(free, matched(own, other, run=1))
    gap, other_gap = (np.searchsorted(links[:, side], pairs[:, side]) for side in (0, 1))
    pairs = pairs[gap == other_gap]
    rows = _rows(staying, pairs)
    sizes = [np.bincount(tokens.sentence, minlength=len(keys)) for tokens, keys in zip(sides, ids, strict=True)]
    longer = np.maximum(*(size[rows[:, side]] for side, size in enumerate(sizes)))
    return np.asarray(pairs[_common(sides, rows, (len(ids[0]), len(ids[1]))) >= NEARLY * longer])


def _by_tokens(sides: tuple[Tokens, Tokens], rows: list[Integers]) -> Integers:
    """Places in ``rows`` of sentences whose tokens tell that they belong together, in pairs."""
    inside = []  # the rows of the tokens of these sentences, which are neighbours
    for tokens, some in zip(sides, rows, strict=True):
        first, end = np.searchsorted(tokens.sentence, [some[0], some[-1] + 1]).tolist()
        inside.append(first + np.flatnonzero(np.isin(tokens.sentence[first:end], some)))
    place = [np.searchsorted(some, own.sentence[tokens]) for own, some, tokens in zip(sides, rows, inside, strict=True)]
    equal = matched(sides[0].codes[inside[0]], sides[1].codes[inside[1]])
    links, counts = np.unique(_rows(place, equal), axis=0, return_counts=True)
    sizes = [np.bincount(own, minlength=len(some)) for own, some in zip(place, rows, strict=True)]
    most = [np.zeros(len(some), np.int64) for some in rows]
    for side in (0, 1):
        np.maximum.at(most[side], links[:, side], counts)
    shorter = np.minimum(sizes[0][links[:, 0]], sizes[1][links[:, 1]])
    closest = (counts == most[0][links[:, 0]]) & (counts == most[1][links[:, 1]])
    return np.asarray(links[(counts > TELLING * shorter) | (closest & (counts >= RELATED * shorter))])


def _common(sides: tuple[Tokens, Tokens], pairs: Integers, sizes: tuple[int, int]) -> Integers:
    """How many tokens the sentences of pairs have in common; those that share a sentence count as one, at the first."""
    number = np.cumsum((np.diff(pairs, axis=0, prepend=-1) > 0).all(axis=1)) - 1
    unit = [np.full(size, -1 - side) for side, size in enumerate(sizes)]
    for side in (0, 1):
        unit[side][pairs[:, side]] = number
    own, other = (units[tokens.sentence] for units, tokens in zip(unit, sides, strict=True))
    marks = compare([own, sides[0].codes], [other, sides[1].codes])
    return np.bincount(own[marks.gold == Mark.MATCHED], minlength=len(pairs))


def matched(one: Column, other: Column, run: int = 3) -> Integers:
    """Pairs of rows (int64, n × 2) of equal tokens, rising in both columns; ``run`` are enough to tell a place."""
    # In about linear time (after patience sorting; Cohen 2010): runs of tokens that occur once on either side are
    # anchors, as many as rise together; between them tokens are matched as `difflib` does it, and where that is too
    # much, only as long as they are the same from either end.
    bounds = [(-1, -1), *_anchors(one, other, run), (len(one), len(other))]
    pairs: list[tuple[int, int]] = []
    for (left, other_left), (right, other_right) in pairwise(bounds):
        pairs += _between(one, other, (left + 1, right), (other_left + 1, other_right))
        if right < len(one):
            pairs.append((right, other_right))
    return np.array(pairs, np.int64).reshape(-1, 2)


def _between(one: Column, other: Column, rows: tuple[int, int], others: tuple[int, int]) -> list[tuple[int, int]]:
    size, other_size = rows[1] - rows[0], others[1] - others[0]
    if not size or not other_size:
        return []
    ours, theirs = one[slice(*rows)], other[slice(*others)]
    start = _equal_at_start(ours, theirs)
    end = _equal_at_start(ours[start:][::-1], theirs[start:][::-1])
    at_start = [(rows[0] + step, others[0] + step) for step in range(start)]
    at_end = [(rows[1] - step, others[1] - step) for step in range(end, 0, -1)]
    ours, theirs = ours[start : size - end], theirs[start : other_size - end]
    if len(ours) * len(theirs) > _TABLE:
        return [*at_start, *at_end]
    blocks = SequenceMatcher(None, ours.tolist(), theirs.tolist(), autojunk=False).get_matching_blocks()
    first, other_first = rows[0] + start, others[0] + start
    inside = [(first + block.a + step, other_first + block.b + step) for block in blocks for step in range(block.size)]
    return [*at_start, *inside, *at_end]


def _equal_at_start(one: Column, other: Column) -> int:
    """How many tokens are the same from the first one on: of a text that repeats itself, this finds what one lacks."""
    shorter = min(len(one), len(other))
    differs = np.flatnonzero(one[:shorter] != other[:shorter])
    return int(differs[0]) if len(differs) else shorter


def _anchors(one: Column, other: Column, run: int) -> list[tuple[int, int]]:
    """The first tokens of runs that occur once on either side, in the longest order that rises on both."""
    runs, places = [], []
    for side in (one, other):
        count = max(len(side) - run + 1, 0)
        keys = identity(*(side[step : step + count] for step in range(run)))
        distinct, rows, counts = np.unique(keys, return_index=True, return_counts=True)
        runs.append(distinct[counts == 1])
        places.append(rows[counts == 1])
    _, *at = np.intersect1d(runs[0], runs[1], assume_unique=True, return_indices=True)
    starts, others = (own[rows] for own, rows in zip(places, at, strict=True))
    order = np.argsort(starts)
    starts, others = starts[order].tolist(), others[order].tolist()
    # A longest rising subsequence of the others, with the places beside it.
    ends: list[int] = []  # the least value at which a rising sequence of each length ends,
    last: list[int] = []  # its index,
    before: list[int] = []  # and for each index the one before it
    for index, value in enumerate(others):
        length = bisect_left(ends, value)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(value)
            last.append(index)
        else:
            ends[length], last[length] = value, index
    rising = []
    index = last[-1] if last else -1
    while index >= 0:
        rising.append((starts[index], others[index]))
        index = before[index]
    return rising[::-1]
