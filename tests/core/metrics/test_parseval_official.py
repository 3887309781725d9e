"""The figures of evalb itself: corpora, and sentence by sentence the two examples that come with it."""

from __future__ import annotations

import json

import pytest

from goldleaf.core.formats import read
from goldleaf.core.metrics.parseval import ParsEval
from tests.core.metrics.phrases import sums
from tests.core.trees import SHARED

ROWS = ("matched", "gold_brackets", "parse_brackets", "crossing", "tags", "right_tags")

VALID = (4, 4, 4, 0, 4, 4)
NOTHING = (0, 0, 0, 0, 0, 0)

SAMPLE = [
    VALID, (3, 4, 4, 0, 4, 4), (4, 4, 4, 0, 4, 3), (3, 4, 4, 0, 4, 3), (3, 4, 4, 0, 4, 4), (2, 4, 3, 1, 4, 4),
    (1, 4, 1, 0, 4, 4), (0, 4, 0, 0, 4, 4), (4, 4, 5, 0, 4, 4), (4, 4, 8, 0, 4, 4),
    NOTHING, NOTHING, NOTHING, NOTHING, VALID, NOTHING, NOTHING, VALID, VALID, NOTHING, VALID,
    (34, 34, 34, 0, 44, 44), VALID, VALID,
]  # fmt: skip

BUG = [
    (17, 22, 26, 5, 34, 27), (9, 13, 14, 2, 20, 16), (28, 35, 34, 4, 44, 40), (6, 17, 16, 8, 25, 18),
    (11, 26, 33, 17, 38, 28),
]  # fmt: skip
"""Its rows for the sentences whose quotation marks are tagged as other words."""


def official():
    if not SHARED.is_dir():
        return []
    cases = json.loads((SHARED / "expected.json").read_text(encoding="utf-8"))
    return [case for case in cases if case["metric"] == "parseval"]


@pytest.mark.shared
@pytest.mark.parametrize("case", official(), ids=lambda case: case["parse"])
def test_corpora(case):
    metric = ParsEval(params=str(SHARED / case["options"]["params"]))
    gold, parse = (read(SHARED / case[side], format="brackets") for side in ("gold", "parse"))
    counts = metric.count(gold, parse)
    reported, scores = sums(counts), metric.micro(counts)
    for name, expected in case["expect"].items():
        if name in metric.reported:
            assert reported[name] == expected, name
        else:
            figure = scores[name].value * (100 if metric.ratios[name].percent else 1)
            assert figure == pytest.approx(expected, abs=0.00501), name


@pytest.mark.shared
def test_the_sample():
    gold, parse = (read(SHARED / "evalb" / f"sample.{end}", format="brackets") for end in ("gld", "tst"))
    found = ParsEval(params=str(SHARED / "evalb" / "sample.prm")).count(gold, parse)
    assert found.select(ROWS).rows() == SAMPLE
    assert [row + 1 for row, skip in enumerate(found["skip"]) if skip] == [11, 14]
    assert [row + 1 for row, error in enumerate(found["error"]) if error] == [12, 13, 16, 17, 20]
    assert found["length"].to_list() == [4] * 21 + [44, 4, 5]


@pytest.mark.shared
def test_misread_quotation_marks():
    gold, parse = (read(SHARED / "evalb" / f"bug.{end}", format="brackets") for end in ("gld", "tst"))
    metric = ParsEval(params="new")
    found = metric.count(gold, parse)
    assert found.select(ROWS).rows() == BUG
    assert found["length"].to_list() == [37, 21, 47, 26, 44]
    [(name, condition)] = metric.subsets.items()
    short = metric.micro(found.filter(condition))
    assert name == "up to 40 words"
    assert [round(100 * short[key].value, 2) for key in ("recall", "precision", "f1", "tagging_accuracy")] == [
        61.54, 57.14, 59.26, 77.22,
    ]  # fmt: skip
