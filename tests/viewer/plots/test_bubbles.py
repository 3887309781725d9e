"""Names of bubbles stand where they hide least."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.plots.bubbles import SIDES, Bounds, NamedBubble, arranged

FRAME = Bounds(0, 0, 400, 300)


def boxes(bubbles: list[NamedBubble]) -> list[Bounds]:
    return [one.name_at(side) for one, side in zip(bubbles, arranged(bubbles, FRAME), strict=True)]


def test_names_of_bubbles_at_one_place_are_apart():
    bubbles = [NamedBubble(200, 150, 10, 60, 10)] * 4
    found = boxes(bubbles)
    assert not any(one.common(other) for one, other in combinations(found, 2))
    assert not any(one.common(bubbles[0].box) for one in found)


def test_a_name_stays_in_the_frame_and_to_the_right_where_it_can():
    [alone] = arranged([NamedBubble(200, 150, 10, 60, 10)], FRAME)
    assert alone == (1, 0)
    [box] = boxes([NamedBubble(395, 150, 4, 60, 10)])
    assert box.common(FRAME) == box.area


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 300), st.integers(2, 15)), max_size=12))
def test_every_name_is_beside_its_bubble(places):
    bubbles = [NamedBubble(x, y, radius, 50, 10) for x, y, radius in places]
    sides = arranged(bubbles, FRAME)
    assert len(sides) == len(bubbles) and {*sides} <= {*SIDES}
    for one, side in zip(bubbles, sides, strict=True):
        box = one.name_at(side)
        assert box.left <= one.x + one.radius + 3 and box.right >= one.x - one.radius - 3
