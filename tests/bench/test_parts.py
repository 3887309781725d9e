"""Reading in parts: whole processes that score a million words, 5 and 10 times as many, when only figures are asked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bench.conftest import Pair, Run, goldleaf, run

TIMES = (1, 5, 10)


def _repeated(pair: Pair, folder: Path, times: int) -> Pair:
    made = Pair(folder / "gold.conllx", folder / "parse.conllx")
    for source, target in zip(pair, made, strict=True):
        with target.open("wb") as out:
            for _ in range(times):
                with source.open("rb") as file:
                    shutil.copyfileobj(file, out, 1 << 20)
    return made


@pytest.mark.timeout(0)
def test_attachment_of_ten_million_words(benchmark, million: Pair, tmp_path: Path, report) -> None:
    """Target: linear time, under 800 MiB, and no more for ten times as many words."""
    runs: dict[int, Run] = {}

    def all_sizes() -> None:
        for times in TIMES:
            runs[times] = run([goldleaf(), "score", *_repeated(million, tmp_path, times), "--metric", "attachment"])

    benchmark.pedantic(all_sizes, rounds=1)
    for times, one in runs.items():
        report(
            f"attachment, {times * 1_003_760:,} words in parts: {one.seconds:.1f} s, "
            f"processors {one.processors:.2f} s, "
            f"{one.processors / times:.2f} s a million; {one.memory:.0f} MiB"
        )
