"""p and intervals of the rows of tables of two parses. Also what `significance` makes of them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from goldleaf.core.analysis.breakdown_table import Breakdown, side_by_side
from goldleaf.core.analysis.metric_tables import DEFAULT, breakdown_of
from goldleaf.core.analysis.row_tests import MOST_ROWS, beside_with_p, versus_steps
from goldleaf.core.analysis.significance import Rounds, p_of_rows
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.metrics import create
from goldleaf.core.results import ScoreChoice, ScoredParse, source_of
from goldleaf.core.steps import finished
from tests.core.trees import treebank

ROUNDS = Rounds(300, 7)
GOLD = treebank(*["We/PRON/2/nsubj saw/VERB/0/root cars/NOUN/2/obj today/NOUN/2/obl"] * 9, "Yes/INTJ/0/root")
# The first has something wrong in seven sentences, the second in two; one relation is wrong in the first alone.
A = treebank(
    *["We/PRON/2/nsubj saw/VERB/0/root cars/NOUN/2/obl today/NOUN/3/nmod"] * 6,
    *["We/PRON/2/obj saw/VERB/0/root cars/NOUN/2/obj today/NOUN/2/obl"] * 3, "Yes/INTJ/0/root", name="a.conllx",
)  # fmt: skip
B = treebank(
    *["We/PRON/2/nsubj saw/VERB/0/root cars/NOUN/2/obj today/NOUN/2/obl"] * 7,
    *["We/PRON/2/nsubj saw/VERB/0/root cars/NOUN/2/obj today/NOUN/3/nmod"] * 2, "Yes/INTJ/0/dep", name="b.conllx",
)  # fmt: skip
ATTACHMENT = create("attachment")


def scored(metric, a=A, b=B):
    return [ScoredParse.of(name, GOLD, one, [metric], ScoreChoice()) for name, one in (("a", a), ("b", b))]


def beside(name, a=A, b=B, metric=ATTACHMENT):
    sources = {one.name: source_of(one.scored[metric.name], GOLD, one.parse, None) for one in scored(metric, a, b)}
    tables = {own: finished(breakdown_of(metric, name).make(source, DEFAULT)) for own, source in sources.items()}
    return finished(beside_with_p(side_by_side(tables, lambda condition, _: condition), sources, ROUNDS))


@pytest.fixture
def las():
    """What is said of the difference in LAS."""
    tests = finished(compared_steps(GOLD, scored(ATTACHMENT), ScoreChoice(), ROUNDS, [("a", "b")]))
    return next(one for one in tests if one.score == "las")


def test_the_total_of_a_table_is_tested_as_the_score_is(las):
    row = beside("accuracy").frame.row(0, named=True)
    assert row["tag"] == "total"
    assert row["a – b\nright_both_share"] == pytest.approx(las.difference)
    assert (row["a – b\nlow_share"], row["a – b\nhigh_share"]) == pytest.approx((las.low, las.high))
    assert row["a – b\np"] == pytest.approx(5 * las.p)  # total, two tags with its p or less at most, of five rows


def test_errors_are_shares_of_all_words_that_score_also_where_one_parse_has_none(las):
    table = beside("blame")
    row = table.frame.row(0, named=True)
    assert (-row["a – b\nhigh_share"], -row["a – b\nlow_share"]) == pytest.approx((las.low, las.high))
    assert "of the difference in errors among all words" in table.note and "300 rounds, seed 7" in table.note
    alone = next(row for row in beside("error_classes").frame.to_dicts() if row["a\nerrors"] is None)
    assert alone["a – b\nlow_share"] < alone["a – b\nhigh_share"] <= 0 and alone["a – b\np"] <= 1


@pytest.mark.parametrize(("metric", "name"), [("attachment", "deprel"), ("tedeval", "label"), ("attachment", "length")])
def test_a_parse_does_not_differ_from_itself(metric, name):
    frame = beside(name, A, A, create(metric)).frame
    assert frame["a – b\np"].drop_nulls().unique().to_list() == [1.0]
    assert {*frame["a – b\nlow_share"].drop_nulls(), *frame["a – b\nhigh_share"].drop_nulls()} == {0.0}


def test_figures_are_in_their_intervals_and_what_is_undefined_has_none():
    frame = beside("deprel").frame
    for row in frame.to_dicts():
        if row["a – b\nf1"] is not None:
            assert row["a – b\nlow_share"] <= row["a – b\nf1"] <= row["a – b\nhigh_share"]
        else:
            assert row["a – b\np"] is None


@pytest.mark.parametrize("name", ["examples", "class_examples", "confusions", "frames"])
def test_tables_without_such_figures_are_as_they_were(name):
    assert not [column for column in beside(name).frame.columns if column.endswith("\np")]


def test_large_tables_are_not_tested():
    frame = pl.DataFrame({"label": [f"{n}" for n in range(MOST_ROWS + 1)], "errors": [1] * (MOST_ROWS + 1)})
    own = Breakdown("t", "T", frame, "", lambda *_: "")
    large = side_by_side({"a": own, "b": own}, lambda condition, _: condition)
    assert finished(beside_with_p(large, {}, ROUNDS)) is large


@pytest.mark.parametrize(("metric", "by"), [("attachment", "relation"), ("attachment", "length"), ("tedeval", "label")])
def test_a_table_of_one_parse_against_another(metric, by, las):
    made = finished(versus_steps(create(metric), GOLD, {"a": A, "b": B}, [by], rounds=ROUNDS))[by]
    total = made.frame.row(0, named=True)
    names = made.frame.columns
    assert names[names.index("net") :][:5] == ["net", "net_share", "low_share", "high_share", "p"]
    assert total["low_share"] <= total["net_share"] <= total["high_share"]
    if metric == "attachment":
        assert (total["net_share"], -total["high_share"], -total["low_share"]) == pytest.approx(
            (-las.difference, las.low, las.high)
        )
        assert total["p"] >= las.p


def test_p_is_corrected_for_all_rows_that_are_defined():
    generator = np.random.default_rng(1)
    a, b, total = *generator.integers(0, 5, (2, 12, 1)).astype(float), np.full((12, 1), 5.0)
    one = finished(p_of_rows((a, b), (total, total), ROUNDS))["p"][0]
    twice = [np.repeat(part, 2, 1) for part in (a, b, total)]
    assert (
        finished(p_of_rows((twice[0], twice[1]), (twice[2], twice[2]), ROUNDS))["p"].to_list() == [min(2 * one, 1)] * 2
    )
    partly = twice[2] * [1, 0]
    assert finished(p_of_rows((twice[0], twice[1]), (partly, partly), ROUNDS))["p"].to_list() == [one, None]
    nothing = finished(p_of_rows((a[:0], a[:0]), (a[:0], a[:0]), ROUNDS))
    assert [values.to_list() for values in nothing.values()] == [[None]] * 3
