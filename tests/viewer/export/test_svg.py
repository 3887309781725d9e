"""SVG: well-formed, whole, in order, and looked at by a second renderer."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from goldleaf.viewer.canvas.outline import bounds
from goldleaf.viewer.diagram.compose import compose
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Anchor, Diagram, Key, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import NAMES, Theme, load, typewriter
from goldleaf.viewer.export import svg
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.draw import draw

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def one(text: Text) -> Diagram:
    return Diagram(200, 50, (text,))


@pytest.mark.parametrize("name", NAMES)
def test_is_well_formed_in_every_theme(sample: Diagram, name: str) -> None:
    root = ET.fromstring(svg.write(sample, load(name)))
    assert root.get("viewBox") == f"0 0 {sample.width:g} {sample.height:g}"
    assert (root.get("width"), root.get("height")) == (f"{sample.width:g}", f"{sample.height:g}")


@pytest.mark.golden
def test_golden(sample: Diagram, fixed_theme: Theme, golden: Callable[[str, str], None]) -> None:
    golden("sample.svg", svg.write(sample, fixed_theme))


@pytest.mark.golden
def test_golden_right_to_left(hebrew_sample: Diagram, fixed_theme: Theme, golden: Callable[[str, str], None]) -> None:
    golden("hebrew-sample.svg", svg.write(hebrew_sample, fixed_theme))


def test_ids_are_unique_and_from_the_keys(sample: Diagram, theme: Theme) -> None:
    root = ET.fromstring(svg.write(sample, theme))
    found = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(found) == len(set(found))
    assert {str(key) for key in sample.elements} <= set(found)


def test_a_key_that_comes_back_keeps_the_painting_order(theme: Theme) -> None:
    one_key, other = Key(Side.GOLD, "arc", "1"), Key(Side.GOLD, "arc", "2")
    keys = (one_key, other, one_key, other, one_key)
    shapes = [Text(10 * place, 10, "abcde"[place], Role.LABEL, key=key) for place, key in enumerate(keys)]
    root = ET.fromstring(svg.write(Diagram(50, 20, tuple(shapes)), theme))
    groups = [element.get("id") for element in root.iter(f"{SVG}g")]
    assert texts(root) == list("abcde")
    assert groups == ["gold-arc-1", "gold-arc-2", "gold-arc-1-label", "gold-arc-2-label", "gold-arc-1-label-2"]
    assert [element.get("data-key") for element in root.iter(f"{SVG}g")].count("gold-arc-1") == 3


def test_text_stands_in_painting_order(sample: Diagram, theme: Theme) -> None:
    shown = texts(ET.fromstring(svg.write(sample, theme)))
    assert [word for word in shown if word != "X"] == [
        *("nmod", "subj", "obj"),
        *("Ms.", "<Haag>", "plays", "R&D\ufffd", "Elianti"),
        "gold & parse",
    ]


def test_nothing_lies_outside_the_view_box(sample: Diagram, hebrew_sample: Diagram, theme: Theme) -> None:
    for diagram in (sample, hebrew_sample):
        for shape in diagram.shapes:
            left, top, right, bottom = bounds(shape, lambda role: theme.font(role).size)
            assert left >= 0, shape
            assert top >= 0, shape
            assert right <= diagram.width, shape
            assert bottom <= diagram.height, shape


@pytest.mark.parametrize("text", ["\x00\x1b\ud800\ufffe", "<&>\"'", "a\tb\nc", "]]>", "\u202eabc", "🙂"])
def test_any_text_gives_xml(text: str, theme: Theme) -> None:
    key = Key(Side.GOLD, "word", text)
    diagram = replace(one(Text(10, 20, text, Role.WORD, key=key)), title=text, description=text, metadata={text: text})
    root = ET.fromstring(svg.write(diagram, theme).encode("utf-8"))
    assert len(texts(root)) == 1


def test_white_space_in_a_word_does_not_break_the_line(theme: Theme) -> None:
    root = ET.fromstring(svg.write(one(Text(10, 20, "a\tb\nc", Role.WORD)), theme))
    assert texts(root) == ["a b c"]


@pytest.mark.parametrize(
    ("anchor", "right_to_left", "expected"),
    [
        (Anchor.START, False, "start"),
        (Anchor.END, False, "end"),
        (Anchor.MIDDLE, True, "middle"),
        (Anchor.START, True, "end"),  # SVG's start is where a line of text begins: here at the right
        (Anchor.END, True, "start"),
    ],
)
def test_anchors_are_geometric(anchor: Anchor, right_to_left: bool, expected: str, theme: Theme) -> None:
    text = Text(100, 20, "ספר.", Role.WORD, anchor=anchor, right_to_left=right_to_left)
    element = next(ET.fromstring(svg.write(one(text), theme)).iter(f"{SVG}text"))
    assert element.get("text-anchor") == expected
    assert element.get("direction") == ("rtl" if right_to_left else None)


def test_says_what_it_is_about(sample: Diagram, theme: Theme) -> None:
    root = ET.fromstring(svg.write(sample, theme))
    assert root.findtext(f"{SVG}title") == sample.title
    assert root.findtext(f"{SVG}desc") == sample.description
    entries = root.iter(f"{{{svg.NAMESPACE}}}entry")
    assert {entry.get("name"): entry.text for entry in entries} == sample.metadata


def test_needs_nothing_from_outside(sample: Diagram, theme: Theme) -> None:
    written = svg.write(sample, theme)
    assert not re.search(r"<style|textPath|href|@import|url\(", written)


def test_a_halo_is_a_wider_ground_beneath_its_line(sample: Diagram, theme: Theme) -> None:
    root = ET.fromstring(svg.write(sample, theme))
    paths = list(root.iter(f"{SVG}path"))
    halo, line = paths[0], paths[1]
    assert halo.get("class") == "halo"
    assert halo.get("stroke") == theme.background
    assert halo.get("d") == line.get("d")
    assert float(halo.get("stroke-width", 0)) > float(line.get("stroke-width", 0))


def test_differences_are_dashed_as_the_theme_says(sample: Diagram, theme: Theme) -> None:
    root = ET.fromstring(svg.write(sample, theme))
    lines = {element.get("class"): element.get("stroke-dasharray") for element in root.iter(f"{SVG}path")}
    dash = theme.paint(Role.ARC, State.WRONG_HEAD).dash
    assert lines["arc wrong-head"] == " ".join(f"{length:g}" for length in dash)
    assert lines["arc matched"] is None


def test_numbers_are_short_and_never_negative_zero(theme: Theme) -> None:
    written = svg.write(one(Text(-0.001, 1 / 3, "a", Role.WORD)), theme)
    assert 'x="0" y="0.33"' in written


def test_width_on_paper(sample: Diagram, theme: Theme) -> None:
    root = ET.fromstring(svg.write(sample, theme, width_cm=7.7))
    assert root.get("width") == "7.7cm"
    assert root.get("height") == f"{7.7 * sample.height / sample.width:.2f}cm"
    assert root.get("viewBox") == f"0 0 {sample.width:g} {sample.height:g}"


def test_transparent_has_no_ground(sample: Diagram, theme: Theme) -> None:
    assert 'class="background"' in svg.write(sample, theme)
    assert 'class="background"' not in svg.write(sample, theme, transparent=True)


def test_is_the_same_twice(sample: Diagram, theme: Theme) -> None:
    assert svg.write(sample, theme) == svg.write(sample, theme)


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert (librsvg2-bin) is not installed")
def test_a_second_renderer_takes_it(sample: Diagram, theme: Theme, tmp_path: Path) -> None:
    source, picture = tmp_path / "a.svg", tmp_path / "a.png"
    source.write_text(svg.write(sample, theme), encoding="utf-8")
    subprocess.run(["rsvg-convert", "-o", str(picture), str(source)], check=True, timeout=300)
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (round(sample.width), round(sample.height))
    assert image.pixelColor(1, 1).name() == theme.background
    inked = {image.pixelColor(x, 44).name() for x in range(300, 380)}
    assert len(inked) > 5, "the label of the highest arc is not there"


@pytest.mark.parametrize("mode", list(Mode))
def test_arcs_are_written_whole(english: list[ArcsPicture], theme: Theme, mode: Mode) -> None:
    figure = compose(draw(english, mode, Options(), theme, typewriter), mode, theme, typewriter, legend=True)[0]
    root = ET.fromstring(svg.write(figure, theme))
    found = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(found) == len(set(found))
    for shape in figure.shapes:
        left, top, right, bottom = bounds(shape, lambda role: theme.font(role).size)
        assert min(left, top) >= 0, shape
        assert right <= figure.width, shape
        assert bottom <= figure.height, shape


def test_text_that_runs_upwards_is_turned_about_its_point(theme: Theme) -> None:
    root = ET.fromstring(svg.write(one(Text(20, 40, "word", Role.WORD, width=30, upright=True)), theme))
    (element,) = root.iter(f"{SVG}text")
    assert element.get("transform") == "rotate(-90 20 40)"


def test_it_lies_where_it_is_drawn() -> None:
    text = Text(20, 10, "word", Role.WORD, anchor=Anchor.END, width=30, upright=True)
    found = bounds(text, lambda _: 10.0)
    assert (found.top, found.bottom) == (10, 40)  # its end is at the top
    assert found.left < 20 < found.right and found.right - found.left < 15
