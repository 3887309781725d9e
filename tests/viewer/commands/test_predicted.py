"""``--predicted``: the second analysis in the gold's file as a parse."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer import app
from goldleaf.viewer.cli import main
from tests.core.formats.samples import CONLL2009


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "gold.conll09"
    made.write_text(CONLL2009, encoding="utf-8")
    return made


def test_it_is_scored(path, capsys):
    assert main(["score", str(path), "--predicted", "--json", "--metric", "attachment"]) == 0
    [scored] = json.loads(capsys.readouterr().out)["parses"]
    assert scored["metrics"]["attachment"]["scores"]["las"] == {"value": 7 / 8, "right": 7, "total": 8}


def test_it_stands_beside_other_parses(path, capsys):
    assert main(["score", str(path), str(path), "--predicted", "--metric", "attachment"]) == 0
    _, _, predicted, same, *_ = capsys.readouterr().out.splitlines()
    assert predicted.split()[:2] == ["predicted", "87.50"] and same.split()[:2] == ["gold", "100.00"]


@pytest.mark.usefixtures("qapp")
def test_it_is_drawn(path, tmp_path):
    figure = tmp_path / "figure.svg"
    assert main(["render", str(path), "--predicted", "--sentence", "3", "-o", str(figure)]) == 0
    text = figure.read_text(encoding="utf-8")
    assert "OBJ" in text and "DIR" in text and "predicted" in text


def test_it_is_opened(path, monkeypatch):
    asked = []
    monkeypatch.setattr(app, "run", lambda request=None: asked.append(request) or 0)
    assert main(["open", str(path), "--predicted"]) == 0
    [request] = asked
    assert request.second_analyses == (0,) and request.names == ("predicted",)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "{0}"], "there is no PARSE"),
        (["score", "{1}", "--predicted"], "conllu has no second analysis"),
        (["render", "{0}", "{0}", "--predicted", "-o", "figure.svg"], "leave out PARSE"),
        (["open", "--adjudicate", "{0}", "{0}", "--predicted"], "goes with one GOLD"),
        (["open", "--predicted"], "go with a GOLD"),
    ],
)
def test_what_has_none_is_refused(path, tmp_path, capsys, monkeypatch, arguments, said):
    monkeypatch.setattr(app, "run", lambda _=None: 0)
    other = tmp_path / "gold.conllu"
    other.write_text("1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    assert main([argument.format(path, other) for argument in arguments]) == 2
    assert said in capsys.readouterr().err


DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = (str(DEMO / f"roles-{side}.conll09") for side in ("gold", "parse"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([PARSE, "--parse-columns", "predicted"], True),
        ([PARSE, "--predicted", "--parse-columns", "predicted"], True),
        (["--parse-columns", "predicted"], True),
        (["--predicted"], True),
        ([PARSE], False),
        ([PARSE, "--predicted"], False),
    ],
)
def test_the_signature_says_which_columns_were_compared(capsys, arguments, said):
    asked = ["score", GOLD, *arguments, "--metric", "attachment"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["parses"]
    signatures = {one["metrics"]["attachment"]["signature"] for one in told}
    assert {"|parse-columns:predicted|goldleaf:" in one for one in signatures} == {said}
    assert main(asked) == 0
    assert capsys.readouterr().out.splitlines()[-1] in signatures


def test_predicted_columns_of_several_parses_are_tested_against_each_other(capsys):
    asked = ["score", GOLD, PARSE, GOLD, "--parse-columns", "predicted", "--metric", "attachment"]
    assert main([*asked, "--significance", "--rounds", "10", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {(one["a"], one["b"]) for one in told["comparisons"]} == {("roles-parse", "roles-gold")}


def test_predicted_columns_are_told_as_shares_of_words(capsys):
    gold, parse = GOLD, PARSE
    assert main(["score", gold, "--parse-columns", "predicted", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["parses"]
    rights = {name: one["right"] for name, one in found["metrics"]["columns"]["scores"].items()}
    assert rights == {"lemma": 30, "tag": 29, "features": 31, "combined": 28, "las": 27, "uas": 27}
    assert main(["score", gold, parse, "--parse-columns", "predicted", "--metric", "semantic", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["parses"]
    assert found["metrics"]["semantic"]["scores"]["las"]["right"] == 27
    assert main(["score", gold, parse, "--parse-columns", "both"]) == 2
    assert "--parse-columns both: no such choice; there are gold, predicted" in capsys.readouterr().err
