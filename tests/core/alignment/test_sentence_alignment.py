"""Equal tokens of two long texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment.sentence_alignment import matched

texts = st.lists(st.integers(0, 6), max_size=40)


@pytest.mark.slow
@given(texts, texts)
def test_pairs_rise_on_both_sides_and_are_of_equal_tokens(one, other):
    pairs = matched(np.array(one, np.int64), np.array(other, np.int64))
    assert (np.diff(pairs, axis=0) > 0).all()
    assert all(one[row] == other[partner] for row, partner in pairs.tolist())


@given(st.integers(0, 60), st.lists(st.integers(0, 59), unique=True, max_size=20))
def test_what_is_left_of_a_text_without_repetitions_is_found(length, missing):
    whole = np.arange(length)
    left = np.delete(whole, [place for place in missing if place < length])
    assert matched(whole, left).tolist() == [[token, row] for row, token in enumerate(left.tolist())]


def test_anchors_hold_where_what_lies_between_is_too_much_to_look_through():
    """Runs that occur once; of the long stretches of one repeated token nothing is said."""
    ours = np.concatenate([np.full(600, 1), [7, 8, 9], np.full(600, 2)])
    theirs = np.concatenate([np.full(601, 1), [7, 8, 9], np.full(601, 2)])
    assert [600, 601] in matched(ours, theirs).tolist()
    assert len(matched(np.r_[3, np.full(600, 1), 4], np.r_[5, np.full(601, 1), 6])) == 0


def test_a_long_text_that_stands_twice_and_lacks_something_once_is_found_from_both_ends():
    text = np.arange(1_000)
    twice = np.concatenate([text, text])
    found = matched(twice, np.delete(twice, [1_200]), run=1)
    assert np.array_equal(found[:, 0], np.delete(np.arange(2_000), [1_200]))
