"""Arguments by the tag of their predicate and their role."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.breakdown.argument_recall import by_tag_and_role
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.formats import read
from goldleaf.core.metrics.semantic import Semantic
from tests.core import trees
from tests.core.propositions import rows, treebank

METRIC = Semantic()
COUNTS = ("gold", "correct", "system")


def table(gold, parse):
    return by_tag_and_role(METRIC, fact_table(METRIC, gold, parse))


def test_each_side_has_its_own_tags_and_senses_are_left_out():
    gold = treebank(rows("a b/V c/N", [(2, "b.1", {1: "A0", 3: "A1"}), (3, "c.1", {1: "A0"})]))
    parse = treebank(rows("a b/V c/V", [(2, "b.1", {1: "A0", 3: "A2"}), (3, "c.2", {1: "A1"})]))
    found = table(gold, parse)
    assert (found.name, found.keys) == ("tag_role", ["predicate_tag", "label"])
    assert {tuple(row[:2]): row[2:] for row in found.frame.select(*found.keys, *COUNTS).iter_rows()} == {
        ("V", "A0"): (1, 1, 1),
        ("N", "A0"): (1, 0, 0),
        ("V", "A1"): (1, 0, 1),
        ("V", "A2"): (0, 0, 1),
    }
    row = found.frame.rows().index(next(row for row in found.frame.rows() if row[:2] == ("V", "A1")))
    condition = "kind = 'argument' and predicate_tag = 'V' and label = 'A1'"
    assert found.condition(row, "system") == f"has(semantic, {condition} and in_parse)"
    assert found.condition(row, "missing") == f"has(semantic, {condition} and missing)"


@pytest.mark.shared
def test_official_figures():
    gold, parse = (read(trees.SHARED / "english" / name) for name in ("roles.conll09", "roles-parse.conll09"))
    counts = {
        tuple(row[:2]): row[2:] for row in table(gold, parse).frame.select("predicate_tag", "label", *COUNTS).rows()
    }
    # eval09.pl 0.4, table of PPOSS(pred) + ARG.
    assert len(counts) == 355
    assert counts["VBP", "ARG1"] == (451, 271, 271)
    assert counts["VBZ", "A1"] == (0, 0, 400)
    assert counts["VBZ", "ARGM-DIS"] == (13, 7, 7)
    assert counts["JJ", "ARGM-EXT"] == (56, 39, 39)
    assert [sum(found) for found in zip(*counts.values(), strict=True)] == [14661, 8818, 13937]
