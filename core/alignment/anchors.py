"""Equal tokens of two long texts, in about linear time (after patience sorting; Cohen 2010)."""

from __future__ import annotations

from bisect import bisect_left
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.facts import identity

Integers: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.integer[Any]]

_RUN = 3  # tokens
_TABLE = 250_000  # pairs of tokens between two anchors that are looked through


def matched(one: Codes, other: Codes, run: int = _RUN) -> Integers:
    """Pairs of rows (int64, n × 2) of equal tokens, rising in both columns.

    Runs of ``run`` tokens that occur once on either side are anchors, as many as rise together; between them tokens are
    matched as `difflib` does it, and where that is too much, only as long as they are the same from either end.
    """
    bounds = [(-1, -1), *_anchors(one, other, run), (len(one), len(other))]
    pairs: list[tuple[int, int]] = []
    for (left, other_left), (right, other_right) in pairwise(bounds):
        pairs += _between(one, other, (left + 1, right), (other_left + 1, other_right))
        if right < len(one):
            pairs.append((right, other_right))
    return np.array(pairs, np.int64).reshape(-1, 2)


def _between(one: Codes, other: Codes, rows: tuple[int, int], others: tuple[int, int]) -> list[tuple[int, int]]:
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


def _equal_at_start(one: Codes, other: Codes) -> int:
    """How many tokens are the same from the first one on: of a text that repeats itself, this finds what one lacks."""
    shorter = min(len(one), len(other))
    differs = np.flatnonzero(one[:shorter] != other[:shorter])
    return int(differs[0]) if len(differs) else shorter


def _anchors(one: Codes, other: Codes, run: int) -> list[tuple[int, int]]:
    """The first tokens of runs that occur once on either side, in the longest order that rises on both."""
    (runs, starts), (other_runs, other_starts) = (_runs(side, run) for side in (one, other))
    _, rows, other_rows = np.intersect1d(runs, other_runs, assume_unique=True, return_indices=True)
    places, other_places = starts[rows], other_starts[other_rows]
    order = np.argsort(places)
    return _rising(places[order].tolist(), other_places[order].tolist())


def _runs(side: Codes, run: int) -> tuple[npt.NDArray[np.uint64], Integers]:
    """The runs of a side that occur once, and where each begins."""
    count = max(len(side) - run + 1, 0)
    keys = identity(*(side[step : step + count] for step in range(run)))
    distinct, rows, counts = np.unique(keys, return_index=True, return_counts=True)
    return distinct[counts == 1], rows[counts == 1]


def _rising(places: list[int], others: list[int]) -> list[tuple[int, int]]:
    """A longest rising subsequence of ``others``, with the places beside it."""
    ends: list[int] = []  # the least value at which a rising sequence of each length ends,
    at: list[int] = []  # its index,
    before: list[int] = []  # and for each index the one before it
    for index, value in enumerate(others):
        length = bisect_left(ends, value)
        before.append(at[length - 1] if length else -1)
        if length == len(ends):
            ends.append(value)
            at.append(index)
        else:
            ends[length], at[length] = value, index
    found = []
    index = at[-1] if at else -1
    while index >= 0:
        found.append((places[index], others[index]))
        index = before[index]
    return found[::-1]
