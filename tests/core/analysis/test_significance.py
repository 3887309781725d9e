"""Shuffling and the bootstrap, beside naive loops and scipy's."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis import significance
from goldleaf.core.analysis.significance import Counts, ParseScore, Rounds, ScoreTest, comparisons_steps, holm
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.base import Combined
from goldleaf.core.steps import finished

AB = [("a", "b")]


def counts(sentences: int, parses: str = "ab", scores: int = 1, seed: int = 1) -> Counts:
    """Random counts; the later parses have fewer right words."""
    random = np.random.default_rng(seed)
    names = ("las", "uas", "la")[:scores]
    figures = [ParseScore(parse, "attachment", score) for parse in parses for score in names]
    total = np.repeat(random.integers(1, 30, (sentences, 1)), len(figures), axis=1)
    chance = [0.9 - 0.03 * parses.index(figure.parse) for figure in figures]
    return Counts(figures, random.binomial(total, chance).astype(float), total.astype(float))


def naive_p(found: Counts, rounds: Rounds) -> float:
    def difference(swapped: list[bool]) -> float:
        sums = [[0.0, 0.0], [0.0, 0.0]]
        for row, swap in enumerate(swapped):
            for side in (0, 1):
                sums[side][0] += found.right[row, side ^ swap]
                sums[side][1] += found.total[row, side ^ swap]
        return sums[0][0] / sums[0][1] - sums[1][0] / sums[1][1]

    observed = abs(difference([False] * len(found.right)))
    every = [row for block in rounds.swaps(len(found.right)) for row in block.tolist()]
    extreme = sum(abs(difference(row)) >= observed - 1e-12 for row in every)
    assert len(every) == rounds.number
    return (1 + extreme) / (1 + len(every))


def naive_interval(found: Counts, rounds: Rounds) -> tuple[float, float]:
    differences = []
    for block in rounds.draws(len(found.right)):
        for row in block.tolist():
            drawn = [number for number, times in enumerate(row) for _ in range(times)]
            assert len(drawn) == len(found.right)
            right, total = found.right[drawn].sum(0), found.total[drawn].sum(0)
            differences.append(right[0] / total[0] - right[1] / total[1])
    low, high = np.quantile(differences, (0.025, 0.975))
    return float(low), float(high)


@pytest.mark.slow
def test_many_pairs_are_tested_in_bounded_memory(monkeypatch):
    names = "abcdefghijklmnopqrst"
    found = counts(6, names, 3)
    made = {3 * parse + 2: (Combined(("las", "uas"), True), [3 * parse, 3 * parse + 1]) for parse in range(len(names))}
    found = replace(found, combined=made)
    pairs = [*combinations(names, 2)]

    def peak() -> tuple[list[ScoreTest], int]:
        tracemalloc.start()
        done = finished(comparisons_steps(found, pairs, Rounds(2000)))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return done, most

    at_once, more = peak()
    monkeypatch.setattr(significance, "IN_MEMORY", 1 << 16)
    in_blocks, less = peak()
    assert len(at_once) == 3 * 190 and in_blocks == at_once
    assert less < more / 4


@pytest.mark.parametrize("sentences", [1, 7, 64, 200])
def test_the_same_rounds_in_a_naive_loop_give_the_same(sentences):
    found, rounds = counts(sentences), Rounds(300, seed=5)
    [one] = finished(comparisons_steps(found, AB, rounds))
    assert one.p == pytest.approx(naive_p(found, rounds))
    assert (one.low, one.high) == pytest.approx(naive_interval(found, rounds))


@pytest.mark.parametrize("seed", range(4))
def test_p_is_that_of_scipys_permutation_test(seed):
    from scipy.stats import permutation_test

    found = counts(11, seed=seed)

    def difference(rows, others, axis):
        right, total = found.right.T.ravel(), found.total.T.ravel()
        own, other = (right[side].sum(axis) / total[side].sum(axis) for side in (rows, others))
        return own - other

    sides = np.arange(11), np.arange(11, 22)
    exact = permutation_test(sides, difference, permutation_type="samples", n_resamples=np.inf, vectorized=True).pvalue
    [one] = finished(comparisons_steps(found, AB, Rounds(20_000)))
    assert one.p == pytest.approx(exact, abs=4 * (0.25 / 20_000) ** 0.5)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_that_of_scipys_bootstrap(seed):
    from scipy.stats import bootstrap

    found = counts(150, seed=seed)

    def difference(right, total, others, of_others, axis):
        return right.sum(axis) / total.sum(axis) - others.sum(axis) / of_others.sum(axis)

    data = (found.right[:, 0], found.total[:, 0], found.right[:, 1], found.total[:, 1])
    theirs = bootstrap(
        data, difference, paired=True, vectorized=True, n_resamples=10_000, method="percentile", rng=seed
    )
    [one] = finished(comparisons_steps(found, AB, Rounds(10_000, seed)))
    assert (one.low, one.high) == pytest.approx(theirs.confidence_interval, abs=0.15 * theirs.standard_error)
    assert one.low < one.difference < one.high


def test_what_is_compared_besides_changes_nothing():
    three = counts(80, "abc", scores=3)
    alone = Counts(three.figures[:6], three.right[:, :6], three.total[:, :6])
    many = finished(comparisons_steps(three, [("a", "b"), ("a", "c"), ("b", "c")], Rounds(500, 3)))
    assert [(one.score, one.a, one.b) for one in many][:4] == [
        ("las", "a", "b"),
        ("las", "a", "c"),
        ("las", "b", "c"),
        ("uas", "a", "b"),
    ]
    of_ab = {one.score: (one.p, one.low, one.high) for one in many if (one.a, one.b) == ("a", "b")}
    assert {
        one.score: (one.p, one.low, one.high) for one in finished(comparisons_steps(alone, AB, Rounds(500, 3)))
    } == of_ab


def test_a_seed_gives_the_same_again_and_another_one_something_else():
    found = counts(100)
    first, again, other = (finished(comparisons_steps(found, AB, Rounds(200, seed))) for seed in (1, 1, 2))
    assert first == again
    assert first[0].low != other[0].low


def test_swapping_the_parses_turns_the_difference_round_and_keeps_p():
    found = counts(100)
    [one], [other] = (finished(comparisons_steps(found, pair, Rounds(400))) for pair in (AB, [("b", "a")]))
    assert (one.difference, one.p) == (-other.difference, other.p)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_equal_parses_do_not_differ():
    found = counts(50)
    same = Counts(found.figures, found.right[:, [0, 0]], found.total)
    [one] = finished(comparisons_steps(same, AB, Rounds(100)))
    assert (one.difference, one.p, one.low, one.high) == (0.0, 1.0, 0.0, 0.0)
    assert not one.significant


def test_what_is_always_better_has_the_least_p_that_the_rounds_allow():
    found = counts(60)
    better = Counts(found.figures, found.total * [1.0, 0.5], found.total)
    [one] = finished(comparisons_steps(better, AB, Rounds(1000)))
    assert (one.difference, one.p) == (0.5, 1 / 1001)
    assert one.significant


@pytest.mark.parametrize("sentences", [0, 3])
def test_undefined_scores_are_not_tested(sentences):
    figures = [ParseScore(parse, "attachment", "las") for parse in "ab"]
    [one] = finished(
        comparisons_steps(Counts(figures, np.zeros((sentences, 2)), np.zeros((sentences, 2))), AB, Rounds(10))
    )
    assert (one.a_value, one.difference, one.p, one.low, one.high) == (None, None, None, None, None)
    assert not one.significant


def test_scores_of_other_signatures_are_not_compared():
    figures = [
        ParseScore("a", "tedeval", "accuracy", "words:true"),
        ParseScore("b", "tedeval", "accuracy", "words:false"),
    ]
    assert finished(comparisons_steps(Counts(figures, np.ones((2, 2)), np.ones((2, 2))), AB, Rounds(10))) == []


def test_holm_is_for_several_pairs_of_one_score():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.5]) == pytest.approx([1.0, 1.0])
    found = finished(comparisons_steps(counts(200, "abc"), [("a", "b"), ("a", "c"), ("b", "c")], Rounds(500)))
    assert [one.p_holm for one in found] == holm([one.p for one in found if one.p is not None])
    assert finished(comparisons_steps(counts(20), AB, Rounds(10)))[0].p_holm is None


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_keeps_the_order_and_lowers_nothing(values):
    corrected = holm(values)
    assert all(after >= before for before, after in zip(values, corrected, strict=True))
    assert sorted(corrected) == [after for _, after in sorted(zip(values, corrected, strict=True))]


@pytest.mark.parametrize(("number", "seed"), [(0, 0), (-1, 0), (10**9, 0), (10, -1)])
def test_impossible_rounds_are_refused(number, seed):
    with pytest.raises(OptionError, match=r"^--(rounds|seed) "):
        Rounds(number, seed)


def test_what_is_refused_is_not_shuffled(monkeypatch):
    monkeypatch.setattr(significance, "shuffled", lambda *_: pytest.fail("it was shuffled"))
    (refused,) = finished(comparisons_steps(replace(counts(20), refused={(0, 1): "why"}), AB, Rounds(10)))
    assert (refused.refused, refused.p, refused.difference) == ("why", None, None)
    assert refused.a_value is not None and refused.units is not None
