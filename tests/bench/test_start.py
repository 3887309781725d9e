"""The start, which is most of what a small file takes: as a ratio to importing polars in the same run."""

from __future__ import annotations

import statistics
import sys
from importlib.resources import files as resources
from pathlib import Path

import pytest

from tests.bench.conftest import Pair, goldleaf, run

IMPORT = [sys.executable, "-c", "import polars"]
ROUNDS = 15
SENTENCES = 50


@pytest.fixture
def fifty(tmp_path: Path) -> Pair:
    """Gold and parse of fifty sentences: the demo's, over and over."""
    paths = []
    for name in ("gold", "parse"):
        blocks = (resources("goldleaf.assets") / "demo" / f"{name}.conllu").read_text(encoding="utf-8").split("\n\n")
        sentences = [block for block in blocks if block.strip()] * SENTENCES
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text("\n\n".join(sentences[:SENTENCES]) + "\n\n", encoding="utf-8")
    return Pair(*paths)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("more", ["", "--json", "--metric attachment"])
def test_scoring_fifty_sentences(benchmark, fifty: Pair, report, more: str) -> None:
    """Target: at most twice the processor time of ``import polars``."""
    ours, imports = [], []

    def both() -> None:
        imports.append(run(IMPORT))
        ours.append(run([goldleaf(), "score", *fifty, *more.split()]))

    benchmark.pedantic(both, rounds=ROUNDS, warmup_rounds=1)
    seconds, baseline = (statistics.median(one.processors for one in runs) for runs in (ours[1:], imports[1:]))
    benchmark.extra_info.update(goldleaf=seconds, polars=baseline, ratio=seconds / baseline)
    report(
        f"score {more or 'by default'}, {SENTENCES} sentences: {seconds:.3f} s of processor time; import polars "
        f"{baseline:.3f} s; ratio {seconds / baseline:.2f}"
    )
