"""Lanes nest, and no two spans of a lane overlap."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.views.arcs.band import lanes

spans = st.lists(
    st.tuples(st.integers(0, 15), st.integers(0, 15)).map(lambda ends: (min(ends), max(ends))), max_size=20
)


def of(*given_spans: tuple[int, int]) -> list[int]:
    return lanes(given_spans, [right - left for left, right in given_spans])


def test_neighbours_share_a_lane():
    assert of((1, 2), (2, 3), (3, 5)) == [1, 1, 1]


def test_outer_lies_above_inner():
    assert of((1, 4), (1, 2), (2, 3)) == [2, 1, 1]


def test_crossing_is_raised():
    assert sorted(of((1, 3), (2, 4))) == [1, 2]


def test_a_crossing_span_uses_a_free_lane_below():
    # (3, 7) crosses (0, 5), which its own nest has lifted to lane 3, and finds lane 1 free.
    assert of((0, 5), (0, 2), (0, 1), (3, 7)) == [3, 2, 1, 1]


def test_a_stub_lies_above_what_begins_or_ends_at_it():
    assert of((2, 2), (1, 2), (2, 5), (3, 4)) == [3, 1, 2, 1]


def test_a_stub_under_a_span_keeps_clear_of_its_lane():
    assert of((2, 2), (1, 3)) == [2, 1]
    assert of((2, 2), (2, 3), (1, 4), (0, 1)) == [3, 1, 2, 1]


def test_equal_spans_are_told_apart_by_their_whole_arcs():
    assert lanes([(0, 3), (0, 3)], [9, 5]) == [2, 1]
    assert lanes([(0, 3), (0, 3)], [5, 9]) == [1, 2]


@given(spans)
def test_properties(found):
    result = of(*found)
    assert min(result, default=1) >= 1
    for (one, lane), (other, another) in combinations(zip(found, result, strict=True), 2):
        (a, b), (c, d) = one, other
        if a < b and c < d:
            assert lane != another or b <= c or d <= a
            if a <= c and d <= b and one != other:
                assert lane > another
            if c <= a and b <= d and one != other:
                assert lane < another
        elif a == b and c < d:
            assert lane > another if a in other else not (c < a < d and lane == another)
        elif c == d and a < b:
            assert another > lane if c in one else not (a < c < b and lane == another)
        elif one == other:
            assert lane != another
