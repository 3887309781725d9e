"""Judgements as the database has them, and notes as threads, in the order in which they were written."""

from dataclasses import replace

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError
from goldleaf.viewer.review import judgements
from goldleaf.viewer.review.database import as_json, from_json
from goldleaf.viewer.review.judgements import Judgement, JudgementRow, Message, Place, is_reading, thread


@pytest.mark.parametrize(
    ("verdict", "reading"),
    [("=NOUN", True), ("=", True), ("3:obj", True), ("3", True), ("gold", False), ("a:b", False), ("", False)],
)
def test_readings(verdict, reading):
    assert is_reading(verdict) == reading


def test_json_of_a_session_is_short_and_for_people():
    assert as_json({"ä": [1, None], "b": True}) == '{"ä":[1,null],"b":true}' and from_json('{"ä":1}') == {"ä": 1}
    with pytest.raises(ValueError, match="a text of it is nested too deep"):
        from_json("[" * 100_000)


def test_a_judgement_is_a_row_and_comes_back():
    place = Place(3, Layer.TAG, "2")
    told = Judgement(place, "anna", "gold", "why", ("a", " b c "), "2026-01-02T03:04:05+00:00")
    row = JudgementRow.of(told, time="now", words=7, settles=True, judged={"parse": "x / y"})
    assert row == (3, "tag", "2", "anna", "gold", "why", "a; b c", told.time, 7, 1, 0, '{"parse":"x / y"}')
    assert row.judgement == replace(told, tags=("a", "b c")) and row.key == (3, "tag", "2", "anna")
    assert JudgementRow.of(replace(told, time=""), time="now", words=7, settles=False, judged={})[7:] == (
        "now",
        7,
        0,
        0,
        "",
    )
    for verdict in ("", "reviewed"):
        row = JudgementRow.of(replace(told, verdict=verdict), time="now", words=7, settles=False, judged={"parse": "x"})
        assert (row.judged, row.decides) == ("", False)
    assert JudgementRow(1, "", "", "anna", "reviewed", "", "", "t", 1, 0, 1).judgement.place == Place(1)
    with pytest.raises(OptionError) as told_of:
        JudgementRow.of(replace(told, tags=("a", "b;c")), time="", words=0, settles=False, judged={})
    message = "tags: 'a; b;c': a tag is not empty, and has no semicolon, which stands between"
    assert str(told_of.value) == message


def test_what_says_nothing():
    empty = Judgement(Place(1), "anna", "")
    assert empty.says_nothing and not replace(empty, tags=("a",)).says_nothing
    assert not replace(empty, note="a").says_nothing and not replace(empty, verdict="gold").says_nothing


def note(reviewer: str, text: str, *tags: str) -> Judgement:
    return Judgement(Place(1, Layer.ARC, "2"), reviewer, "", text, tags)


def test_replies_stand_where_they_were_written(monkeypatch):
    times = iter(f"2026-01-02T03:04:0{second}+00:00" for second in range(9))
    monkeypatch.setattr(judgements, "now", lambda: next(times))
    anna, cleo = note("anna", "Why?\n\nI ask.", "hard", "resolved"), note("cleo", "")
    cleo = cleo.replied("So.")
    anna = anna.replied("[not] so")
    cleo = cleo.replied("It is.\n\nTwo lines.")
    assert anna.tags == ("hard",), "who answers opens the thread again"
    told = [(one.reviewer, one.text) for one in thread([anna, cleo])]
    assert told == [("anna", "Why?\n\nI ask."), ("cleo", "So."), ("anna", "[not] so"), ("cleo", "It is.\n\nTwo lines.")]
    assert thread([cleo])[0] == Message("2026-01-02 03:04:00", "cleo", "So.")
    assert thread([note("anna", "")]) == []
