"""Which words of several trees stand below each other."""

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.views.trees.line import columns_of
from goldleaf.viewer.views.trees.shown import shown_trees
from goldleaf.viewer.views.trees.tree_picture import TreeOptions, tree_pictures
from tests.viewer.views.trees.support import GOLD, PARSE, tree


def columns(gold, parse, *folded):
    options = TreeOptions(folded=frozenset(Key(side, "node", f"{number}") for side, number in folded))
    return columns_of([shown_trees([picture], options)[0] for picture in tree_pictures(gold, parse)])


def test_the_same_words_share_columns():
    assert columns(GOLD, PARSE) == [list(range(8)), list(range(8))]


def test_traces_have_columns_of_their_own():
    gold = tree("(S (NP (-NONE- *)) (VP (V go) (NP (-NONE- *T*-1)) (A home)))")
    assert columns(gold, tree("(S (V go) (A home))")) == [[0, 1, 2, 3], [1, 3]]
    assert columns(gold, gold) == [[0, 1, 2, 3], [0, 1, 2, 3]]


def test_what_all_trees_fold_shares_a_column():
    first = [(Side.GOLD, 2), (Side.PARSE, 2)]
    assert columns(GOLD, PARSE, *first) == [[0, 0, 1, 2, 3, 4, 5, 6]] * 2
    assert columns(GOLD, PARSE, first[0]) == [list(range(8))] * 2


def test_a_fold_passes_over_what_the_other_tree_has_not():
    gold = tree("(S (NP (N a) (-NONE- *) (N b)) (V c))")
    parse = tree("(S (NP (N a) (N b)) (V c))")
    assert columns(gold, parse, (Side.GOLD, 2), (Side.PARSE, 2)) == [[0, 0, 0, 1], [0, 0, 1]]


def test_neighbouring_folds_stay_apart():
    sentence = tree("(S (X (a a) (b b)) (Y (c c) (d d)))")
    folds = [(side, number) for side in (Side.GOLD, Side.PARSE) for number in (2, 3)]
    assert columns(sentence, sentence, *folds) == [[0, 0, 1, 1]] * 2


def test_more_words_on_one_side():
    assert columns(tree("(S (a a) (b b))"), tree("(S (a a) (b b) (c c))")) == [[0, 1], [0, 1, 2]]
