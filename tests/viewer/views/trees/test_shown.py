"""The tree that is drawn. Also tests `diagram.options`."""

from itertools import pairwise

from hypothesis import given

from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.trees.branches import links_of
from goldleaf.viewer.views.trees.shown import ItemKind, shown_trees
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, TreePicture, tree_pictures
from tests.viewer.views.trees.support import GOLD, pair, sentences, tree


def shown(sentence, **options):
    return shown_trees([tree_pictures(sentence)[0]], TreeOptions(**options))[0]


def outline(tree_shown):
    """Labels and words from the top, as brackets."""

    def text(number):
        item = tree_shown.items[number]
        return f"({item.label} {' '.join(map(text, item.children))})" if item.is_node else item.text or "∅"

    return " ".join(map(text, tree_shown.roots))


@given(sentences(crossing=True))
def test_parents_come_first_and_children_are_in_order(sentence):
    found = shown(sentence)
    for number, item in enumerate(found.items):
        assert item.parent < number
        firsts = [(found.items[child].slots & -found.items[child].slots).bit_length() for child in item.children]
        assert firsts == sorted(firsts)
        if item.children:
            covered = 0
            for child in item.children:
                assert not covered & found.items[child].slots
                covered |= found.items[child].slots
            assert covered == item.slots
    assert all(a < b for a, b in pairwise(slot.word for slot in found.slots))


def test_folded_nodes_hold_their_words():
    folded = frozenset({Key(Side.GOLD, "node", "2"), Key(Side.GOLD, "node", "4")})
    assert outline(shown(GOLD, folded=folded)) == "(S (NP the dog) (VP saw (NP a cat with Ann)) .)"
    assert [item.kind for item in shown(GOLD, folded=folded).items].count(ItemKind.WORDS) == 2


def test_folds_inside_folds():
    folded = frozenset({Key(Side.GOLD, "node", "3"), Key(Side.GOLD, "node", "4")})
    assert outline(shown(GOLD, folded=folded)) == "(S (NP the dog) (VP saw a cat with Ann) .)"


def test_folded_differences_are_counted():
    gold, _ = shown_trees(pair(), TreeOptions(folded=frozenset({Key(Side.GOLD, "node", "3")})))
    assert [(item.label, item.hidden) for item in gold.items if item.hidden] == [("VP", 2)]


def test_a_whole_tree_without_differences_is_not_folded():
    wrapped = tree("((S (NP (N a) (N c)) (V b)))")
    assert outline(shown(wrapped, only_differences=True)) == "(S (NP a c) b)"
    assert outline(shown(wrapped)) == "(S (NP a c) b)"


def test_children_of_hidden_nodes_hang_by_the_next_one_above():
    picture = TreePicture(GOLD, Side.GOLD, {3: State.MISSING, 4: State.WRONG_LABEL})
    shown = shown_trees([picture], TreeOptions(gold_only=False))[0]
    assert outline(shown) == "(S (NP the dog) saw (NP a cat) (PP with (NP Ann)) .)"


def test_nodes_without_words_have_a_place():
    assert outline(shown(tree("(S (NP (N a)) (VP (X)) (Y (V b)))"))) == "(S (NP a) (VP (X ∅)) (Y b))"
    hidden = TreePicture(tree("(S (NP (N a)) (X) (Y (V b)))"), Side.GOLD, {3: State.MISSING})
    assert outline(shown_trees([hidden], TreeOptions(gold_only=False))[0]) == "(S (NP a) (Y b))"


def test_projective_or_not():
    assert shown(GOLD).projective
    assert not shown(tree("(S (VP (V 1=a) (V 3=c)) (N 2=b))")).projective


def test_functions_that_readers_leave_in_tags():
    sentence = tree("(S (NN-SB:SB dogs) (V:HD bark))")
    found = {item.text: (item.label, item.edge) for item in shown(sentence).items if not item.is_node}
    assert found == {"dogs": ("NN", "SB"), "bark": ("V", "HD")}


def test_links_from_traces_to_antecedents():
    found = shown(tree("(S (NP-1 (N What)) (VP (V did) (NP-2 (N Sam)) (VP (NP (-NONE- *-2)) (NP-3 (-NONE- *T*-1)))))"))
    pairs = {(found.items[trace].text, found.items[other].label) for trace, other in links_of(found)}
    assert pairs == {("*-2", "NP"), ("*T*-1", "NP")}
    numbers = {found.items[other].number for _, other in links_of(found)}
    assert numbers == {2, 4}
