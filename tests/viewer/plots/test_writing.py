"""Plots as files: what each format holds, that it is the same each time, what is said of a wrong name."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.plots.writing import FORMATS, encode, save, svg
from tests.viewer.plots.samples import BARS, LINES, PLOTS

FONTS = r"\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}"
BEGINS = {"pdf": b"%PDF-", "svg": b"<?xml", "pgf": b"%% ", "png": b"\x89PNG"}


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("name", PLOTS)
def test_every_plot_is_written_in_every_format(name, suffix, tmp_path):
    path = tmp_path / f"plot.{suffix}"
    assert save(PLOTS[name], path) == ""
    assert path.read_bytes().startswith(BEGINS[suffix])


@pytest.mark.slow
@pytest.mark.parametrize("suffix", FORMATS)
def test_the_same_plot_gives_the_same_file(suffix):
    assert encode(LINES, suffix) == encode(LINES, suffix)


def test_svg_has_its_text_as_text():
    texts = "".join(ET.fromstring(encode(LINES, "svg")[0]).itertext())
    for text in ("LAS by length", "PRP$ WP$", "R&D <x>", "a_x 50%", "Bands: 95 %."):
        assert text in texts


def test_an_element_for_a_page_is_svg_alone():
    element = svg(BARS, load("dark"))
    assert ET.fromstring(element).tag.endswith("svg")
    assert element.startswith("<svg")


def test_pdf_has_its_fonts_as_publishers_want_them():
    content = encode(LINES, "pdf")[0]
    assert b"/Type3" not in content
    assert b"/FontFile2" in content


def test_pgf_is_set_by_latex_with_all_its_text(compile_tex):
    picture = encode(LINES, "pgf")[0].decode()
    document = "\n".join([r"\documentclass{standalone}", r"\usepackage{pgf}", FONTS, r"\begin{document}", picture])
    text = compile_tex(document + "\n\\end{document}\n", "pdflatex")
    for part in ("LAS by length", "PRP$ WP$", "R&D <x>", "a_x 50%"):
        assert part in text.replace("’", "'")


def test_pgf_needs_no_latex_to_be_written(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert b"pgfpicture" in encode(LINES, "pgf")[0]


def test_an_unknown_ending_is_named_with_those_there_are(tmp_path):
    with pytest.raises(OptionError, match=r"plot\.docx: a plot cannot be written as docx; there are \.pdf, \.svg"):
        save(LINES, tmp_path / "plot.docx")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(GoldleafError, match="nowhere"):
        save(LINES, tmp_path / "nowhere" / "plot.pdf")


def test_characters_that_no_font_has_are_told():
    strange = replace(LINES, title="\U0001f9ff\U00012000")
    assert "lack some characters" in encode(strange, "png")[1]
