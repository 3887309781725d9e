"""What columns of breakdowns hold, and what they are called."""

from __future__ import annotations

from importlib.resources import files

import pytest

from goldleaf.core import compare, read
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.tables.table import FRACTIONS, counted_by, titled

DEMO = files("goldleaf.assets") / "demo"


def test_titles():
    assert [titled(name) for name in ("deprel", "right_head", "f1", "_")] == ["Relation", "Right head", "F1", "_"]
    assert [counted_by(name) for name in ("right_head_share", "time_share", "f1")] == ["right_head", "time_share", "f1"]


@pytest.mark.parametrize(
    ("metric", "files_"),
    [
        ("attachment", ("gold.conllu", "parse.conllu")),
        ("tedeval", ("gold.conllu", "parse.conllu")),
        ("induction", ("gold.conllu", "parse.conllu")),
        ("parseval", ("trees-gold.mrg", "trees-parse.mrg")),
    ],
)
def test_each_share_in_a_breakdown_is_declared(metric, files_):
    """What is not, would be written as 0.85 below a heading without %."""
    gold, parse = (read(str(DEMO / name)) for name in files_)
    [result] = compare(gold, {"parse": parse}, METRICS[metric].name).results.values()
    frames = result.breakdown()
    assert frames
    for frame in frames.values():
        of_ones = {name for name, dtype in frame.schema.items() if dtype.is_float()}
        assert {name for name in frame.columns if name.endswith("_share")} <= FRACTIONS
        assert of_ones <= FRACTIONS
