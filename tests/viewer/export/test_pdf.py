"""PDF: pages of the figures' size, fonts embedded, text that can be copied. The tools are poppler's.

Also tests `painted`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from goldleaf.viewer.diagram.shapes import Diagram, Role, Text
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import FigureOptions, encode, painted
from goldleaf.viewer.export.sizes import FigureSize

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.skipif(not shutil.which("pdfinfo"), reason="poppler-utils is not installed"),
]


def ask(tool: str, content: bytes, folder: Path, *options: str) -> str:
    path = folder / "figure.pdf"
    path.write_bytes(content)
    command = [tool, *options, str(path), *(["-"] if tool == "pdftotext" else [])]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout


def test_one_page_of_the_figures_size(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    about = ask("pdfinfo", painted.write_pdf([sample], theme), tmp_path)
    assert re.search(r"Pages:\s+1\n", about)
    # 495 × 174 pixels are 371.25 × 130.5 points; pages are of whole points.
    assert re.search(r"Page size:\s+371 x 131 pts", about)
    assert re.search(r"Title:\s+Ms. <Haag> plays", about)


def test_scale(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    about = ask("pdfinfo", painted.write_pdf([sample], theme, scales=[2]), tmp_path)
    assert re.search(r"Page size:\s+(742|743) x 261 pts", about)


def test_a_page_for_each_figure(sample: Diagram, hebrew_sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    about = ask("pdfinfo", painted.write_pdf([sample, hebrew_sample], theme), tmp_path, "-l", "2")
    assert re.search(r"Page +1 size:\s+371 x 131 pts", about)
    assert re.search(r"Page +2 size:\s+236 x 131 pts", about)


def test_fonts_are_embedded(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    lines = ask("pdffonts", painted.write_pdf([sample], theme), tmp_path).splitlines()[2:]
    assert lines
    # The columns before the object's number: emb sub uni.
    assert all(line.split()[-5] == "yes" for line in lines)


def test_text_can_be_copied(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    text = ask("pdftotext", painted.write_pdf([sample], theme), tmp_path, "-layout")
    assert re.search(r"Ms\.\s+<Haag>\s+plays\s+R&D\ufffd\s+Elianti", text)
    assert "gold & parse" in text


def test_says_what_it_is_about(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    by_author = replace(sample, metadata={**sample.metadata, "author": "A. <B>"})
    metadata = ask("pdfinfo", painted.write_pdf([by_author], theme), tmp_path, "-meta")
    assert "<rdf:li>sentence=7</rdf:li>" in metadata
    assert "<rdf:li>file=a &amp; b.conll</rdf:li>" in metadata
    assert "A. &lt;B&gt;" in metadata
    assert sample.description in metadata


def test_an_empty_figure_is_a_page(theme: Theme, tmp_path: Path) -> None:
    about = ask("pdfinfo", painted.write_pdf([replace(Diagram(0, 0), title="")], theme), tmp_path)
    assert re.search(r"Pages:\s+1\n", about)


def test_a_sentence_that_runs_down_the_page_has_as_many_pages_as_it_needs(theme: Theme, tmp_path: Path) -> None:
    lines = tuple(Text(5.0, 15.0 + 20.0 * number, "w", Role.WORD, width=20.0) for number in range(100))
    tall = Diagram(100.0, 2000.0, lines)
    pages = {}
    upright = replace(tall, metadata={"layout": "upright"})
    nearly = replace(upright, height=605.0, shapes=lines[:30])  # by less than anybody sees
    for name, one in (("tree", tall), ("upright", upright), ("nearly", nearly)):
        about = ask("pdfinfo", encode("pdf", one, theme, FigureOptions(page=FigureSize("4 cm", 4.0))), tmp_path)
        pages[name] = re.search(r"Pages:\s+(\d+)", about)[1]
    assert pages == {"tree": "1", "upright": "4", "nearly": "1"}
