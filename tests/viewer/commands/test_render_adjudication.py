"""`goldleaf render --adjudicate`: figures with the annotators' names."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main
from tests.viewer.window.windows import GOLD, PARSE

SVG = "{http://www.w3.org/2000/svg}"
JUDGING = re.compile(r"\b(golds?|parses?|wrong|missing|extra)\b", re.IGNORECASE)
ONE = "( (S (NP-SBJ (DT the) (NN cat)) (VP (VBD sat) (ADVP (RB down)))))\n"
OTHER = "( (S (NP-OBJ (DT the) (JJ cat)) (XP (VBD sat) (RB down))))\n"

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def arcs(tmp_path) -> list[str]:
    return written(tmp_path, "conllu", GOLD, PARSE)


@pytest.fixture
def trees(tmp_path) -> list[str]:
    return written(tmp_path, "mrg", ONE, OTHER)


def written(folder: Path, ending: str, *texts: str) -> list[str]:
    paths = [folder / f"text-{name}.{ending}" for name in ("lotte", "morten")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(path) for path in paths]


def rendered(files: list[str], figure: Path, *options: str) -> str:
    assert main(["render", "--adjudicate", *files, "-o", str(figure), *options]) == 0
    return figure.read_text(encoding="utf-8")


def said(svg: str) -> list[str]:
    """All text of a figure: what is drawn, what is read aloud, what it tells of itself."""
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter() if element.tag != f"{SVG}svg"]


@pytest.mark.parametrize("compare", ["stacked", "beside", "overlay"])
@pytest.mark.parametrize("view", ["arcs", "function"])
def test_arcs_and_functions(arcs, tmp_path, view, compare) -> None:
    texts = said(rendered(arcs, tmp_path / "a.svg", "--legend", "--view", view, "--compare", compare))
    assert not [text for text in texts if JUDGING.search(text)]
    assert {"heads differ: lotte", "heads differ: morten"} <= {*texts} or {"only lotte", "only morten"} <= {*texts}
    assert any(text.startswith("lotte, sentence 1") or "of lotte over" in text for text in texts)


def test_trees(trees, tmp_path) -> None:
    texts = said(rendered(trees, tmp_path / "a.svg", "--legend", "--compare", "beside"))
    assert not [text for text in texts if JUDGING.search(text)]
    assert {"lotte", "morten", "labels differ", "only lotte"} <= {*texts} and any(
        "tags differ" in text for text in texts
    )


def test_no_line_is_that_of_what_is_wrong(arcs, tmp_path) -> None:
    svg = rendered(arcs, tmp_path / "a.svg", "--legend")
    assert "#D55E00" not in svg and "wrong-" not in svg
    assert 'class="arc one-head"' in svg and 'class="arc other-head"' in svg
    assert "#0072B2" in svg and "#C07A00" in svg


@pytest.mark.parametrize("options", [(), ("--compare", "overlay"), ("--only-differences",)], ids=str)
def test_tikz(arcs, trees, tmp_path, options) -> None:
    for files in (arcs, trees):
        source = rendered(files, tmp_path / "a.tex", *options)
        assert not JUDGING.search(source.replace(str(tmp_path), ""))
        assert "lotte" in source and "morten" in source


def test_misused_functions_in_tikz_are_said_to_differ(trees, tmp_path) -> None:
    source = rendered(trees, tmp_path / "a.tex", "--functions", "edge")
    assert not JUDGING.search(source)


def test_the_same_files_as_gold_and_parse_are_drawn_as_ever(arcs, tmp_path) -> None:
    figure = tmp_path / "a.svg"
    assert main(["render", *arcs, "-o", str(figure), "--legend"]) == 0
    assert "wrong head" in said(figure.read_text(encoding="utf-8"))


def test_one_annotator_is_none(arcs, tmp_path, capsys) -> None:
    assert main(["render", "--adjudicate", arcs[0], "-o", str(tmp_path / "a.svg")]) == 2
    assert "two annotators" in capsys.readouterr().err
