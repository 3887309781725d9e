"""`goldleaf score --plot FILE --plot-of NAME`.

Also tests `plots.of_scores`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core.metrics import METRICS, create
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.score.command import PLOTS as NAMES
from goldleaf.viewer.plots.of_scores import PLOTS, plots_of

DEMO = Path(__file__).parents[4] / "assets" / "demo"
FILES = [str(DEMO / "gold.conllu"), str(DEMO / "parse.conllu")]
TREES = [str(DEMO / "trees-gold.mrg"), str(DEMO / "trees-parse.mrg")]


def test_the_names_are_those_that_there_are():
    assert tuple(one.name for one in PLOTS) == NAMES
    assert all(plots_of(create(name)) for name in METRICS if name not in ("semantic", "clustering"))


OF_ONE_METRIC = {"arc-length": "induction", "contingency": "clustering"}


@pytest.mark.parametrize(("name", "metric"), OF_ONE_METRIC.items())
def test_some_plots_are_those_of_one_metric(name, metric, tmp_path, capsys):
    path = tmp_path / "plot.svg"
    assert main(["score", *FILES, "--metric", metric, "--plot", str(path), "--plot-of", name]) == 0
    assert "</svg>" in path.read_text(encoding="utf-8")
    assert main(["score", *FILES, "--plot", str(path), "--plot-of", name]) == 2
    assert "nothing of it to plot under attachment" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OF_ONE_METRIC])
def test_each_plot_is_written_with_the_scores_printed(name, tmp_path, capsys):
    path = tmp_path / "plot.svg"
    assert main(["score", *FILES, FILES[0], "--plot", str(path), "--plot-of", name]) == 0
    assert "85.29" in capsys.readouterr().out
    assert "</svg>" in path.read_text(encoding="utf-8")


def test_a_plot_has_the_width_that_is_asked_for_and_its_title_only_if_that_is(tmp_path):
    path = tmp_path / "plot.svg"
    assert main(["score", *FILES, "--plot", str(path), "--plot-of", "length", "--width", "column"]) == 0
    plain = path.read_text(encoding="utf-8")
    assert 'width="218' in plain  # 7.7 cm in points
    told = plain.count("LAS by length of sentence")  # in what the file tells of itself
    assert main(["score", *FILES, "--plot", str(path), "--plot-of", "length", "--width", "column", "--plot-title"]) == 0
    assert path.read_text(encoding="utf-8").count("LAS by length of sentence") == told + 1


@pytest.mark.parametrize("name", ["length", "error-mass", "confusions", "agreement"])
def test_trees_can_be_plotted_too(name, tmp_path):
    path = tmp_path / "plot.pgf"
    assert main(["score", *TREES, "--metric", "parseval", "--plot", str(path), "--plot-of", name, "--json"]) == 0
    assert "pgfpicture" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--plot-of", "distance"], "--plot-of: is for --plot FILE, and there is none"),
        (["--plot", "plot.svg", "--plot-of", "lenght"], "--plot-of lenght: no such plot; there are length, distance"),
        (["--plot", "plot.doc", "--plot-of", "length"], "plot.doc: a plot cannot be written as doc"),
        (["--plot", "plot.svg", "--plot-of", "length", "--plot-theme", "pink"], "--plot-theme pink: no such theme"),
        (
            ["--plot", "plot.svg", "--plot-of", "length", "--width", "wide"],
            "--width wide: neither column, full, slide nor",
        ),
        (["--width", "column"], "--width: is for --plot FILE, and there is none"),
        (["--plot-title"], "--plot-title: is for --plot FILE, and there is none"),
        (["--plot", "plot.svg", "--plot-of", "distance", "--metric", "tedeval"], "nothing of it to plot under tedeval"),
        (["--plot", "/nowhere/plot.svg", "--plot-of", "length"], "/nowhere/plot.svg: cannot be written"),
    ],
)
def test_mistakes_are_one_line(arguments, said, capsys):
    assert main(["score", *FILES, *arguments]) == 2
    found = capsys.readouterr()
    assert said in found.err and not found.out
