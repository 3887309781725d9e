"""Plots as files: what each format holds, that it is the same each time, what is said of a wrong name."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from matplotlib import get_data_path
from matplotlib.font_manager import FontEntry, fontManager

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.export.sizes import page_of
from goldleaf.viewer.plots.description import Axis, HeatCell
from goldleaf.viewer.plots.drawing import LEAST
from goldleaf.viewer.plots.writing import FORMATS, encode, format_of, save, svg
from tests.viewer.plots.samples import BARS, HEAT_MAP, LINES, PLOTS

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


def inside(content: bytes) -> str:
    """What is written in a plot of SVG, without what the file tells of itself."""
    return "".join("".join(text.itertext()) for text in ET.fromstring(content).iter("{http://www.w3.org/2000/svg}text"))


def test_the_title_is_in_the_plot_where_it_is_asked_for():
    assert "LAS by length" not in inside(encode(LINES, "svg")[0])
    assert "LAS by length" in inside(encode(LINES, "svg", titled=True)[0])
    assert "LAS by length" in inside(svg(LINES).encode())


@pytest.mark.parametrize("width", ["column", "full", 12])
@pytest.mark.parametrize("name", PLOTS)
def test_on_a_page_it_has_its_width_and_no_letters_too_small_for_print(name, width):
    content = encode(PLOTS[name], "svg", page=page_of(width))[0]
    assert float(ET.fromstring(content).get("width").removesuffix("pt")) == pytest.approx(
        page_of(width).width / 2.54 * 72
    )
    sizes = {float(size) for size in re.findall(rb"font-size: ([\d.]+)px", content)}
    assert sizes
    assert min(sizes) >= LEAST
    assert max(sizes) == pytest.approx(8.0)


def test_columns_that_a_page_has_no_room_for_are_left_out_and_told():
    names = tuple(f"label-{number}" for number in range(40))
    cells = tuple(HeatCell(row=place, column=place, value=1, text="1,404") for place in range(40))
    wide = replace(HEAT_MAP, x=Axis(title="", names=names), y=Axis(title="", names=names), cells=cells)
    content, remark = encode(wide, "svg", page=page_of("column"))
    assert remark == "7.7 cm have room for the first 7 of 40 columns"
    assert "label-6" in inside(content)
    assert "label-7" not in inside(content)
    assert encode(wide, "svg")[1] == ""


def test_an_element_for_a_page_is_svg_alone():
    element = svg(BARS, load("dark"))
    assert ET.fromstring(element).tag.endswith("svg")
    assert element.startswith("<svg")


def test_pdf_has_its_fonts_as_publishers_want_them():
    content = encode(LINES, "pdf")[0]
    assert b"/Type3" not in content
    assert b"/FontFile2" in content


def test_pgf_is_set_by_latex_with_all_its_text(compile_tex):
    picture = encode(LINES, "pgf", titled=True)[0].decode()
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
    assert "lack some characters" in encode(strange, "png", titled=True)[1]


def test_without_matplotlib_it_is_said_what_to_install_before_anything_is_counted(monkeypatch, tmp_path):
    monkeypatch.setattr("goldleaf.viewer.plots.writing.installed", lambda: False)
    with pytest.raises(OptionError, match=r"pip install 'goldleaf\[plots\]'"):
        format_of(tmp_path / "plot.pdf")


def test_a_pdf_has_no_letters_that_would_be_embedded_as_what_they_are_not(monkeypatch, tmp_path):
    theme = load("paper-color")
    copied = shutil.copy(get_data_path() + "/fonts/ttf/cmr10.ttf", tmp_path / "Family.otf")
    family = theme.font(Role.LEGEND).family.split(",")[0]
    own = FontEntry(
        str(copied), family, style="normal", variant="normal", weight=400, stretch="normal", size="scalable"
    )
    monkeypatch.setattr(fontManager, "ttflist", [own, *fontManager.ttflist])
    fontManager._findfont_cached.cache_clear()
    assert b"Cmr10" not in encode(LINES, "pdf", theme)[0]
