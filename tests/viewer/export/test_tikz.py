"""TikZ of any diagram."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.export import encode, tikz


def test_a_part_says_what_it_needs(sample: Diagram, theme: Theme) -> None:
    source = tikz.write(sample, theme)
    assert r"%   \usepackage{tikz}" in source
    assert r"\documentclass" not in source
    assert b"% file: a & b.conll" in encode("tex", sample, theme)
    assert source.count(r"\begin{tikzpicture}") == source.count(r"\end{tikzpicture}") == 1


def test_other_scripts_need_another_engine(sample: Diagram, hebrew_sample: Diagram, theme: Theme) -> None:
    assert "XeLaTeX or LuaLaTeX" in tikz.write(hebrew_sample, theme)
    latin = replace(sample, shapes=sample.shapes[:4])
    assert "XeLaTeX" not in tikz.write(latin, theme)


def test_keeps_the_size_of_the_picture(sample: Diagram, theme: Theme) -> None:
    source = tikz.write(sample, theme, scale=0.5)
    assert r"\path[use as bounding box] (0,0) rectangle (495,174);" in source
    assert "x=0.375bp, y=-0.375bp" in source


def test_every_style_is_defined(sample: Diagram, theme: Theme) -> None:
    source = tikz.write(sample, theme)
    defined = set(re.findall(r"^  (goldleaf [\w -]+)/\.style", source, re.MULTILINE))
    used = set(re.findall(r"\[(goldleaf \w[\w -]+)[,\]]", source))
    assert used <= defined


def test_panes_stand_side_by_side_above_one_that_is_moved_to_their_middle(theme: Theme) -> None:
    panes = [[name] for name in "abc"]
    lines = tikz.stacked(panes, Around(beside=2, indent=40.0), theme, 0.5)
    kinds = [line.partition(" ")[0] for line in lines if re.match(r"\\(hbox{%|vtop|move|vskip)", line)]
    assert kinds == [r"\hbox{%", r"\vtop{%", r"\vtop{%", r"\vskip", r"\moveright"]
    assert r"\moveright 20bp\vbox{%" in lines
    assert not any("move" in line or "vtop" in line for line in tikz.stacked(panes, Around(), theme, 0.5))


def test_a_legend_has_its_margin_on_both_sides_so_that_it_is_in_the_middle(sample: Diagram, theme: Theme) -> None:
    lines = tikz.stacked([["a"]], Around(legend=sample), theme, 0.5)
    kern = rf"\kern {tikz.decimal(MARGIN * 0.5)}bp"
    assert rf"\hbox{{{kern}" in lines and any(line.endswith(f"{kern}}}") for line in lines)


def test_a_comment_cannot_break_out(sample: Diagram, theme: Theme) -> None:
    odd = replace(sample, title="a\n\\evil", metadata={"x\ny": "z\r\\w"})
    source = encode("tex", odd, theme).decode()
    assert not [line for line in source.splitlines() if line.startswith(("\\evil", "y", "\\w"))]


@pytest.mark.parametrize("name", ["paper-bw", "dark"])
def test_compiles(sample: Diagram, name: str, compile_tex: Callable[[str, str], str]) -> None:
    text = compile_tex(tikz.write(sample, load(name), standalone=True), "xelatex")
    assert "<Haag>" in text
    assert "gold & parse" in text


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_compiles_from_right_to_left(
    hebrew_sample: Diagram, theme: Theme, engine: str, compile_tex: Callable[[str, str], str]
) -> None:
    text = compile_tex(tikz.write(hebrew_sample, theme, standalone=True), engine)
    assert "nsubj" in text
    assert re.search(r"[\u05d0-\u05ea]", text)
