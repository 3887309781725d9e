from dataclasses import replace

import numpy as np
import pytest

from goldleaf.core.metrics import Score, create
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.window.windows import GOLD, written


@pytest.fixture
def document(tmp_path):
    *_, last = load(request_of(written(tmp_path)), [create("attachment")])
    return last.document


def lines(document, row, rows, parse=0):
    return scores.lines(document, row, scores.sums(document, np.array(rows)), parse)


def test_sentence_filtered_and_corpus(document):
    las = lines(document, 0, [0, 1])[0]
    assert las.title == "LAS"
    assert [(figure.right, figure.total) for figure in las.figures] == [(4, 5), (6, 7), (8, 10)]


def test_counts_are_shown_too(document):
    assert lines(document, 0, [1])[-1].counts == ("1", "0", "1")


def test_an_empty_filter_has_no_figures(document):
    assert lines(document, 0, [])[0].figures[1].value is None


def test_of_several_parses_only_the_chosen_one(tmp_path):
    gold, parse = written(tmp_path)
    *_, last = load(request_of([gold, parse, gold]), [create("attachment")])
    found = lines(last.document, 0, [0], parse=1)
    assert [line.title for line in found if line.heading] == ["gold"]
    assert found[1].title == "LAS" and found[1].figures[0].value == 1


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
    said = "TedEval: constituents without functions are compared with dependencies; only the unlabeled figures mean"
    assert scores.remarks(last.document, [0]) == []
    assert scores.remarks(last.document, [1]) == [f"{said} something"]
    assert scores.remarks(last.document, [0, 1]) == [f"heads: {said} something"]


def test_of_several_metrics_each_begins_with_its_title_the_first_before_the_others(tmp_path):
    metrics = [create("attachment"), create("ud")]
    *_, last = load(request_of(written(tmp_path)), metrics, ["attachment", "ud"])
    sums = scores.sums(last.document, np.array([0]))
    for first, titles in ((None, [one.title for one in metrics]), ("ud", [one.title for one in metrics[::-1]])):
        rows = scores.lines(last.document, 0, sums, 0, first)
        assert [line.title for line in rows if line.heading] == titles


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
        assert said == f"{line.title} {scores.figure(line.figures[0], percent=line.percent)}"


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
    assert (heading.title, heading.heading, heading.figures) == ("Lotte – Nina", True, ())
    assert (first.title, first.heading, first.percent) == ("LAS", False, True) and not any(one.heading for one in rest)
    assert scores.as_text(document, [heading, first], []).splitlines()[0] == "agreement\tsentence\tfiltered\tcorpus"


def test_figures_are_of_the_rows_that_are_listed_and_of_all(tmp_path):
    gold, parse = written(tmp_path)
    document = loaded(
        Request(gold, (parse, gold), ("one", "two")),
        [create("attachment"), create("tedeval")],
        ["tedeval", "attachment"],
    )
    sums = scores.sums(document, np.array([2, 0]))
    assert [(one.parse, one.scored.metric.name) for one in sums] == [
        (0, "attachment"), (0, "tedeval"), (1, "attachment"), (1, "tedeval")
    ]  # fmt: skip
    assert [(values["las"].right, values["las"].total) for values in sums[0].values] == [(6, 8), (8, 10)]
    assert [one["non_scoring"] for one in sums[0].reported] == [1, 1]
    assert [(share.sentences, share.of) for share in sums[0].shares] == [(2, 2), (3, 3)]
    every = scores.sums(document, np.array([2, 0, 1]))[0]
    assert every.values[0] == every.values[1]
    text = scores.as_text(document, scores.lines(document, 0, sums, 0), ["a", "b"])
    assert text.endswith("\na\nb\n") and "one\n" in text and "two" not in text
    assert "Not scored\t1\t1\t1" in text


def test_marks_of_thousands_are_not_copied(document):
    [line] = [scores.Line("Words", counts=("1,234", "0", "12"))]
    assert scores.as_text(document, [line], []).splitlines()[1] == "Words\t1234\t0\t12"
    assert scores.ratio(Score(0.5, None, 2.0)) == scores.ratio(Score(0.5, 1.0, None)) == ""
    assert scores.figure(None, percent=True) == "–"


def test_what_is_no_share_is_written_as_it_is(tmp_path):
    document = loaded(
        request_of(written(tmp_path)), [create("attachment"), create("tedeval")], ["attachment", "tedeval"]
    )
    rows = [line for line in lines(document, 0, [0]) if line.figures]
    percent = {line.title: line.percent for line in rows}
    assert percent["LAS"] and percent["UAS"] and not percent["Mean distance"]
    [text] = scores.as_text(document, [row for row in rows if row.title == "Mean distance"], []).splitlines()[1:]
    assert all(float(figure) < 10 for figure in text.split("\t")[1:])
