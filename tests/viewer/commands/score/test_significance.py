"""`goldleaf score --significance`, and builds that fail."""

from __future__ import annotations

import json

import pytest

from goldleaf.viewer.cli import main
from tests.viewer.commands.score.test_command import GOLD, PARSE

SENTENCES = 30


@pytest.fixture
def files(tmp_path):
    """A gold, a parse A with a mistake in each second sentence, and B with one in each."""
    gold, a, b = (tmp_path / f"{name}.conllx" for name in ("gold", "A", "B"))
    gold.write_text(GOLD * SENTENCES, encoding="utf-8")
    a.write_text(GOLD.replace("3\tnsubj:agent", "3\tobj") * SENTENCES, encoding="utf-8")
    b.write_text(PARSE * SENTENCES, encoding="utf-8")
    return gold, a, b


def run(capsys, *arguments):
    status = main(["score", *map(str, arguments), "--metric", "attachment"])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_json_keeps_its_promised_shape(files, capsys):
    status, out, err = run(capsys, *files, "--significance", "--rounds", 500, "--seed", 7, "--json")
    assert (status, err) == (0, "")
    first = json.loads(out)["comparisons"][0]
    assert [*first] == [
        "metric",
        "score",
        "a",
        "b",
        "a_value",
        "b_value",
        "difference",
        "p",
        "low",
        "high",
        "rounds",
        "seed",
    ]
    assert {key: first[key] for key in ("metric", "score", "a", "b", "rounds", "seed")} == {
        "metric": "attachment",
        "score": "las",
        "a": "A",
        "b": "B",
        "rounds": 500,
        "seed": 7,
    }
    assert (first["a_value"], first["b_value"]) == (0.8, 0.6)
    assert first["difference"] == pytest.approx(0.2)
    assert first["p"] == 1 / 501
    assert first["low"] < 0.2 < first["high"]


def test_without_it_nothing_is_tested(files, capsys):
    assert "comparisons" not in json.loads(run(capsys, *files, "--json")[1])


def test_the_table_says_who_is_compared_and_by_how_much(files, capsys):
    _, out, _ = run(capsys, *files, "--significance", "--rounds", 500)
    assert "Differences between parses: Attachment" in out
    [las] = [line.split() for line in out.splitlines() if line.startswith("las ")]
    assert las[:6] == ["las", "A", "B", "80.00", "60.00", "+20.00*"]
    assert las[-1] == "0.0020*" and "* p is under 0.05" in out and "of 500 rounds with seed 0" in out
    assert "Holm" not in out


def test_several_pairs_are_corrected(files, capsys):
    gold, a, b = files
    _, out, _ = run(capsys, gold, a, b, gold, "--significance", "--rounds", 500)
    assert "p (Holm)" in out
    [las] = [line.split() for line in out.splitlines() if line.startswith("las ") and " A " in line and " B " in line]
    assert las[-4:] == ["≤", "0.0020*", "≤", "0.0060*"]  # the least that 500 rounds give
    assert "≤: the least p that 500 rounds give." in out


@pytest.mark.parametrize(
    ("limit", "status", "why"),
    [
        ("las=0.8", 0, ""),
        ("las=0.85", 1, "attachment las 0.8000 is under 0.85 (--fail-under)"),
        ("attachment.uas=1", 0, ""),
        ("exact_match=0.75", 1, "attachment exact_match 0.5000 is under 0.75 (--fail-under)"),
    ],
)
def test_a_build_fails_under_a_score(files, capsys, limit, status, why):
    gold, a, _ = files
    found = run(capsys, gold, a, "--fail-under", limit)
    assert (found[0], found[2].strip()) == (status, f"{a}: {why}" if why else "")
    assert "80.00" in found[1]


def test_a_build_fails_significantly_below_a_baseline(files, capsys):
    gold, a, b = files
    status, out, err = run(capsys, gold, b, "--fail-below", a, "--json")
    assert status == 1
    assert err.strip() == (
        f"{b}: attachment las 0.6000 is significantly worse than 0.8000 of {a} (p = 0.0001; --fail-below)"
    )
    found = json.loads(out)
    assert [one["path"] for one in found["parses"]] == [str(b)]
    assert (found["comparisons"][0]["a"], found["comparisons"][0]["b"]) == ("B", "A")


def test_a_build_does_not_fail_where_it_is_better_or_as_good(files, capsys):
    gold, a, b = files
    assert run(capsys, gold, a, "--fail-below", b)[0] == 0
    assert run(capsys, gold, a, "--fail-below", a)[0] == 0


def test_a_difference_by_chance_does_not_fail(tmp_path, capsys):
    gold, a, b = (tmp_path / f"{name}.conllx" for name in ("gold", "A", "B"))
    gold.write_text(GOLD * 3, encoding="utf-8")
    a.write_text(GOLD * 3, encoding="utf-8")
    b.write_text(GOLD * 2 + PARSE, encoding="utf-8")
    assert run(capsys, gold, b, "--fail-below", a)[0] == 0


def test_a_baseline_that_tells_nothing_fails(files, tmp_path, capsys):
    gold, a, _ = files
    other = tmp_path / "other.conllx"
    other.write_text(GOLD.replace("press", "prose") * SENTENCES, encoding="utf-8")
    status = main(["score", str(gold), str(a), "--metric", "tedeval", "--fail-below", str(other)])
    assert status == 1
    assert f"{a}: tedeval accuracy is not compared with {other} (--fail-below)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--fail-under", "las=85"], "expected a score and a fraction of 1, such as las=0.85"),
        (["--fail-under", "las"], "expected a score and a fraction of 1"),
        (["--fail-under", "f1=0.5"], "no such score; there are las, uas"),
        (["--significance"], "needs two parses"),
        (["--rounds", "10"], "nothing is drawn without --significance or --fail-below"),
    ],
)
def test_what_cannot_be_done_is_one_line(files, capsys, options, said):
    gold, a, _ = files
    status, out, err = run(capsys, gold, a, *options)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_scores_of_several_metrics_are_told_apart_by_the_metric_alone(files, capsys):
    gold, a, _ = files
    asked = ["score", str(gold), str(a), "--metric", "attachment,ud"]
    assert main([*asked, "--fail-under", "las=0.5"]) == 2
    assert "--fail-under las: which one? attachment.las, ud.las" in capsys.readouterr().err
    limits = ("attachment.las=0.8", "ud.las=0.85", "ud.las.precision=0.85", "las_recall=0.7")
    assert main([*asked, *(word for limit in limits for word in ("--fail-under", limit))]) == 1
    said = capsys.readouterr().err
    assert said.count("(--fail-under)") == 2 and said.count("ud las.f1 0.8333 is under") == 1
