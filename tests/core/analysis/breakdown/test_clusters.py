"""The mapping of induced tags, and how often they occur with the gold's."""

from __future__ import annotations

from goldleaf.core.analysis.breakdown.clusters import contingency, mapping, table_of
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.metrics.clustering import Clustering
from tests.core.metrics.test_clustering import words

GOLD, PARSE = words("N N N V V D"), words("1 1 2 2 3 2")
TABLE = table_of(fact_table(Clustering(parse_column="coarse_tag"), GOLD, PARSE))


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
        table_of(fact_table(Clustering(parse_column="coarse_tag"), words("words N"), PARSE.slice(0, 0)))
    )
    assert found.frame.is_empty()
    table = table_of(fact_table(Clustering(parse_column="coarse_tag"), words("words N"), words("1 2")))
    assert contingency(table).condition(0, "words (tag)").endswith("gold_tag = 'words')")


def test_nothing_has_empty_tables():
    nothing = table_of(fact_table(Clustering(parse_column="coarse_tag"), words(), words()))
    assert mapping(nothing).frame.is_empty() and contingency(nothing).frame.is_empty()
