"""`goldleaf score` gives the figures of the official programs for the demo files.

They stand in ``official-figures.json`` as the programs printed them, to ``within`` of the last digit; names with % are
percentages. TedEval 2.2 takes only projective sentences, and no ``:`` in labels.
"""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
CASES = json.loads(Path(__file__).with_name("official-figures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['program']} {case['parse']}")
def test_the_figures_are_the_official_ones(case, tmp_path, capsys):
    paths = [_file(case, role, tmp_path) for role in ("gold", "parse", "other_gold") if role in case]
    others = [f"--other-gold={path}" for path in paths[2:]]
    table = tmp_path / "sentences.csv"
    arguments = [argument.replace("DEMO", f"{DEMO}") for argument in case["arguments"]]
    options = [*arguments, *others, "--json", "--per-sentence", str(table)]
    assert main(["score", *map(str, paths[:2]), "--metric", case["metric"], *options]) == 0
    scores = json.loads(capsys.readouterr().out)["parses"][0]["metrics"][case["metric"]]["scores"]
    given = {f"{name}.{part}": value for name, parts in scores.items() for part, value in parts.items()}
    assert _like(given, case["figures"]) == _near(case["figures"], case["within"])
    with table.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for row, official in zip(rows, case.get("sentences", [{}] * len(rows)), strict=True):
        own = {name.removeprefix(f"{case['metric']}."): value for name, value in row.items()}
        assert _like(own, official) == _near(official, case["within"])


def _like(given, official):
    """The figures that the official program has, too, as it writes them."""
    return {name: float(given[name.removesuffix(" %")]) * (100 if name.endswith(" %") else 1) for name in official}


def _near(official, within):
    return {name: pytest.approx(value, rel=0, abs=within) for name, value in official.items()}


def _file(case, role, folder):
    """The demo's file, or a copy of the sentences that the program could take."""
    path = DEMO / case[role]
    if "only" not in case:
        return path
    sentences = path.read_text(encoding="utf-8").split("\n\n")
    copy = folder / path.name
    copy.write_text("".join(f"{_plain(sentences[number - 1])}\n\n" for number in case["only"]), encoding="utf-8")
    return copy


def _plain(sentence):
    """A sentence without colons in its labels."""
    lines = (line.split("\t") for line in sentence.splitlines())
    return "\n".join(
        "\t".join([*line[:7], line[7].replace(":", "_"), *line[8:]] if len(line) > 7 else line) for line in lines
    )
