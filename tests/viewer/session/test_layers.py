"""What differs in a sentence in the layers that were chosen.

Also tests what `found` says a filter has found in the sentence that is shown.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment import units
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.found import hits_in
from goldleaf.viewer.session.layers import LayerItem, role_of, yield_item, yield_of
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.pair import Parse, pair_of
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.views.arcs.arc_picture import arc_facts, pictures
from goldleaf.viewer.views.arcs.describe import arc_differences
from goldleaf.viewer.views.trees.tree_differences import node_differences
from goldleaf.viewer.views.trees.tree_picture import node_facts, tree_pictures, wrong_functions, wrong_tags
from tests.core.metrics.phrases import phrases
from tests.core.trees import pairs, treebank
from tests.viewer.window.windows import GOLD, PARSE, written

JOINED = PARSE.replace("\n\n# sent_id = a-3", "").replace(
    "3\tloudly\tloudly\tADV\tRB\t_\t2", "5\tloudly\tloudly\tADV\tRB\t_\t4"
)
JOINED = JOINED.replace("1\tDogs\tdog\tNOUN\tNNS\t_\t2", "3\tDogs\tdog\tNOUN\tNNS\t_\t4").replace("2\tbark", "4\tbark")
"""The second and the third sentence are one, with two roots."""


DEMO = Path(__file__).parents[3] / "assets" / "demo"


def document(folder, parse=PARSE):
    gold, other = written(folder, GOLD, parse)
    return loaded(Request(gold, (other,), ("parse",)), [create("attachment")])


def test_items_are_in_the_order_of_words_and_of_the_chosen_layers(tmp_path):
    shown = document(tmp_path, PARSE.replace("\tADV\t", "\tADJ\t"))
    assert shown.layers.items(0, 0, (Layer.ARC,)) == (
        LayerItem(Layer.ARC, "5", 5, "3 obj", "2 nmod"),
        LayerItem(Layer.ARC, "6", 6, "3 punct", "5 punct"),
    )
    assert [(one.layer, one.item) for one in shown.layers.items(2, 0, (Layer.ARC, Layer.TAG))] == [
        (Layer.ARC, "3"), (Layer.TAG, "3")
    ]  # fmt: skip
    nothing = (1, 0, (Layer.ARC,)), (0, -1, (Layer.ARC,)), (0, 1, (Layer.ARC,)), (0, 0, ())
    assert [shown.layers.items(*asked) for asked in nothing] == [()] * 4


def test_differences_of_each_sentence_are_counted_in_a_column_of_their_own(tmp_path):
    counts = document(tmp_path).layers.counts(0, (Layer.ARC,))
    assert (counts.name, counts.dtype, counts.to_list()) == ("layer_differences", pl.UInt32, [2, 0, 1])


@pytest.mark.parametrize("row", [1, 2])
def test_sentences_that_are_shown_as_one_are_numbered_through(tmp_path, row):
    shown = document(tmp_path, JOINED)
    assert [(one.item, one.position) for one in shown.layers.items(row, 0, (Layer.ARC,)) if one.position] == [("5", 5)]


@pytest.mark.parametrize(
    ("parse", "row", "words"), [(PARSE, 0, [2, 5]), (PARSE, 2, [1]), (JOINED, 1, [3]), (JOINED, 2, [3])]
)
def test_words_that_a_filter_has_found_are_hits_in_their_places(tmp_path, parse, row, words):
    shown = document(tmp_path, parse)
    found = finished(filtered(shown, "has(tag = 'NOUN')", 0))
    hits = hits_in(shown, 0, found, row, shown.pairs.at(row, 0, shown.metrics[0]))
    assert [hit.words for hit in hits] == [{"gold": (word,), "parse": (word,)} for word in words]
    assert [hit.kind for hit in hits] == ["word"] * len(words) and np.all(np.diff([hit.begins[0] for hit in hits]) > 0)


def test_constituents_that_a_filter_has_found_have_their_numbers_in_either_picture():
    files = [DEMO / name for name in ("trees-gold.mrg", "trees-parse.mrg")]
    shown = loaded(Request(files[0], (files[1],), ("parse",)), [create("parseval")])
    found = finished(filtered(shown, "has(constituent, label = 'PP')", 0))
    hits = hits_in(shown, 0, found, 0, shown.pairs.at(0, 0, shown.metrics[0]))
    assert {hit.kind for hit in hits} == {"constituent"}
    for hit in hits:
        for side, sentence in (("gold", shown.gold.sentence(0)), ("parse", shown.parses[0].treebank.sentence(0))):
            if side in hit.words:
                node = next(one for one in sentence.nodes if one.number == hit.nodes[side])
                assert (node.label, (node.first, node.last)) == ("PP", (hit.words[side][0], hit.words[side][-1]))


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


def test_places_at_which_only_other_parses_differ_are_counted(tmp_path):
    gold, parse = written(tmp_path)
    tags = tmp_path / "tags.conllu"
    tags.write_text(PARSE.replace("\tADV\t", "\tADJ\t").replace("2\tnmod", "3\tobj"), encoding="utf-8")
    shown = loaded(Request(gold, (parse, tags, gold), ("one", "two", "gold")), [create("attachment")])
    arcs, both = (Layer.ARC,), (Layer.ARC, Layer.TAG)
    assert [shown.layers.not_shown(place, arcs) for place in range(3)] == [(0, 3), (1, 3), (3, 3)]
    assert [shown.layers.not_shown(place, both) for place in range(3)] == [(1, 4), (1, 4), (4, 4)]


def of_three(folder, third):
    gold, parse = written(folder)
    other = folder / "third.conllu"
    other.write_text(third, encoding="utf-8")
    return loaded(Request(gold, (parse, other), ("one", "two")), [create("attachment")])


def test_of_all_sides_each_reading_is_told_once_with_who_has_it(tmp_path):
    third = PARSE.replace("2\tnmod", "3\tnmod").replace("2\tbark\tbark\tVERB", "2\tbark\tbark\tNOUN")
    shown, both = of_three(tmp_path, third).layers, (Layer.ARC, Layer.TAG)
    items = [item for row in range(3) for item in shown.items(row, 0, both, everyone=True)]
    assert [(one.item, one.layer, one.readings) for one in items][:3] == [
        ("5", "arc", (("3 obj", (0,)), ("2 nmod", (1,)), ("3 nmod", (2,)))),
        ("6", "arc", (("3 punct", (0,)), ("5 punct", (1, 2)))),
        ("2", "tag", (("VERB VBP", (0, 1)), ("NOUN VBP", (2,)))),
    ]
    assert [(one.gold, one.parse) for one in items][1:3] == [("3 punct", "5 punct"), ("VERB VBP", "VERB VBP")]
    assert shown.counts(0, both, everyone=True).to_list() == [2, 0, 2] != shown.counts(0, both).to_list()
    assert [shown.not_shown(0, both, everyone=whether) for whether in (False, True)] == [(1, 4), (0, 4)]


def test_what_so_many_have_is_taken_and_elsewhere_one_sides_or_nothing(tmp_path):
    third = PARSE.replace("2\tnmod", "3\tnmod").replace("1\tDogs\tdog\tNOUN", "1\tDogs\tdog\tX")
    shown, both = of_three(tmp_path, third).layers, (Layer.ARC, Layer.TAG, Layer.WORDS)

    def taken(votes, rest):
        return shown.agreed(votes, rest, both).select("sentence", "item", "side", "votes", "of").rows()

    assert taken(2, None) == [(0, "6", 1, 2, 3), (2, "1", 0, 2, 3), (2, "3", 1, 2, 3)]
    assert taken(2, 2) == [(0, "5", 2, None, 3), *taken(2, None)]
    assert taken(3, None) == [] and taken(1, None) == taken(2, None), "of three readings none has the most"
    assert taken(3, 2) == [(0, "5", 2, None, 3), (0, "6", 1, None, 3), (2, "1", 2, None, 3), (2, "3", 1, None, 3)]


def test_sentences_that_a_side_splits_otherwise_are_told_two_by_two(tmp_path):
    found = of_three(tmp_path, JOINED)
    assert found.layers.joinable.tolist() == [True, False, False]
    arcs = (Layer.ARC,)
    assert found.layers.items(1, 1, arcs, everyone=True) == found.layers.items(1, 1, arcs)
    own, two = found.layers.counts(1, arcs, everyone=True), found.layers.counts(1, arcs)
    assert own[1:].to_list() == two[1:].to_list()


def test_what_is_worked_out_of_layers_is_kept_for_each_parse_and_its_layers(tmp_path):
    shown = document(tmp_path).layers
    arcs, tags = (Layer.ARC,), (Layer.TAG,)
    for work in (shown.differences, shown.counts, shown.not_shown):
        assert work(0, arcs) is work(0, arcs) and work(0, arcs) is not work(0, tags)
    assert shown.known(0) is shown.known(0)
    assert {Layer.ARC, Layer.TAG} <= {*shown.known(0)} and Layer.CONSTITUENT not in shown.known(0)
    assert shown.counts(0, tags).to_list() == [0, 0, 0] and shown.counts(0, arcs).to_list() == [2, 0, 1]


def test_who_is_blind_sees_the_sides_of_an_item_as_they_are_shown(tmp_path):
    whole = document(tmp_path)
    for seed in range(8):
        blind = whole.blinded(Blind(seed, [1, 2, 3]))
        for row in (0, 2):
            sides = [(one.gold, one.parse) for one in whole.layers.items(row, 0, (Layer.ARC,))]
            order = -1 if blind.is_turned(row, 0) else 1
            assert [(one.gold, one.parse) for one in blind.layers.items(row, 0, (Layer.ARC,))] == [
                side[::order] for side in sides
            ]
        assert blind.layers.differences(0, (Layer.ARC,)) is whole.layers.differences(0, (Layer.ARC,))


def test_what_is_about_no_word_of_the_gold_has_no_position(tmp_path):
    shown = document(tmp_path, GOLD.replace("\tIt\t", "\tThat\t").replace("bark\tbark", "run\trun"))
    assert [one[1:5] for one in shown.layers.items(1, 0, (Layer.WORDS,))] == [
        ("0.1", 0, None, "That"), ("1", 1, "It", None)
    ]  # fmt: skip
    assert [one[1:5] for one in shown.layers.items(2, 0, (Layer.WORDS, Layer.ARC))] == [
        ("1.1", 0, None, "run"),
        ("1", 1, "2 nsubj", "‘run’ nsubj"),
        ("2", 2, "bark", None),
        ("3", 3, "2 advmod", "‘run’ advmod"),
    ]


def test_hits_and_items_of_sentences_that_are_shown_as_one_are_those_of_the_parse_that_is_shown(tmp_path):
    gold, joined = written(tmp_path, GOLD, JOINED)
    shown = loaded(Request(gold, (gold, joined), ("gold", "joined")), [create("attachment")])

    def places(parse):
        """Where words of the gold are hit, row by row."""
        found = finished(filtered(shown, "has(tag = 'NOUN' or tag = 'PRON')", parse))
        pairs = [shown.pairs.at(row, parse, shown.metrics[0]) for row in range(3)]
        return [[hit.words["gold"] for hit in hits_in(shown, parse, found, *asked)] for asked in enumerate(pairs)]

    assert places(-1) == places(0) == [[(2,), (5,)], [(1,)], [(1,)]]
    assert places(1) == [[(2,), (5,)], [(1,), (3,)], [(1,), (3,)]]
    assert [one.item for one in shown.layers.items(2, 1, (Layer.ARC,)) if one.position] == ["5"]
    assert shown.layers.items(2, 0, (Layer.ARC,)) == shown.layers.items(2, 2, (Layer.ARC,)) == ()


@pytest.mark.parametrize(
    ("item", "words"), [("3-5", {3, 4, 5}), ("3-5+8-8", {3, 4, 5, 8}), ("2-2", {2}), ("20-22", {20, 21, 22})]
)
def test_yields_are_written_in_one_way_and_read_in_two(item, words):
    assert yield_of(item) == words
    assert yield_item(words) == item
    assert yield_of(item.replace("8-8", "8").replace("2-2", "2")) == words


@pytest.mark.parametrize("item", ["", "3-", "5-3-1", "a", "3,4", "1-999999999"])
def test_what_is_no_yield(item):
    assert yield_of(item) is None


def test_roles():
    assert [role_of(item) for item in ("8>3", "8")] == [(8, 3), (8, 0)]
    assert role_of("8>") is None


@pytest.mark.parametrize("item", ["", "8>", ">3", "8>3>4", "a", "8-9", "٣"])
def test_what_is_no_predicate_with_an_argument(item):
    assert role_of(item) is None and yield_of("٣") is None


def test_the_longest_yield():
    assert len(yield_of("1-100001")) == 100_001 and yield_of("1-100002") is None
    assert yield_of("5-3") is None and yield_of("1+2+4-5") == {1, 2, 4, 5}
    assert yield_item([]) == "" and yield_item([5, 1, 2, 4]) == "1-2+4-5"
