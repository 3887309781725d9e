"""What is odd about a tree is found and said."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.text import typewriter
from goldleaf.viewer.views.arcs.arc_picture import pictures
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.oddities import cycles, oddities
from goldleaf.viewer.views.arcs.pane import make_pane
from tests.viewer.diagram.support import GOLD, THEME, sentence


def found(text: str) -> list[str]:
    return [oddity.text for oddity in oddities(pictures(sentence(text))[0])]


def test_nothing_odd():
    assert oddities(pictures(GOLD)[0]) == []


def test_each_oddity():
    assert found("a/X/0/r b/X/0/r c/X/0/r") == ["3 roots"]
    assert found("a/X/2/x b/X/1/x") == ["no root", "cycle 1 → 2 → 1"]
    assert found("a/X/_/_ b/X/_/_") == ["no heads"]
    assert found("a/X/0/r b/X/_/_ c/X/_/_") == ["no head: 2, 3"]
    assert found("a/X/0/r b/X/2/x") == ["2 is its own head"]
    assert found("a/X/0/r b/X/7/x") == ["head outside the sentence: 2"]


def test_sentences_that_are_joined_have_a_root_each():
    two = replace(sentence("a/X/0/r b/X/0/r"), joined=2)
    assert oddities(pictures(two)[0]) == []
    three = replace(sentence("a/X/0/r b/X/0/r c/X/0/r"), joined=2)
    assert [oddity.text for oddity in oddities(pictures(three)[0])] == ["3 roots"]


def test_long_lists_are_cut():
    assert found("a/X/0/r " + "b/X/_/_ " * 9) == ["no head: 2, 3, 4, 5, 6, 7 and 3 more"]
    ring = " ".join(f"a/X/{1 + position % 8}/x" for position in range(1, 9))
    assert found(ring) == ["no root", "cycle of 8 words from 1"]


def test_warned_words():
    ruler = Ruler(THEME, typewriter)
    known = pictures(sentence("a/X/0/r b/X/3/x c/X/2/x d/X/3/x"))
    pane = make_pane(known, columns_of(known, Options()), Options(), ruler)
    assert [edge.dependent for edge in pane.above if edge.warned] == [1, 2]  # columns


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
