"""Which words are folded: the same on all sides."""

from dataclasses import replace

import pytest
from hypothesis import given

from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.shown import ItemKind, differences, folded_spans, shown_trees
from goldleaf.viewer.views.trees.tree_picture import Folding, TreeOptions, TreeStyle
from tests.viewer.diagram.support import THEME
from tests.viewer.views.trees.support import pair, pairs, tree
from tests.viewer.views.trees.test_shown import outline

# Beside ‘a cat’, which the parse has not, nothing differs.
GOLD = tree(
    "(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N cat)) (PP (P with) (NP (N Ann))))) (ADV (A now) (A so)))"
)
PARSE = tree("(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat) (PP (P with) (NP (N Ann))))) (ADV (A now) (A so)))")
OPTIONS = {
    "plain": TreeOptions(folding=Folding.PLAIN),
    "near": TreeOptions(folding=Folding.NEAR),
    "only differences": TreeOptions(only_differences=True),
    "an outline of differences": TreeOptions(only_differences=True, together=True),
}


def folded(pictures, options):
    """What is folded on each side, in words."""
    sides = shown_trees(pictures, options)
    return [[item.text for item in side.items if item.kind is ItemKind.WORDS] for side in sides]


def test_what_has_no_difference_is_folded_alike():
    assert folded(pair(GOLD, PARSE), OPTIONS["plain"]) == [["the dog", "with Ann", "now so"]] * 2
    assert outline(shown_trees(pair(GOLD, PARSE), OPTIONS["plain"])[0]).startswith("(S (NP the dog) (VP saw (NP (NP a")


def test_a_tree_of_a_single_word_is_no_triangle():
    alone = tree("(NP (T a))")
    assert folded(pair(alone, alone), OPTIONS["only differences"]) == [[], []]


def test_near_differences_stands_what_they_are_made_of():
    """Farther away, what stands side by side makes one triangle."""
    gold, parse = (
        tree("(S (A a) (X (B b) (C c)) (Y (D d) (E (F e) (F f))))"),
        tree("(S (A a) (X (B b) (C c)) (D d) (E (F e) (F f)))"),
    )
    shown = shown_trees(pair(gold, parse), OPTIONS["near"])
    assert [outline(side) for side in shown] == ["(S a b c (Y d (E e f)))", "(S a b c d (E e f))"]
    assert [item.key for item in shown[1].items if item.kind is ItemKind.WORDS] == [
        Key(Side.PARSE, "fold", "0-2"),
        Key(Side.PARSE, "node", "3"),
    ]


def test_what_one_side_brackets_is_folded_where_the_other_has_no_bracket():
    """Where a parse but has brackets more than the gold, the gold is no triangle."""
    gold, parse = tree("(S (A a) (A b) (A c) (A d))"), tree("(S (X (A a) (A b)) (A c) (A d))")
    assert folded(pair(gold, parse), OPTIONS["near"]) == [["c d"]] * 2
    assert folded(pair(gold, parse), OPTIONS["plain"]) == [[], []]


@given(pairs(crossing=True))
@pytest.mark.parametrize("name", OPTIONS)
def test_all_sides_fold_the_same_and_no_difference(name, pictures):
    options = OPTIONS[name]
    spans, differing = folded_spans(pictures, options), differences(pictures, options)
    for span in spans:
        assert not any(
            own & span and own | span != own for own in differing - {span}
        )  # it is inside no fold, nor crossed
    for side, shown in zip(pictures, shown_trees(pictures, options), strict=True):
        triangles = [item for item in shown.items if item.kind is ItemKind.WORDS]
        assert {item.slots for item in triangles} == {*spans}
        assert not any(  # a root that differs may stand above its words, in an outline of differences
            item.parent < 0 or (parent.parent < 0 and parent.slots == item.slots and not side.differs(parent.number))
            for item in triangles
            if (parent := shown.items[item.parent]).is_node
        )
        hidden = side.node_at.keys() - {item.number for item in shown.items if item.is_node}
        assert not any(side.differs(node) for node in hidden)


def test_forgiven_is_no_difference():
    gold, parse = pair(GOLD, PARSE)
    forgiven = replace(gold, node_states={node: State.FORGIVEN for node in gold.node_at if gold.differs(node)})
    assert not differences([forgiven, parse], OPTIONS["plain"])


def test_wrong_words_are_not_folded():
    gold, parse = pair(GOLD, PARSE)
    for state, name, left in (
        (State.MISSING, "only differences", []),
        (State.WRONG_LABEL, "only differences", ["the dog"]),
        (State.WRONG_LABEL, "plain", []),
    ):
        marked = replace(gold, word_states={1: state})
        assert folded([marked, parse], OPTIONS[name]) == [[*left, "with Ann", "now so"]] * 2


def test_in_an_outline_what_stands_between_differences_is_folded_together_under_nodes_that_differ():
    gold = tree("(S (X (D the) (A old) (N dog) (Y (V saw) (N me))) (ADV now) (ADV so))")
    other = tree("(S (X (D the) (A old) (N dog) (Z (V saw) (N me))) (ADV now) (ADV so))")
    shown = shown_trees(pair(gold, other), OPTIONS["an outline of differences"])
    labels = ("Y", "Z")
    assert [outline(side) for side in shown] == [f"(S (X the old dog ({label} saw me)) now so)" for label in labels]
    for side in shown:
        texts = [item.text for item in side.items if item.kind is ItemKind.WORDS]
        assert texts == ["the old dog", "saw me", "now so"] and {*labels} & {item.label for item in side.items}
        assert not any(item.faint for item in side.items if item.label in labels)


def test_what_is_folded_by_hand_is_folded_on_the_other_side_unless_that_crosses_it():
    pictures = pair(GOLD, PARSE)
    node = next(node for node in pictures[0].node_at if pictures[0].forms(node) == ["a", "cat"])
    by_hand = TreeOptions(folded=frozenset({Key(Side.GOLD, "node", f"{node}")}))
    gold, parse = shown_trees(pictures, by_hand)
    assert outline(gold) == "(S (NP the dog) (VP saw (NP (NP a cat) (PP with (NP Ann)))) (ADV now so))"
    assert [item.key for item in parse.items if item.kind is ItemKind.WORDS] == [Key(Side.PARSE, "fold", "3-4")]
    crossing = pair(tree("(S (X (A a) (A b)) (A c))"), tree("(S (A a) (Y (A b) (A c)))"))
    assert folded(crossing, TreeOptions(folded=frozenset({Key(Side.GOLD, "node", "2")}))) == [["a b"], []]


@pytest.mark.parametrize("key", [Key(Side.GOLD, "node", "7"), Key(Side.PARSE, "fold", "5-6")])
def test_what_is_opened_stands_with_its_parts(key):
    gold, parse = pair(GOLD, PARSE)
    if key.kind == "node":
        key = key._replace(name=next(f"{node}" for node in gold.node_at if gold.forms(node) == ["with", "Ann"]))
    opened = replace(OPTIONS["plain"], opened=frozenset({key}))
    assert folded([gold, parse], opened) == [["the dog", "now so"]] * 2


def test_folds_begin_where_a_single_tree_has_one():
    alone = tree("(S (NP (D the) (N dog)) (V barks))")
    picture = pair(alone, alone)[0]
    assert (
        outline(shown_trees([picture], OPTIONS["plain"])[0]) == "(S (NP the dog) barks)"
    )  # nothing differs: nothing is folded


def test_what_only_leads_to_a_difference_is_left_out():
    deep = "(S (A (, ,) (B (C (NP (D a) (N {})) (E e)) (F f)) (G g)) (. .))"
    pictures = pair(tree(deep.format("cat")), tree(deep.format("cat").replace("NP", "X")))
    shown = shown_trees(pictures, TreeOptions(folding=Folding.SHORT))
    assert [outline(side) for side in shown] == [f"(S , (… C ({label} a cat) e) f g .)" for label in ("NP", "X")]
    tags = [[item.label for item in side.items if item.kind is ItemKind.WORD] for side in shown]
    assert tags == [["", "D", "N", "E", "… F", "… G", ""]] * 2, "so that it is seen of words that have a tag, too"
    near = shown_trees(pictures, TreeOptions(folding=Folding.NEAR))
    assert outline(near[0]) == "(S (A , (B (C (NP a cat) e) f) g) .)"
    [a] = [number for number, node in pictures[0].node_at.items() if node.label == "A"]
    lost = replace(pictures[0], side=Side.GENERALISED, node_states={**pictures[0].node_states, a: State.NOT_SCORED})
    shown = shown_trees([*pictures, lost], TreeOptions(folding=Folding.SHORT))
    assert outline(shown[2]) == "(S (A , (… C (NP a cat) e) f g) .)", "what a gold lost is there to be seen"


def test_golds_that_are_alike_are_folded_but_for_their_tops():
    pictures = pair(GOLD, GOLD)
    golds = [*pictures, replace(pictures[0], side=Side.GENERALISED)]
    assert folded(golds, OPTIONS["near"]) == [["the dog", "saw a cat with Ann", "now so"]] * 3
    assert folded(golds, OPTIONS["plain"]) == [[]] * 3 and folded(pictures, OPTIONS["near"]) == [[]] * 2


def test_a_whole_tree_is_folded_by_hand_also_under_a_root_without_label():
    alike = tree("((S (NP (D the) (N dog)) (V barks)))")
    by_hand = TreeOptions(folded=frozenset({Key(Side.GOLD, "node", "2")}))
    assert folded(pair(alike, alike), by_hand) == [["the dog barks"]] * 2


def test_a_triangle_stands_for_a_constituent_and_a_bracket_for_what_is_none():
    texts = "(S (A a) (X (B b) (C c)) (Y (D d) (E (F e) (F f))))", "(S (A a) (X (B b) (C c)) (D d) (E (F e) (F f)))"
    for style in (TreeStyle.SLANTED, TreeStyle.BOTTOM):
        options = replace(OPTIONS["near"], style=style)
        diagrams = draw_trees(pair(*map(tree, texts)), Mode.STACKED, options, THEME, typewriter)
        over = [one for one in diagrams[1].shapes if isinstance(one, Path) and one.role is Role.FOLD]
        closed = {(one.key.kind, one.segments[-1].end == one.start) for one in over}
        assert closed == {("fold", False), ("node", True)} and all(len(one.segments) == 3 for one in over)
