from dataclasses import replace

import numpy as np
import pytest

from goldleaf.core.metrics import create
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.parse_comparison import as_text, parse_rows
from goldleaf.viewer.session.recent import request_of
from tests.viewer.window.windows import GOLD, PARSE, written


@pytest.fixture
def document(tmp_path):
    """Three parses: one with two errors, one without, and one with another word."""
    gold, parse = written(tmp_path)
    good, other = tmp_path / "good.conllu", tmp_path / "other.conllu"
    good.write_text(GOLD, encoding="utf-8")
    other.write_text(PARSE.replace("1\tThe\tthe", "1\tA\ta"), encoding="utf-8")
    *_, last = load(request_of([gold, parse, good, other]), [create("attachment"), create("tedeval")])
    return last.document


def rows(document, first=None):
    return parse_rows(document, scores.sums(document, np.array([0])), first)


def row(document, title):
    return next(row for row in rows(document) if row.title == title)


def test_a_column_a_parse_over_all_sentences(document):
    las = row(document, "LAS")
    assert las.cells[:2] == ("80.00", "100.00")
    assert las.told[:2] == ("8 of 10", "10 of 10")


def test_what_only_one_parse_has_is_a_dash_for_the_others(document):
    assert row(document, "LAS precision").cells[:2] == ("–", "–")


def test_the_best_of_what_is_scored_alike(document):
    assert row(document, "LAS").best == {1}
    assert row(document, "Mean distance").best == {1}  # the lower, the better


def test_what_reads_the_same_is_as_good(document):
    alone = replace(document, parses=(document.parses[1], replace(document.parses[1], name="again")))
    assert row(alone, "LAS").best == frozenset()


def test_the_chosen_metric_comes_first(document):
    assert [row.title for row in rows(document, "tedeval") if not row.cells] == ["TedEval", "Attachment"]


def test_as_text(document):
    text = as_text(document, rows(document), ["a signature"])
    assert text.splitlines()[:3] == ["corpus\tparse\tgood\tother", "Attachment", "LAS\t80.00\t100.00\t70.00"]
    assert text.endswith("a signature\n")
