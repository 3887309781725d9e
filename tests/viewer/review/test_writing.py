"""What is made of a session in steps: the corrected treebank, with its choices and layers.

Also tests `requests`.
"""

from __future__ import annotations

import os

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.review.judgements import Judgement, Place, Side
from goldleaf.viewer.review.report import report_steps
from goldleaf.viewer.review.requests import request_of
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.writing import described, passed_over, result_steps, write_steps

ROW = "{}\tw{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"


@pytest.fixture
def sides(tmp_path):
    """Two words, which gold and parse tag differently; the second has another label, too."""
    sides = {}
    for name, tag, label in (("gold", "NOUN", "obj"), ("parse", "VERB", "iobj")):
        text = ROW.format(1, 1, tag, 0, "root") + ROW.format(2, 2, tag, 1, label) + "\n"
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
        sides[name] = read(tmp_path / f"{name}.conllu")
    return sides


@pytest.fixture
def path(tmp_path, sides):
    """A session on tags, in which the first word is decided."""
    path = tmp_path / "r.goldleaf"
    named = [Side(name, side.path, {"format_name": "conllu", "encoding": "utf-8"}) for name, side in sides.items()]
    with Store.create(path, named, layers=[Layer.TAG], reviewer="anna") as store:
        store.attach(*sides.values())
        store.act("tag", [Judgement(Place(store.key(0), Layer.TAG, "1"), "anna", "gold")])
    return path


def test_what_is_undecided_is_taken_of_a_side_in_the_layers_of_the_session_alone(path, sides, tmp_path):
    os.utime(path, (0, 0))
    result = finished(result_steps(path, sides, "parse"))
    assert result.treebank.words["coarse_tag"].to_list() == ["NOUN", "VERB"]
    assert result.treebank.words["label"].to_list() == ["root", "obj"]
    assert described(result, "parse") == "1 word decided, 1 difference undecided: as in parse"
    finished(write_steps(result, tmp_path / "out.conllu", record=True))
    lines = (tmp_path / "out.conllu").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[-1] for line in lines[:2]] == ["Reviewer=anna", "_"]
    finished(report_steps(path, [*sides.values()], "csv", tmp_path / "report.csv"))
    assert len((tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()) == 2
    assert path.stat().st_mtime == 0, "the session is only read"


def test_where_something_is_undecided_it_can_stop(path, sides):
    with pytest.raises(
        GoldleafError, match=r"gold\.conllu:1: 1 difference undecided; the first: sentence 1, tag 2; decide"
    ):
        finished(result_steps(path, sides, "stop"))


def test_what_chooses_nothing_is_counted(path, sides):
    with Store.open(path, reviewer="ben") as store:
        store.attach(*sides.values())
        assert passed_over(store) == []
        store.act("tag", [Judgement(Place(store.key(0), Layer.TAG, "1"), "ben", "parse")])
        assert passed_over(store) == ["1 place judged differently, so undecided"]


@pytest.mark.parametrize("adjudication", [False, True])
def test_a_review_is_opened_with_its_files_as_they_were_read(tmp_path, path, adjudication):
    other = tmp_path / "other.goldleaf"
    with Store.open(path) as store:
        Store.create(other, store.sides, adjudication=adjudication).close()
    request = request_of([other])
    assert (request.session, request.adjudicated, request.predicted) == (other, adjudication, False)
    assert (request.gold, *request.parses) == (tmp_path / "gold.conllu", tmp_path / "parse.conllu")
    assert (request.format_name, request.encoding, request.separator) == ("conllu", "utf-8", "-")
    with pytest.raises(GoldleafError, match=r"a review is opened by itself: other\.goldleaf says what it is of"):
        request_of([other, path])


def test_a_second_analysis_in_the_golds_own_file_is_the_parse(tmp_path, sides):
    named = [Side("gold", sides["gold"].path), Side("second", sides["gold"].path, {"predicted": "yes"})]
    Store.create(tmp_path / "second.goldleaf", named).close()
    assert request_of([tmp_path / "second.goldleaf"]).predicted
