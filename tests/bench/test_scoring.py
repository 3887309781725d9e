"""Reading and scoring a million words, as a whole process."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.bench.conftest import Pair, goldleaf, run

NAIVE = Path(__file__).parent / "naive.py"


def test_attachment_of_a_million_words(benchmark, million: Pair, report) -> None:
    """Target: less than the naive loop's time, under 500 MiB."""
    ours, naive = [], []

    def both() -> None:
        ours.append(run([goldleaf(), "score", *million, "--metric", "attachment"]))
        naive.append(run([sys.executable, NAIVE, *million]))

    benchmark.pedantic(both, rounds=5, warmup_rounds=1)
    seconds, baseline = (min(one.seconds for one in runs) for runs in (ours, naive))
    memory = max(one.memory for one in ours)
    benchmark.extra_info.update(goldleaf=seconds, naive=baseline, ratio=seconds / baseline, memory=memory)
    report(
        f"attachment, 1,003,760 words: {seconds:.2f} s; naive loop {baseline:.2f} s; "
        f"ratio {seconds / baseline:.2f}; {memory:.0f} MiB"
    )
