from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from goldleaf.core.analysis.significance import ScoreTest
from goldleaf.core.metrics import Score, create
from goldleaf.core.steps import finished
from goldleaf.viewer.panels.score_tables import ParseModel
from goldleaf.viewer.report.tables import ChosenSentences, score_tables
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.window.windows import GOLD, PARSE, written


@pytest.fixture
def document(tmp_path):
    *_, last = load(request_of(written(tmp_path)), [create("attachment")])
    return last.document


def lines(document, row, rows, parse=0):
    return scores.lines(document, row, scores.sums(document, np.array(rows)), parse)


def test_sentence_filtered_and_corpus(document):
    las = lines(document, 0, [0, 1])[0]
    assert las.title == "LAS"
    assert las.cells == ("80.00", "85.71", "80.00") and las.told == ("4 of 5", "6 of 7", "8 of 10")


def test_counts_are_shown_too(document):
    assert lines(document, 0, [1])[-1].cells == ("1", "0", "1")


def test_an_empty_filter_has_no_figures(document):
    assert lines(document, 0, [])[0].cells[1] == "–"


def test_of_several_parses_only_the_chosen_one(tmp_path):
    gold, parse = written(tmp_path)
    *_, last = load(request_of([gold, parse, gold]), [create("attachment")])
    found = lines(last.document, 0, [0], parse=1)
    assert [line.title for line in found if not line.cells] == ["gold"]
    assert found[1].title == "LAS" and found[1].cells[0] == "100.00"


def test_as_text(document):
    text = scores.as_text(document, lines(document, 0, [0, 1, 2]), scores.signatures(document, [0]))
    assert text.startswith("score\tsentence\tfiltered\tcorpus\nLAS\t80.00\t80.00\t80.00\n")
    assert "attachment|punctuation:exclude" in text


def test_how_figures_are_written():
    assert scores.figure(Score(None), percent=True) == "–"
    assert scores.figure(Score(0.5), percent=True) == "50.00"
    assert scores.figure(Score(0.5), percent=False) == "0.50"
    assert scores.ratio(Score(0.5, 1000, 2000)) == "1,000 of 2,000"
    assert scores.ratio(Score(0.5)) == ""


BARE = "( (S (NP (D the) (N cat)) (VP (V sleeps))) )\n"
HEADS = "1\tthe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\t_\t_\t3\tnsubj\t_\t_\n" + (
    "3\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


def test_what_a_metric_remarks(tmp_path):
    paths = [tmp_path / name for name in ("gold.mrg", "bare.mrg", "heads.conllu")]
    for path, text in zip(paths, (BARE, BARE, HEADS), strict=True):
        path.write_text(text, encoding="utf-8")
    *_, last = load(request_of(paths), [create("tedeval")])
    why = "constituents and dependencies have no functions in common"
    said = f"TedEval: only unlabeled figures mean something: {why}"
    assert scores.remarks(last.document, [0]) == []
    shown = scores.lines(last.document, 0, scores.sums(last.document, np.array([0])), 1)
    assert [line.faint for line in shown if line.cells] == [
        not line.key[1:] or "unlab" not in line.key[1] for line in shown if line.cells
    ]
    assert shown[-1].faint and not next(line for line in shown if line.cells).faint, "what says nothing comes last"
    assert scores.remarks(last.document, [1]) == [said]
    assert scores.remarks(last.document, [0, 1]) == [f"heads: {said}"]


def test_of_several_metrics_each_begins_with_its_title_the_first_before_the_others(tmp_path):
    metrics = [create("attachment"), create("ud")]
    *_, last = load(request_of(written(tmp_path)), metrics, ["attachment", "ud"])
    sums = scores.sums(last.document, np.array([0]))
    for first, titles in ((None, [one.title for one in metrics]), ("ud", [one.title for one in metrics[::-1]])):
        rows = scores.lines(last.document, 0, sums, 0, first)
        assert [line.title for line in rows if not line.cells] == titles


def test_why_there_are_no_scores_is_said(document, tmp_path):
    gold, parse = written(tmp_path)
    annotators = loaded(Request.of_annotators([gold, parse]), [create("attachment")])
    assert scores.why_not_scored(None) == "Open a gold file and a parse."
    assert scores.why_not_scored(loaded(request_of([gold]), [create("attachment")])) == "Open a gold file and a parse."
    assert scores.why_not_scored(document.blinded(Blind(1, [1, 2, 3]))).startswith("Not in a blind review")
    assert scores.why_not_scored(annotators) == "Annotators have no gold to be scored against."
    assert scores.why_not_scored(replace(document, complete=False)) == "The files are still being read."
    assert scores.why_not_scored(document) == ""


def test_the_main_score_of_a_sentence_is_written_as_it_is_counted(document, tmp_path):
    [metric] = document.metrics
    assert [scores.sentence_score(document, row, 0, metric) for row in (0, 1)] == ["LAS 80.00", "LAS 100.00"]
    assert scores.sentence_score(document, 0, 1, metric) == scores.sentence_score(document, 0, -1, metric) == ""
    assert scores.sentence_score(document, 0, 0, create("ud")) == ""
    for name in ("induction", "tedeval", "segmentation"):
        other = loaded(request_of(written(tmp_path)), [create(name)], [name])
        [metric] = other.metrics
        [line] = [
            one
            for one in lines(other, 0, [0])
            if one.title == metric.title_of(metric.main or next(iter(metric.ratios)))
        ]
        said = scores.sentence_score(other, 0, 0, metric)
        assert said == f"{line.title} {line.cells[0]}"


def test_sentences_that_do_not_count_and_metrics_that_do_not_score_are_told(tmp_path):
    gold, parse, short = (tmp_path / name for name in ("gold.mrg", "parse.mrg", "short.mrg"))
    gold.write_text("(S (N a) (N b))\n(S (N c) (N d))\n", encoding="utf-8")
    parse.write_text("(S (N a) (N b))\n(S (N c) (N d))\n", encoding="utf-8")
    short.write_text("(S (N a) (N b))\n", encoding="utf-8")
    document = loaded(request_of([gold, parse, short]), [create("parseval")])
    left = "ParsEval: 1 sentence is left out: the parse has no words (gold.mrg:2)"
    assert scores.not_compared(document, [0]) == [] and scores.not_compared(document, [1]) == [left]
    assert scores.not_compared(document, [0, 1]) == [f"short: {left}"] and scores.left_out(document) == []
    paths = written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t"))
    metrics = [create("attachment"), create("ud")]
    [told] = scores.left_out(loaded(request_of(paths), metrics, ["attachment", "ud"]))
    assert told.startswith("No CoNLL 2018: ") and "the text goes on with" in told


def test_signatures_of_parses_that_are_looked_at_alike_are_said_once(tmp_path):
    gold, parse = written(tmp_path)
    broken = tmp_path / "broken.conllu"
    broken.write_text(GOLD.replace("1\tIt\tit", "1\tIt"), encoding="utf-8")
    document = loaded(request_of([gold, parse, broken]), [create("attachment")])
    [alone] = scores.signatures(document, [0])
    [other] = scores.signatures(document, [1])
    assert "errors:align" in other and alone != other
    assert scores.signatures(document, [0, 1]) == [f"parse: {alone}", f"broken: {other}"]
    assert scores.signatures(document, []) == []


def test_annotators_are_headed_by_the_two_that_are_compared(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(Request.of_annotators([gold, parse], ["Lotte", "Nina"]), [create("attachment")])
    heading, first, *rest = lines(document, 0, [0])
    assert (heading.title, heading.cells) == ("Lotte – Nina", ())
    assert (first.title, first.percent) == ("LAS", True) and all(one.cells for one in (first, *rest))
    assert scores.as_text(document, [heading, first], []).splitlines()[0] == "agreement\tsentence\tfiltered\tcorpus"


def test_figures_are_of_the_rows_that_are_listed_and_of_all(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(
        Request(gold, (parse, gold), ("one", "two")),
        [create("attachment"), create("tedeval")],
        ["tedeval", "attachment"],
    )
    sums = scores.sums(document, np.array([2, 0]))
    assert [(one.parse, one.whole.scored.metric.name) for one in sums] == [
        (0, "attachment"), (0, "tedeval"), (1, "attachment"), (1, "tedeval")
    ]  # fmt: skip
    assert [(one.values["las"].right, one.values["las"].total) for one in sums[0][1:]] == [(6, 8), (8, 10)]
    assert [one.reported["non_scoring"] for one in sums[0][1:]] == [1, 1]
    assert [(one.share.sentences, one.share.of) for one in sums[0][1:]] == [(2, 2), (3, 3)]
    every = scores.sums(document, np.array([2, 0, 1]))[0]
    assert every.filtered.values == every.whole.values
    text = scores.as_text(document, scores.lines(document, 0, sums, 0), ["a", "b"])
    assert text.endswith("\na\nb\n") and "one\n" in text and "two" not in text
    assert "Not scored\t1\t1\t1" in text


def test_marks_of_thousands_are_not_copied(document):
    [line] = [scores.ScoreRow("Words", ("1,234", "0", "12"), faint=True)]
    assert scores.as_text(document, [line], []).splitlines()[1] == "Words\t1234\t0\t12"
    assert scores.ratio(Score(0.5, None, 2.0)) == scores.ratio(Score(0.5, 1.0, None)) == ""
    assert scores.figure(None, percent=True) == "–"


def test_what_is_no_share_is_written_as_it_is(tmp_path):
    document = loaded(
        request_of(written(tmp_path)), [create("attachment"), create("tedeval")], ["attachment", "tedeval"]
    )
    rows = [line for line in lines(document, 0, [0]) if line.cells and not line.faint]
    percent = {line.title: line.percent for line in rows}
    assert percent["LAS"] and percent["UAS"] and not percent["Mean distance"]
    [text] = scores.as_text(document, [row for row in rows if row.title == "Mean distance"], []).splitlines()[1:]
    assert all(float(figure) < 10 for figure in text.split("\t")[1:])


UP = ScoreTest("attachment", "las", "B", "A", 0.8, 0.7, 0.1, 0.001, 0.05, 0.15, 1000, 7)
DOWN = UP._replace(a="C", difference=-0.1, low=-0.15, high=-0.05)
SAME = UP._replace(a="D", p=0.04, p_holm=0.08)
NONE = UP._replace(a="E", difference=None, p=None, low=None, high=None, refused="words differ")


@pytest.fixture
def three(tmp_path):
    """Three parses: one with two errors, one without, and one with another word."""
    gold, parse = written(tmp_path)
    good, other = tmp_path / "good.conllu", tmp_path / "other.conllu"
    good.write_text(GOLD, encoding="utf-8")
    other.write_text(PARSE.replace("1\tThe\tthe", "1\tA\ta"), encoding="utf-8")
    *_, last = load(request_of([gold, parse, good, other]), [create("attachment"), create("tedeval")])
    return last.document


def rows(three, first=None):
    return scores.parse_rows(three, scores.sums(three, np.array([0])), first)


def row(three, title):
    return next(row for row in rows(three) if row.title == title)


def test_a_column_a_parse_over_all_sentences(three):
    las = row(three, "LAS")
    assert las.cells[:2] == ("80.00", "100.00")
    assert las.told[:2] == ("8 of 10", "10 of 10")


def test_what_only_one_parse_has_is_a_dash_for_the_others(three):
    assert row(three, "LAS precision").cells[:2] == ("–", "–")


def test_the_best_of_what_is_scored_alike(three):
    assert row(three, "LAS").best == {1}
    assert row(three, "Mean distance").best == {1}  # the lower, the better


def test_what_reads_the_same_is_as_good(three):
    alone = replace(three, parses=(three.parses[1], replace(three.parses[1], name="again")))
    assert row(alone, "LAS").best == frozenset()


def test_the_chosen_metric_comes_first(three):
    titles = [row.title for row in rows(three, "tedeval") if not row.cells]
    assert titles == ["TedEval: words:false", "TedEval: words:true", "Attachment"]


def test_counts_are_told_from_scores(three):
    assert {row.title for row in rows(three) if row.faint} >= {"Not scored"}
    assert not {row.title for row in rows(three) if row.faint} & {row.title for row in rows(three) if row.key}


def test_all_parses_as_text(three):
    text = scores.as_text(three, rows(three), ["a signature"], all_parses=True)
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
    assert compared.cells == ("3", "2")
    assert compared.told == ("3 of 3 sentences, 11 of 11 words", "2 of 3 sentences, 9 of 11 words")
    assert compared.faint and compared.best == frozenset() and compared.key == ()
    sums = scores.sums(last.document, np.array([1]))
    [line] = (one for one in scores.lines(last.document, 0, sums, 1) if one.title == "Compared")
    assert line.cells == ("1", "0", "2")
    tested = finished(scores.testing(last.document, "parse", 100))
    [cells] = (
        one.cells
        for one in scores.with_tests(rows(last.document), tested, ["parse", "broken"])
        if "precision" in one.title and one.title.startswith("LAS")
    )
    assert cells[0] == "–" and not set("▲▼") & set("".join(cells))
    assert "broken: not tested everywhere, for parse has no such figure" in scores.explained("parse", tested)
    pair = last.document.pairs.at(1, 1, last.document.metrics[0])
    assert pair.why_not.endswith("sentence 2 could not be read") and pair.penalized


def test_figures_stand_side_by_side_only_where_they_count_alike(three):
    found = rows(three)
    places = [place for place, row in enumerate(found) if not row.cells]
    assert [found[place].title for place in places] == ["Attachment", "TedEval: words:false", "TedEval: words:true"]
    assert found[places[0] + 1].cells == ("80.00", "100.00", "70.00")  # F1, which is accuracy where words are the same
    same, other = (found[place + 1].cells for place in places[1:])
    assert same[2] == other[0] == other[1] == "–" and "–" not in (*same[:2], other[2])
    tested = scores.with_tests(found, finished(scores.testing(three, "good", 100)), [one.name for one in three.parses])
    assert not any(set("▲▼") & set(cell) for row in tested for cell in row.cells if "–" in cell)


def test_of_the_first_sentences_it_is_said_of_how_many_they_are(three):
    first = replace(three, complete=False)
    assert not any(row.best for row in rows(first)) and any(row.best for row in rows(three))
    assert (
        scores.as_text(first, rows(first), [], all_parses=True).startswith("first 3\t")
        and scores.scopes(first)[-1] == "First 3"
    )
    assert scores.as_text(first, [], []).startswith("score\tsentence\tfiltered\tfirst 3\n")
    model = ParseModel()
    for one, scope in ((first, "First 3"), (three, "Corpus")):
        model.set_rows(rows(one), ["parse", "good", "other"], 0, scores.scopes(one)[-1])
        assert model.headerData(0, Qt.Orientation.Horizontal) == scope


def test_reports_have_a_table_for_each_way_to_count(three):
    made = [*score_tables(three, ChosenSentences("", [0, 1, 2], [0, 1, 2], three.metrics[0]), ())]
    assert [table.title for table in made] == ["Attachment", "TedEval: words:false", "TedEval: words:true"]
    assert [[column.name for column in table.columns[1:]] for table in made[1:]] == [["parse", "good"], ["other"]]


def test_cells_have_marks_and_tips_say_what_was_found():
    row = scores.ScoreRow(
        "LAS", ("70", "80", "60", "80", "75", "–"), ("A", "B", "", "D", "", ""), key=("attachment", "las")
    )
    heading = scores.ScoreRow("Attachment")
    first, found = scores.with_tests([heading, row], [UP, DOWN, SAME, NONE, NONE._replace(a="F")], [*"ABCDEF"])
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


def test_tests_of_what_is_no_share_are_written_as_they_are():
    row = scores.ScoreRow("Errors", ("2.00",), ("",), key=("attachment", "las"), percent=False)
    [found] = scores.with_tests([row], [UP], ["B"])
    assert found.told[0].startswith("+0.10 against A") and found.tests == (("0.0010", "+0.05 to +0.15"),)


def test_marks_are_explained_and_what_was_not_tested_is_told_once():
    assert scores.explained("A", [UP, SAME, NONE, NONE]) == (
        "▲ higher, ▼ lower than A by more than chance (p < 0.05, Holm)\nE: not tested everywhere, for words differ"
    )
    assert scores.explained("A", [SAME]) == "No score differs from that of A by more than chance (p < 0.05, Holm)"
    assert scores.explained("A", [NONE]) == "E: not tested everywhere, for words differ"
    assert scores.explained("A", []) == ""
    assert scores.as_lines([UP, NONE, NONE._replace(refused="")]) == [
        "attachment.las B: +10.00 against A, significant: p = 0.0010; 95 % interval +5.00 to +15.00 "
        "(1,000 rounds, seed 7)",
        "attachment.las E: not tested against A: words differ",
    ]


@pytest.mark.parametrize("annotators", [False, True])
def test_parses_of_a_gold_are_tested_against_one_of_them(tmp_path, annotators):
    gold, parse = written(tmp_path)
    request = Request(gold, (parse, gold, parse), ("one", "same", "other"))
    three = loaded(request, [create("attachment")])
    assert not scores.why_not_scored(three) and scores.why_not_scored(replace(three, complete=False))
    other = loaded(Request.of_annotators([gold, parse, parse]) if annotators else request, [])
    assert bool(scores.why_not_scored(other)) == annotators
    found = finished(scores.testing(three, "same", 50))
    assert {(one.a, one.b) for one in found} == {("one", "same"), ("other", "same")}
    assert {one.rounds for one in found} == {50}


def test_rows_know_which_score_of_which_metric_they_are(three):
    keys = {row.title: row.key for row in rows(three) if row.cells}
    assert keys["LAS"] == ("attachment", "las") and keys["Not scored"] == () == keys.get("Compared", ())


def test_all_cells_of_a_metric(tmp_path):
    gold, parse = written(tmp_path)
    three = loaded(Request(gold, (parse, gold, parse), ("one", "same", "other")), [create("attachment")])
    found = {row.title: row for row in rows(three)}
    assert found["LAS"].cells == ("80.00", "100.00", "80.00") and found["LAS"].told == (
        "8 of 10", "10 of 10", "8 of 10"
    )  # fmt: skip
    assert found["UAS"].best == {1} and found["UAS"].cells[0] == "90.00"
    assert not any(row.title == "Attachment" or row.title == "Compared" for row in rows(three))
    counted = found["Not scored"]
    assert (counted.cells, counted.faint, counted.told, counted.best) == (("1", "1", "1"), True, (), frozenset())
    assert not found["LAS"].faint and found["LAS"].percent and found["LAS"].tests == ()
    several = replace(three, parses=three.parses[::2])
    assert {row.title: row.best for row in rows(several)}["LAS"] == frozenset()
    three = loaded(Request(gold, (gold, parse, gold), ("a", "b", "c")), [create("attachment")])
    assert {row.title: row.best for row in rows(three)}["LAS"] == {0, 2}


def test_numbers_are_copied_without_marks_of_thousands(three):
    row = scores.ScoreRow("Words", ("1,234", "–", "12"))
    assert (
        scores.as_text(three, [row], ["b", "a"], all_parses=True)
        == "corpus\tparse\tgood\tother\nWords\t1234\t–\t12\nb\na\n"
    )


def test_a_test_that_says_nothing_leaves_the_cell_as_it_is():
    """Without a difference, without an interval, of another score, or of a parse that is not there."""
    row = scores.ScoreRow("LAS", ("70", "80", "60"), ("A", "B", "C"), key=("attachment", "las"))
    for test in (
        UP._replace(difference=0.0, p=1.0),
        UP._replace(low=None),
        UP._replace(high=None),
        UP._replace(p=None),
        UP._replace(difference=None),
        UP._replace(score="uas"),
        UP._replace(a="Z"),
        UP._replace(metric="ud"),
    ):
        [marked] = scores.with_tests([row], [test], [*"ABC"])
        assert marked.cells == ("70", "80" if not test.significant or not test.difference else marked.cells[1], "60")
        if (
            test.low is None
            or test.high is None
            or test.p is None
            or (test.score, test.a, test.metric) != ("las", "B", "attachment")
        ):
            assert marked.told == ("A", "B", "C") and marked.tests == (None, None, None)


def test_all_is_counted_whatever_is_filtered(three):
    cells = [
        {row.title: row.cells for row in scores.parse_rows(three, scores.sums(three, np.array(rows)))}
        for rows in ([0], [1], [], [0, 1, 2])
    ]
    assert cells[0] == cells[1] == cells[2] == cells[3] and cells[0]["Not scored"][0] == "1"
