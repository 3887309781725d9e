"""`goldleaf suspects`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = (str(DEMO / f"{name}.conllu") for name in ("gold", "parse"))


def test_both_lists_are_there_with_a_parse_and_one_without(capsys):
    assert main(["suspects", GOLD, PARSE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    shares = [row["sure_share"] for row in found["against"]]
    assert shares == sorted(shares, reverse=True) and all(row["gold"] != row["parses"] for row in found["against"])
    assert main(["suspects", GOLD, "--context", "internal", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert "against" not in alone and "nuclei" in alone


def test_so_many_are_printed(capsys):
    assert main(["suspects", GOLD, PARSE, "--worst", "3", "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.split("\n\n")[0].strip().splitlines()) == 2 + 3


def test_what_cannot_be_is_said(capsys):
    assert main(["suspects", GOLD, "--context", "none"]) == 2
    assert "there are governor, neighbors, internal" in capsys.readouterr().err
    assert main(["suspects", str(DEMO / "trees-gold.mrg")]) == 2
    assert "are looked for in dependencies" in capsys.readouterr().err
