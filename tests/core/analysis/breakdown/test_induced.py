"""Heads by relation and by length of arc; figures add up, and cells find what they count. The mapping of induced tags,
and how often they occur with the gold's."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.breakdown.induced import by_arc_length, by_relation, contingency, contingency_of, mapping
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.formats import read
from goldleaf.core.metrics.clustering import Clustering
from goldleaf.core.metrics.induction import Induction
from goldleaf.core.scoring import score
from tests.core.metrics.test_clustering import words
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


TAGS, INDUCED = words("N N N V V D"), words("1 1 2 2 3 2")
TABLE = contingency_of(fact_table(Clustering(parse_column="coarse_tag"), TAGS, INDUCED))


def test_the_mapping():
    found = mapping(TABLE)
    assert found.frame.drop("right_share").rows() == [
        ("2", "D", "D", "D", 3, 1),
        ("1", "N", "N", "N", 2, 2),
        ("3", "V", "V", "V", 1, 1),
    ]
    assert found.condition(0, "words") == "has(clustering, in_gold and parse_tag = '2')"
    assert found.condition(0, "right_share") == "has(clustering, in_gold and parse_tag = '2' and gold_tag = 'D')"


def test_the_table_of_counts():
    found = contingency(TABLE)
    assert found.frame.columns == ["induced", "words", "N", "V", "D"]
    assert found.labels == {"N", "V", "D"}
    assert found.frame.rows() == [("2", 3, 1, 1, 1), ("1", 2, 2, 0, 0), ("3", 1, 0, 1, 0)]
    assert found.condition(1, "V") == "has(clustering, in_gold and parse_tag = '1' and gold_tag = 'V')"
    assert found.condition(1, "words") == "has(clustering, in_gold and parse_tag = '1')"


def test_a_tag_may_be_called_as_a_column():
    found = contingency(
        contingency_of(fact_table(Clustering(parse_column="coarse_tag"), words("words N"), INDUCED.slice(0, 0)))
    )
    assert found.frame.is_empty()
    table = contingency_of(fact_table(Clustering(parse_column="coarse_tag"), words("words N"), words("1 2")))
    assert contingency(table).condition(0, "words (tag)").endswith("gold_tag = 'words')")


def test_nothing_has_empty_tables():
    nothing = contingency_of(fact_table(Clustering(parse_column="coarse_tag"), words(), words()))
    assert mapping(nothing).frame.is_empty() and contingency(nothing).frame.is_empty()
