import json

import pytest

from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from tests.core.trees import SHARED, treebank

METRIC = create("segmentation")


def test_one_minus_edits_over_the_words_of_both():
    gold, parse = treebank("can/AUX/0/x not/PART/1/x go/V/1/x"), treebank("cannot/AUX/0/x go/N/1/x")
    found = {name: figure.value for name, figure in score(METRIC, gold, parse).scores().items()}
    assert found["accuracy_unlabeled"] == found["f1"] == 1 - 3 / 5
    assert found["accuracy"] == 0  # go has another tag
    assert (found["precision"], found["recall"]) == (1 / 2, 1 / 3)


def test_of_equal_alignments_the_one_with_most_tags():
    gold, parse = treebank("a/N/0/x a/V/1/x"), treebank("a/V/0/x")
    for pair in ((gold, parse), (parse, gold)):
        assert score(METRIC, *pair).scores()["accuracy"].value == 2 / 3


def test_the_words_with_their_marks():
    gold, parse = treebank("can/AUX/0/x not/PART/1/x go/V/1/x"), treebank("cannot/AUX/0/x go/N/1/x")
    missing, extra, matched = Mark.MISSING, Mark.EXTRA, Mark.MATCHED
    rows = METRIC.facts(gold, parse).select("side", "mark", "position", "form", "tag", "unlabeled", "partner").rows()
    assert rows == [
        ("gold", missing, 1, "can", "AUX", missing, None),
        ("gold", missing, 2, "not", "PART", missing, None),
        ("gold", missing, 3, "go", "V", matched, 2),
        ("parse", extra, 1, "cannot", "AUX", extra, None),
        ("parse", extra, 2, "go", "N", matched, 3),
    ]
    assert score(METRIC, gold, parse).counts["wrong"].to_list() == [5]


@pytest.mark.shared
@pytest.mark.parametrize(
    "case",
    [case for case in json.loads((SHARED / "expected.json").read_text()) if case["metric"] == "segmentation"]
    if SHARED.is_dir()
    else [],
    ids=lambda case: case["parse"],
)
def test_official_figures(case):
    found = score(METRIC, *(read(SHARED / case[side]) for side in ("gold", "parse"))).scores()
    for name, expected in case["expect"].items():
        assert found[name].value == pytest.approx(expected, abs=0.002)
