"""What one verdict can be said of: all that a filter has found."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.sides import Such, such
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.found import words_alone
from goldleaf.viewer.session.loading import document_of
from tests.core.trees import treebank

GOLD = treebank("They/PRON/3/nsubj can/AUX/3/aux not/PART/0/root go/VERB/3/xcomp", "Oh/INTJ/0/root no/X/1/x")
PARSE = treebank("They/PRON/2/nsubj cannot/AUX/0/root go/VERB/2/xcomp", "Oh/INTJ/2/y no/X/0/root", name="p.conllx")


def all_such(query, layer):
    document = finished(document_of(GOLD, {"p": PARSE}, [create("attachment")]))
    found = finished(filtered(document, query, 0))
    rows = such(GOLD, PARSE, layer, found, lambda row: 10 + row, lambda _: "", words_alone(document, 0, found))
    assert [one.number for one in rows] == [one.place.sentence - 9 for one in rows]
    return [(one.place.sentence, one.place.item, one.what) for one in rows]


@pytest.mark.parametrize(
    ("query", "layer", "expected"),
    [
        ("words > 3", Layer.ARC, [(10, "", "the sentence")]),
        ("has(deprel = 'root')", Layer.ARC, [(11, "1", "Oh: 0 root / 2 y")]),
        ("has(deprel = 'aux')", Layer.WORDS, [(10, "2", "can: can / nothing")]),
        ("has(parse_deprel = 'root')", Layer.WORDS, [(10, "1.1", "1.1: nothing / cannot")]),
        ("has(segmentation, extra)", Layer.WORDS, [(10, "1.1", "1.1: nothing / cannot")]),
        ("has(parse_deprel = 'root')", Layer.ARC, [(11, "2", "no: 1 x / 0 root")]),
        ("has(form = 'go')", Layer.WORDS, []),
    ],
)
def test_hits_are_taken_with_what_differs_there(query, layer, expected):
    """What only the parse has was left out."""
    assert all_such(query, layer) == expected


def test_sentences_are_told_by_their_text_and_by_what_was_said_of_them():
    document = finished(document_of(GOLD, {"p": PARSE}, [create("attachment")]))
    found = finished(filtered(document, "words < 3", 0))
    alone = words_alone(document, 0, found)
    texts = replace(GOLD, sentences=GOLD.sentences.with_columns(text=pl.Series([None, "Oh no!"])))
    rows = such(texts, PARSE, Layer.TAG, found, lambda row: 10 + row, lambda place: f"said {place.sentence}", alone)
    assert rows == [Such(Place(11, Layer.TAG, ""), 2, "Oh no!", "said 11")]
    found = finished(filtered(document, "has(deprel = 'root') or has(deprel = 'x')", 0))
    rows = such(
        GOLD, PARSE, Layer.ARC, found, lambda row: 10 + row, lambda place: place.item, words_alone(document, 0, found)
    )
    assert {one.said for one in rows} == {one.place.item for one in rows} and all(one.what for one in rows)
