"""Scored parses compared two by two."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.comparisons import compared_steps, counts_of, not_compared
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.semantic import Semantic
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.ud import UniversalDependencies
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.steps import finished
from tests.core import propositions
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, TREES, treebank

GOLD = treebank(*TREES, *TREES)
PARSE = treebank(*PARSES, *TREES, name="parse.conllx")
OTHER_WORDS = treebank(TREES[0].replace("old/", "odd/"), *TREES[1:], *PARSES, name="other.conllx")
ROUNDS = Rounds(200)


def scored(*parses, choice=ScoreChoice(), metrics=(Attachment(),), gold=GOLD):  # noqa: B008, frozen
    return [ScoredParse.of(f"p{number}", gold, parse, metrics, choice) for number, parse in enumerate(parses)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "choice", [ScoreChoice(), ScoreChoice("macro"), ScoreChoice(max_length=2), ScoreChoice("macro", 3)]
)
@pytest.mark.parametrize("metrics", [(Attachment(),), (TedEval(), UniversalDependencies())])
def test_the_values_are_those_that_are_scored(choice, metrics):
    results = scored(PARSE, GOLD, choice=choice, metrics=metrics)
    found = finished(compared_steps(GOLD, results, choice, ROUNDS))
    for one in found:
        for value, result in ((one.a_value, results[0]), (one.b_value, results[1])):
            assert value == pytest.approx(result.scored[one.metric].scores(choice.average)[one.score].value)
    assert {one.score for one in found} == {key for of in results[0].scored.values() for key in of.ratios}


def test_only_chosen_sentences_are_shuffled():
    assert len(counts_of(GOLD, scored(PARSE, GOLD), ScoreChoice()).right) == 4
    short = ScoreChoice(max_length=2)
    assert len(counts_of(GOLD, scored(PARSE, GOLD, choice=short), short).right) == 2


def test_sentences_that_a_parse_has_split_are_shuffled_as_one():
    gold = treebank(TREES[0].removesuffix(" ././2/punct"), "././0/root", *TREES[1:], *TREES)
    results = scored(GOLD, gold, gold=gold)
    counts = counts_of(gold, results, ScoreChoice())
    assert len(counts.right) == 4
    assert len(counts_of(gold, results[1:], ScoreChoice()).right) == 5


def test_attachment_compares_parses_of_other_words_by_f1():
    results = scored(PARSE, OTHER_WORDS)
    found = {one.score: one for one in finished(compared_steps(GOLD, results, ScoreChoice(), ROUNDS))}
    assert found["las"].a_value == pytest.approx(results[0].scored["attachment"].scores()["las"].value)
    assert found["las"].p is not None
    assert found["las_recall"].b_value == pytest.approx(results[1].scored["attachment"].scores()["las_recall"].value)
    assert found["las_recall"].p is None and not found["las_recall"].significant
    refused = ", ".join(f"{score}_{part}" for part in ("precision", "recall") for score in ("las", "uas", "la"))
    assert [*not_compared([*found.values()], results, ScoreChoice(), [("p0", "p1")])] == [
        f"attachment: p0 and p1 are not compared by {refused}: p0 has no such figure, for its words are the gold's"
    ]


def test_what_is_of_other_sentences_is_refused_and_what_counts_them_as_wrong_is_not():
    results = scored(GOLD.slice(0, 2), GOLD.slice(0, 3))
    found = {one.score: one for one in finished(compared_steps(GOLD, results, ScoreChoice(), ROUNDS))}
    assert found["las_precision"].as_object()["refused"] == "other sentences are compared, 2 and 3"
    assert found["las_precision"].p is None
    for score in ("las", "las_recall", "exact_match"):
        assert found[score].p is not None and "refused" not in found[score].as_object()


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize(("errors", "refused"), [("drop", True), ("penalize", False)])
def test_evalb_is_not_tested_where_it_leaves_out_other_sentences(errors, refused, average):
    trees = ["(S (NP (N a)) (V b))"] * 4
    failed = [phrases(*trees[:row], "( )", *trees[row + 1 :], name=f"{row}.mrg") for row in (0, 1)]
    metric, choice = ParsEval(errors=errors), ScoreChoice(average)
    results = scored(*failed, failed[1], metrics=(metric,), gold=phrases(*trees), choice=choice)
    found = {
        (one.a, one.b, one.score): one for one in finished(compared_steps(phrases(*trees), results, choice, ROUNDS))
    }
    assert bool(found["p0", "p1", "f1"].refused) is refused
    assert found["p0", "p1", "no_crossing"].refused == "other sentences are compared, 3 and 3"
    assert not found["p1", "p2", "f1"].refused and found["p1", "p2", "f1"].p == 1


def test_what_is_fitted_in_another_way_is_not_compared_and_said():
    results = scored(PARSE, OTHER_WORDS, metrics=(TedEval(),))
    found = finished(compared_steps(GOLD, results, ScoreChoice(), ROUNDS))
    assert found == []
    assert [*not_compared(found, results, ScoreChoice(), [("p0", "p1")])] == [
        "tedeval: p0 and p1 are not compared, for their signatures differ (words:false; words:true)"
    ]


def test_sentences_that_could_not_be_read_count_in_no_sum():
    results = scored(PARSE, GOLD)
    of_a = results[0].scored["attachment"]
    holed = of_a.counts.with_columns(
        pl.when(pl.col("sentence") == 0).then(None).otherwise(pl.col(name)).alias(name)
        for name in of_a.counts.columns[1:]
    )
    results[0].scored["attachment"] = replace(of_a, counts=holed)
    [las, *_] = finished(compared_steps(GOLD, results, ScoreChoice(), ROUNDS))
    assert las.a_value == results[0].scored["attachment"].scores()["las"].value
    assert np.isfinite([las.low, las.high]).all()


def with_roles(words, fillers):
    """Sentences of a predicate and two arguments, each with its roles and the words' heads."""
    made = (
        propositions.rows(words, [(2, sense, {1: first, 3: second})], heads) for sense, first, second, heads in fillers
    )
    return propositions.treebank(*made)


RIGHT = ("see.1", "A0", "A1", (2, 0, 2))
SENSES = with_roles("a b c", [RIGHT] * 12)
ROLES = with_roles("a b c", [RIGHT, ("see.2", "A0", "_", (2, 0, 1)), ("see.1", "A0", "A1", (3, 0, 1))] * 4)
HEADS = with_roles("a b c", [RIGHT, ("see.1", "A0", "A2", (2, 0, 2)), RIGHT, ("see.1", "A1|A2", "A1", (2, 0, 1))] * 3)


def macro(rows):
    """Macro precision, recall and F1 of some sentences' counts, by its definition (Hajič et al. 2009, §2.4.3)."""
    right, parse, gold, heads, words = (
        sum(row[name] for row in rows) for name in ("sem_right", "sem_parse", "sem_gold", "las_right", "las_gold")
    )
    precision, recall = ((right / total + heads / words) / 2 for total in (parse, gold))
    return {
        "macro_precision": precision,
        "macro_recall": recall,
        "macro_f1": 2 * precision * recall / (precision + recall),
    }


def test_means_of_ratios_are_shuffled_and_drawn_as_a_loop_over_the_sentences_does():
    rounds = Rounds(150, seed=3)
    results = scored(ROLES, HEADS, metrics=(Semantic(),), gold=SENSES)
    tables = [one.scored["semantic"].counts.to_dicts() for one in results]
    observed = [macro(rows) for rows in tables]
    swapped = [
        [
            macro([pair[side ^ swap] for pair, swap in zip(zip(*tables, strict=True), row, strict=True)])
            for side in (0, 1)
        ]
        for block in rounds.swaps(12)
        for row in block.tolist()
    ]
    drawn = [
        [macro([row for row, times in zip(rows, counts, strict=True) for _ in range(times)]) for rows in tables]
        for block in rounds.draws(12)
        for counts in block.tolist()
    ]
    found = {one.score: one for one in finished(compared_steps(SENSES, results, ScoreChoice(), rounds))}
    for name in ("macro_f1", "macro_precision", "macro_recall"):
        difference = observed[0][name] - observed[1][name]
        extreme = sum(abs(one[name] - other[name]) >= abs(difference) - 1e-12 for one, other in swapped)
        bounds = np.quantile([one[name] - other[name] for one, other in drawn], (0.025, 0.975))
        assert found[name].difference == pytest.approx(difference)
        assert found[name].p == pytest.approx((1 + extreme) / (1 + len(swapped)))
        assert 2 / 151 < found[name].p < 1
        assert (found[name].low, found[name].high) == pytest.approx(tuple(bounds))
