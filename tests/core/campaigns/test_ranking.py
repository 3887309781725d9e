"""Rank groups: which systems share a rank, by a worked example, and what their tests are of."""

from __future__ import annotations

import numpy as np
import pytest

from goldleaf.core.analysis.significance import LEAST_UNITS, Rounds
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.ranking import enough, groups
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object, of_systems
from goldleaf.core.campaigns.running import run
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, written

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
    monkeypatch.setattr("goldleaf.core.campaigns.ranking.tested_steps", None)
    assert run(campaign, here, tmp_path / "cache").ranking == first.ranking
