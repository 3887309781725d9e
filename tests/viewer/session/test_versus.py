"""Which tables of one parse against another there are of a document."""

from __future__ import annotations

import pytest

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.versus import NO_GOLD, ONE_PARSE, Question, questions, table, why_not
from tests.viewer.window.windows import written


@pytest.fixture
def files(tmp_path):
    return written(tmp_path)


def document(request, *names):
    return loaded(request, [create(name) for name in names], names)


def test_why_there_is_none(files):
    gold, parse = files
    assert why_not(None).startswith("Open a gold file and two parses")
    assert why_not(document(Request(gold, (parse,), ("one",)), "attachment")) == ONE_PARSE
    assert why_not(document(Request.of_annotators([gold, parse, gold]), "attachment")) == NO_GOLD
    assert why_not(document(Request(gold, (parse, gold), ("one", "two")), "attachment")) == ""


def test_questions_are_of_words_where_there_are_some_and_of_metrics_with_facts_of_their_own(files):
    gold, parse = files
    request = Request(gold, (parse, gold), ("one", "two"))
    assert [*questions(document(request, "attachment", "tedeval"))] == [
        "right_both", "right_head", "right_label", "tedeval"
    ]  # fmt: skip
    found = questions(document(request, "tedeval"))
    assert [*found] == ["tedeval"] and found["tedeval"] == ("TedEval", {"label": "by label", "length": "by length"})


def test_what_the_second_parse_mends(files):
    gold, parse = files
    shown = document(Request(gold, (parse, gold), ("one", "two")), "attachment", "tedeval")
    asked = (
        ("right_both", "relation", 2),
        ("right_head", "tag", 1),
        ("right_label", "length", 2),
        ("tedeval", "label", None),
    )
    for what, by, fixed in asked:
        there, back = (
            finished(table(shown, *pair, Question(what, by))).frame.row(0, named=True) for pair in ((0, 1), (1, 0))
        )
        shares = [*table(shown, 0, 1, Question(what, by))]
        assert shares[0] == 0 and shares == sorted(shares) and shares[-1] < 1
        assert there["fixed"] == back["broken"] and there["broken"] == back["fixed"]
        assert there["fixed"] == fixed or (fixed is None and there["fixed"] > 0 == there["broken"])
