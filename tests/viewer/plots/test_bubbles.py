"""Names of bubbles stand where they hide least."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.plots.bubbles import arranged

FRAME = np.array([0.0, 0, 400, 300])


def boxes(*bubbles):
    return [tuple(box) for box in arranged(np.array(bubbles, float), FRAME)]


def touch(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_names_of_bubbles_at_one_place_are_apart():
    found = boxes(*[(200, 150, 10, 60, 10)] * 4)
    assert not any(touch(one, other) for one, other in combinations(found, 2))
    assert not any(touch(one, (190, 140, 210, 160)) for one in found)


def test_a_name_stays_in_the_frame_and_to_the_right_where_it_can():
    assert boxes((200, 150, 10, 60, 10)) == [(212, 145, 272, 155)]
    [(left, bottom, right, top)] = boxes((395, 150, 4, 60, 10))
    assert left >= 0 and bottom >= 0 and right <= 400 and top <= 300


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 300), st.integers(2, 15)), max_size=12))
def test_every_name_is_beside_its_bubble(places):
    found = boxes(*((x, y, radius, 50, 10) for x, y, radius in places))
    for (left, bottom, right, top), (x, y, radius) in zip(found, places, strict=True):
        assert abs(right - left - 50) < 0.01 and abs(top - bottom - 10) < 0.01
        assert left <= x + radius + 3 and right >= x - radius - 3
        assert bottom <= y + radius + 3 and top >= y - radius - 3
