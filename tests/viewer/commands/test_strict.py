"""Sentences that are no trees, as every command that gives figures tells of them."""

from __future__ import annotations

import json

import pytest

from goldleaf.viewer.cli import main

ROW = "{}\t{}\t_\tX\tX\t_\t{}\tdep\t_\t_\n"
TREE = ROW.format(1, "a", 0) + ROW.format(2, "b", 1) + "\n"
CYCLE = ROW.format(1, "a", 2) + ROW.format(2, "b", 1) + "\n"
ROOTS = ROW.format(1, "a", 0) + ROW.format(2, "b", 0) + "\n"
EXPERIMENTS = '[[experiment]]\nname = "one"\ngold = "gold.conllu"\nparse = "parse.conllu"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A gold whose last blank line is missing, and a parse of three sentences of which two are no trees."""
    (tmp_path / "gold.conllu").write_text((TREE * 3).removesuffix("\n"), encoding="utf-8")
    (tmp_path / "parse.conllu").write_text(TREE + CYCLE + ROOTS, encoding="utf-8")
    (tmp_path / "all.toml").write_text(EXPERIMENTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


GOLD = "gold.conllu: no blank line at the end (line 8); --strict refuses it"
PARSE = (
    "parse.conllu: 2 sentences are no trees: 1 cycle (line 4), 1 with two roots (line 8), 1 without a root (line 4); "
    "--strict refuses them"
)
COMMANDS = (
    ("score", "gold.conllu", "parse.conllu"),
    ("stats", "gold.conllu", "parse.conllu"),
    ("compare", "all.toml"),
    ("agreement", "gold.conllu", "parse.conllu"),
    ("render", "gold.conllu", "parse.conllu", "-o", "a.svg"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_one_line_a_file_says_so(command, folder, capsys):
    assert main([*command]) == 0
    said = capsys.readouterr().err.replace(f"{folder}/", "").splitlines()
    assert [line for line in said if "--strict" in line] == [GOLD, PARSE]


@pytest.mark.parametrize("command", COMMANDS)
def test_strict_refuses_and_names_the_first(command, folder, capsys):
    (folder / "gold.conllu").write_text(TREE * 3, encoding="utf-8")
    assert main([*command, "--strict"]) == 2
    [said] = capsys.readouterr().err.replace(f"{folder}/", "").splitlines()
    assert said == "parse.conllu:4: the sentence is no tree: cycle; without --strict it is scored"
    (folder / "parse.conllu").write_text(TREE * 3, encoding="utf-8")
    assert main([*command, "--strict"]) == 0
    assert capsys.readouterr().err == ""


def test_json_counts_them(capsys):
    expected = {"cycle": 1, "two_roots": 1, "no_root": 1}
    assert main(["score", "gold.conllu", "parse.conllu", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert scored["gold"]["invalid"] == {"no_blank_line_at_end": 1}
    assert scored["parses"][0]["invalid"] == expected
    assert main(["stats", "parse.conllu", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["invalid"] == expected
    assert main(["compare", "all.toml", "--json"]) == 0
    [compared] = json.loads(capsys.readouterr().out)["experiments"]
    assert compared["invalid"] == {"gold": {"no_blank_line_at_end": 1}, "parse": expected}
