"""`goldleaf score GOLD A B --breakdown versus`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(__file__).parents[4] / "assets" / "demo"


@pytest.fixture
def files(tmp_path):
    """The demo and a second parse, in which what was called nmod is obj."""
    parse = DEMO / "parse.conllu"
    other = tmp_path / "other.conllu"
    other.write_text(parse.read_text(encoding="utf-8").replace("\tnmod\t", "\tobj\t"), encoding="utf-8")
    return [str(DEMO / "gold.conllu"), str(parse), str(other)]


def run(*arguments) -> int:
    return main(["score", *map(str, arguments)])


def test_json_holds_what_the_second_parse_fixes_and_breaks(files, capsys):
    assert run(*files, "--metric", "attachment", "--breakdown", "versus", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    las = [one["metrics"]["attachment"]["scores"]["las"]["value"] for one in told["parses"]]
    assert [table["by"] for table in told["versus"]] == ["relation", "tag", "length"]
    for table in told["versus"]:
        assert (table["metric"], table["a"], table["b"]) == ("attachment", "parse", "other")
        total = table["rows"][0]
        assert total["net"] == total["fixed"] - total["broken"] != 0
        assert total["net"] == round((las[1] - las[0]) * total["words"])
        assert sum(row["broken"] for row in table["rows"][1:]) == total["broken"]
    nmod = next(row for row in told["versus"][0]["rows"] if row["relation"] == "nmod")
    assert nmod["broken"] > 0 and nmod["fixed"] == 0


def test_csv_and_latex(files, capsys):
    assert run(*files, "--metric", "attachment", "--breakdown", "versus", "--format", "csv") == 0
    parts = capsys.readouterr().out.split("\n\n")
    assert [part.splitlines()[0] for part in parts] == [
        f"# Attachment: {what}: head and relation (A: parse, B: other)"
        for what in ("Words by relation", "Words by tag", "Words by length")
    ]
    rows = [*csv.DictReader(parts[0].splitlines()[1:])]
    assert rows[0]["relation"] == "total"
    assert run(*files, "--metric", "attachment", "--breakdown", "versus", "--format", "latex") == 0
    assert capsys.readouterr().out.count(r"\toprule") == 3


def test_as_text_beside_other_tables(files, capsys):
    assert run(*files, "--metric", "attachment", "--breakdown", "versus,direction") == 0
    out = capsys.readouterr().out
    assert "Words by relation: head and relation (A: parse, B: other)" in out and "Fixed: wrong in A" in out
    assert "direction" in out


def test_constituents(tmp_path, capsys):
    parse = DEMO / "trees-parse.mrg"
    other = tmp_path / "other.mrg"
    other.write_text(parse.read_text(encoding="utf-8").replace("(NP", "(PP"), encoding="utf-8")
    arguments = [DEMO / "trees-gold.mrg", parse, other, "--metric", "parseval", "--breakdown", "versus", "--json"]
    assert run(*arguments) == 0
    tables = json.loads(capsys.readouterr().out)["versus"]
    assert [table["by"] for table in tables] == ["label", "length"]
    assert any(row["label"] == "NP" and row["broken"] > 0 for row in tables[0]["rows"])
    assert tables[0]["rows"][0]["broken"] == tables[1]["rows"][0]["broken"] > 0


def test_each_further_parse_is_told_from_the_first(files, tmp_path, capsys):
    third = tmp_path / "third.conllu"
    third.write_text(Path(files[0]).read_text(encoding="utf-8"), encoding="utf-8")
    assert run(*files, third, "--metric", "attachment", "--breakdown", "versus", "--json") == 0
    tables = json.loads(capsys.readouterr().out)["versus"]
    assert [(table["a"], table["b"]) for table in tables[::3]] == [("parse", "other"), ("parse", "third")]
    assert tables[3]["rows"][0]["broken"] == tables[3]["rows"][0]["both_wrong"] == 0


def test_one_parse_is_not_enough(files, capsys):
    assert run(*files[:2], "--breakdown", "versus") == 2
    assert "name a second PARSE" in capsys.readouterr().err


def test_a_parse_may_lack_sentences(files, tmp_path, capsys):
    lacking = tmp_path / "lacking.conllu"
    _, _, rest = Path(files[2]).read_text(encoding="utf-8").partition("\n\n")
    lacking.write_text(rest, encoding="utf-8")
    assert run(*files[:2], lacking, "--metric", "tedeval", "--breakdown", "versus", "--format", "csv") == 0
    assert "# TedEval: " in capsys.readouterr().out


def test_rows_are_tested(files, capsys):
    chosen = "--metric", "attachment", "--significance", "--rounds", "99"
    assert run(*files, *chosen, "--breakdown", "versus,deprel,class_examples", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    las = next(one for one in told["comparisons"] if one["score"] == "las")
    for table in told["versus"]:
        total = table["rows"][0]
        assert (total["net_share"], -total["high_share"], -total["low_share"]) == pytest.approx(
            (-las["difference"], las["low"], las["high"])
        )
    relations, examples = told["beside"]
    assert {"parse – other.p", "parse – other.low_share", "parse – other.high_share"} <= relations["rows"][0].keys()
    assert not any(name.endswith(".p") for name in examples["rows"][0])
    assert run(*files, *chosen, "--breakdown", "deprel") == 0
    printed = capsys.readouterr().out
    assert "low %" in printed and "Holm over all rows (99 rounds, seed 0)" in printed
    assert run(*files, "--metric", "attachment", "--breakdown", "deprel") == 0
    assert "low %" not in capsys.readouterr().out
