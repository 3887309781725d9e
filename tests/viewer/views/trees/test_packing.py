"""Packing by contours."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.views.trees.slanted import FAN_PAD, Body, Stratum, pack

HEIGHT = 10.0
LEVEL = 30.0


@st.composite
def trees(draw):
    """Parents of up to forty items, each less than its own number, and their half widths."""
    count = draw(st.integers(1, 40))
    parents = [-1, *(draw(st.integers(max(0, at - 6), at - 1)) for at in range(1, count))]
    halves = draw(st.lists(st.sampled_from([5.0, 8.0, 30.0]), min_size=count, max_size=count))
    return parents, halves


def packed(parents, halves, order_gap=0.0):
    children = [[] for _ in parents]
    tops = [0.0] * len(parents)
    for at, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(at)
            tops[at] = tops[parent] + LEVEL
    bodies = [Body([Stratum(HEIGHT, half)], own, not own) for own, half in zip(children, halves, strict=True)]
    return pack(bodies, tops, [0], order_gap), children, tops


def leaves_in_order(children):
    found, waiting = [], [0]
    while waiting:
        at = waiting.pop()
        if not children[at]:
            found.append(at)
        waiting += reversed(children[at])
    return found


@given(trees())
def test_parents_are_centred_and_children_in_order(tree):
    xs, children, _ = packed(*tree)
    for at, own in enumerate(children):
        if own:
            assert xs[at] == pytest.approx((xs[own[0]] + xs[own[-1]]) / 2)
            assert all(xs[a] < xs[b] for a, b in pairwise(own))


@given(trees())
def test_items_of_a_level_do_not_overlap(tree):
    parents, halves = tree
    xs, _, tops = packed(parents, halves)
    levels = {}
    for at, top in enumerate(tops):
        levels.setdefault(top, []).append((xs[at] - halves[at], xs[at] + halves[at]))
    for items in levels.values():
        assert all(right <= left + 1e-6 for (_, right), (left, _) in pairwise(sorted(items)))
    assert min(left for items in levels.values() for left, _ in items) == pytest.approx(0.0, abs=FAN_PAD)


@given(trees())
def test_leaves_keep_their_order(tree):
    xs, children, _ = packed(*tree, order_gap=3.0)
    places = [xs[at] for at in leaves_in_order(children)]
    assert all(a + 3.0 <= b + 1e-6 for a, b in pairwise(places))


def test_leaves_touch():
    xs, *_ = packed([-1, 0, 0, 0], [5.0, 10.0, 20.0, 10.0])
    assert [x - xs[1] for x in xs] == [30.0, 0.0, 30.0, 60.0]


@pytest.mark.parametrize("between", [1, 2, 3])
def test_small_subtrees_between_large_ones_are_spread(between):
    """Below the first and the last child are wide leaves, which keep these far apart."""
    parents = [-1, 0, *([0] * between), 0, 1, 2 + between]
    xs, *_ = packed(parents, [*([5.0] * (3 + between)), 60.0, 60.0])
    gaps = [b - a for a, b in pairwise(xs[1:-2])]
    assert gaps == pytest.approx([120.0 / (between + 1)] * (between + 1))


def test_a_short_neighbour_stands_over_a_deep_ones_shoulder():
    # A leaf beside a node with wide children need not keep clear of what is far below it.
    parents = [-1, 0, 0, 2, 3, 3]
    xs, *_ = packed(parents, [5.0, 5.0, 5.0, 5.0, 40.0, 40.0])
    assert xs[4] - 40.0 < xs[1] + 5.0


def test_no_items():
    assert pack([], [], [], 0.0) == []


def test_several_roots():
    bodies = [Body([Stratum(HEIGHT, 5.0)], [], True) for _ in range(3)]
    assert pack(bodies, [0.0] * 3, [0, 1, 2], 0.0) == [5.0, 15.0, 25.0]
