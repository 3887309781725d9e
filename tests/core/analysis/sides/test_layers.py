"""Where two treebanks differ, layer by layer.

Also tests `word_layers`.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.sides.layers import (
    DIFFERENCES,
    Layer,
    layer_counts,
    layer_differences,
    layers_of,
    place_counts,
)
from goldleaf.core.analysis.sides.word_layers import paired, words_of_parse
from goldleaf.core.formats import read
from goldleaf.core.treebank import TEXT
from tests.core.analysis.sides.naive_layers import naive_differences
from tests.core.metrics.phrases import lines, phrases
from tests.core.trees import PARSES, SHARED, TREES, pairs, treebank

ALL = tuple(Layer)

GOLD = treebank(TREES[0], TREES[1])
PARSE = treebank(PARSES[0], PARSES[1], name="parse.conllx")


def shown(gold, parse, *layers):
    """Sentence, layer, item and both values."""
    found = layer_differences(gold, parse, layers or ALL)
    return found.select("sentence", "layer", "item", "gold", "parse").rows()


def changed(gold, **columns):
    """The same treebank with other values in columns."""
    values = [pl.Series(name, column).cast(gold.words.schema.get(name, TEXT)) for name, column in columns.items()]
    return replace(gold, path="parse.conllx", words=gold.words.with_columns(values))


def test_arcs_are_told_as_one_reads_them():
    assert shown(GOLD, PARSE) == [
        (0, "arc", "1", "2 nsubj", "2 obj"),
        (0, "arc", "3", "4 amod", "2 amod"),
        (0, "arc", "4", "2 obj", "3 nmod"),
        (0, "arc", "5", "2 punct", "1 punct"),
        (1, "arc", "2", "1 punct", "0 root"),
    ]


def test_the_table_has_the_declared_columns():
    assert dict(layer_differences(GOLD, PARSE, ALL).schema) == DIFFERENCES
    assert dict(layer_differences(GOLD, GOLD, ()).schema) == DIFFERENCES
    assert layer_differences(GOLD, PARSE, ALL)["position"].to_list() == [1, 3, 4, 5, 2]


def test_only_chosen_layers_are_looked_at():
    parse = changed(PARSE, lemma=["x"] * 7)
    assert {layer for _, layer, *_ in shown(GOLD, parse, Layer.LEMMA)} == {"lemma"}
    assert shown(GOLD, parse, Layer.ROLE) == []


def test_tags_are_both_tags_the_same_one_once():
    assert shown(changed(GOLD, fine_tag=["A"] * 7), GOLD)[1] == (0, "tag", "2", "VERB A", "VERB")
    parse = changed(GOLD, fine_tag=["PRON", "VBD", "ADJ", "NN", ".", "ADV", "?"])
    assert shown(GOLD, parse) == [
        (0, "tag", "2", "VERB", "VERB VBD"),
        (0, "tag", "4", "NOUN", "NOUN NN"),
    ]


def test_nothing_is_null_however_it_is_written():
    gold = changed(GOLD, features=["_", "", None, "A=1", "_", "_", "_"])
    parse = changed(GOLD, features=["", None, "_", "_", "A=1", "_", "_"])
    assert shown(gold, parse) == [(0, "features", "4", "A=1", None), (0, "features", "5", None, "A=1")]


def test_layers_are_those_that_both_have_something_of():
    assert layers_of(GOLD, PARSE) == (Layer.ARC, Layer.TAG, Layer.LEMMA)
    bare = changed(GOLD, lemma=["_"] * 7, coarse_tag=[""] * 7)
    assert layers_of(GOLD, bare) == (Layer.ARC, Layer.TAG)
    assert layers_of(bare, GOLD) == (Layer.ARC, Layer.TAG)
    assert layers_of(GOLD, changed(bare, fine_tag=["_"] * 7)) == (Layer.ARC,)
    trees = phrases("(S (N a))")
    assert layers_of(trees, trees) == (Layer.TAG, Layer.CONSTITUENT)
    assert layers_of(trees, phrases("(S (N b))")) == (Layer.TAG, Layer.CONSTITUENT, Layer.WORDS)


def test_a_layer_of_one_side_alone_gives_no_differences():
    assert shown(GOLD, changed(GOLD, lemma=["_"] * 7)) == []


def test_words_that_differ_are_told_of_and_the_others_compared():
    gold = treebank("I/P/3/nsubj dont/V/3/aux know/V/0/root it/P/3/obj")
    parse = treebank("I/P/2/nsubj do/V/0/root nt/V/2/neg know/V/2/x it/N/4/obj", name="parse.conllx")
    assert shown(gold, parse) == [
        (0, "words", "1.1", None, "do"),
        (0, "words", "1.2", None, "nt"),
        (0, "arc", "1", "3 nsubj", "‘do’ nsubj"),
        (0, "words", "2", "dont", None),
        (0, "arc", "3", "0 root", "‘do’ x"),
        (0, "tag", "4", "P", "N"),
    ]


def test_heads_beyond_the_sentence_are_compared_by_their_numbers_where_words_differ():
    gold = treebank("a/N/7/x b/N/9/x c/N/_/_ d/N/0/root z/N/4/x")
    parse = treebank("a/N/7/x b/N/8/x c/N/0/root d/N/_/_ y/N/4/x", name="parse.conllx")
    assert [row for row in shown(gold, parse) if row[1] == "arc"] == [
        (0, "arc", "2", "9 x", "8 x"),
        (0, "arc", "3", None, "0 root"),
        (0, "arc", "4", "0 root", None),
    ]


def test_words_of_the_parse_alone_are_told_by_the_word_before_them_in_the_sentence():
    gold = treebank("b/N/0/root c/N/1/x", "e/N/0/root")
    parse = treebank("a/N/2/x b/N/0/root x/N/2/x y/N/2/x c/N/2/x", "d/N/2/x e/N/0/root", name="parse.conllx")
    found = words_of_parse(paired(gold, parse))
    assert found.rows() == [(0, "0.1", 0), (0, "1.1", 2), (0, "1.2", 3), (1, "0.1", 5)]


def test_a_sentence_of_one_side_alone_is_one_item():
    gold, parse = treebank(TREES[0], "All/D/2/det new/N/0/root", TREES[1]), treebank(*TREES, name="parse.conllx")
    assert shown(gold, parse) == [(1, "words", "", "All new", None)]
    assert shown(parse, gold) == [(0, "words", "", None, "All new")]


def test_sentences_that_the_gold_lacks_are_one_item_of_the_sentence_before():
    gold = treebank(TREES[0])
    parse = treebank(TREES[0], "All/D/2/det new/N/0/root", TREES[1], name="parse.conllx")
    assert shown(gold, parse) == [(0, "words", "", None, "All new / Why ?")]
    assert layer_counts(gold, parse, ALL)["words"].to_list() == [1]


def test_sentences_that_are_split_otherwise_are_one_item_and_their_words_are_compared():
    apart = treebank("Go/V/0/root ././1/punct", "Now/A/0/root !/./1/punct")
    whole = treebank("Go/V/0/root ././1/punct Now/A/1/adv !/./3/punct", name="parse.conllx")
    assert shown(apart, whole) == [
        (0, "words", "", "2 + 2 words", "4 words"),
        (1, "arc", "1", "0 root", "‘Go’ adv"),
    ]
    assert shown(whole, apart) == [
        (0, "words", "", "4 words", "2 + 2 words"),
        (0, "arc", "3", "1 adv", "0 root"),
    ]


def test_constituents_are_compared_by_yield():
    gold = phrases("(S (NP-SBJ (N a) (N b)) (VP (V c) (NP (N d))))")
    parse = phrases("(S (NP (N a) (N b)) (V c) (VP (N d)))", name="parse.mrg")
    found = layer_differences(gold, parse, [Layer.CONSTITUENT])
    assert found.drop("sentence", "layer").rows() == [
        (0, "1-2", 1, 2, "NP-SBJ", "NP"),
        (0, "3-4", 3, 4, "VP", None),
        (0, "4-4", 4, 4, "NP", "VP"),
    ]


def test_all_constituents_of_a_yield_are_one_item_in_any_order():
    one, other = phrases("(S (VP (V a)))"), phrases("(VP (S (V a)))")
    assert shown(one, other, Layer.CONSTITUENT) == []
    assert shown(one, phrases("(S (VP (NP (V a))))"), Layer.CONSTITUENT) == [
        (0, "constituent", "1-1", "S VP", "S VP NP"),
    ]


def test_a_yield_with_a_gap_is_told_by_its_parts():
    gold = phrases("(S (N 9=z))", "(S (VP (V 0=wake) (P 2=up)) (N 1=them))")
    parse = phrases("(S (N 9=z))", "(S (V 0=wake) (N 1=them) (P 2=up))", name="parse.mrg")
    assert shown(gold, parse) == [(1, "constituent", "1-1+3-3", "VP", None)]
    assert shown(parse, gold) == [(1, "constituent", "1-1+3-3", None, "VP")]


def test_the_artificial_root_is_no_difference():
    assert shown(phrases("(TOP (S (N a)))"), phrases("(S (N a))")) == []


def test_yields_are_of_words_that_both_have():
    gold = phrases("(S (N z))", "(S (NP (N a) (N b)) (V cd))")
    parse = phrases("(S (N z))", "(S (NP (N a) (N b)) (VP (V c) (V d)))", name="parse.mrg")
    assert shown(gold, parse, Layer.CONSTITUENT) == []
    assert shown(gold, phrases("(S (N z))", "(S (N a) (VP (N b) (V c) (V d)))"), Layer.CONSTITUENT) == [
        (1, "constituent", "1-2", "S NP", "S"),
        (1, "constituent", "2-2", None, "VP"),
    ]


ROLES = """1	They	they	they	PRP	PRP	_	_	2	2	SBJ	SBJ	_	_	A0	{role}
2	want	want	want	VBP	VBP	_	_	0	0	ROOT	ROOT	Y	want.01	_	_
3	out	out	out	RP	RP	_	_	2	2	PRD	PRD	Y	{sense}	A1	_

"""


def test_roles_are_those_of_an_argument_to_a_predicate_and_senses(tmp_path):
    sides = []
    for name, role, sense in (("gold", "A0", "out.01"), ("parse", "_", "out.02")):
        path = tmp_path / f"{name}.conll09"
        path.write_text(ROLES.format(role=role, sense=sense) * 2)
        sides.append(read(path))
    assert shown(*sides) == [
        (number, "role", *rest) for number in (0, 1) for rest in (("3>1", "A0", None), ("3", "out.01", "out.02"))
    ]
    assert layer_differences(*sides, [Layer.ROLE])["position"].to_list() == [1, 3, 1, 3]


@given(pairs(heads=False))
def test_a_treebank_does_not_differ_from_itself(pair):
    for side in pair:
        assert layer_differences(side, side, ALL).is_empty()


@given(pairs(heads=False))
def test_what_differs_does_not_depend_on_who_is_the_gold(pair):
    one, other = (layer_differences(*sides, ALL) for sides in (pair, pair[::-1]))
    assert one.equals(other.rename({"gold": "parse", "parse": "gold"}).select(one.columns))


@given(pairs(heads=False))
def test_a_loop_over_words_finds_the_same(pair):
    assert shown(*pair) == naive_differences(*pair)


@given(st.lists(st.tuples(lines(["a", "b", "c", "d"], gaps=True), lines(["a", "b", "c", "d"], gaps=True)), max_size=3))
def test_a_loop_over_constituents_finds_the_same(trees):
    gold, parse = phrases(*(one for one, _ in trees)), phrases(*(other for _, other in trees), name="parse.mrg")
    assert sorted(shown(gold, parse, Layer.CONSTITUENT)) == sorted(
        row for row in naive_differences(gold, parse) if row[1] == "constituent"
    )
    other_way = layer_differences(parse, gold, [Layer.CONSTITUENT])
    assert sorted(other_way["item"]) == sorted(layer_differences(gold, parse, [Layer.CONSTITUENT])["item"])


def counted_from_rows(gold, parse):
    found = layer_differences(gold, parse, ALL)
    return [
        [found.filter((pl.col("sentence") == row) & (pl.col("layer") == layer.value)).height for layer in ALL]
        for row in range(len(gold))
    ]


@pytest.mark.slow
@given(pairs(), pairs())
def test_counts_are_those_of_the_rows(one, other):
    for gold, parse in (one, (one[0], other[1])):
        counts = layer_counts(gold, parse, ALL)
        assert counts.columns == ["sentence", *(layer.value for layer in ALL)]
        assert [list(row[1:]) for row in counts.rows()] == counted_from_rows(gold, parse)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("gold", "parse", "expected"),
    [
        ("annotators/0001-da-lotte.conll", "annotators/0001-da-morten.conll", {"arc": 16}),
        ("english/gold.conllu", "english/parse.conllu", {"arc": 5509, "tag": 1676, "lemma": 992, "features": 1283}),
        ("english/roles.conll09", "english/roles-parse.conll09", {"arc": 7812, "role": 9087}),
        ("faroese/gold.mrg", "faroese/parse-ice.mrg", {"tag": 23937, "words": 5}),
    ],
)
def test_real_treebanks(gold, parse, expected):
    sides = read(SHARED / gold), read(SHARED / parse)
    counts = layer_counts(*sides, ALL).drop("sentence").sum().row(0, named=True)
    assert {name: count for name, count in counts.items() if count and name != "constituent"} == expected
    part = [side.slice(0, 100) for side in sides]
    found = [row for row in shown(*part) if row[1] != "words"]
    assert sorted(found) == sorted(naive_differences(*part))


def test_places_are_counted_once_however_many_differ_there():
    other = changed(PARSE, lemma=["x"] * 7)
    assert place_counts([GOLD, PARSE], (Layer.ARC, Layer.LEMMA, Layer.CONSTITUENT)) == {Layer.ARC: 5, Layer.LEMMA: 0}
    assert place_counts([GOLD, PARSE, other], (Layer.ARC, Layer.LEMMA)) == {Layer.ARC: 5, Layer.LEMMA: 7}
    assert place_counts([GOLD], ALL) == {}
