"""Constituents and trees in words."""

import dataclasses

from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.part import titled
from goldleaf.viewer.views.trees.describe import (
    constituent_description,
    counterpart,
    tree_description,
    word_description,
    yield_phrase,
)
from goldleaf.viewer.views.trees.tree_picture import TreePicture, tree_pictures
from tests.viewer.views.trees.support import CROSSING, GOLD, PARSE, draw, pair, tree


def described(gold, parse, side, number):
    pictures = pair(tree(gold), tree(parse))
    one, other = pictures if side == Side.GOLD else pictures[::-1]
    return constituent_description(one, number, [other])


FLAT = "(S (D the) (A old) (N house))"
NESTED = "(S (D the) (NP (A old) (N house)))"


def test_from_the_gold():
    assert described(NESTED, FLAT, Side.GOLD, 1) == "S over ‘the old house’ (words 1–3); the same in the parse"
    assert described(NESTED, FLAT, Side.GOLD, 2) == "NP over ‘old house’ (words 2–3); in the parse: missing"
    wrong = described(NESTED, NESTED.replace("NP", "PP"), Side.GOLD, 2)
    assert wrong == "NP over ‘old house’ (words 2–3); in the parse: PP, wrong label"


def test_from_the_parse():
    assert described(NESTED, FLAT, Side.PARSE, 1).endswith("; the same in the gold")
    assert described(FLAT, NESTED, Side.PARSE, 2) == "NP over ‘old house’ (words 2–3); extra, not in the gold"
    wrong = described(NESTED, NESTED.replace("NP", "PP"), Side.PARSE, 2)
    assert wrong == "PP over ‘old house’ (words 2–3); wrong label, in the gold: NP"
    crossing = described("(S (X (D the) (A old)) (N house))", NESTED, Side.PARSE, 2)
    assert crossing == "NP over ‘old house’ (words 2–3); crossing, not in the gold"


def test_other_states():
    states = {1: State.NOT_SCORED, 2: State.FORGIVEN}
    gold = tree_pictures(tree(FLAT))[0]
    parse = TreePicture(tree(NESTED), Side.PARSE, states)
    assert constituent_description(parse, 1, [gold]).endswith("; not scored")
    assert constituent_description(parse, 2, [gold]).endswith("; forgiven, not in the gold")
    assert constituent_description(gold, 1) == "S over ‘the old house’ (words 1–3)"


def test_functions_indices_and_labels_that_are_missing():
    picture = tree_pictures(tree("((NP:SBJ-1 (N dogs)))"))[0]
    assert constituent_description(picture, 1).startswith("node without label over")
    assert constituent_description(picture, 2) == "NP with function SBJ, index 1 over ‘dogs’ (word 1)"


def test_gaps_and_long_yields():
    picture = tree_pictures(CROSSING)[0]
    assert yield_phrase(picture, 2) == "‘over that … thought’ (words 1–2, 5)"
    long = tree_pictures(tree(f"(S {' '.join(f'(T w{number})' for number in range(20))})"))[0]
    assert yield_phrase(long, 1) == "‘w0 w1 w2 w3 w4 … w15 w16 w17 w18 w19’ (words 1–20)"
    assert yield_phrase(tree_pictures(tree("(S (NP) (T a))"))[0], 2) == "no words"
    flat = tree("(S (D the) (A old) (N house))")
    for form, told in ((",", "‘the , house’ (words 1–3)"), ("old", "‘the … house’ (words 1, 3)")):
        words = (flat.words[0], dataclasses.replace(flat.words[1], form=form, parent=0), flat.words[2])
        assert yield_phrase(TreePicture(dataclasses.replace(flat, words=words), Side.GOLD), 1) == told


def test_words():
    gold = TreePicture(GOLD, Side.GOLD, word_states={2: State.WRONG_LABEL, 8: State.NOT_SCORED})
    parse = TreePicture(tree("(S (X (D the) (V dog)) (V saw))"), Side.PARSE)
    assert word_description(gold, 1) == "word 1 ‘the’, D in NP"
    assert word_description(gold, 2, [parse]) == "word 2 ‘dog’, N in NP; in the parse: V, wrong tag"
    assert word_description(gold, 8) == "word 8 ‘.’, . in S; not scored"


def test_counterparts_are_counted_without_traces():
    one, other = tree_pictures(tree("(S (NP (-NONE- *)) (V go))"), tree("(S (V go))"))
    assert counterpart(one, 2, other) == 1
    assert counterpart(one, 1, other) is None


def test_whole_trees():
    gold, parse = pair()
    assert titled(gold.name, gold.sentence) == "gold, sentence 1 (s1)"
    assert tree_description(parse) == (
        "Phrase-structure tree of the parse over 8 words: ‘the dog saw a cat with Ann .’. Top: S. "
        "Differences: 1 extra, 1 wrong label."
    )
    assert "Top: none." in tree_description(tree_pictures(tree("(T word)"))[0])


def test_elements_are_made_when_they_are_asked_for():
    gold, parse = draw()
    node, word = Key(Side.GOLD, "node", "2"), Key(Side.GOLD, "word", "2")
    assert gold.elements[node].description == "NP over ‘the dog’ (words 1–2); the same in the parse"
    assert gold.elements[node].positions == (1, 2)
    assert gold.elements[node].related == (Key(Side.PARSE, "node", "2"),)
    assert gold.elements[node] is gold.elements[node]
    assert gold.elements[word].related == (Key(Side.PARSE, "word", "2"),)
    assert parse.elements[Key(Side.PARSE, "node", "7")].related == ()
    assert len(gold.elements) == len(GOLD.nodes) + len(GOLD.words)
    assert [key.name for key in gold.elements if key.kind == "word"] == [f"{n}" for n in range(1, 9)]
    assert Key(Side.PARSE, "node", "99") not in parse.elements
    assert len(dict(parse.elements.items())) == len(PARSE.nodes) + len(PARSE.words)
