"""Columns stand as close as their texts and labels allow.

Also tests `diagram.spacing`.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.diagram.spacing import Need, gaps_between, positions


def test_without_needs_the_gaps_decide():
    assert positions([10, 20, 5], []) == [0, 10, 30, 35]


def test_a_need_that_is_met_widens_nothing():
    assert positions([10, 20], [Need(0, 2, 30)]) == [0, 10, 30]


def test_what_is_lacking_is_shared():
    assert positions([10, 10, 10], [Need(0, 2, 30)]) == [0, 15, 30, 40]


def test_needs_that_overlap_share_what_they_add():
    assert positions([0, 0, 0], [Need(0, 2, 1), Need(1, 3, 1)])[-1] == 1


def test_texts_with_an_empty_neighbour_keep_half_a_gap():
    assert gaps_between([10, 0, 10, 20], 4) == [7, 7, 19]


numbers = st.floats(0, 100)


@given(st.data())
def test_least_width(data):
    gaps = data.draw(st.lists(numbers, min_size=1, max_size=8))
    ends = st.integers(0, len(gaps))
    needs = [
        Need(*sorted(pair), distance)
        for pair, distance in data.draw(st.lists(st.tuples(st.tuples(ends, ends), st.floats(0, 300)), max_size=8))
        if pair[0] != pair[1]
    ]
    xs = positions(gaps, needs)
    for (a, b), gap in zip(pairwise(xs), gaps, strict=True):
        assert b - a >= gap - 1e-9
    for left, right, distance in needs:
        assert xs[right] - xs[left] >= distance - 1e-9
    least = [0.0] * len(xs)  # the longest path of constraints, which nothing narrower can meet
    for right in range(1, len(xs)):
        ends_here = [least[need.left] + need.distance for need in needs if need.right == right]
        least[right] = max([least[right - 1] + gaps[right - 1], *ends_here])
    assert xs[-1] == pytest.approx(least[-1])
