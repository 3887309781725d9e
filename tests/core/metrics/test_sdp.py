"""Scores of semantic graphs."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core import read, score
from tests.core.formats.samples import SDP

# Of five edges, two of them to tops, one has another label, one another head, and a top is another word.
PARSE = SDP.replace("\tBV\tARG1", "\tBV\tARG2").replace("\tDT\t-\t", "\tDT\t+\t").replace("\tVBZ\t+\t", "\tVBZ\t-\t")


@pytest.fixture
def pair():
    return [read(BytesIO(text.encode())) for text in (SDP, PARSE)]


@pytest.mark.parametrize(
    ("tops", "right", "unlabeled", "edges"), [("include", 2, 3, 4), ("exclude", 1, 2, 2)], ids=["tops", "no tops"]
)
def test_edges_and_tops_are_counted_labeled_and_unlabeled(pair, tops, right, unlabeled, edges):
    scores = score(*pair, "sdp", tops=tops).scores
    for name in ("precision", "recall", "f1"):
        assert scores[name].value == right / edges
        assert scores[f"unlabeled_{name}"].value == unlabeled / edges
    assert scores["exact_match"].value == 0.5
    assert scores["unlabeled_exact_match"].value == (0.5 if tops == "include" else 1)


def test_one_edge_more_costs_precision(pair):
    more = PARSE.replace("\tq:i-h-h\t_\t_", "\tq:i-h-h\t_\tx")
    scores = score(pair[1], read(BytesIO(more.encode())), "sdp").scores
    assert (scores["precision"].value, scores["recall"].value) == (4 / 5, 1)
