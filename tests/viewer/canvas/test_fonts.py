"""Measuring, and what no font can show."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontDatabase

from goldleaf.viewer.canvas.fonts import font_advice, measure, sized_font
from goldleaf.viewer.diagram.theme import Font

pytestmark = pytest.mark.usefixtures("qapp")

SANS = Font("DejaVu Sans, sans-serif", 20)


def test_longer_text_is_wider() -> None:
    assert 0 < measure("a", SANS).width < measure("ab", SANS).width
    assert measure("", SANS).width == 0
    assert measure("a", SANS).ascent > measure("a", SANS).descent > 0


def test_size_is_even() -> None:
    """Fractions of pixels count, although Qt's fonts have whole ones."""
    small, large = (measure("wide enough to see", Font(SANS.family, size)) for size in (10.5, 21))
    assert large.width == pytest.approx(2 * small.width, rel=0.01)
    assert large.ascent == pytest.approx(2 * small.ascent, rel=0.1)


def test_bold_and_italic_and_families() -> None:
    font = sized_font(Font("No Such Font, DejaVu Sans", 12, bold=True, italic=True)).font
    assert font.families() == ["No Such Font", "DejaVu Sans"]
    assert font.bold()
    assert font.italic()
    assert font.pixelSize() == 12
    assert font.pointSize() == -1


def test_control_characters_are_measured_as_they_are_drawn() -> None:
    assert measure("\x00", SANS) == measure("\ufffd", SANS)


def test_latin_is_never_missing() -> None:
    assert font_advice(["plain text, a\x00b\tc"], SANS) is None


@pytest.mark.parametrize(
    ("text", "system", "script", "package"),
    [
        ("ไทย", QFontDatabase.WritingSystem.Thai, "Thai", "fonts-thai-tlwg"),
        ("नमस्ते", QFontDatabase.WritingSystem.Devanagari, "Devanagari", "fonts-noto-core"),
        ("你好", QFontDatabase.WritingSystem.SimplifiedChinese, "Chinese", "fonts-noto-cjk"),
    ],
)
def test_advice(text: str, system: QFontDatabase.WritingSystem, script: str, package: str) -> None:
    """A machine either has a font for the script or is told which package has one."""
    advice = font_advice(["abc", text], SANS)
    if QFontDatabase.families(system):
        assert advice is None
    else:
        assert advice is not None
        assert script in advice
        assert advice.endswith(f"apt install {package}")
        assert f"({''.join(sorted(set(text))[:8])})" in advice
