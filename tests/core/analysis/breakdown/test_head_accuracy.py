"""Heads by relation and by length of arc; figures add up, and cells find what they count."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.breakdown.head_accuracy import by_arc_length, by_relation
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.formats import read
from goldleaf.core.metrics.induction import Induction
from goldleaf.core.scoring import score
from tests.core.trees import SHARED, treebank

GOLD = treebank("sleeps/V/0/root at/P/4/case ,/P/4/punct home/N/1/obl now/A/1/advmod")
PARSE = treebank("sleeps/V/0/root at/P/1/x ,/P/4/punct home/N/2/y now/A/4/advmod")


def facts(gold, parse):
    return fact_table(Induction(), gold, parse)


def test_by_relation():
    table = by_relation(facts(GOLD, PARSE))
    assert table.frame.drop("directed_share", "undirected_share", "ned_share").rows() == [
        ("advmod", 1, 0, 0, 0),
        ("case", 1, 0, 0, 1),
        ("obl", 1, 0, 1, 1),
        ("root", 1, 1, 1, 1),
    ]
    assert table.condition(1, "ned_share") == (
        "has(induction, in_gold and relation = 'case' and counts_as in ('directed', 'undirected', 'ned'))"
    )
    assert table.condition(1, "words") == "has(induction, in_gold and relation = 'case')"


def test_lengths_are_over_words_that_score():
    # The arc from home to at passes a comma: in a sentence without punctuation it has the length 1.
    frame = by_arc_length(facts(GOLD, PARSE)).frame
    assert frame.select("arc_length", "words", "directed").rows() == [
        ("root", 1, 1),
        ("1", 1, 0),
        ("2", 1, 0),
        ("3", 1, 0),
    ]


@pytest.mark.shared
@pytest.mark.parametrize("language", ["danish", "english"])
def test_the_tables_add_up_to_the_scores(language):
    gold, parse = (read(SHARED / language / f"{side}.conllx") for side in ("gold", "parse"))
    found = score(Induction(), gold, parse).scores()
    for table in (by_relation, by_arc_length):
        sums = table(facts(gold, parse)).frame.sum().row(0, named=True)
        for figure in ("directed", "undirected", "ned"):
            assert (sums[figure], sums["words"]) == (found[figure].right, found[figure].total)
