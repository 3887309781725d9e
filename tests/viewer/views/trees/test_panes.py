"""What a parse lacks, as bars under its words.

Also tests `diagram.bars`.
"""

import pytest
from hypothesis import given

from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State
from tests.viewer.diagram.support import overlaps, rectangle, texts
from tests.viewer.views.trees.support import draw, pair, pairs, tree


def bars(diagram):
    return [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role == Role.BAR]


@given(pairs(crossing=True))
def test_every_missing_constituent_has_a_bar_and_none_overlap(pictures):
    gold = pictures[0]
    panes = draw(pictures, missing_bars=True)
    assert not bars(panes[0])
    missing = {f"{node.number}" for node in gold.sentence.nodes if gold.state(node.number) == State.MISSING}
    labels = texts(panes[1], Role.BAR)
    assert sorted(text.key.name for text in labels) == sorted(missing)
    assert overlaps([*labels, *texts(panes[1], Role.WORD)]) == []
    lines = [(shape.key, shape.start[0], shape.segments[-1].end[0], shape.start[1]) for shape in bars(panes[1])]
    for key, left, right, y in lines:
        assert not [other for other, a, b, height in lines if other != key and height == y and a < right and left < b]
        for text in labels:
            box = rectangle(text)
            assert not (box.left < right and left < box.right and box.top < y + 4 < box.bottom)


def test_bars_lie_under_their_words_the_shortest_first():
    gold = tree("(S (A (B (a aa) (b bb)) (c cc)) (d dd))")
    _, parse = draw(pair(gold, tree("(S (a aa) (b bb) (c cc) (d dd))")), missing_bars=True)
    words = {text.text: rectangle(text) for text in texts(parse, Role.WORD)}
    found = {shape.key.name: shape for shape in bars(parse)}
    assert set(found) == {"2", "3"}
    assert found["3"].start[1] < found["2"].start[1]
    ends = (found["2"].start[0], found["2"].segments[-1].end[0])
    assert ends == pytest.approx((words["aa"].left, words["cc"].right), abs=2)
    assert {text.text: text.state for text in texts(parse, Role.BAR)} == {"A": State.MISSING, "B": State.MISSING}
    element = parse.elements[Key(Side.GOLD, "bar", "3")]
    assert element.positions == (1, 2)
    assert element.related == (Key(Side.GOLD, "node", "3"),)
    assert element.description.startswith("B over ‘aa bb’ (words 1–2); in the parse: missing")


def test_a_constituent_with_a_gap_has_a_bar_in_pieces():
    gold = tree("(S (VP (V 1=saw) (P 3=up)) (N 2=it))")
    _, parse = draw(pair(gold, tree("(S (V saw) (N it) (P up))")), missing_bars=True)
    assert len(bars(parse)) == 2
    assert len(texts(parse, Role.BAR)) == 1
    assert len([shape for shape in parse.shapes if shape.role == Role.LINK]) == 1


def test_wrong_labels_have_no_bar():
    _, parse = draw(pair(tree("(S (A (a a) (b b)))"), tree("(S (B (a a) (b b)))")), missing_bars=True)
    assert not bars(parse)


def test_there_are_none_without_a_parse():
    [gold] = draw(pair()[:1], missing_bars=True)
    assert not bars(gold)
    assert len({text.y for text in texts(gold, Role.WORD)}) > 1
