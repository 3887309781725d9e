import numpy as np
import pytest

from goldleaf.core.metrics import Score, create
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import written


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
