from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.panels.parse_table import ParseModel
from goldleaf.viewer.report.tables import Chosen, score_tables
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.parse_comparison import as_text, parse_rows
from goldleaf.viewer.session.recent import request_of
from goldleaf.viewer.session.significance import explained, with_tests
from goldleaf.viewer.session.significance import testing as against
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
    titles = [row.title for row in rows(document, "tedeval") if not row.cells]
    assert titles == ["TedEval: words:false", "TedEval: words:true", "Attachment"]


def test_counts_are_told_from_scores(document):
    assert {row.title for row in rows(document) if row.count} >= {"Not scored"}
    assert not {row.title for row in rows(document) if row.count} & {row.title for row in rows(document) if row.key}


def test_as_text(document):
    text = as_text(document, rows(document), ["a signature"])
    assert text.splitlines()[:3] == ["corpus\tparse\tgood\tother", "Attachment", "LAS\t80.00\t100.00\t70.00"]
    assert text.endswith("a signature\n")


def test_a_parse_whose_sentences_cannot_be_read_is_no_better_for_it(tmp_path):
    gold, parse = written(tmp_path)
    broken = tmp_path / "broken.conllu"
    broken.write_text(GOLD.replace("1\tIt\tit", "1\tIt"), encoding="utf-8")
    [*_, last] = load(request_of([gold, parse, broken]), [create("attachment")])
    las = row(last.document, "LAS")
    assert las.cells == ("80.00", "88.89") and las.best == frozenset()
    compared = row(last.document, "Compared")
    assert (compared.cells, compared.told) == (("3 of 3", "2 of 3"), ("11 of 11 words", "9 of 11 words"))
    sums = scores.sums(last.document, np.array([1]))
    [line] = (one for one in scores.lines(last.document, 0, sums, 1) if one.title == "Compared")
    assert line.counts == ("1 of 1", "0 of 1", "2 of 3")
    tested = finished(against(last.document, "parse", 100))
    [cells] = (
        one.cells
        for one in with_tests(rows(last.document), tested, ["parse", "broken"])
        if "precision" in one.title and one.title.startswith("LAS")
    )
    assert cells[0] == "–" and not set("▲▼") & set("".join(cells))
    assert "broken: not tested everywhere, for parse has no such figure" in explained("parse", tested)
    pair = last.document.pairs.at(1, 1, last.document.metrics[0])
    assert pair.why_not.endswith("sentence 2 could not be read") and pair.penalized


def test_figures_stand_side_by_side_only_where_they_count_alike(document):
    found = rows(document)
    places = [place for place, row in enumerate(found) if not row.cells]
    assert [found[place].title for place in places] == ["Attachment", "TedEval: words:false", "TedEval: words:true"]
    assert found[places[0] + 1].cells == ("80.00", "100.00", "70.00")  # F1, which is accuracy where words are the same
    same, other = (found[place + 1].cells for place in places[1:])
    assert same[2] == other[0] == other[1] == "–" and "–" not in (*same[:2], other[2])
    tested = with_tests(found, finished(against(document, "good", 100)), [one.name for one in document.parses])
    assert not any(set("▲▼") & set(cell) for row in tested for cell in row.cells if "–" in cell)


def test_of_the_first_sentences_it_is_said_of_how_many_they_are(document):
    first = replace(document, complete=False)
    assert not any(row.best for row in rows(first)) and any(row.best for row in rows(document))
    assert as_text(first, rows(first), []).startswith("first 3\t") and scores.scopes(first)[-1] == "First 3"
    assert scores.as_text(first, [], []).startswith("score\tsentence\tfiltered\tfirst 3\n")
    model = ParseModel()
    for one, scope in ((first, "First 3"), (document, "Corpus")):
        model.set_rows(rows(one), ["parse", "good", "other"], 0, scores.scopes(one)[-1])
        assert model.headerData(0, Qt.Orientation.Horizontal) == scope


def test_reports_have_a_table_for_each_way_to_count(document):
    made = [*score_tables(document, Chosen("", [0, 1, 2], [0, 1, 2], document.metrics[0]))]
    assert [table.title for table in made] == ["Attachment", "TedEval: words:false", "TedEval: words:true"]
    assert [[column.name for column in table.columns[1:]] for table in made[1:]] == [["parse", "good"], ["other"]]
