"""Gold and parse with different words: aligned and scored; and lattices laid out and drawn."""

from __future__ import annotations

import time

import pytest

from goldleaf.core.structures.lattice import Edge, Lattice
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.lattice_picture import LatticeOptions, lattice_picture
from tests.bench.conftest import SHARED, Pair, goldleaf, run
from tests.bench.recut import recut

METRICS = ("tedeval", "segmentation", "attachment")


@pytest.fixture(scope="session")
def recut_million(million: Pair, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """The gold of a million words, and the same with other words in every third sentence."""
    parse = tmp_path_factory.mktemp("recut") / "recut.conllx"
    recut(million.gold, parse)
    return Pair(million.gold, parse)


@pytest.mark.parametrize("metric", METRICS)
def test_a_million_words_that_are_cut_differently(
    benchmark, million: Pair, recut_million: Pair, metric: str, report
) -> None:
    """Target: under three times the time of attachment scores on equal words, under 1 GB."""
    ours, attachment = [], []

    def both() -> None:
        ours.append(run([goldleaf(), "score", *recut_million, "--metric", metric]))
        attachment.append(run([goldleaf(), "score", *million, "--metric", "attachment"]))

    benchmark.pedantic(both, rounds=3, warmup_rounds=1)
    seconds, baseline = (min(one.seconds for one in runs) for runs in (ours, attachment))
    memory = max(one.memory for one in ours)
    benchmark.extra_info.update(seconds=seconds, attachment=baseline, ratio=seconds / baseline, memory=memory)
    report(
        f"{metric}, a million words cut differently: {seconds:.2f} s; attachment on equal words {baseline:.2f} s; "
        f"ratio {seconds / baseline:.2f}; {memory:.0f} MiB"
    )


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data is absent")
def test_the_hebrew_pair(benchmark, report) -> None:
    """11,000 words, a quarter of them cut differently, as a whole process."""
    folder = SHARED / "hebrew"
    found = []

    def score() -> None:
        found.append(
            run([goldleaf(), "score", folder / "gold.conllu", folder / "parse-segmented.conllu", "--metric", "tedeval"])
        )

    benchmark.pedantic(score, rounds=5, warmup_rounds=1)
    report(f"tedeval, Hebrew, other words: {min(one.seconds for one in found):.2f} s")


def lattice_of_300(form: str) -> Lattice:
    """Fifty tokens with six edges each."""
    edges = [
        Edge(3 * token + start, 3 * token + end, f"{form}{token}{start}{end}", coarse_tag="NOUN", token=token + 1)
        for token in range(50)
        for start, end in ((0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3))
    ]
    return Lattice(1, tuple(edges))


def test_a_lattice_of_300_edges(benchmark, report) -> None:
    """Target: laid out and drawn in under 300 ms, child process included."""
    # Layouts are remembered, so each round has longer words.
    waiting = [lattice_picture(lattice_of_300("w" * length)) for length in range(1, 7)]
    found = []

    def draw() -> None:
        start = time.perf_counter()
        draw_lattice(waiting.pop(), LatticeOptions(), load("light"), typewriter)
        found.append(time.perf_counter() - start)

    benchmark.pedantic(draw, rounds=5, warmup_rounds=1)
    times = f"best {1e3 * min(found):.0f} ms, worst {1e3 * max(found[1:]):.0f} ms"
    report(f"lattice of 300 edges laid out and drawn, child process included: {times}")
