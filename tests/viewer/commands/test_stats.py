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
