"""`goldleaf compare CAMPAIGN.toml`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, folder, written

ABOUT = '[campaign]\nmetrics = ["attachment"]\nrounds = 200\n'


@pytest.fixture
def path(tmp_path) -> Path:
    return written(folder(tmp_path), ABOUT + TREEBANKS + SYSTEMS)


def compare(path: Path, *arguments: str) -> int:
    return main(["compare", str(path), "--workers", "1", "--cache", str(path.parent / "cache"), *arguments])


@pytest.mark.slow
def test_tables_are_printed(path, capsys):
    assert compare(path, "--table", "scores") == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("las (attachment)\nsystem")
    assert "98.33*" in printed.out
    assert printed.err == ""


@pytest.mark.slow
def test_json_is_the_promised_object(path, capsys):
    assert compare(path, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    figure = next(one for one in found["figures"] if one["system"] == "B" and one["score"] == "las")
    assert figure == {
        "system": "B",
        "treebank": "one",
        "metric": "attachment",
        "score": "las",
        "value": 116 / 120,
        "right": 116.0,
        "total": 120.0,
        "rank": 2,
        "best": False,
        "not_worse": True,
    }
    average = next(one for one in found["averages"] if one["system"] == "C" and one["score"] == "las")
    assert {"system", "metric", "score", "average", "soft_average", "sd", "treebanks"} <= {*average}
    assert (average["average"], average["soft_average"], average["treebanks"]) == (
        0.4166666666666667,
        0.8333333333333334,
        1,
    )
    assert found["errors"] == []


@pytest.mark.slow
def test_files_are_of_the_format_of_their_endings(path, capsys):
    outputs = [path.parent / f"table{ending}" for ending in (".txt", ".csv", ".tex", ".html", ".json")]
    options = [part for output in outputs for part in ("-o", str(output))]
    assert compare(path, "--table", "scores", *options) == 0
    assert capsys.readouterr().out == ""
    text, csv, tex, html, found = (output.read_text(encoding="utf-8") for output in outputs)
    assert text.startswith("las (attachment)")
    assert csv.splitlines()[0].startswith("system,one,two,")
    assert r"\toprule" in tex and r"\documentclass" not in tex
    assert "<strong>98.33</strong>" in html
    assert json.loads(found)["figures"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["csv", "latex", "html"])
def test_a_format_may_be_printed(path, capsys, name):
    assert compare(path, "--format", name, "--standalone") == 0
    assert {"csv": "# las (attachment)", "latex": r"\documentclass", "html": "<!DOCTYPE html>"}[
        name
    ] in capsys.readouterr().out


@pytest.mark.slow
def test_what_could_not_be_scored_is_said_at_the_end(path, capsys):
    (path.parent / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    assert compare(path, "--table", "scores") == 1
    printed = capsys.readouterr()
    assert "one/B.conllx:1" in printed.err
    assert printed.err.endswith("1 error; what is missing in the tables is a dash\n")
    assert "98.33" in printed.out and "could not be scored" in printed.out


def test_strict_refuses_what_is_no_tree(path, capsys):
    bad = path.parent / "one/B.conllx"
    bad.write_text(
        bad.read_text(encoding="utf-8").replace("1\ta\t_\tX\tX\t_\t2", "1\ta\t_\tX\tX\t_\t0"), encoding="utf-8"
    )
    assert compare(path) == 0
    assert "sentences are no trees" in capsys.readouterr().err
    assert compare(path, "--strict") == 2
    assert "--strict refuses them" in capsys.readouterr().err


@pytest.mark.slow
def test_plots_are_files(path):
    assert compare(path, "--plot", str(path.parent / "plot.svg")) == 0
    assert (path.parent / "plot.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "x"], "--table x: no such table; there are scores"),
        (["--score", "x"], "--score x: no such score here; there are las"),
        (["--format", "x"], "--format x: no such format of tables; there are text"),
        (["--json", "--format", "csv"], "--json: not with --format csv"),
        (["-o", "x.xls"], "x.xls: no ending of tables; end the name in .txt"),
        (["--plot", "x.txt"], "x.txt: a plot cannot be written as txt"),
        (["--punctuation", "include"], "--punctuation: put it into options of [campaign]"),
        (["--scheduler", "x"], "--workers: the cluster has its own"),
    ],
)
def test_what_there_is_not_is_said(path, capsys, arguments, message):
    assert compare(path, *arguments) == 2
    assert capsys.readouterr().err.startswith(message)


def test_no_output_replaces_what_is_read(path, capsys):
    target = path.parent / "one" / "gold.csv"
    target.symlink_to("gold.conllx")
    assert compare(path, "-o", str(target)) == 2
    assert "would replace" in capsys.readouterr().err


def test_options_of_campaigns_are_for_campaigns(path, capsys):
    written(path.parent, '[[experiment]]\nname = "E"\ngold = "one/gold.conllx"\nparse = "one/A.conllx"\n')
    assert main(["compare", str(path), "--table", "scores"]) == 2
    assert "--table: is for campaigns; this file has experiments only" in capsys.readouterr().err
    assert main(["compare", str(path)]) == 0


@pytest.fixture
def with_theories(path) -> Path:
    experiments = "".join(
        f'[[experiment]]\nname = "{name}"\ngold = "one/gold.conllx"\nparse = "one/{name}.conllx"\n' for name in "AB"
    )
    return written(path.parent, ABOUT + TREEBANKS + SYSTEMS + experiments)


@pytest.mark.slow
def test_experiments_of_a_campaign_are_compared_in_every_format(with_theories, capsys):
    outputs = [with_theories.parent / f"table{ending}" for ending in (".txt", ".csv", ".tex", ".html", ".json")]
    assert compare(with_theories, *(part for output in outputs for part in ("-o", str(output)))) == 0
    *tables, whole = (output.read_text(encoding="utf-8") for output in outputs)
    for text in tables:
        assert "las (attachment)" in text and "Single: against the parse" in text and "Golds in common" in text
    assert compare(with_theories, "--table", "theories") == 0
    assert capsys.readouterr().out.startswith("Single: against the parse's own gold\n")
    alone = written(with_theories.parent / "one", EXPERIMENTS)
    capsys.readouterr()
    assert main(["compare", str(alone), "--json"]) == 0
    assert json.loads(whole)["theories"]["differences"] == json.loads(capsys.readouterr().out)["differences"]


EXPERIMENTS = "".join(
    f'[[experiment]]\nname = "{name}"\ngold = "gold.conllx"\nparse = "{name}.conllx"\n' for name in "AB"
)


def test_experiments_that_cannot_be_compared_are_said_at_the_end(with_theories, capsys):
    (with_theories.parent / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    assert compare(with_theories, "--table", "scores") == 1
    printed = capsys.readouterr()
    assert "98.33" in printed.out and printed.err.count("one/B.conllx:1: 2 fields") == 1, "once"


@pytest.mark.parametrize(
    ("name", "begin"), [("csv", "# Single"), ("html", "<!DOCTYPE html>"), ("latex", "% The document")]
)
def test_theories_alone_are_printed_in_every_format(path, capsys, name, begin):
    alone = written(path.parent / "one", EXPERIMENTS)
    assert main(["compare", str(alone), "--format", name]) == 0
    assert capsys.readouterr().out.startswith(begin)
    assert main(["compare", str(alone), "--format", name, "--json"]) == 2
    assert f"--json: not with --format {name}" in capsys.readouterr().err
