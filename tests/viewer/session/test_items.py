"""What differences are about: the same items as the layers of whole treebanks have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment import units
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.pair import pair_of
from goldleaf.viewer.session.parse import Parse
from goldleaf.viewer.views.arcs.arc_differences import arc_differences
from goldleaf.viewer.views.arcs.arc_facts import arc_facts
from goldleaf.viewer.views.arcs.arc_picture import pictures
from goldleaf.viewer.views.trees.tree_differences import node_differences
from goldleaf.viewer.views.trees.tree_facts import node_facts, wrong_functions, wrong_tags
from goldleaf.viewer.views.trees.tree_picture import tree_pictures
from tests.core.metrics.phrases import phrases
from tests.core.trees import pairs, treebank


def pair(gold, parse, metric):
    return pair_of(gold, finished(Parse.of("parse", gold, parse, (metric,))), 0, metric)


def of_arcs(gold, parse):
    known = pair(gold, parse, create("attachment", punctuation="include"))
    return [(one.layer, one.item) for one in arc_differences(pictures(known.gold, known.parse, arc_facts(known)))]


def of_trees(gold, parse):
    known = pair(gold, parse, create("parseval"))
    found = tree_pictures(
        known.gold, known.parse, node_facts(known), tags=wrong_tags(known), functions=wrong_functions(known)
    )
    return [(one.layer, one.item) for one in node_differences(found)]


def of_layers(gold, parse, *layers):
    return sorted(layer_differences(gold, parse, layers).select("layer", "item").rows())


@given(pairs(max_sentences=1))
def test_arcs_are_about_words(both):
    if len(both[0]):
        assert sorted(of_arcs(*both)) == of_layers(*both, Layer.ARC)


_words = st.lists(st.sampled_from(["a/N/0/root", "b/N/1/x", "ab/N/1/x", "c/N/2/y"]), min_size=1, max_size=6)


@given(_words, _words)
def test_arcs_of_other_words_are_about_the_same_items(ours, theirs):
    both = treebank(" ".join(ours)), treebank(" ".join(theirs), name="parse.conllx")
    if units(*both).are_sentences:
        assert sorted(of_arcs(*both)) == of_layers(*both, Layer.ARC, Layer.WORDS)


@pytest.mark.parametrize(
    ("gold", "parse"),
    [
        ("a/N/0/root b/N/1/x", "c/N/0/root d/N/1/x"),
        ("I/P/3/nsubj dont/V/3/aux know/V/0/root", "I/P/2/nsubj do/V/0/root nt/V/2/neg know/V/2/x"),
        ("dont/V/3/aux know/V/0/root", "do/V/0/root nt/V/2/neg know/V/2/x"),
        ("a/V/2/aux b/V/0/root c/X/2/x d/X/2/x", "a/V/2/aux x/V/0/root y/X/2/x d/X/2/y z/X/1/z"),
    ],
)
def test_words_of_one_side_are_told_by_the_words_before(gold, parse):
    both = treebank(gold), treebank(parse, name="parse.conllx")
    assert sorted(of_arcs(*both)) == of_layers(*both, Layer.ARC, Layer.WORDS)


def test_constituents_are_about_yields_and_tags_about_words():
    gold = phrases("(S (VP (V 0=wake) (NP (D 3=the) (N 4=cat)) (P 2=up)) (N 1=she))")
    parse = phrases("(S (V 0=wake) (PP (P 2=up) (NP (D 3=the) (V 4=cat))) (N 1=she))", name="parse.mrg")
    assert of_trees(gold, parse) == [("constituent", "1-1+3-5"), ("constituent", "3-5"), ("tag", "5")]
    assert sorted(of_layers(gold, parse, Layer.CONSTITUENT, Layer.TAG)) == of_trees(gold, parse)
