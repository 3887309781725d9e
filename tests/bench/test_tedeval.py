"""TedEval: a million words as a whole process, and what a word costs in sentences of any length."""

from __future__ import annotations

import time

import numpy as np
import polars as pl

from goldleaf.core.metrics import create
from goldleaf.core.treebank import SENTENCES, TEXT, WORDS, FileLayout, Treebank
from tests.bench.conftest import Pair, goldleaf, run

LENGTHS = (10, 50, 100, 300)
WORDS_EACH = 120_000


def test_tedeval_of_a_million_words(benchmark, million: Pair, report) -> None:
    """Target: under three times the time of attachment scores, under 1 GB."""
    ours, attachment = [], []

    def both() -> None:
        ours.append(run([goldleaf(), "score", *million, "--metric", "tedeval"]))
        attachment.append(run([goldleaf(), "score", *million, "--metric", "attachment"]))

    benchmark.pedantic(both, rounds=3, warmup_rounds=1)
    seconds, baseline = (min(one.seconds for one in runs) for runs in (ours, attachment))
    memory = max(one.memory for one in ours)
    benchmark.extra_info.update(tedeval=seconds, attachment=baseline, ratio=seconds / baseline, memory=memory)
    report(
        f"tedeval, 1,003,760 words: {seconds:.2f} s; attachment {baseline:.2f} s; "
        f"ratio {seconds / baseline:.2f}; {memory:.0f} MiB"
    )


def treebank(length: int, seed: int) -> Treebank:
    """Sentences of one length with random trees: each word hangs by one before it, the first is the root."""
    random = np.random.default_rng(seed)
    sentences = WORDS_EACH // length
    position = np.tile(np.arange(1, length + 1), sentences)
    head = (random.random(len(position)) * (position - 1)).astype(np.int64) + (position > 1)
    label = pl.Series(np.array(["nsubj", "obj", "obl"])[random.integers(0, 3, len(position))], dtype=TEXT)
    plain = pl.Series(["_"], dtype=TEXT).new_from_index(0, len(position))
    words = pl.DataFrame(
        {
            "sentence": np.repeat(np.arange(sentences), length).astype(np.uint32),
            "position": position.astype(np.uint32),
            "line": np.arange(len(position), dtype=np.uint32),
            **dict.fromkeys(("form", "lemma", "coarse_tag", "fine_tag", "features"), plain),
            "head": head.astype(np.int32),
            "label": label,
        }
    ).select(list(WORDS))
    rows = pl.DataFrame(
        {
            "first_word": np.arange(0, len(position), length, dtype=np.uint32),
            "words": np.full(sentences, length, np.uint32),
            "line": np.arange(0, len(position), length, dtype=np.uint32),
            "id": pl.Series([None] * sentences, dtype=pl.String),
            "text": pl.Series([None] * sentences, dtype=pl.String),
            "readable": np.ones(sentences, bool),
        }
    ).select(list(SENTENCES))
    return Treebank("made", FileLayout("conllx"), words, rows)


def test_the_cost_of_a_word_by_length(benchmark, report) -> None:
    """Target: flat; Zhang and Shasha's algorithm takes time cubic in the length or more."""
    metric = create("tedeval")
    best: dict[int, float] = {}

    def measure() -> None:
        for length in LENGTHS:
            gold, parse = treebank(length, 1), treebank(length, 2)
            start = time.perf_counter()
            metric.count(gold, parse)
            best[length] = min(best.get(length, 1e9), time.perf_counter() - start)

    benchmark.pedantic(measure, rounds=5, warmup_rounds=1)
    costs = ", ".join(f"{length} words {1e6 * seconds / WORDS_EACH:.2f} µs" for length, seconds in best.items())
    report(f"tedeval, a word in sentences of {costs}")
