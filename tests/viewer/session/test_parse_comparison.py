from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from goldleaf.core.analysis.significance import Comparison
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.panels.score_tables import ParseModel
from goldleaf.viewer.report.tables import Chosen, score_tables
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.parse_comparison import (
    ParseRow,
    as_lines,
    as_text,
    can_test,
    explained,
    parse_rows,
    with_tests,
)
from goldleaf.viewer.session.parse_comparison import testing as against
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.window.windows import GOLD, PARSE, written

UP = Comparison("attachment", "las", "B", "A", 0.8, 0.7, 0.1, 0.001, 0.05, 0.15, 1000, 7)
DOWN = replace(UP, a="C", difference=-0.1, low=-0.15, high=-0.05)
SAME = replace(UP, a="D", p=0.04, p_holm=0.08)
NONE = replace(UP, a="E", difference=None, p=None, low=None, high=None, refused="words differ")


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
    assert compared.count and compared.best == frozenset() and compared.key == ()
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


def test_cells_have_marks_and_tips_say_what_was_found():
    row = ParseRow("LAS", ("70", "80", "60", "80", "75", "–"), ("A", "B", "", "D", "", ""), key=("attachment", "las"))
    heading = ParseRow("Attachment")
    first, found = with_tests([heading, row], [UP, DOWN, SAME, NONE, replace(NONE, a="F")], [*"ABCDEF"])
    assert first is heading
    assert found.cells == ("70", "80 ▲", "60 ▼", "80", "75", "–")
    assert found.told == (
        "A",
        "B\n+10.00 against A, significant: p = 0.0010; 95 % interval +5.00 to +15.00 (1,000 rounds, seed 7)",
        "-10.00 against A, significant: p = 0.0010; 95 % interval -15.00 to -5.00 (1,000 rounds, seed 7)",
        "D\n+10.00 against A, not significant: p = 0.0400, 0.0800 after Holm; 95 % interval +5.00 to +15.00 "
        "(1,000 rounds, seed 7)",
        "not tested against A: words differ",
        "",
    )
    assert found.tests == (
        None, ("0.0010", "+5.00 to +15.00"), ("0.0010", "-15.00 to -5.00"), ("0.0800", "+5.00 to +15.00"), None, None
    )  # fmt: skip


def test_what_is_no_share_is_written_as_it_is():
    row = ParseRow("Errors", ("2.00",), ("",), key=("attachment", "las"), percent=False)
    [found] = with_tests([row], [UP], ["B"])
    assert found.told[0].startswith("+0.10 against A") and found.tests == (("0.0010", "+0.05 to +0.15"),)


def test_marks_are_explained_and_what_was_not_tested_is_told_once():
    assert explained("A", [UP, SAME, NONE, NONE]) == (
        "▲ higher, ▼ lower than A by more than chance (p < 0.05, Holm)\nE: not tested everywhere, for words differ"
    )
    assert explained("A", [SAME]) == "No score differs from that of A by more than chance (p < 0.05, Holm)"
    assert explained("A", [NONE]) == "E: not tested everywhere, for words differ"
    assert explained("A", []) == ""
    assert as_lines([UP, NONE, replace(NONE, refused="")]) == [
        "attachment.las B: +10.00 against A, significant: p = 0.0010; 95 % interval +5.00 to +15.00 "
        "(1,000 rounds, seed 7)",
        "attachment.las E: not tested against A: words differ",
    ]


@pytest.mark.parametrize("annotators", [False, True])
def test_parses_of_a_gold_are_tested_against_one_of_them(tmp_path, annotators):
    gold, parse = written(tmp_path)
    request = Request(gold, (parse, gold, parse), ("one", "same", "other"))
    document = loaded(request, [create("attachment")])
    assert can_test(document) and not can_test(None) and not can_test(replace(document, complete=False))
    for parses, several in (((parse,), False), ((parse, gold), True)):
        names = tuple(f"{number}" for number in range(len(parses)))
        assert can_test(loaded(Request(gold, parses, names), [create("attachment")])) == several
    assert can_test(loaded(Request.of_annotators([gold, parse, parse]) if annotators else request, [])) != annotators
    found = finished(against(document, "same", 50))
    assert {(one.a, one.b) for one in found} == {("one", "same"), ("other", "same")}
    assert {one.rounds for one in found} == {50}


def test_rows_know_which_score_of_which_metric_they_are(document):
    keys = {row.title: row.key for row in rows(document) if row.cells}
    assert keys["LAS"] == ("attachment", "las") and keys["Not scored"] == () == keys.get("Compared", ())


def test_all_cells_of_a_metric(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(Request(gold, (parse, gold, parse), ("one", "same", "other")), [create("attachment")])
    found = {row.title: row for row in rows(document)}
    assert found["LAS"].cells == ("80.00", "100.00", "80.00") and found["LAS"].told == (
        "8 of 10", "10 of 10", "8 of 10"
    )  # fmt: skip
    assert found["UAS"].best == {1} and found["UAS"].cells[0] == "90.00"
    assert not any(row.title == "Attachment" or row.title == "Compared" for row in rows(document))
    counted = found["Not scored"]
    assert (counted.cells, counted.count, counted.told, counted.best) == (("1", "1", "1"), True, (), frozenset())
    assert not found["LAS"].count and found["LAS"].percent and found["LAS"].tests == ()
    several = replace(document, parses=document.parses[::2])
    assert {row.title: row.best for row in rows(several)}["LAS"] == frozenset()
    three = loaded(Request(gold, (gold, parse, gold), ("a", "b", "c")), [create("attachment")])
    assert {row.title: row.best for row in rows(three)}["LAS"] == {0, 2}


def test_numbers_are_copied_without_marks_of_thousands(document):
    row = ParseRow("Words", ("1,234", "–", "12"))
    assert as_text(document, [row], ["b", "a"]) == "corpus\tparse\tgood\tother\nWords\t1234\t–\t12\nb\na\n"


def test_a_test_that_says_nothing_leaves_the_cell_as_it_is():
    """Without a difference, without an interval, of another score, or of a parse that is not there."""
    row = ParseRow("LAS", ("70", "80", "60"), ("A", "B", "C"), key=("attachment", "las"))
    for test in (
        replace(UP, difference=0.0, p=1.0),
        replace(UP, low=None),
        replace(UP, high=None),
        replace(UP, p=None),
        replace(UP, difference=None),
        replace(UP, score="uas"),
        replace(UP, a="Z"),
        replace(UP, metric="ud"),
    ):
        [marked] = with_tests([row], [test], [*"ABC"])
        assert marked.cells == ("70", "80" if not test.significant or not test.difference else marked.cells[1], "60")
        if (
            test.low is None
            or test.high is None
            or test.p is None
            or (test.score, test.a, test.metric) != ("las", "B", "attachment")
        ):
            assert marked.told == ("A", "B", "C") and marked.tests == (None, None, None)


def test_all_is_counted_whatever_is_filtered(document):
    cells = [
        {row.title: row.cells for row in parse_rows(document, scores.sums(document, np.array(rows)))}
        for rows in ([0], [1], [], [0, 1, 2])
    ]
    assert cells[0] == cells[1] == cells[2] == cells[3] and cells[0]["Not scored"][0] == "1"
