"""Words and states in one order, as far apart as each structure asks.

Also tests `diagram.ribbons`.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.views.aligned.draw import between_words, spread, with_states

distances = st.lists(st.floats(1, 200), min_size=3, max_size=3)


@given(distances, distances)
def test_no_structure_gets_less_room_than_it_asks_for(one, other):
    sides = [dict(enumerate((0.0, row[0], row[0] + row[1], sum(row)))) for row in (one, other)]
    order = [("word", place) for place in range(4)]
    xs = spread(order, [need for side in sides for need in between_words(side)], {})
    for place in range(3):
        room = xs["word", place + 1] - xs["word", place]
        assert room >= max(side[place + 1] - side[place] for side in sides) - 1e-6


def test_words_of_different_structures_do_not_touch():
    xs = spread([("word", 1), ("word", 2)], [], {1: 54.0, 2: 74.0})
    assert xs["word", 2] - xs["word", 1] == 64


def test_each_word_stands_between_its_states():
    order, between = with_states([1, 2, 3], [0, 1, 2, 3], {1: (0, 1), 2: (1, 3)})
    assert order == [("state", 0), ("word", 1), ("state", 1), ("word", 2), ("state", 2), ("state", 3), ("word", 3)]
    assert between == {1: (0, 1), 2: (1, 3)}


def test_an_edge_beside_another_words_holds_no_word():
    order, between = with_states([1, 2, 3], [0, 1, 2], {1: (0, 1), 2: (1, 2), 3: (0, 2)})
    assert 3 not in between and order[-1] == ("word", 3)
    assert len(order) == 6
