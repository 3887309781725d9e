"""Places where any two of several treebanks differ, and what each says there."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.sides.layers import READINGS, Layer, readings
from goldleaf.core.formats import read
from tests.core.analysis.sides.naive_layers import naive_differences
from tests.core.analysis.sides.test_layers import changed
from tests.core.metrics.phrases import phrases
from tests.core.trees import SHARED, pairs, treebank

ANNA = "the/D/2/det house/N/0/root burns/V/2/dep"
BEN = "the/D/2/det house/N/3/nsubj burns/V/0/root"
CLEO = "the/X/3/det house/N/3/nsubj burns/V/0/root"


def told(treebanks, *layers):
    """Item and layer of each place, with what every side says that has it."""
    found = {}
    for *place, side, reading in (
        readings(treebanks, layers or tuple(Layer)).select("sentence", "item", "layer", "side", "reading").iter_rows()
    ):
        found.setdefault(tuple(place), {})[side] = reading
    return found


def by_pairs(treebanks):
    """The places where any two differ, by loops over all pairs of treebanks."""
    every = [naive_differences(*two) for two in combinations(treebanks, 2)]
    return {(row, item, layer) for found in every for row, layer, item, *_ in found}


def test_a_place_is_there_where_the_third_alone_differs_with_what_all_say():
    sides = [treebank(text, name=f"{number}.conllx") for number, text in enumerate((ANNA, BEN, CLEO))]
    assert told(sides) == {
        (0, "1", "arc"): {0: "2 det", 1: "2 det", 2: "3 det"},
        (0, "1", "tag"): {0: "D", 1: "D", 2: "X"},
        (0, "2", "arc"): {0: "0 root", 1: "3 nsubj", 2: "3 nsubj"},
        (0, "3", "arc"): {0: "2 dep", 1: "0 root", 2: "0 root"},
    }
    assert dict(readings(sides, [Layer.ARC]).schema) == READINGS == dict(readings(sides[:1] * 3, ()).schema)
    with pytest.raises(ValueError, match="at least two"):
        readings(sides[:1], [Layer.ARC])


@given(st.data())
def test_the_places_are_those_where_any_two_differ(data):
    first, second = data.draw(pairs())
    heads, labels = (data.draw(st.permutations(second.words[name].to_list())) for name in ("coarse_tag", "label"))
    third = changed(second, coarse_tag=heads, label=labels)
    sides = [first, second, third]
    assert set(told(sides)) == by_pairs(sides)
    assert set(told(sides[::-1])) == by_pairs(sides), "whoever stands first"


def test_nothing_is_a_reading_and_who_lacks_layer_or_word_has_none():
    first = treebank("a/D/2/det b/N/0/root")
    lemmas, without = changed(first, lemma=["x", "b"]), changed(first, lemma=["_", "_"])
    lemmas_of_first = changed(first, lemma=["a", "_"])
    both = told([lemmas_of_first, lemmas, without], Layer.LEMMA)
    assert both == {(0, "1", "lemma"): {0: "a", 1: "x"}, (0, "2", "lemma"): {0: None, 1: "b"}}
    shorter = treebank("b/N/0/root", name="shorter.conllx")
    other = changed(first, label=["amod", "root"])
    assert told([first, other, shorter], Layer.ARC, Layer.WORDS) == {
        (0, "1", "arc"): {0: "2 det", 1: "2 amod"},
        (0, "1", "words"): {0: "a", 1: "a", 2: None},
    }


def test_constituents_are_places_by_their_yields():
    sides = [
        phrases(text, name=f"{number}.mrg")
        for number, text in enumerate(
            ("(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (N b)) (V c))", "(S (XP (D a) (N b)) (V c))")
        )
    ]
    assert told(sides, Layer.CONSTITUENT) == {(0, "1-2", "constituent"): {0: "NP", 1: "NP", 2: "XP"}}


@pytest.mark.shared
def test_places_of_real_parses_are_those_where_any_two_differ():
    sides = [read(SHARED / "english" / f"{name}.conllu") for name in ("gold", "parse", "parse-b")]
    assert set(told(sides)) == by_pairs(sides)
