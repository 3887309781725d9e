"""Bracketed trees: 51,982 of them read and scored as a whole process, and one of 100 words laid out and painted."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

import pytest

from tests.bench.conftest import SHARED, Pair, goldleaf, run

FAROESE = SHARED / "faroese"
NAIVE = Path(__file__).parent / "naive_brackets.py"


@pytest.fixture(scope="session")
def many_trees(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """The Faroese gold and a parse of it, 14 times over."""
    if not FAROESE.is_dir():
        pytest.skip("../shared/data is absent: there are no trees to repeat")
    folder = tmp_path_factory.mktemp("trees")
    pair = Pair(folder / "gold.mrg", folder / "parse.mrg")
    for source, target in zip((FAROESE / "gold.mrg", FAROESE / "parse-e1.mrg"), pair, strict=True):
        target.write_bytes(source.read_bytes() * 14)
    return pair


@pytest.mark.parametrize("metric", ["parseval", "leaf-ancestor"])
def test_51982_trees(benchmark, report, many_trees: Pair, metric: str) -> None:
    """Target: the time of evalb, about 0.7 s; under 400 MiB."""
    ours, naive = [], []

    def both() -> None:
        ours.append(run([goldleaf(), "score", *many_trees, "--metric", metric]))
        naive.append(run([sys.executable, NAIVE, *many_trees]))

    benchmark.pedantic(both, rounds=3, warmup_rounds=1)
    seconds, baseline = (min(one.seconds for one in runs) for runs in (ours, naive))
    processors = min(one.processors for one in ours)
    report(
        f"{metric}, 51,982 trees: {seconds:.2f} s, processors {processors:.2f} s; a loop that only finds the brackets "
        f"{baseline:.2f} s; ratio {seconds / baseline:.2f}; {max(one.memory for one in ours):.0f} MiB"
    )


@pytest.mark.usefixtures("qapp")
@pytest.mark.skipif(not FAROESE.is_dir(), reason="../shared/data is absent: there is no tree to draw")
def test_a_tree_of_100_words(benchmark, report) -> None:
    """Target: laid out and painted in 30 ms."""
    from goldleaf.core.formats import read
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.diagram.options import Mode
    from goldleaf.viewer.diagram.theme import load
    from goldleaf.viewer.export import painted
    from goldleaf.viewer.views.trees.draw import draw_trees
    from goldleaf.viewer.views.trees.tree_picture import TreeOptions, tree_pictures

    gold = read(FAROESE / "gold.mrg")
    row = int((gold.sentences["words"].cast(int) - 100).abs().arg_min() or 0)
    sentence, theme = gold.sentence(row), load("light")

    def draw() -> None:
        [diagram] = draw_trees(tree_pictures(sentence), Mode.STACKED, TreeOptions(), theme, measure)
        painted.image(diagram, theme)

    benchmark.pedantic(draw, rounds=20, warmup_rounds=3)
    times = benchmark.stats.stats.data
    report(
        f"a tree of {len(sentence.words)} words laid out and painted: median {1000 * statistics.median(times):.1f} ms, "
        f"best {1000 * min(times):.1f} ms"
    )
