"""`goldleaf report` as people meet it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = str(DEMO / "gold.conllu"), str(DEMO / "parse.conllu")


@pytest.mark.slow
def test_it_writes_a_page(tmp_path, capsys):
    output = tmp_path / "report.html"
    assert main(["report", GOLD, PARSE, "-o", str(output), "--worst", "1", "--metric", "attachment"]) == 0
    assert capsys.readouterr().out.startswith(f"{output}: ")
    assert output.read_text(encoding="utf-8").endswith("</html>\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((GOLD, PARSE, "-o", "report.pdf"), "end the name in .html"),
        ((GOLD, PARSE, "-o", "report.html", "--where", "words > 10000"), "no sentence of"),
        ((GOLD, PARSE, "-o", "report.html", "--where", "speed > 1"), "speed"),
        ((GOLD, PARSE, "-o", "report.html", "--worst", "501"), "expected a number from 0 to 500"),
        ((GOLD, PARSE, "-o", "report.html", "--metric", "speed"), "no such metric"),
        ((GOLD, PARSE, "-o", "report.html", "--metric", "parseval"), "parseval"),
        ((GOLD, "missing.conllu", "-o", "report.html"), "no such file"),
        ((GOLD, PARSE, "-o", "missing/report.html"), "cannot be written"),
        ((GOLD, PARSE, "-o", GOLD), "end the name"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
