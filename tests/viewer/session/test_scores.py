import numpy as np
import pytest

from goldleaf.core.metrics import Score, create
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.recent import request_of
from tests.viewer.window.windows import written


@pytest.fixture
def document(tmp_path):
    *_, last = load(request_of(written(tmp_path)), [create("attachment")])
    return last.document


def lines(document, row, rows):
    return scores.lines(document, row, scores.sums(document, np.array(rows)))


def test_sentence_filtered_and_corpus(document):
    las = lines(document, 0, [0, 1])[0]
    assert las.title == "LAS"
    assert [(figure.right, figure.total) for figure in las.figures] == [(4, 5), (6, 7), (8, 10)]


def test_counts_are_shown_too(document):
    assert lines(document, 0, [1])[-1].counts == (1, 0, 1)


def test_an_empty_filter_has_no_figures(document):
    assert lines(document, 0, [])[0].figures[1].value is None


def test_several_parses_have_headings(tmp_path):
    gold, parse = written(tmp_path)
    *_, last = load(request_of([gold, parse, gold]), [create("attachment")])
    headings = [line.title for line in lines(last.document, 0, [0]) if line.heading]
    assert headings == ["parse", "gold"]


def test_as_text(document):
    text = scores.as_text(document, lines(document, 0, [0, 1, 2]))
    assert text.startswith("score\tsentence\tfiltered\tcorpus\nLAS\t80.00\t80.00\t80.00\n")
    assert "attachment|punctuation:exclude" in text


def test_how_figures_are_written():
    assert scores.figure(scores.Line("LAS"), Score(None)) == "–"
    assert scores.ratio(Score(0.5, 1000, 2000)) == "1,000 of 2,000"
    assert scores.ratio(Score(0.5)) == ""
    assert scores.title_of("crossing_brackets") == "Crossing brackets"
