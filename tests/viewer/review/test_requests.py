"""A review is opened with the files that it is of, as they were read when it began."""

from __future__ import annotations

import os

import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.review.requests import request_of
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.request import Request


@pytest.fixture
def sides(tmp_path):
    """The sides of a review, as they are when it begins."""
    for name in ("gold", "parse"):
        (tmp_path / f"{name}.conllu").touch()
    options = {"format_name": "conllu", "encoding": "utf-8"}
    return [SessionSide(name, str(tmp_path / f"{name}.conllu"), options) for name in ("gold", "parse")]


@pytest.mark.parametrize("adjudication", [False, True])
def test_a_review_is_opened_with_its_files_as_they_were_read(tmp_path, sides, adjudication):
    path = tmp_path / "r.goldleaf"
    Store.create(path, sides, adjudication=adjudication).close()
    request = request_of([path])
    assert (request.session, request.adjudicated, request.predicted) == (path, adjudication, False)
    assert (request.gold, *request.parses) == (tmp_path / "gold.conllu", tmp_path / "parse.conllu")
    assert (request.format_name, request.encoding, request.separator) == ("conllu", "utf-8", "-")
    with pytest.raises(GoldleafError, match=r"a review is opened by itself: r\.goldleaf says what it is of"):
        request_of([path, tmp_path / "gold.conllu"])


def test_a_second_analysis_in_the_golds_own_file_is_the_parse(tmp_path, sides):
    named = [SessionSide("gold", sides[0].path), SessionSide("second", sides[0].path, {"predicted": "yes"})]
    Store.create(tmp_path / "second.goldleaf", named).close()
    assert request_of([tmp_path / "second.goldleaf"]).predicted


def test_files_that_are_gone_are_said_and_others_are_opened_as_files(tmp_path, sides):
    path = tmp_path / "r.goldleaf"
    options = {"format_name": "conllx", "encoding": "", "separator": "+", "other": "x", "predicted": ""}
    third = SessionSide("third", str(tmp_path / "third"), options)
    Store.create(path, [sides[0]._replace(options=options), sides[1], third]).close()
    with pytest.raises(GoldleafError, match="third, which is not there; put it back"):
        request_of([path])
    (tmp_path / "third").touch()
    request = request_of([path])
    assert (request.format_name, request.encoding, request.separator) == ("conllx", Request(path).encoding, "+")
    assert (request.names, request.predicted) == (("parse", "third"), False)
    assert [one.name for one in request.parses] == ["parse.conllu", "third"]
    plain = request_of([tmp_path / "gold.conllu", tmp_path / "parse.conllu"])
    assert plain.session is None and plain.gold == tmp_path / "gold.conllu"


def test_annotators_are_opened_by_their_names(tmp_path, sides):
    named = [sides[0]._replace(name="lotte"), sides[1]._replace(name="nina")]
    Store.create(tmp_path / "r.goldleaf", named, adjudication=True).close()
    request = request_of([tmp_path / "r.goldleaf"])
    assert request.adjudicated and (*request.gold_names, *request.names) == ("lotte", "nina")


def test_a_session_is_only_read_for_what_it_is_of(tmp_path, sides):
    path = tmp_path / "r.goldleaf"
    Store.create(path, sides).close()
    os.utime(path, (0, 0))
    request_of([path])
    assert path.stat().st_mtime == 0
    with Store.open(path, reviewer="anna") as store:
        assert request_of([path]).session == path and store.read_only is None
    (tmp_path / "gold.conllu").unlink()
    with pytest.raises(GoldleafError) as told:
        request_of([path])
    assert str(told.value.path) == str(path)
