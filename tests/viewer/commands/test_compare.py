"""`goldleaf compare`, and the edit scripts of `goldleaf score`."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets") / "demo" / "theories"))
GOLDS = [DEMO / "content-gold.conllu", DEMO / "content-parse.conllu", "--other-gold", DEMO / "function-gold.conllu"]


def run(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_single_and_multiple_scores_with_gaps(capsys):
    lines = run(capsys, "compare", DEMO / "theories.toml").splitlines()
    titles = [line for line in lines if line.startswith(("Single", "Multiple", "Golds", "The same"))]
    assert [title.split(":")[0].strip() for title in titles] == [
        "Single",
        "Multiple",
        "Golds in common",
        "The same, unlabeled",
    ]
    assert sum(line.startswith("content heads – function heads") for line in lines) == 2
    signed = [line for line in lines if line.startswith("tedeval|variant:paper|") and "|words:false|" in line]
    assert len(signed) == len(titles), "each table says how it was made"
    assert any(line.startswith("The golds have few functions in common") for line in lines)


def test_the_object_for_scripts(capsys):
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--json"))
    assert [one["name"] for one in found["experiments"]] == ["content heads", "function heads", "constituents"]
    assert set(found["experiments"][0]["multiple"]) == {
        "accuracy", "accuracy_unlabeled", "exact_match", "exact_match_unlabeled",
    }  # fmt: skip
    assert len(found["overlap"]) == 6
    first, second, *_ = found["experiments"]
    gap = found["differences"][0]
    assert (gap["first"], gap["second"]) == ("content heads", "function heads")
    assert gap["single"]["accuracy"] == first["single"]["accuracy"] - second["single"]["accuracy"] != 0
    assert len(found["differences"]) == 3
    [note] = found["notes"]
    assert note.startswith("The golds have few functions in common")


def test_each_parse_of_dependencies_against_each_such_gold(capsys):
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--json"))["attachment"]
    assert [(one["name"], one["gold"]) for one in found] == [
        (parse, gold) for parse in ("content heads", "function heads") for gold in ("content heads", "function heads")
    ]
    own = json.loads(run(capsys, "score", *GOLDS[:2], "--metric", "attachment", "--json"))
    scores = own["parses"][0]["metrics"]["attachment"]
    assert [found[0][name] for name in ("las", "uas")] == [scores["scores"][name]["value"] for name in ("las", "uas")]
    assert found[0]["signature"] == scores["signature"]
    assert found[1]["las"] == pytest.approx(11 / 37)  # labels as the files have them, whatever the label map
    lines = run(capsys, "compare", DEMO / "theories.toml").splitlines()
    header = next(line for line in lines if line.split()[-2:] == ["LAS", "UAS"])
    row = lines[lines.index(header) + 1]
    assert row.split()[-2:] == [f"{100 * found[0][name]:.2f}" for name in ("las", "uas")]


def test_a_missing_file_is_one_line(tmp_path, capsys):
    path = tmp_path / "e.toml"
    path.write_text('[[experiment]]\nname = "a"\ngold = "none"\nparse = "none"\n', encoding="utf-8")
    assert main(["compare", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path}:3: gold: there is no file {tmp_path / 'none'}; paths begin in the folder of {path.name}\n"
    )


def test_edits_for_scripts(tmp_path, capsys):
    path = tmp_path / "edits.jsonl"
    figures = json.loads(run(capsys, "score", *GOLDS, "--metric", "tedeval", "--json", "--edit-script", path))
    edits = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    scores = figures["parses"][0]["metrics"]["tedeval"]["scores"]
    assert sum(edit["cost"] for edit in edits) == scores["mean_distance"]["right"]
    assert {edit["forgiven"] for edit in edits} == {True, False}
    missing = next(edit for edit in edits if edit["operation"] == "delete" and edit["label"] == "advmod")
    assert (missing["sentence"], missing["id"], missing["words"]) == (2, "theories-2", ["old"])
    assert missing["positions"] == {"gold": [6], "parse": [6]}


def test_edits_to_read(tmp_path, capsys):
    path = tmp_path / "edits.txt"
    run(capsys, "score", *GOLDS[:2], "--metric", "tedeval", "--relabel", "1", "--edit-script", path)
    text = path.read_text(encoding="utf-8")
    assert "content-parse, sentence 1 (theories-1): distance 0\n" in text
    assert "  1  relabeled: nmod over ‘on Monday’ is obl in the gold\n" in text
    assert "  1  added: obj over ‘the old oven’; the gold has it, the parse does not\n" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--edit-script", "a.csv"], "--edit-script a.csv: end the name in .jsonl, .txt\n"),
        (
            ["--edit-script", "a.txt", "--metric", "attachment"],
            "--edit-script: only tedeval makes use of it; add --metric tedeval\n",
        ),
    ],
)
def test_faults_of_edit_scripts(options, message, capsys):
    assert main(["score", *map(str, GOLDS[:2]), *options]) == 2
    assert capsys.readouterr().err == message


@pytest.mark.usefixtures("qapp")
def test_function_trees_as_figures(tmp_path):
    for suffix in ("svg", "tex", "png"):
        target = tmp_path / f"a.{suffix}"
        assert main(["render", *map(str, GOLDS), "--view", "function", "--sentence", "2", "-o", str(target)]) == 0
        assert target.stat().st_size > 500
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "generalized gold" in text and "∅" in text


@pytest.mark.slow
def test_the_matrix_is_printed_and_written(capsys, tmp_path):
    written = [tmp_path / f"matrix.{ending}" for ending in ("csv", "tex", "html", "json")]
    outputs = [part for path in written for part in ("-o", path)]
    run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100, *outputs)
    texts = [path.read_text(encoding="utf-8") for path in written]
    assert all("content heads" in text.replace("~", " ") and "UAS" in text.upper() for text in texts)
    out = run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100)
    assert json.loads(texts[-1])["figures"] and "content heads + function heads" in texts[0]
    assert "content heads + constituents" in out and "89.66" in out and "100 rounds" in out
    found = json.loads(run(capsys, "compare", DEMO / "theories.toml", "--matrix", "--rounds", 100, "--json"))
    assert {tuple(one["golds"]) for one in found["figures"]} == {tuple(one["golds"]) for one in found["golds"]}


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["txt", "mrg", "export", "discbracket"])
@pytest.mark.parametrize("tree", ["generalize", "unify", "tl-unify"])
def test_common_trees_are_written(capsys, tmp_path, ending, tree):
    path = tmp_path / f"trees.{ending}"
    assert run(capsys, "compare", DEMO / "theories.toml", "--trees", path, "--tree", tree) == ""
    text = path.read_text(encoding="utf-8")
    assert "subj" in text and ("Anna" in text)
    assert ending != "txt" or text.startswith(f"# {tree}: content heads")
    assert run(capsys, "compare", DEMO / "theories.toml", "--trees", path, "--tree", tree, "--head", "wildcard") == ""
    assert tree == "generalize" or path.read_text(encoding="utf-8") != text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rounds", "10"], "--rounds: only with --matrix"),
        (["--tree", "unify"], "--tree: only with --trees FILE"),
        (["--trees", "x.conllu"], "--trees x.conllu: end the name in .txt"),
        (["--trees", "x.mrg", "--tree", "best"], "--tree best: no such operation"),
        (["--matrix", "-o", "x.doc"], "x.doc: no ending of tables"),
        (["--matrix", "--format", "word"], "--format word: no such format of tables"),
        (["--matrix", "--rounds", "0"], "--rounds 0: expected a number from 1"),
    ],
)
def test_what_cannot_be_made_of_theories_is_one_line(capsys, arguments, said):
    assert main(["compare", str(DEMO / "theories.toml"), *arguments]) == 2
    assert said in capsys.readouterr().err
