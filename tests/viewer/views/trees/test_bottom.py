"""Levels and places over a bottom line."""

from hypothesis import given
from hypothesis import strategies as st

from goldleaf.viewer.diagram.spacing import nearest_free
from goldleaf.viewer.views.trees.bottom import centres, crossings, levels
from goldleaf.viewer.views.trees.shown import shown_trees
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreeStyle, tree_pictures
from tests.viewer.views.trees.support import CROSSING, GOLD, draw, sentences, struck, tree

STEP = 20.0


def shown_of(sentence):
    return shown_trees([tree_pictures(sentence)[0]], TreeOptions())[0]


def placed(sentence, wide=()):
    shown = shown_of(sentence)
    level = levels(shown, lambda _: True)
    spans = [((item.slots & -item.slots).bit_length() - 1, item.slots.bit_length() - 1) for item in shown.items]
    leaves = [STEP * (first + last) / 2 for first, last in spans]
    extents = [(STEP * first - 8.0, STEP * last + 8.0) for first, last in spans]
    widths = [80.0 if item.label in wide else 16.0 for item in shown.items]
    xs = centres(shown, level, leaves, extents, widths, [0.0] * len(widths))
    return shown, level, xs


@given(sentences(crossing=True))
def test_a_level_line_is_one_nodes(sentence):
    shown, level, _ = placed(sentence)
    taken = {}
    for number, item in enumerate(shown.items):
        if item.is_node:
            assert all(level[child] < level[number] for child in item.children)
            span = range((item.slots & -item.slots).bit_length(), item.slots.bit_length() + 1)
            for place in span:
                if not shown.projective:
                    assert taken.setdefault((level[number], place), number) == number


def test_levels_count_from_the_words():
    shown, level, _ = placed(GOLD)
    by_label = {item.label: level[number] for number, item in enumerate(shown.items) if item.is_node}
    assert by_label["S"] == max(level) == 9
    assert all(level[number] == 0 for number, item in enumerate(shown.items) if not item.is_node)


def test_an_only_child_may_stand_closer():
    shown = shown_of(tree("(S (VP (V a) (V b)))"))
    assert levels(shown, lambda _: True)[0] == 3
    assert levels(shown, lambda _: False)[0] == 4


def test_nodes_stand_over_the_middle_of_their_children():
    shown, _, xs = placed(GOLD)
    for number, item in enumerate(shown.items):
        if item.children:
            assert xs[number] == (xs[item.children[0]] + xs[item.children[-1]]) / 2


def test_a_chain_of_only_children_is_straight_where_a_label_of_it_is_wide():
    shown, _, xs = placed(tree("(S (A a) (X (Y (Z (P (B b) (C c) (D d) (E e)) (F f)))))"), wide=("Y",))
    by_label = {item.label: xs[number] for number, item in enumerate(shown.items) if item.is_node}
    assert by_label["X"] == by_label["Y"] == by_label["Z"] != (by_label["P"] + 5 * STEP) / 2


def test_branches_that_cross():
    shown, level, xs = placed(CROSSING)
    assert {shown.items[number].key.name for number in crossings(shown, level, xs)} == {"3", "4"}


@given(st.floats(-50, 50), st.lists(st.tuples(st.floats(-60, 60), st.floats(0.1, 30)), max_size=8))
def test_the_nearest_free_place(wanted, walls):
    blocks = [(left, left + width) for left, width in walls]
    found = nearest_free(wanted, blocks)
    assert not any(left < found < right for left, right in blocks)
    edges = [edge for block in blocks for edge in block if not any(left < edge < right for left, right in blocks)]
    if found != wanted:
        assert any(left < wanted < right for left, right in blocks)
        assert abs(found - wanted) <= min(abs(edge - wanted) for edge in edges) + 1e-9


def test_where_it_is_tight_nodes_stand_a_level_apart_unless_branches_have_boxes():
    sentence = "(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat))))"
    (loose,), (tight,) = (
        draw(tree_pictures(tree(sentence)), style=TreeStyle.BOTTOM, tight=tight) for tight in (False, True)
    )
    assert tight.height < 0.8 * loose.height
    assert not struck(tight)
    boxed = tree_pictures(tree("(S (NP:SB (D:NK the) (N:NK dog)) (VP:HD (V:HD saw) (NP:OA (D:NK a) (N:NK cat))))"))
    (loose,), (tight,) = (draw(boxed, style=TreeStyle.BOTTOM, tight=tight) for tight in (False, True))
    assert tight.height == loose.height and not struck(tight)
