"""`goldleaf agreement`: its JSON is a promise; tables, files and errors."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import polars as pl
import pytest

from goldleaf.viewer.cli import main
from tests.core.trees import SHARED

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
ROW = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"


def sentence(*words: str) -> str:
    return "".join(ROW.format(number, *word.split("/")) for number, word in enumerate(words, start=1)) + "\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Two annotators of two sentences, who differ in a label, in a head and in a tag."""
    monkeypatch.chdir(tmp_path)
    again = sentence("d/N/0/root")
    one = sentence("a/N/2/x", "b/V/0/root", "c/N/2/y", "./P/2/p")
    other = sentence("a/N/2/x", "b/V/0/root", "c/A/1/z", "./P/1/p")
    (tmp_path / "anna.conllu").write_text(one + again, encoding="utf-8")
    (tmp_path / "bert.conllu").write_text(other + again, encoding="utf-8")
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "anna.conllu").write_text(one + again, encoding="utf-8")
    return tmp_path


def run(capsys, *arguments):
    assert main(["agreement", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_the_object_for_scripts(capsys):
    found = json.loads(run(capsys, "anna.conllu", "bert.conllu", "--punctuation", "include", "--json"))
    assert found["annotators"] == ["anna", "bert"]
    [pair] = found["pairs"]
    promised = {"a": "anna", "b": "bert", "uas": 0.6, "las": 0.6, "kappa_label": 1.0, "words": 5}
    assert promised.items() <= pair.items()
    assert pair["kappa_tag"] == pytest.approx((4 / 5 - 8 / 25) / (1 - 8 / 25))
    assert set(found["alpha"]) == {"head", "label", "tag"}
    assert [(row["sentence"], row["disagreements"]) for row in found["sentences"]] == [(1, 2)]
    assert {row["layer"] for row in found["layers"]} == {"head", "label", "tag"}
    assert {row["label"] for row in found["labels"]} == {"root", "x", "y", "z", "p"}
    assert found["signatures"][0].startswith("attachment|punctuation:include|")


def test_punctuation_does_not_count_unless_it_is_wanted(capsys):
    [pair] = json.loads(run(capsys, "anna.conllu", "bert.conllu", "--json"))["pairs"]
    assert (pair["words"], pair["uas"]) == (4, 0.75)


def test_what_is_undefined_is_null(folder, capsys):
    for name in ("one", "other"):
        (folder / f"{name}.conllu").write_text(sentence("a/N/0/root"), encoding="utf-8")
    found = json.loads(run(capsys, "one.conllu", "other.conllu", "--json"))
    assert found["pairs"][0]["kappa_label"] is None and found["alpha"] == dict.fromkeys(("head", "label", "tag"))


def test_files_of_the_same_name_are_told_apart(capsys):
    found = json.loads(run(capsys, "anna.conllu", "second/anna.conllu", "--json"))
    assert len({*found["annotators"]}) == 2
    assert found["annotators"][1] == "second/anna"


def test_tables_for_people(capsys):
    out = run(capsys, "anna.conllu", "bert.conllu")
    for title in (
        "Agreement", "Krippendorff's alpha, 2 annotators", "By layer: anna – bert",
        "The labels with most disagreements: anna – bert", "The sentences with most disagreements: anna – bert",
    ):  # fmt: skip
        assert title in out.splitlines()
    row = next(line for line in out.splitlines() if line.startswith("anna – bert"))
    assert row.split()[3:] == ["4", "75.00", "75.00", "1.000", "0.706"]


def test_so_many_rows_as_are_wanted(capsys):
    out = run(capsys, "anna.conllu", "bert.conllu", "--worst", "1")
    assert "The labels with most disagreements, 1 of 2: anna – bert" in out.splitlines()
    out = run(capsys, "anna.conllu", "bert.conllu", "--worst", "0")
    assert "The labels" not in out


def test_three_annotators(capsys):
    found = json.loads(run(capsys, "anna.conllu", "bert.conllu", "second/anna.conllu", "--json"))
    assert len(found["pairs"]) == 3
    assert [pair["las"] for pair in found["pairs"]] == [0.75, 1.0, 0.75]


def test_a_row_a_sentence(capsys):
    run(capsys, "anna.conllu", "bert.conllu", "--per-sentence", "a.csv")
    table = pl.read_csv("a.csv")
    assert table.select("a", "b", "sentence", "disagreements").rows() == [
        ("anna", "bert", 1, 1),
        ("anna", "bert", 2, 0),
    ]


def test_brackets(capsys):
    found = json.loads(run(capsys, DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg", "--json"))
    scored = ["score", str(DEMO / "trees-gold.mrg"), str(DEMO / "trees-parse.mrg"), "--json"]
    assert main(scored) == 0
    metrics = json.loads(capsys.readouterr().out)["parses"][0]["metrics"]
    [pair] = found["pairs"]
    assert pair["f1"] == metrics["parseval"]["scores"]["f1"]["value"]
    assert pair["tedeval"] == metrics["tedeval"]["scores"]["accuracy"]["value"]
    assert pair["uas"] is None and pair["kappa_label"] is None


def test_words_that_differ_are_said(folder, capsys):
    text = sentence("a/N/3/x", "so/N/3/x", "b/V/0/root", "c/N/3/y", "./P/3/p") + sentence("d/N/0/root")
    (folder / "carl.conllu").write_text(text, encoding="utf-8")
    assert main(["agreement", "anna.conllu", "carl.conllu", "--json"]) == 0
    said = capsys.readouterr()
    assert "1 sentence has other words" in said.err
    [pair] = json.loads(said.out)["pairs"]
    assert (pair["words"], pair["attached"], pair["warnings"]) == (4, 4, said.err.splitlines())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["anna.conllu"], "anna.conllu: is no review session; agreement is between two files or more"),
        (["anna.conllu", "bert.conllu", "--per-sentence", "a.txt"], "--per-sentence a.txt: end the name in .csv"),
        (["anna.conllu", "bert.conllu", "--per-sentence", "anna.conllu"], "--per-sentence anna.conllu: end the name"),
        (["anna.conllu", "none.conllu"], "none.conllu: "),
        (["anna.conllu", "empty.conllu"], "empty.conllu: no words to compare with those of anna.conllu"),
        (["anna.conllu", "bert.conllu", "--punctuation", "some"], "punctuation some: no such choice"),
        (["anna.conllu", "bert.conllu", "--costs", "sampson"], "--costs: not an option of attachment, parseval"),
        ([str(DEMO / "gold.conllu"), "other.conllu"], f"{DEMO / 'gold.conllu'} and other.conllu have almost no words"),
    ],
)
def test_what_is_wrong_is_one_line(arguments, message, folder, capsys):
    (folder / "empty.conllu").write_text("", encoding="utf-8")
    other = "".join(sentence(f"w{number}/N/0/root") for number in range(30))
    (folder / "other.conllu").write_text(other, encoding="utf-8")
    assert main(["agreement", *arguments]) == 2
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith(message)


@pytest.mark.shared
def test_the_copenhagen_annotators(capsys):
    pair = [SHARED / "annotators" / f"0005-da-{name}.conll" for name in ("lotte", "morten")]
    found = json.loads(run(capsys, *pair, "--json"))
    assert [one["invalid"] for one in found["files"]] == [{"cycle": 1, "two_roots": 5}, {"two_roots": 1}]
    assert found["pairs"][0]["words"] == 163


def reviewed(name: str, *lines: str) -> None:
    """A session with the verdicts of one reviewer: sentence, word, layer, verdict."""
    text = "sentence,word,layer,verdict,reviewer\n" + "".join(f"{line},{name}\n" for line in lines)
    Path(f"{name}.csv").write_text(text, encoding="utf-8")
    files = ["anna.conllu", "bert.conllu", "-o", f"{name}.goldleaf", "--import", f"{name}.csv"]
    assert main(["review", "new", *files, "--layers", "arc,tag"]) == 0


@pytest.fixture
def session(capsys):
    """Two reviewers of the two files, who see one head differently, and both of whom have judged a tag."""
    reviewed("cleo", "1,,arc,gold", "1,3,tag,parse")
    reviewed("dora", "1,3,arc,parse", "1,4,arc,gold", "1,3,tag,parse")
    assert main(["review", "merge", "cleo.goldleaf", "dora.goldleaf", "-o", "all.goldleaf"]) == 0
    capsys.readouterr()
    return "all.goldleaf"


def test_the_reviewers_of_a_session(session, capsys):
    found = json.loads(run(capsys, session, "--json"))
    assert (found["annotators"], found["session"]) == (["cleo", "dora"], session)
    [pair] = found["pairs"]
    assert {"a": "cleo", "b": "dora", "places": 3, "agreed": 2}.items() <= pair.items()
    assert [(row["layer"], row["agreed"]) for row in found["layers"]] == [("arc", 1), ("tag", 1)]
    assert main(["review", "report", session, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["agreement"].items() <= found.items()


def test_tables_of_reviewers(session, capsys):
    out = run(capsys, session, "--per-sentence", "a.csv").splitlines()
    for title in (
        "Agreement of reviewers", "Krippendorff's alpha, 2 reviewers", "By layer: cleo – dora",
        "The labels with most disagreements: cleo – dora", "The sentences with most disagreements: cleo – dora",
    ):  # fmt: skip
        assert title in out
    assert next(line for line in out if line.startswith("cleo – dora")).split()[3:] == ["3", "2", "66.67", "0.400"]
    assert pl.read_csv("a.csv").select("a", "b", "sentence", "places", "agreed").rows() == [("cleo", "dora", 1, 3, 2)]
    assert main(["review", "report", session]) == 0
    assert "| cleo | dora | 3 | 66.67 | 0.400 |" in capsys.readouterr().out


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cleo.goldleaf"], "cleo.goldleaf: only cleo has judged anything that counts; merge the sessions of others"),
        (["all.goldleaf", "--punctuation", "include"], "--punctuation: not for all.goldleaf, a review"),
        (["all.goldleaf", "--per-sentence", "a.txt"], "--per-sentence a.txt: end the name in .csv"),
        (["none.goldleaf"], "none.goldleaf: "),
    ],
)
def test_what_is_wrong_with_a_session_is_one_line(arguments, message, capsys):
    assert main(["agreement", *arguments]) == 2
    [said] = capsys.readouterr().err.splitlines()
    assert said.startswith(message)
