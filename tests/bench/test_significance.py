"""Shuffling and drawing the sentences of two parses."""

from __future__ import annotations

import numpy as np

from goldleaf.core.analysis.significance import Counts, ParseScore, Rounds, comparisons_steps
from goldleaf.core.steps import finished

SCORES = ("las", "uas", "la", "exact_match", "exact_match_unlabeled")


def test_ten_thousand_rounds_over_five_thousand_sentences(benchmark, report) -> None:
    """Target: a second, for all of attachment's scores."""
    random = np.random.default_rng(0)
    figures = [ParseScore(parse, "attachment", score) for parse in "ab" for score in SCORES]
    total = random.integers(1, 40, (5000, len(figures))).astype(float)
    counts = Counts(figures, np.floor(total * random.uniform(0.5, 1, total.shape)), total)
    found = benchmark.pedantic(
        lambda: finished(comparisons_steps(counts, [("a", "b")], Rounds())), rounds=5, warmup_rounds=1
    )
    assert len(found) == len(SCORES)
    report(f"5 scores of 2 parses, 5,000 sentences, 10,000 rounds of each kind: {benchmark.stats['min']:.2f} s")
