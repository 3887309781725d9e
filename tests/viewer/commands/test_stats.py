"""`goldleaf stats`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
LATTICE, GOLD, PARSE = (str(DEMO / f"ambiguous{name}") for name in (".lattice", "-gold.conllu", "-parse.conllu"))


def printed(capsys, *arguments: str) -> list[dict[str, object]]:
    assert main(["stats", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)["files"]


def test_a_treebank(capsys):
    [found] = printed(capsys, str(DEMO / "gold.conllu"))
    assert (found["format"], found["sentences"], found["words"]) == ("conllu", 17, 268)
    assert found["roots"] == 17


def test_a_lattice_with_its_gold_and_parse(capsys):
    lattice, gold, parse = printed(capsys, "--lattice", LATTICE, GOLD, PARSE)
    assert (lattice["edges"], lattice["tokens"], lattice["paths_a_token"]) == (11, 5, 1.8)
    assert (gold["words"], parse["words"]) == (7, 5)
    assert gold["sentences_in_lattice_tagged_share"] == parse["sentences_in_lattice_tagged_share"] == 1


def test_tables_have_a_column_a_file(capsys):
    assert main(["stats", LATTICE, GOLD]) == 0
    out = capsys.readouterr().out
    assert "paths a token" in out and "1.80" in out
    assert "words a sentence" in out and "7.00" in out
    assert "ambiguous tokens %" in out and "40.00" in out


def test_a_file_of_other_sentences_is_refused(capsys):
    assert main(["stats", "--lattice", LATTICE, str(DEMO / "gold.conllu")]) == 2
    assert "17 sentences, but 1 in " in capsys.readouterr().err


def test_what_is_no_lattice_is_refused(capsys):
    assert main(["stats", "--lattice", GOLD, GOLD]) == 2
    assert capsys.readouterr().err == f"--lattice {GOLD}: is conllu, no lattice; name a file of lattices\n"


def test_each_share_says_of_what(capsys):
    assert main(["stats", GOLD]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:6] == ["head", "0", "%", "of", "scoring", "words"] for line in lines)
    assert main(["stats", "--json", GOLD]) == 0
    assert json.loads(capsys.readouterr().out)["of"]["head_0_share"] == "of scoring words"


def test_other_formats_of_tables(capsys, tmp_path):
    assert main(["stats", GOLD, "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("block,property,of,ambiguous-gold\nSize,format,,conllu\n")
    assert main(["stats", GOLD, "-o", str(tmp_path / "table.tex")]) == 0
    assert "\\begin{tabular}" in (tmp_path / "table.tex").read_text(encoding="utf-8")
    assert main(["stats", GOLD, "--format", "x"]) == 2
    assert "--format x: no such format of tables" in capsys.readouterr().err


def test_a_training_file(capsys):
    [found] = printed(capsys, PARSE, "--train", GOLD)
    assert 0 < found["unseen_forms_share"] < 1
    assert main(["stats", GOLD, "--train", GOLD, "--lattice", LATTICE]) == 2
    assert "--train: what is unseen is said of treebanks" in capsys.readouterr().err
