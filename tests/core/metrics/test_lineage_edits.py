"""Distances of many lineages at once against one pair at a time; the edits of a pair cost as much and lead from one to
the other."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.metrics.lineage_edits import FILLING, Edit, distances, lineage_edits

RELATED = np.array([0, 0, 1, 2])
LABELS = ("N", "N1", "NP", "VP", "[", "]")
lineages = st.lists(st.sampled_from(LABELS), max_size=7)
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
    monkeypatch.setattr("goldleaf.core.metrics.lineage_edits.AT_ONCE", 3)
    rows = [[0] * length for length in range(10)]
    assert distances(filled(rows), filled(rows[::-1])).tolist() == [abs(9 - 2 * length) for length in range(10)]


def cost(edit: Edit) -> float:
    if edit.same:
        return 0
    return 0.5 if edit.gold and edit.parse else 1


def test_the_example_of_the_paper():
    assert lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"]) == [
        Edit("N1", ""), Edit("]", ""), Edit("N1", ""), Edit("", "NP"), Edit("S", "S"),
    ]  # fmt: skip
    related = lineage_edits(["N1", "]", "N1", "S"], ["NP", "S"], families=True)
    assert sum(map(cost, related)) == 2.5 and Edit("N1", "NP") in related


@given(lineages, lineages, st.booleans())
def test_their_costs_are_the_distance(gold, parse, families):
    edits = lineage_edits(gold, parse, families=families)
    assert [edit.gold for edit in edits if edit.gold] == gold
    assert [edit.parse for edit in edits if edit.parse] == parse
    number = {label: place for place, label in enumerate(LABELS)}
    symbols = [[-2 - (one == "]") if one in "[]" else number[one] for one in side] for side in (gold, parse)]
    assert sum(map(cost, edits)) == naive(tuple(symbols[0]), tuple(symbols[1]), [0, 0, 0, 1] if families else None)
