"""What differs in a sentence in the layers that were chosen, and what a filter has found in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.hits import hits_in
from goldleaf.viewer.session.layers import LayerItem, items_of
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
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
    assert items_of(shown, 0, 0, (Layer.ARC,)) == (
        LayerItem(Layer.ARC, "5", 5, "3 obj", "2 nmod"),
        LayerItem(Layer.ARC, "6", 6, "3 punct", "5 punct"),
    )
    assert [(one.layer, one.item) for one in items_of(shown, 2, 0, (Layer.ARC, Layer.TAG))] == [
        (Layer.ARC, "3"), (Layer.TAG, "3")
    ]  # fmt: skip
    assert (
        items_of(shown, 1, 0, (Layer.ARC,)) == items_of(shown, 0, -1, (Layer.ARC,)) == items_of(shown, 0, 0, ()) == ()
    )
    assert items_of(shown, 0, 1, (Layer.ARC,)) == ()


@pytest.mark.parametrize("row", [1, 2])
def test_sentences_that_are_shown_as_one_are_numbered_through(tmp_path, row):
    shown = document(tmp_path, JOINED)
    assert [(one.item, one.position) for one in items_of(shown, row, 0, (Layer.ARC,)) if one.position] == [("5", 5)]


@pytest.mark.parametrize(
    ("parse", "row", "words"), [(PARSE, 0, [2, 5]), (PARSE, 2, [1]), (JOINED, 1, [3]), (JOINED, 2, [3])]
)
def test_words_that_a_filter_has_found_are_hits_in_their_places(tmp_path, parse, row, words):
    shown = document(tmp_path, parse)
    found = finished(shown.filtered("has(tag = 'NOUN')", 0))
    hits = hits_in(shown, 0, found, row, shown.pair(row, 0, shown.metrics[0]))
    assert [hit.words for hit in hits] == [{"gold": (word,), "parse": (word,)} for word in words]
    assert [hit.kind for hit in hits] == ["word"] * len(words) and np.all(np.diff([hit.begins[0] for hit in hits]) > 0)


def test_constituents_that_a_filter_has_found_have_their_numbers_in_either_picture():
    files = [DEMO / name for name in ("trees-gold.mrg", "trees-parse.mrg")]
    shown = loaded(Request(files[0], (files[1],), ("parse",)), [create("parseval")])
    found = finished(shown.filtered("has(constituent, label = 'PP')", 0))
    hits = hits_in(shown, 0, found, 0, shown.pair(0, 0, shown.metrics[0]))
    assert {hit.kind for hit in hits} == {"constituent"}
    for hit in hits:
        for side, sentence in (("gold", shown.gold.sentence(0)), ("parse", shown.parses[0].treebank.sentence(0))):
            if side in hit.words:
                node = next(one for one in sentence.nodes if one.number == hit.nodes[side])
                assert (node.label, (node.first, node.last)) == ("PP", (hit.words[side][0], hit.words[side][-1]))
