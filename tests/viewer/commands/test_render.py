"""`goldleaf render` and `goldleaf` alone without a display."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.commands import open as opening
from tests.core.formats.samples import CONLL2008

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = DEMO / "gold.conllu", DEMO / "parse.conllu"
SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.usefixtures("qapp")


def texts(path: Path) -> list[str]:
    return ["".join(element.itertext()) for element in ET.parse(path).iter(f"{SVG}text")]


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "tex"])
def test_every_kind_of_file_is_written(tmp_path, suffix) -> None:
    path = tmp_path / f"figure.{suffix}"
    assert main(["render", str(GOLD), str(PARSE), "-o", str(path)]) == 0
    begins = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "tex": b"%"}
    assert path.read_bytes().startswith(begins[suffix])


@pytest.mark.parametrize(("sentence", "told"), [("demo-he-1", True), ("demo-en-1", False)])
def test_which_engine_of_tex_a_figure_needs_is_told(tmp_path, capsys, sentence, told) -> None:
    path = tmp_path / "figure.tex"
    assert main(["render", str(GOLD), str(PARSE), "--sentence", sentence, "-o", str(path)]) == 0
    assert ("warning: compile it with LuaLaTeX or XeLaTeX" in capsys.readouterr().err) is told


def test_a_sentence_is_found_by_id_and_by_number(tmp_path) -> None:
    by_id, by_number = tmp_path / "id.svg", tmp_path / "number.svg"
    assert main(["render", str(GOLD), str(PARSE), "--sentence", "demo-en-2", "-o", str(by_id)]) == 0
    assert main(["render", str(GOLD), str(PARSE), "--sentence", "2", "-o", str(by_number)]) == 0
    assert by_id.read_bytes() == by_number.read_bytes()
    assert "apprentice" in texts(by_id)


def test_words_that_are_split_are_drawn_with_their_predicates(tmp_path) -> None:
    gold, parse, path = tmp_path / "gold.conll08", tmp_path / "parse.conll08", tmp_path / "figure.svg"
    gold.write_text(CONLL2008, encoding="utf-8")
    parse.write_text(CONLL2008.replace("3\tAMOD", "4\tAMOD"), encoding="utf-8")
    assert main(["render", str(gold), str(parse), "--rows", "fine-tag", "-o", str(path)]) == 0
    drawn = texts(path)
    for text in ("Franc", "-", "based", "VBN", "base.01", "begin.01"):
        assert drawn.count(text) == 2
    assert drawn.count("A1") == 4
    assert "Franc-based" not in drawn


def test_gold_alone_is_drawn_once(tmp_path) -> None:
    alone, pair = tmp_path / "alone.svg", tmp_path / "pair.svg"
    assert main(["render", str(GOLD), "-o", str(alone)]) == 0
    assert main(["render", str(GOLD), str(PARSE), "-o", str(pair)]) == 0
    assert texts(alone).count("binder") == 1
    assert texts(pair).count("binder") == 2


@pytest.mark.parametrize("view", ["arcs", "function"])
def test_a_parse_that_lacks_the_sentence_is_told_and_the_gold_drawn(tmp_path, capsys, view) -> None:
    short, path = tmp_path / "short.conllu", tmp_path / "figure.svg"
    short.write_text(PARSE.read_text(encoding="utf-8").split("\n\n")[0] + "\n\n", encoding="utf-8")
    assert main(["render", str(GOLD), str(short), "--sentence", "2", "--view", view, "-o", str(path)]) == 0
    error = capsys.readouterr().err
    assert "not compared" in error and "sentence 2 is not in" in error and error.count("\n") == 1
    assert texts(path).count("apprentice") == 1


@pytest.mark.parametrize("view", ["arcs", "function"])
def test_only_differences_leaves_words_of_one_side_marked(tmp_path, view) -> None:
    path = tmp_path / "figure.svg"
    pair = [str(DEMO / f"ambiguous-{side}.conllu") for side in ("gold", "parse")]
    assert main(["render", *pair, "--only-differences", "--view", view, "--legend", "-o", str(path)]) == 0
    assert "word of one side only" in texts(path)


def test_only_differences_leaves_out_what_is_the_same(tmp_path) -> None:
    path = tmp_path / "figure.svg"
    assert main(["render", str(GOLD), str(PARSE), "--only-differences", "-o", str(path)]) == 0
    assert {"obl", "nmod"} <= set(texts(path))
    assert "nsubj" not in texts(path)


def test_a_width_keeps_the_text_readable_by_wrapping(tmp_path, capsys) -> None:
    path = tmp_path / "figure.svg"
    arguments = ["render", str(GOLD), str(PARSE), "--sentence", "4", "--width", "column", "-o", str(path)]
    assert main(arguments) == 0
    assert "less than 7" not in capsys.readouterr().err
    assert main([*arguments, "--no-wrap"]) == 0
    assert re.search(r"less than 7; .*--wrap would help", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sentence", "99"], "--sentence 99: "),
        (["--compare", "sideways"], "--compare sideways: no such choice; there are stacked, beside, overlay"),
        (["--view", "flowers"], "--view flowers: no such view; there are auto, arcs, tree"),
        (["--theme", "pink"], "--theme pink: no such theme"),
        (["--rows", "tag,mood"], "--rows mood: no such choice"),
        (["--width", "wide"], "--width wide: neither column"),
        (["--pixels", "99"], "99 is not between 1 and 8"),
        (["-o", "figure.gif"], "figure.gif: a figure is one of .svg, .pdf, .png, .tex"),
        (["-o", "no/such/folder/figure.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_status_2(tmp_path, capsys, monkeypatch, arguments, message) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", str(GOLD), str(PARSE), "-o", "figure.png", *arguments]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "--strict" not in line]
    assert len(said) == 1 and message in said[0]
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_experiments_is_no_gold(tmp_path, capsys) -> None:
    assert main(["render", str(DEMO / "theories" / "theories.toml"), "-o", str(tmp_path / "figure.svg")]) == 2
    assert "lists experiments; give a gold of it" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_without_a_display_the_demo_is_scored_and_drawn(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(opening, "has_display", lambda: False)
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert "no display for a window" in printed
    assert "85.29" in printed
    assert len(list((tmp_path / "demo-output").glob("*.svg"))) == 17
    assert len(list((tmp_path / "demo-output").glob("*.png"))) == 17


def test_open_without_a_display_says_what_works_instead(monkeypatch, capsys) -> None:
    monkeypatch.setattr("goldleaf.viewer.commands.open.has_display", lambda: False)
    assert main(["open", str(GOLD)]) == 2
    assert "goldleaf score and goldleaf render work without one" in capsys.readouterr().err


BRACKETS = """\
(S (NP (DT The) (NN cat)) (VP (VBD saw) (NP (NP (DT a) (NN bird)) (PP (IN with) (NP (NNS wings))))) (. .))
"""


@pytest.fixture
def brackets(tmp_path) -> list[str]:
    paths = [tmp_path / "gold.mrg", tmp_path / "parse.mrg"]
    paths[0].write_text(BRACKETS, encoding="utf-8")
    paths[1].write_text(BRACKETS.replace("(NP (NP", "(NX (NP"), encoding="utf-8")
    return [str(path) for path in paths]


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "tex"])
def test_trees_are_drawn_of_brackets(tmp_path, brackets, suffix) -> None:
    path = tmp_path / f"figure.{suffix}"
    assert main(["render", *brackets, "--legend", "-o", str(path)]) == 0
    if suffix == "svg":
        assert {"VP", "NX", "wrong label"} <= set(texts(path))
        assert "parseval|" in path.read_text(encoding="utf-8")


def test_trees_with_words_on_the_bottom_line_and_bars(tmp_path, brackets) -> None:
    slanted, bottom, bars = (tmp_path / f"{name}.svg" for name in ("slanted", "bottom", "bars"))
    gold, parse = Path(brackets[0]), Path(brackets[1])
    parse.write_text(
        BRACKETS.replace("(VP (VBD saw)", "(VBD saw)").replace("wings)))))", "wings))))"), encoding="utf-8"
    )
    pair = [str(gold), str(parse)]
    assert main(["render", *pair, "--style", "slanted", "-o", str(slanted)]) == 0
    assert main(["render", *pair, "--style", "bottom", "-o", str(bottom)]) == 0
    assert main(["render", *pair, "--bars", "-o", str(bars)]) == 0
    assert slanted.read_text() != bottom.read_text() != bars.read_text()
    assert texts(bars).count("VP") == 2
    assert texts(bottom).count("VP") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--view", "arcs"], "--view arcs: The gold has no dependencies."),
        (["--style", "upside-down"], "--style upside-down: no such choice; there are auto, slanted, bottom"),
        (["--punctuation", "include"], "--punctuation: not an option of parseval"),
    ],
)
def test_what_trees_cannot_have(tmp_path, brackets, capsys, arguments, message) -> None:
    assert main(["render", *brackets, *arguments, "-o", str(tmp_path / "figure.svg")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "figure.svg").exists()


def test_dependencies_have_no_tree_to_draw(tmp_path, capsys) -> None:
    assert main(["render", str(GOLD), "--view", "tree", "-o", str(tmp_path / "figure.svg")]) == 2
    assert "--view tree: The gold has no constituents." in capsys.readouterr().err
