"""`goldleaf render --view lattice`."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
LATTICE, GOLD, PARSE = (DEMO / f"ambiguous{name}" for name in (".lattice", "-gold.conllu", "-parse.conllu"))
SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.usefixtures("qapp")


def texts(path: Path) -> list[str]:
    return ["".join(element.itertext()) for element in ET.parse(path).iter(f"{SVG}text")]


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "tex"])
def test_every_kind_of_file_is_written(tmp_path, suffix):
    path = tmp_path / f"figure.{suffix}"
    assert main(["render", str(LATTICE), str(GOLD), "--view", "lattice", "-o", str(path)]) == 0
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "tex": b"%"}
    assert path.read_bytes().startswith(begins[suffix])


def test_gold_and_parse_in_their_lattice(tmp_path):
    path = tmp_path / "figure.svg"
    arguments = ["render", str(GOLD), str(PARSE), "--lattice", str(LATTICE), "--legend", "-o", str(path)]
    assert main(arguments) == 0
    shown = texts(path)
    assert shown.count("לבן") == 2  # the adjective, and the surface token
    assert "× ADJ" in shown and "parse's path only" in shown
    assert main([*arguments, "--around", "1"]) == 0
    assert texts(path) == shown  # what differs is never folded, the rest has no alternatives or is near


def test_a_path_in_a_folded_lattice(tmp_path):
    path = tmp_path / "figure.svg"
    assert main(["render", str(GOLD), "--lattice", str(LATTICE), "--around", "1", "-o", str(path)]) == 0
    assert "ADP DET NOUN …" in texts(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0\t1\tx\t_\tN\tN\t_\t1\n1\t0\ty\t_\tN\tN\t_\t2\n\n", "l.lattice:2:2: the edge leads from state 1 back to 0;"),
        ("0\t1\tx\t_\tN\tN\t_\t1\n1\t2\ty\n", "l.lattice:2: 3 fields; expected 8, separated by tabs"),
        ("", "l.lattice"),
    ],
)
def test_a_faulty_lattice_is_named_with_its_line(tmp_path, capsys, text, message):
    path = tmp_path / "l.lattice"
    path.write_text(text, encoding="utf-8")
    figure = str(tmp_path / "figure.svg")
    for arguments in ([str(path), "--view", "lattice"], [str(GOLD), "--lattice", str(path)]):
        assert main(["render", *arguments, "-o", figure]) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([str(DEMO / "gold.conllu"), "--view", "lattice"], "--view lattice: No lattice is open: open one with"),
        ([str(LATTICE), "--view", "lattice", "--around", "9"], "--around 9: the sentence has tokens 1 to 5"),
        ([str(LATTICE), "--view", "lattice", "--sentence", "2"], "--sentence 2: "),
        ([str(GOLD), "--lattice", str(LATTICE), "--compare", "beside"], "--compare: --view lattice has no such choice"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_status_2(tmp_path, capsys, arguments, message):
    assert main(["render", *arguments, "-o", str(tmp_path / "figure.svg")]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_the_demo_is_read_without_problems(capsys):
    assert main(["validate", str(LATTICE), str(GOLD), str(PARSE)]) == 0
    assert capsys.readouterr().out.count("0 errors, 0 warnings") == 3
