"""How places of several words are written."""

from dataclasses import replace

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError
from goldleaf.viewer.review.judgements import (
    Judgement,
    JudgementRow,
    Place,
    as_json,
    from_json,
    is_reading,
    judgement_of,
    role_of,
    row_of,
    yield_item,
    yield_of,
)


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
    row = row_of(told, time="now", words=7, settles=True, judged={"parse": "x / y"})
    assert row == (3, "tag", "2", "anna", "gold", "why", "a; b c", told.time, 7, 1, 0, '{"parse":"x / y"}')
    assert judgement_of(row) == replace(told, tags=("a", "b c")) and row.key == (3, "tag", "2", "anna")
    assert row_of(replace(told, time=""), time="now", words=7, settles=False, judged={})[7:] == ("now", 7, 0, 0, "")
    for verdict in ("", "reviewed"):
        row = row_of(replace(told, verdict=verdict), time="now", words=7, settles=False, judged={"parse": "x"})
        assert (row.judged, row.decides) == ("", False)
    assert judgement_of(JudgementRow(1, "", "", "anna", "reviewed", "", "", "t", 1, 0, 1)).place == Place(1)
    with pytest.raises(OptionError) as told_of:
        row_of(replace(told, tags=("a", "b;c")), time="", words=0, settles=False, judged={})
    message = "tags: 'a; b;c': a tag is not empty, and has no semicolon, which stands between"
    assert str(told_of.value) == message


def test_what_says_nothing():
    empty = Judgement(Place(1), "anna", "")
    assert empty.says_nothing and not replace(empty, tags=("a",)).says_nothing
    assert not replace(empty, note="a").says_nothing and not replace(empty, verdict="gold").says_nothing
