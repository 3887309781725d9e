"""Saving: the right format, whole or not at all, as large as asked.

Also tests `sizes`, `viewer.export`.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme, typewriter
from goldleaf.viewer.export import (
    FORMATS,
    PRESETS,
    FigureFormat,
    FigureOptions,
    encode,
    format_of,
    save,
    text_size,
)
from goldleaf.viewer.export.sizes import page_of
from goldleaf.viewer.views.arcs import tikz
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.draw import draw

pytestmark = pytest.mark.usefixtures("qapp")

BEGINNINGS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG", "tex": b"% Goldleaf"}


@pytest.mark.parametrize("suffix", list(FORMATS))
def test_every_format(sample: Diagram, theme: Theme, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"Figure.{suffix.upper()}"
    save(path, sample, theme)
    assert path.read_bytes().startswith(BEGINNINGS[suffix])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["figure.gif", "figure", ".svg", "figure.svg.gz"])
def test_unknown_endings_are_refused(sample: Diagram, theme: Theme, tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=r"one of \.svg, \.pdf, \.png, \.tex"):
        save(tmp_path / name, sample, theme)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    with pytest.raises(GoldleafError, match="cannot be written"):
        save(tmp_path / "nowhere" / "figure.svg", sample, theme)


def test_a_failure_leaves_the_old_file(
    sample: Diagram, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "figure.svg"
    path.write_text("old")

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as file:
            file.write(content[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(GoldleafError, match="No space left"):
        save(path, sample, theme)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_figure_that_cannot_be_written_leaves_the_old_file(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    path.write_text("old")
    with pytest.raises(OptionError):
        save(path, sample, theme, FigureOptions(pixels=99))
    assert path.read_text() == "old"


def test_only_pdf_has_pages(sample: Diagram, theme: Theme) -> None:
    assert encode("pdf", [sample, sample], theme).startswith(b"%PDF")
    with pytest.raises(OptionError, match="holds one figure, not 2"):
        encode("svg", [sample, sample], theme)
    with pytest.raises(OptionError, match="nothing to draw"):
        encode("pdf", [], theme)


def test_tex_takes_the_arcs_themselves(sample: Diagram, english: list[ArcsPicture], theme: Theme) -> None:
    def source(theme: Theme, scale: float, *, standalone: bool) -> str:
        diagrams = draw(english, Mode.STACKED, Options(), theme, typewriter)
        return tikz.write(english, diagrams, theme, Options(), scale=scale, standalone=standalone)

    assert rb"\begin{tikzpicture}" in encode("tex", sample, theme)
    assert rb"\begin{dependency}" in encode("tex", sample, theme, tikz=source)


def test_a_format_is_found_by_its_ending() -> None:
    found = format_of("a.b/c.PDF")
    assert isinstance(found, FigureFormat)
    assert found.title == "PDF"


@pytest.mark.parametrize(
    ("options", "width"),
    [
        (FigureOptions(), "495"),
        (FigureOptions(page=PRESETS["column"]), "7.7cm"),
        (FigureOptions(page=PRESETS["full"]), "16cm"),
        (FigureOptions(page=page_of("slide")), "30cm"),
        (FigureOptions(page=page_of("5cm")), "5cm"),
    ],
)
def test_presets(sample: Diagram, theme: Theme, options: FigureOptions, width: str) -> None:
    root = ET.fromstring(encode("svg", sample, theme, options))
    assert root.get("width") == width


@pytest.mark.parametrize("width", ["poster", 0, -1, 1000])
def test_widths_that_there_are_not(width: str | int) -> None:
    with pytest.raises(OptionError, match=f"--width {width}: n"):
        page_of(width)


def test_smallest_text(sample: Diagram, theme: Theme) -> None:
    size = text_size(sample, theme, FigureOptions())
    assert size == pytest.approx(theme.font(sample.shapes[-2].role).size * 0.75)
    narrow = text_size(sample, theme, FigureOptions(page=page_of(5)))
    assert narrow is not None
    assert narrow < 7
    assert text_size(replace(sample, shapes=()), theme, FigureOptions()) is None
