"""A new head is told of before it is there: cycles, second roots, arcs that it crosses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.structures.attaching import Attached, attachment_faults, cycles

HEADS = {1: 2, 2: 3, 3: 0, 4: 5, 5: 3, 6: 3}


@pytest.mark.parametrize(
    ("dependent", "head", "told"),
    [
        (1, 3, Attached()),
        (4, 3, Attached()),
        (2, 1, Attached(cycle=(2, 1))),
        (3, 4, Attached(cycle=(3, 4, 5))),
        (3, 3, Attached(cycle=(3,))),
        (5, 0, Attached(roots=(3, 5))),
        (3, 0, Attached()),
        (4, 1, Attached(crosses=(5, 6))),
        (6, 4, Attached(crosses=(5,))),
    ],
)
def test_what_a_new_head_comes_to(dependent, head, told):
    assert attachment_faults(HEADS, dependent, head) == told


def test_a_cycle_of_others_is_not_told_again():
    assert attachment_faults({1: 2, 2: 1, 3: 0, 4: 3}, 4, 1).cycle == ()


def test_words_without_a_head_have_no_arcs():
    assert attachment_faults({1: None, 2: 4, 3: None, 4: 0}, 3, 1) == Attached(crosses=(2,))


def test_a_cycle_that_is_entered_in_the_middle():
    assert cycles({1: 4, 3: 4, 4: 3}) == [(3, 4)]


heads = st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=9).map(lambda row: dict(enumerate(row, 1)))


@given(heads)
def test_cycles_are_those_words_that_lead_back_to_themselves(tree):
    def returns(word: int) -> bool:
        step = tree.get(word)
        for _ in tree:
            if step == word:
                return True
            step = tree.get(step)
        return False

    in_cycles = [word for cycle in cycles(tree) for word in cycle]
    assert sorted(in_cycles) == [word for word in tree if returns(word)]
    for cycle in cycles(tree):
        assert [tree[word] for word in cycle] == [*cycle[1:], cycle[0]]
        assert cycle[0] == min(cycle)
