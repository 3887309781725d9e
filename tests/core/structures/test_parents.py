"""Arrays of heads; what `dependency` makes of them is tested there."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.structures.parents import blocks, crossed, depths, without_cycles

heads = st.integers(1, 9).flatmap(lambda size: st.lists(st.integers(-1, size - 1), min_size=size, max_size=size))


@given(heads)
def test_arcs_cross_where_one_ends_within_and_begins_beyond(parent):
    arcs = {place: sorted((place, head)) for place, head in enumerate(parent) if head >= 0}
    expected = [
        place in arcs and any(a < c < b < d or c < a < d < b for c, d in arcs.values())
        for place in range(len(parent))
        for a, b in [arcs.get(place, (0, 0))]
    ]
    assert crossed(np.array(parent)).tolist() == expected


@given(heads)
def test_depths_are_those_of_a_walk(parent):
    found = []
    for place in range(len(parent)):
        steps = 0
        while parent[place] >= 0 and steps <= len(parent):
            place, steps = parent[place], steps + 1
        found.append(-1 if steps > len(parent) else steps)
    assert depths(np.array(parent)).tolist() == found


@given(heads, st.data())
def test_blocks_are_stretches_of_what_is_dominated(parent, data):
    """Words may be nodes themselves, or hang by some; one that hangs by none breaks yields, too."""
    forest, _ = without_cycles(np.array(parent))
    places = st.integers(-1, len(parent) - 1)
    lowest = data.draw(st.one_of(st.just(list(range(len(parent)))), st.lists(places, max_size=9)))
    yields: list[set[int]] = [set() for _ in parent]
    for word, node in enumerate(lowest):
        while node >= 0:
            yields[node].add(word)
            node = forest[node]
    expected = [sum(word - 1 not in own for word in own) for own in yields]
    assert blocks(forest, np.array(lowest, np.int64)).tolist() == expected
