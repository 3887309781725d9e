"""Constituents as a comparison marks them."""

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Word
from goldleaf.core.structures.phrase import is_trace
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.views.trees.tree_picture import NodeFact, continuous, runs, tree_pictures
from tests.viewer.views.trees.support import GOLD, PARSE, node_facts, pair, tree


def test_without_a_comparison_all_is_matched():
    [gold] = tree_pictures(GOLD)
    assert gold.side == Side.GOLD and gold.name == "gold"
    assert {gold.state(node.number) for node in GOLD.nodes} == {State.MATCHED}
    gold, parse = tree_pictures(GOLD, PARSE)
    assert not gold.node_states and not parse.node_states


def test_states_of_both_sides():
    gold, parse = pair()
    assert {number: gold.state(number).value for number in gold.node_at if gold.differs(number)} == {
        4: "missing",
        5: "wrong-label",
    }
    assert {number: parse.state(number).value for number in parse.node_at if parse.differs(number)} == {
        4: "wrong-label",
        7: "extra",
    }


def test_marks_become_states():
    def state(mark, unlabeled=Mark.EXTRA, crossing=False, gold=False):
        fact = NodeFact(1 if gold else None, None if gold else 1, mark, unlabeled, crossing)
        return tree_pictures(GOLD, PARSE, [fact])[0 if gold else 1].state(1)

    assert state(Mark.EXTRA) == State.EXTRA
    assert state(Mark.EXTRA, Mark.MATCHED) == State.WRONG_LABEL
    assert state(Mark.EXTRA, crossing=True) == State.CROSSING
    assert state(Mark.FORGIVEN) == State.FORGIVEN
    assert state(Mark.NOT_SCORED) == State.NOT_SCORED
    assert state(Mark.MISSING, Mark.MISSING, gold=True) == State.MISSING
    assert state(Mark.MISSING, Mark.MATCHED, gold=True) == State.WRONG_LABEL
    assert state(Mark.NOT_SCORED, gold=True) == State.NOT_SCORED


def test_what_no_fact_speaks_of_is_not_scored():
    gold, _ = tree_pictures(GOLD, PARSE, [NodeFact(2, 2, Mark.MATCHED, Mark.MATCHED)])
    assert gold.state(1) == State.NOT_SCORED and gold.state(2) == State.MATCHED


def test_partners():
    gold, parse = pair()
    assert gold.partners[1] == 1
    assert gold.partners[5] == 4
    assert parse.partners[4] == 5
    assert 7 not in parse.partners


def test_partners_are_found_past_traces():
    gold = tree("(S (NP (-NONE- *)) (VP (V go)))")
    parse = tree("(S (XP (V go)))")
    facts = [
        NodeFact(1, 1, Mark.MATCHED, Mark.MATCHED),
        NodeFact(3, None, Mark.MISSING, Mark.MATCHED),
        NodeFact(None, 2, Mark.EXTRA, Mark.MATCHED),
    ]
    assert tree_pictures(gold, parse, facts)[0].partners == {1: 1, 3: 2}


def test_traces():
    assert is_trace(Word(1, "*T*-1", coarse_tag="-NONE-"))
    assert is_trace(Word(1, "0", coarse_tag="-NONE-"))
    assert is_trace(Word(1, "*pro*", coarse_tag="NP-SBJ"))
    assert not is_trace(Word(1, "*", coarse_tag="SYM"))
    assert not is_trace(Word(1, "*wow", coarse_tag="UH"))


@given(st.sets(st.integers(0, 80)))
def test_stretches_of_a_set(places):
    bits = sum(1 << place for place in places)
    found = [place for first, last in runs(bits) for place in range(first, last + 1)]
    assert found == sorted(places)
    assert continuous(bits) == (len(list(runs(bits))) <= 1)


def test_facts_of_the_tests_are_a_plain_comparison():
    marks = [fact.mark for fact in node_facts(GOLD, GOLD)]
    assert set(marks) == {Mark.MATCHED} and len(marks) == len(GOLD.nodes)
