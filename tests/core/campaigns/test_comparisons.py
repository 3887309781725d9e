"""Scored parses compared two by two; which systems share a rank, by a worked example, and what their tests are of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from goldleaf.core.analysis.significance import LEAST_UNITS, Rounds
from goldleaf.core.campaigns import running
from goldleaf.core.campaigns.comparisons import (
    averages_steps,
    compared_steps,
    counts_of,
    enough,
    groups,
    not_compared,
)
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object, of_systems
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.semantic import Semantic
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.ud import UniversalDependencies
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.steps import finished
from tests.core import propositions
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, run, written
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


ABOUT = '[campaign]\nmetrics = "attachment"\nrounds = 500\n'


@pytest.mark.parametrize(
    ("apart", "ranks"),
    [
        ({"ab", "ac", "ad", "bc", "bd", "cd"}, [1, 2, 3, 4]),
        # a and b do not differ, nor do c and d.
        ({"ac", "ad", "bc", "bd"}, [1, 1, 3, 3]),
        # b does not differ from c, though a does: there is no line between them, nor above b that all would be under.
        ({"ab", "ac", "ad", "bd", "cd"}, [1, 2, 2, 4]),
        # a does not differ from c alone: all three are one group.
        ({"ab", "bc", "ad", "bd", "cd"}, [1, 1, 1, 4]),
        (set(), [1, 1, 1, 1]),
    ],
)
def test_a_group_ends_where_all_above_are_better_than_all_below(apart, ranks):
    pairs = [(a, b) for a in "abcd" for b in "abcd" if a > b]  # in whatever order they were tested
    tested = {(a, b): (0.01 if b + a in apart else 0.2, 50) for a, b in pairs}
    assert [*groups([*"abcd"], tested).values()] == ranks


def test_what_was_not_tested_is_not_told_apart():
    assert groups(["a", "b"], {("a", "b"): (None, 3)}) == groups(["a", "b"], {}) == {"a": 1, "b": 1}


def test_so_many_rounds_that_the_correction_can_find_something():
    assert enough(Rounds(10_000, 7), 5) == Rounds(10_000, 7)
    more = enough(Rounds(100, 7), 40)
    assert more.seed == 7 and 780 / (1 + more.number) < 0.05


def test_ranks_over_treebanks(tmp_path):
    folder(tmp_path)
    results = run(load(written(tmp_path, ABOUT + TREEBANKS + SYSTEMS)), here)
    [tested] = results.ranking.values()
    assert results.primary == ("attachment", "las")
    p, units = tested["A", "B"]
    # Two sentences are wrong in A alone and four in B alone, in either treebank.
    assert units == 12 and 0.05 < p < 0.5
    # C lacks "two", where all of it counts as wrong: as in its average, and more than "one" alone tells.
    assert tested["A", "C"][1] == 18 + 20 and tested["A", "C"][0] < 0.02
    own = results.shared_ranks(of_systems(results.figures()), results.campaign.runs[0])
    assert own == {"A": 1, "B": 1, "C": 3}
    assert as_object(results)["ranking"] == [{"system": name, "rank": rank} for name, rank in own.items()]


def test_p_is_that_of_shuffling_the_average(tmp_path):
    folder(tmp_path)
    results = run(load(written(tmp_path, ABOUT.replace("500", "20000") + TREEBANKS + SYSTEMS)), here)
    # An average over treebanks: a wrong sentence of the smaller one weighs twice as much.
    words, sentences = {"one": 3 * 40, "two": 3 * 20}, {"one": (2, 4), "two": (2, 4)}
    steps = np.array([1 / words[name] for name, own in sentences.items() for _ in range(sum(own))])
    signs = np.random.default_rng(1).choice([-1, 1], (20_000, len(steps)))
    found = sum((b - a) / words[name] for name, (a, b) in sentences.items())
    expected = (np.abs(signs @ steps) >= found - 1e-12).mean()
    assert results.ranking[results.campaign.runs[0]]["A", "B"][0] == pytest.approx(expected, abs=0.02)


def test_pairs_are_shuffled_some_at_a_time_with_the_same_outcome(tmp_path, monkeypatch):
    campaign = load(written(folder(tmp_path), ABOUT + TREEBANKS + SYSTEMS))
    whole = run(campaign, here).ranking
    monkeypatch.setattr("goldleaf.core.analysis.significance.IN_MEMORY", 2 * 500)
    done, steps = [], averages_steps
    monkeypatch.setattr(running, "averages_steps", lambda *given: told(steps(*given), done))
    assert run(campaign, here).ranking == whole
    assert done == sorted(done) and done[0] == 0 and done[-1] == 1


def told(steps, done):
    while True:
        try:
            done.append(next(steps))
        except StopIteration as end:
            return end.value
        yield done[-1]


def test_too_few_sentences_and_optional_treebanks_tell_nothing_apart(tmp_path):
    folder(tmp_path)
    (tmp_path / "one" / "B.conllx").write_text(conllx(40, LEAST_UNITS - 3, shift=20), encoding="utf-8")
    treebanks = TREEBANKS.replace('name = "two"', 'name = "two"\noptional = true')
    [tested] = run(load(written(tmp_path, ABOUT + treebanks + SYSTEMS)), here).ranking.values()
    assert tested["A", "B"] == (None, LEAST_UNITS - 1)


def test_what_was_tested_is_kept(tmp_path, monkeypatch):
    folder(tmp_path)
    campaign = load(written(tmp_path, ABOUT + TREEBANKS + SYSTEMS))
    first = run(campaign, here, tmp_path / "cache")
    monkeypatch.setattr("goldleaf.core.campaigns.running.averages_steps", None)
    assert run(campaign, here, tmp_path / "cache").ranking == first.ranking
