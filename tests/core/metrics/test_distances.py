"""Edit distances of many pairs at once against one pair at a time."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.metrics.distances import FILLING, distances

RELATED = np.array([0, 0, 1, 2])
sequences = st.lists(st.sampled_from([0, 1, 2, 3, -2, -3]), max_size=6)


def naive(one, other, related=None):
    @cache
    def cost(i, j):
        if i == 0 or j == 0:
            return i + j
        a, b = one[i - 1], other[j - 1]
        change = 0 if a == b else 2
        if related is not None and a != b and min(a, b) >= 0 and related[a] == related[b]:
            change = 0.5
        return min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + change)

    return cost(len(one), len(other))


def longest_common_subsequence(one, other):
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def filled(rows):
    width = max(map(len, rows), default=0)
    return np.array([[*row, *[FILLING] * (width - len(row))] for row in rows], np.int64).reshape(len(rows), width)


@given(st.lists(st.tuples(sequences, sequences), max_size=8))
def test_many_at_once(pairs):
    one, other = filled([pair[0] for pair in pairs]), filled([pair[1] for pair in pairs])
    found = distances(one, other).tolist()
    assert found == [naive(tuple(a), tuple(b)) for a, b in pairs]
    assert found == [len(a) + len(b) - 2 * longest_common_subsequence(a, b) for a, b in pairs]
    assert distances(one, other, RELATED).tolist() == [naive(tuple(a), tuple(b), RELATED) for a, b in pairs]


def test_more_than_fit_at_once(monkeypatch):
    monkeypatch.setattr("goldleaf.core.metrics.distances.AT_ONCE", 3)
    rows = [[0] * length for length in range(10)]
    assert distances(filled(rows), filled(rows[::-1])).tolist() == [abs(9 - 2 * length) for length in range(10)]
