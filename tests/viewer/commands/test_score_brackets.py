"""`goldleaf score` on trees: which metrics are chosen, parameter files, and sentences that cannot be compared."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.version import VERSION
from goldleaf.viewer.cli import main

GOLD = """\
(S (NP (N she)) (VP (V reads) (NP (N books))) (. .))
(S (NP (N he)) (VP (V sleeps)) (. .))
(S (NP (N it)) (VP (V rains)) (. .))
"""
PARSE = """\
(S (NP (N she)) (VP (V reads)) (NP (N books)) (. .))

(S (NP (N it)) (VP (V rained)) (. .))
"""
PLAIN = "1\ta\ta\tN\tN\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Three trees; of the parses one has a wrong VP, one is missing, one has another word."""
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text(GOLD, encoding="utf-8")
    parse.write_text(PARSE, encoding="utf-8")
    return gold, parse


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def scored(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, dict]:
    return json.loads(run(capsys, "score", *arguments, "--json"))["parses"][0]["metrics"]


def test_trees_are_scored_by_parseval(files, capsys) -> None:
    metrics = scored(capsys, *files)
    assert list(metrics) == ["parseval", "tedeval"]
    found = metrics["parseval"]
    assert found["signature"].startswith("parseval|params:collins-")
    assert found["signature"].endswith(f"|errors:drop|variant:evalb|discontinuous_only:false|goldleaf:{VERSION}")
    assert found["scores"]["recall"] == {"value": 3 / 4, "right": 3, "total": 4}
    assert found["scores"]["average_crossing"] == {"value": 0.0, "right": 0, "total": 1}
    assert found["scores"]["function_accuracy"] == {"value": None, "right": 0, "total": 0}
    assert found["counts"] == {
        "sentences": 3, "error": 1, "skip": 1, "valid": 1, "matched": 3, "gold_brackets": 4, "parse_brackets": 4,
    }  # fmt: skip
    assert found["sentences"] == 3
    assert found["subsets"]["up to 40 words"]["counts"] == found["counts"]


def test_failed_sentences_can_be_penalized(files, capsys) -> None:
    found = scored(capsys, *files, "--errors", "penalize")["parseval"]
    assert found["scores"]["recall"] == {"value": 3 / 10, "right": 3, "total": 10}
    assert found["scores"]["precision"]["value"] == 3 / 4


def test_a_parameter_file(files, tmp_path, capsys) -> None:
    params = tmp_path / "words.prm"
    params.write_text("LABELED 0\nEQ_WORD rains rained\nCUTOFF_LEN 3\n", encoding="utf-8")
    found = scored(capsys, *files, "--params", params)["parseval"]
    assert "|params:words-" in found["signature"]
    assert (found["counts"]["error"], found["counts"]["gold_brackets"]) == (0, 7)
    assert found["subsets"]["up to 3 words"]["counts"]["sentences"] == 2


def test_variants(files, capsys) -> None:
    found = scored(capsys, *files, "--variant", "spmrl")["parseval"]
    assert "|params:spmrl-" in found["signature"]
    assert "|errors:penalize|variant:spmrl|" in found["signature"]
    found = scored(capsys, *files, "--variant", "jp")["parseval"]
    assert "|errors:align|variant:jp|" in found["signature"] and found["counts"]["error"] == 0


def test_the_table_shows_how_many_sentences_failed(files, capsys) -> None:
    lines = run(capsys, "score", *files).splitlines()
    assert lines[1].endswith("parse  parse, up to 40 words")
    figures = dict(line.split()[:2] for line in lines[2:18])
    assert [figures[name] for name in ("f1", "average_crossing", "no_crossing")] == ["75.00", "0.00", "100.00"]
    assert figures["function_accuracy"] == "–"
    assert [figures[name] for name in ("sentences", "error", "skip", "valid")] == ["3", "1", "1", "1"]
    assert lines[2].split() == ["f1", "75.00", "75.00"]


def test_the_breakdown_by_label(files, capsys) -> None:
    printed = run(capsys, "score", *files, "--breakdown", "constituents")
    assert "Precision and recall of constituents" in printed
    assert [line.split() for line in printed.splitlines() if line.startswith("NP")] == [
        ["NP", "2", "2", "2", "0", "0", "100.00", "100.00", "100.00"]
    ]


def test_per_sentence_rows(files, tmp_path, capsys) -> None:
    rows = tmp_path / "rows.csv"
    run(capsys, "score", *files, "--metric", "parseval", "--metric", "leaf-ancestor", "--per-sentence", rows)
    table = pl.read_csv(rows)
    assert table["parseval.matched"].to_list() == [3, 0, 0]
    assert table["parseval.f1"].to_list() == [0.75, None, None]
    assert table["leaf-ancestor.la_words"].to_list()[1:] == [0.0, None]


def test_other_metrics_are_there_for_the_asking(files, capsys) -> None:
    metrics = scored(capsys, *files, "--metric", "leaf-ancestor", "--metric", "mwe", "--costs", "sampson")
    assert (
        metrics["leaf-ancestor"]["signature"]
        == f"leaf-ancestor|costs:sampson|markers:true|errors:drop|goldleaf:{VERSION}"
    )
    assert metrics["leaf-ancestor"]["counts"] == {"sentences": 3, "unparsed": 1, "error": 1}
    assert metrics["mwe"]["counts"]["gold_mwe"] == 0


def test_dependencies_are_scored_by_attachment(tmp_path, capsys) -> None:
    plain = tmp_path / "plain.conllx"
    plain.write_text(PLAIN, encoding="utf-8")
    assert list(scored(capsys, plain, plain)) == ["attachment", "tedeval"]
    expressions = scored(capsys, plain, plain, "--metric", "mwe", "--dep-cpd", "fixed")["mwe"]
    assert expressions["scores"]["f_mwe"]["value"] is None
    assert main(["score", str(plain), str(plain), "--params", "new"]) == 2
    assert capsys.readouterr().err == "--params: not an option of attachment, tedeval\n"
    assert main(["score", str(plain), str(plain), "--metric", "parseval"]) == 2
    assert capsys.readouterr().err == f"{plain}: parseval does not compare the structures of conllx files\n"


def test_a_tree_and_a_dependency_file_do_not_pair(files, tmp_path, capsys) -> None:
    plain = tmp_path / "plain.conllx"
    plain.write_text(PLAIN, encoding="utf-8")
    assert main(["score", str(files[0]), str(plain)]) == 2
    assert f"{plain}: parseval does not compare" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--errors", "forgive"], "errors forgive: no such choice; attachment has align, stop"),
        (["--variant", "bare"], "variant bare: no such choice; parseval has evalb, spmrl, jp"),
        (["--params", "gone.prm"], "gone.prm: no such file"),
        (["--costs", "sampson"], "--costs: not an option of attachment, parseval"),
        (["--discontinuous-only", "maybe"], "discontinuous_only maybe: no such choice"),
    ],
)
def test_what_the_user_can_mend(files, capsys, arguments, message) -> None:
    assert main(["score", *map(str, files), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_faulty_parameter_file_names_its_line(files, tmp_path, capsys) -> None:
    params = tmp_path / "odd.prm"
    params.write_text("LABELED 1\nDELETE_TAG the\n", encoding="utf-8")
    assert main(["score", *map(str, files), "--params", str(params)]) == 2
    assert capsys.readouterr().err.startswith(f"{params}:2: unknown keyword DELETE_TAG; there are DELETE_LABEL, ")


def test_sentences_that_do_not_pair_are_told(files, tmp_path, capsys) -> None:
    gold, _ = files
    short = tmp_path / "short.mrg"
    short.write_text(GOLD.splitlines()[0] + "\n", encoding="utf-8")
    assert main(["score", str(gold), str(short)]) == 0
    assert capsys.readouterr().err.splitlines() == [
        f"{short}: warning: 2 sentences of {gold} are missing (first in line 2)",
        f"{short}: parseval: 2 sentences are left out: the parse has no words (the first in {gold}:2)",
    ]
    assert main(["score", str(short), str(gold)]) == 0
    assert capsys.readouterr().err.startswith(f"{gold}: warning: 2 sentences are not in {short} (first in line 2)\n")


def test_what_is_left_out_is_told(files, capsys) -> None:
    gold, parse = files
    assert main(["score", str(gold), str(parse), "--metric", "parseval"]) == 0
    different = "gold and parse have different words once collins leaves some out by their tags; TedEval keeps all"
    error = f"{parse}: parseval: 1 sentence is left out: {different} ({gold}:3)"
    skip = f"{parse}: parseval: 1 sentence is left out: the parse has no words ({gold}:2)"
    assert capsys.readouterr().err.splitlines()[-2:] == [error, skip]
    found = scored(capsys, gold, parse)["parseval"]["not_compared"]
    assert found == [
        {"sentences": 1, "first_line": 3, "why": different, "wrong": False},
        {"sentences": 1, "first_line": 2, "why": "the parse has no words", "wrong": False},
    ]
    penalized = scored(capsys, gold, parse, "--errors", "penalize", "--metric", "parseval")["parseval"]
    assert [one["wrong"] for one in penalized["not_compared"]] == [True, True]
    assert main(["score", str(gold), str(parse), "--metric", "parseval", "--errors", "penalize"]) == 0
    assert "1 sentence is counted as wrong: the parse has no words" in capsys.readouterr().err
    assert "not_compared" not in scored(capsys, gold, gold)["parseval"]
