"""Trees as outlines: whose lines are level, how far nodes are indented, what gives way in a narrow room."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given

from goldleaf.viewer.diagram.shapes import Anchor, Box, Key, Path, Polygon, Role, Side, State, extent
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.trees.outline import INDENT, draw_outline
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreePicture
from tests.viewer.diagram.support import THEME, finite, inside, overlaps, texts
from tests.viewer.views.trees.support import pair, pairs, tree

GOLD = tree("(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P with) (NP (N Ann))))))")
PARSE = tree("(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat)) (PP (P with) (NP (N Ann)))))")


def drawn(known=None, **options):
    return draw_outline(pair(GOLD, PARSE) if known is None else known, TreeOptions(**options), THEME, typewriter)


def nodes(diagram, side):
    """The labels of a side from the top, each with where it begins and its line."""
    own = [text for text in texts(diagram, Role.NODE) if text.key.side is side]
    way = -1 if side is Side.GOLD else 1
    ends = [text.x if text.anchor is not Anchor.MIDDLE else text.x + way * text.width / 2 for text in own]
    return [(text.text, x, text.y) for text, x in sorted(zip(own, ends, strict=True), key=lambda one: one[0].y)]


def words(diagram):
    return {text.text: text.y for text in texts(diagram, Role.WORD)}


def test_a_line_a_node_above_its_words_and_beside_its_only_one():
    [diagram] = drawn()
    lines, gold = words(diagram), nodes(diagram, Side.GOLD)
    assert [label for label, _, _ in gold] == ["S", "NP", "VP", "NP", "NP", "PP", "NP"]
    assert [*lines] == ["the", "dog", "saw", "a", "cat", "with", "Ann"] and sorted(lines.values()) == [*lines.values()]
    assert gold[0][2] < gold[1][2] < lines["the"] and gold[5][2] < lines["with"]
    assert gold[6][2] == lines["Ann"]
    assert finite(diagram) and inside(diagram)
    assert overlaps(texts(diagram)) == []


def test_children_are_indented_towards_the_words_on_either_side():
    [diagram] = drawn()
    gold = {label: x for label, x, _ in nodes(diagram, Side.GOLD)[:3]}
    parse = {label: x for label, x, _ in nodes(diagram, Side.PARSE)[:3]}
    assert gold["NP"] - gold["S"] == gold["VP"] - gold["S"] == pytest.approx(INDENT)
    assert parse["S"] - parse["VP"] == pytest.approx(INDENT)


def test_partners_are_level_and_nodes_of_one_side_leave_the_other_free():
    [diagram] = drawn()
    gold, parse = nodes(diagram, Side.GOLD), nodes(diagram, Side.PARSE)
    ours, theirs = ([(label, y) for label, _, y in own] for own in (gold, parse))
    assert {*theirs} < {*ours}
    [(label, y)] = {*ours} - {*theirs}
    assert label == "NP" and y == gold[3][2]  # a cat with Ann, which the parse has not


def test_nodes_without_partners_share_a_line():
    other = tree("(S (NP (D the) (N dog)) (VP (V saw) (X (D a) (N cat) (P with)) (NP (N Ann))))")
    [diagram] = drawn(pair(GOLD, other))
    gold, parse = nodes(diagram, Side.GOLD), nodes(diagram, Side.PARSE)
    assert (parse[3][0], parse[3][2]) == ("X", gold[4][2])


def test_the_words_of_a_node_have_its_colour_where_the_other_tree_has_none_of_the_same():
    other = tree("(S (NP (D the) (N dog)) (X (V saw) (NP (D a) (N cat)) (PP (P with) (NP (N Ann)))))")
    [diagram] = drawn(pair(GOLD, other))
    spans = {text.key: (text.text, text.state) for text in texts(diagram, Role.TAG) if "–" in text.text}
    assert spans[Key(Side.GOLD, "node", "4")] == ("4–7", State.MISSING)
    assert {state for span, state in spans.values() if span == "3–7"} == {State.NOT_SCORED}, "only the label differs"


def test_pale_lines_join_nodes_of_the_same_words_and_labels_to_words():
    other = tree("(S (NP (D the) (N dog)) (X (V saw) (NP (D a) (N cat)) (PP (P with) (NP (N Ann)))))")
    [diagram] = drawn(pair(GOLD, other))
    pale = {shape.start[1] for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.RIBBON}
    ours, theirs = ({text: y for text, _, y in nodes(diagram, side)} for side in (Side.GOLD, Side.PARSE))
    drop = ours["S"] - min(pale)
    assert {y - drop for y in (ours["S"], ours["VP"], theirs["X"])} <= pale, "the label alone differs"
    [lacking] = [text.y for text in texts(diagram, Role.NODE) if text.key == Key(Side.GOLD, "node", "4")]
    assert all(abs(y - lacking + drop) > 1 for y in pale), "a cat with Ann"
    assert any(abs(y - words(diagram)["Ann"] + drop) < 2 for y in pale)
    level = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.BRANCH]
    level = [shape for shape in level if shape.start[1] == shape.segments[0].end[1] and shape.state is State.MATCHED]
    assert level and all(abs(shape.start[0] - shape.segments[0].end[0]) < INDENT for shape in level), (
        "branches are short"
    )


def test_a_tag_that_both_trees_have_stands_there_once():
    [diagram] = drawn(
        pair(GOLD, tree("(S (NP (D the) (N dog)) (VP (X saw) (NP (D a) (N cat)) (PP (P with) (NP (N Ann)))))"))
    )
    assert sorted(text.text for text in texts(diagram, Role.TAG) if text.text.isalpha()) == [*"DDNNNPVX"]


def test_boxes_below_each_other_do_not_touch():
    flat = tree("(S (NP (D the) (N dog)) (V saw) (D a) (N cat) (P with) (N Ann))")
    [diagram] = drawn(pair(GOLD, flat), tight=True)
    boxes = [one for one in diagram.shapes if isinstance(one, Box) and one.role is Role.FUNCTION]
    edges = sorted((one.y, one.y + one.height) for one in boxes if one.key.side is Side.GOLD)
    gaps = [below - above for (_, above), (below, _) in pairwise(edges)]
    assert len(edges) == 5 and min(gaps) >= 3.0  # VP over NP, and over one that is missing, too


def test_a_node_of_a_third_tree_is_level_with_what_has_its_words():
    chain = tree("(S (X (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P with) (NP (N Ann)))))))")
    both, alone = drawn([*pair(GOLD, PARSE), TreePicture(chain, Side.RESULT, title="result")])
    ys = {label: y for label, _, y in nodes(both, Side.GOLD)[:4]}
    third = {label: y for label, _, y in nodes(alone, Side.RESULT)[:5]}
    assert [third[label] == ys[label] for label in ("S", "NP", "VP")] == [True] * 3
    assert third["X"] not in ys.values()


def test_beside_a_label_stand_the_numbers_of_its_words():
    [diagram] = drawn()
    of_nodes = (text for text in texts(diagram, Role.TAG) if (text.key.side, text.key.kind) == (Side.GOLD, "node"))
    spans = {text.key.name: text.text for text in of_nodes}
    assert spans == {"1": "1–7", "2": "1–2", "3": "3–7", "4": "4–7", "5": "4–5", "6": "6–7"}


def test_of_a_shared_word_there_is_one_element():
    [diagram] = drawn()
    assert [key.name for key in diagram.elements if key.kind == "word"] == [f"{place}" for place in range(1, 8)]
    assert {key.side for key in diagram.elements if key.kind == "word"} == {Side.BOTH}
    assert diagram.elements[Key(Side.GOLD, "node", "4")].description.endswith("missing")


def test_what_only_follows_differing_children_is_drawn_as_they_are():
    [diagram] = drawn()
    lines = [one for one in diagram.shapes if isinstance(one, Path) and one.key == Key(Side.GOLD, "node", "4")]
    down = [one for one in lines if one.state is State.MISSING and one.start[0] == one.segments[0].end[0]]
    assert len(down) == 1  # from ‘saw’ to ‘a cat with Ann’


def test_what_golds_lost_hangs_by_the_line_of_what_they_have_in_common():
    nodes = {1: State.GENERALISED, 2: State.NOT_SCORED, 3: State.GENERALISED}
    gold = TreePicture(tree("(S (NP (D the) (N dog)) (VP (V saw) (N it)))"), Side.GENERALISED, nodes)
    [diagram] = drawn([gold])
    lines = [one for one in diagram.shapes if isinstance(one, Path) and one.role is Role.BRANCH]
    down = [
        one for one in lines if one.key == Key(Side.GENERALISED, "node", "1") and one.start[0] == one.segments[0].end[0]
    ]
    assert [line.state for line in down] == [State.GENERALISED], "from the root to the last, past what was lost"


@given(pairs(crossing=True))
def test_no_two_lines_down_are_one(pictures):
    """Nor texts overlap, and all is inside."""
    for diagram in drawn(pictures):
        assert finite(diagram) and inside(diagram) and overlaps(texts(diagram)) == []
        runs: dict[tuple[Side, float], list[tuple[float, float, Key]]] = {}
        for one in diagram.shapes:
            if isinstance(one, Path) and one.role is Role.BRANCH and one.start[0] == one.segments[-1].end[0]:
                x, low = one.start
                runs.setdefault((one.key.side, round(x, 3)), []).append((low, one.segments[-1].end[1], one.key))
        for own in runs.values():
            assert not any(a < d - 0.01 and c < b - 0.01 for (a, b, _), (c, d, _) in combinations(own, 2))


def test_no_line_down_goes_through_a_label():
    crossing = tree("(S (A (B (D 1=a) (D 4=d))) (CONSTITUENT (D 2=b) (D 3=c)) (D:function 5=e))")
    [diagram] = drawn(pair(crossing, crossing))
    [label] = [one for one in texts(diagram, Role.NODE) if one.text == "CONSTITUENT" and one.key.side is Side.GOLD]
    lines = [one for one in diagram.shapes if isinstance(one, Path) and one.key == Key(Side.GOLD, "node", "3")]
    passing = [one for one in lines if one.start[1] < label.y < one.segments[-1].end[1]]
    assert passing and all(one.start[0] < label.x for one in passing)


def test_a_narrow_room_indents_less_before_words_are_cut():
    [natural] = drawn()
    [close] = drawn(room=natural.width - 10)
    assert close.width <= natural.width - 10 and [*words(close)] == [*words(natural)]
    long = tree("(S (NP (N extraordinarily)) (VP (V misunderstanding)))")
    [narrow] = drawn(pair(long, long), room=230.0)
    assert narrow.width <= 230 and inside(narrow)
    assert all("…" in word for word in words(narrow))
    uneven = tree("(S (N extraordinarily) (VERYLONGTAG so))")  # a word has what its own tag leaves, and its number
    [spared] = drawn(pair(uneven, uneven), room=330.0)
    assert spared.width <= 330 and [*words(spared)] == ["extraordinarily", "so"]
    deep = tree("(S (A (B (C (D (E so) (E so))))) (Y extraordinarily))")  # or where there is none, what the tree leaves
    [untagged] = drawn(pair(deep, deep), room=220.0, tags=False)
    assert untagged.width <= 220 and [*words(untagged)][-1] == "extraordinarily"
    assert overlaps(texts(untagged)) == [] and inside(untagged)


def test_what_is_folded_has_one_line():
    [diagram] = drawn(only_differences=True)
    [fold, *_] = texts(diagram, Role.FOLD)
    assert fold.text == "the dog" and nodes(diagram, Side.GOLD)[1][2] == fold.y
    [sign, *_] = [extent(shape) for shape in diagram.shapes if isinstance(shape, Polygon)]
    assert sign.right < fold.x and fold.y - 12 < sign.top < sign.bottom < fold.y, (
        "beside it is seen that it can be opened"
    )


def test_folded_words_of_several_have_their_numbers_where_others_have_a_label():
    gold = "(S (VP (V a) (N b)) (C c) (VP (V d) (N e)) (C f) (X (P g) (Y (N h) (N i))))"
    parse = gold.replace("(Y (N h) (N i))", "(N h) (N i)")
    [diagram] = drawn(pair(tree(gold), tree(parse)), only_differences=True, together=True)
    fold = next(text for text in texts(diagram, Role.FOLD) if text.text == "a b c d e f")
    ours, theirs = [text for text in texts(diagram, Role.TAG) if text.text == "1–6"]
    assert ours.y == theirs.y == fold.y and ours.x + ours.width < fold.x < theirs.x - theirs.width
    assert overlaps(texts(diagram)) == [] and inside(diagram)
    traced = [tree(text.replace("(S ", "(S (NP (-NONE- *)) ")) for text in (gold, parse)]
    [diagram] = drawn(pair(*traced), only_differences=True, together=True)
    assert sum(text.text == "2–7" for text in texts(diagram, Role.TAG)) == 2, "a trace has a number, too"


def test_a_third_picture_stands_beside_with_level_lines():
    known = pair(GOLD, PARSE)
    result = TreePicture(GOLD, Side.RESULT, title="result")
    both, alone = drawn([*known, result])
    assert words(both) == words(alone)
    assert {key.side for key in alone.elements} == {Side.RESULT}


def test_right_to_left_words_end_at_one_edge():
    he = tree("(S (NP (N הילדה)) (VP (V קראה) (NP (N ספר))))")
    [diagram] = drawn(pair(he, he))
    assert {(text.anchor, text.right_to_left) for text in texts(diagram, Role.WORD)} == {(Anchor.END, True)}
    assert len({text.x for text in texts(diagram, Role.WORD)}) == 1


def test_folded_words_run_as_their_sentence_does_also_those_of_other_letters():
    he = tree("(S (NP (N הילדה)) (VP (V קראה) (NP (P :) (N Dialysis))))")
    [diagram] = drawn(pair(he, he), folded=frozenset({Key(Side.GOLD, "node", "4"), Key(Side.PARSE, "node", "4")}))
    assert [(text.text, text.right_to_left) for text in texts(diagram, Role.FOLD)] == [(": Dialysis", True)]
    [fold], [sign] = texts(diagram, Role.FOLD), [shape for shape in diagram.shapes if isinstance(shape, Polygon)]
    assert fold.x < extent(sign).left, "and the sign stands before them"
