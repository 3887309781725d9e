"""How far a sentence is, and why a place is left."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.review.judgements import JudgementRow, Place
from goldleaf.viewer.review.sentences import SessionSentences
from goldleaf.viewer.review.states import Left, Progress, States

PLACES = [Place(1, Layer.ARC, "2"), Place(1, Layer.ARC, "5")]


def row(
    item: str, verdict: str, who: str = "anna", layer: str = "arc", *, settles: int = 0, words: int = 0
) -> JudgementRow:
    return JudgementRow(1, layer, item, who, verdict, "", "", "2026-01-01", words, settles, 1)


def states(*rows: JudgementRow, reviewer: str = "anna", blind: bool = False) -> States:
    judged = {1: {one.key[1:]: one for one in rows}}
    sentences = SessionSentences([1], ["s"], {1: 0}, {1: 0})
    return States(judged, sentences, lambda one: one.words != 0, reviewer, blind=blind, places=lambda _: PLACES)


@pytest.mark.parametrize(
    ("rows", "state", "left"),
    [
        ([], "open", ["open", "open"]),
        ([row("2", "gold")], "begun", ["open"]),
        ([row("2", "gold"), row("5", "parse")], "decided", []),
        ([row("", "gold")], "decided", []),
        ([row("", "gold", layer="")], "decided", []),  # of the usual layer
        ([row("", "gold", layer="words")], "decided", []),
        ([row("", "gold", layer="tag")], "open", ["open", "open"]),
        ([row("2", "gold"), row("5", "unsure")], "unsure", ["unsure"]),
        ([row("2", "unsure")], "begun", ["unsure", "open"]),
        ([row("2", "skip"), row("5", "neither")], "open", ["open", "open"]),
        ([row("2", "gold"), row("2", "parse", "ben")], "conflict", ["conflict", "open"]),
        ([row("2", "gold"), row("2", "gold", "ben")], "begun", ["open"]),
        ([row("2", "gold"), row("2", "parse", "ben"), row("2", "parse", "cleo", settles=1)], "begun", ["open"]),
        ([row("2", "gold", words=1), row("5", "gold")], "stale", ["stale"]),
        ([row("", "gold", layer="", words=1)], "stale", ["stale", "stale"]),
        ([row("2", "gold", words=1), row("2", "parse", "ben"), row("5", "gold")], "stale", []),
        ([row("", "reviewed", layer="")], "done", ["open", "open"]),
        ([row("", "reviewed", "ben", layer="")], "open", ["open", "open"]),
    ],
)
def test_how_far_a_sentence_is(rows, state, left):
    made = states(*rows)
    [summary] = made.summary().rows(named=True)
    assert [why.value for why in made.left(1).values()] == left
    assert (summary["state"], summary["places"], summary["left"]) == (state, 2, len(left))
    assert summary["unsure"] == left.count("unsure") and summary["conflicts"] == left.count("conflict")


def test_what_is_said_where_all_sides_agree_counts_as_a_place():
    [summary] = states(row("3", "=de el/3:det/DET", layer="words")).summary().rows(named=True)
    assert (summary["state"], summary["places"], summary["left"]) == ("begun", 3, 2)


def test_who_is_blind_does_not_see_what_others_have_decided():
    made = states(row("2", "gold", "ben"), row("5", "gold"), blind=True)
    assert made.left(1) == {PLACES[0]: Progress.OPEN} and made.summary()["state"].to_list() == ["begun"]


def test_what_is_left_is_said_in_words():
    assert str(Left(41, 293, 12, 15, 3)) == "41 of 293 places open, 15 unsure, 3 conflicts"
    assert str(Left(0, 1, 0, 0, 0)) == "0 of 1 place open"
    assert Left.of(states(row("2", "unsure")).summary()) == (2, 2, 1, 1, 0)
