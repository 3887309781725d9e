"""Where a million words differ, in all layers."""

from __future__ import annotations

import time

from goldleaf.core.analysis.sides.layers import Layer, layer_counts, layer_differences
from goldleaf.core.formats import read
from tests.bench.conftest import Pair


def test_a_million_words(benchmark, report, million: Pair) -> None:
    """Target: a second for all differences in words, a quarter of it for their numbers."""
    gold, parse = read(million.gold), read(million.parse)
    found: dict[str, list[float]] = {"differences": [], "counts": []}

    def both() -> None:
        for name, work in (("differences", layer_differences), ("counts", layer_counts)):
            begin = time.perf_counter()
            work(gold, parse, tuple(Layer))
            found[name].append(time.perf_counter() - begin)

    benchmark.pedantic(both, rounds=3, warmup_rounds=1)
    seconds = {name: min(times) for name, times in found.items()}
    words = gold.words.height
    report(f"layers of {words:,} words: {seconds['differences']:.2f} s; their counts {seconds['counts']:.2f} s")
