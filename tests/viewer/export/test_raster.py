"""PNG: size, resolution, background, and what it says about itself. Also tests `painted`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage

from goldleaf.core.errors import OptionError
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import painted

pytestmark = pytest.mark.usefixtures("qapp")


def read(content: bytes) -> QImage:
    image = QImage()
    assert image.loadFromData(QByteArray(content), "PNG")
    return image


@pytest.mark.parametrize("pixels", [1, 2, 8])
def test_size_and_resolution(sample: Diagram, theme: Theme, pixels: int) -> None:
    image = read(painted.write_png(sample, theme, pixels=pixels))
    assert (image.width(), image.height()) == (sample.width * pixels, sample.height * pixels)
    assert image.dotsPerMeterX() == pytest.approx(96 * pixels / 0.0254, abs=1)


def test_a_smaller_scale_is_a_higher_resolution(sample: Diagram, theme: Theme) -> None:
    image = read(painted.write_png(sample, theme, pixels=2, scale=0.5))
    assert image.width() == sample.width * 2
    assert image.dotsPerMeterX() == pytest.approx(4 * 96 / 0.0254, abs=1)


@pytest.mark.parametrize("pixels", [0, 9, -1])
def test_other_scales_are_refused(sample: Diagram, theme: Theme, pixels: int) -> None:
    with pytest.raises(OptionError, match="between 1 and 8"):
        painted.write_png(sample, theme, pixels=pixels)


def test_a_picture_too_large_to_paint_is_refused(sample: Diagram, theme: Theme) -> None:
    with pytest.raises(OptionError, match="more than 32,767"):
        painted.write_png(replace(sample, width=20_000), theme, pixels=8)


def test_background(sample: Diagram, theme: Theme) -> None:
    assert read(painted.write_png(sample, theme)).pixelColor(2, 2).name() == theme.background
    assert read(painted.write_png(sample, theme, transparent=True)).pixelColor(2, 2).alpha() == 0


def test_says_what_it_is_about(sample: Diagram, theme: Theme) -> None:
    image = read(painted.write_png(replace(sample, metadata={"id": "ספר 1"}), theme))
    assert image.text("Title") == sample.title
    assert image.text("Description") == sample.description
    assert image.text("id") == "ספר 1"


def test_is_the_same_twice(sample: Diagram, theme: Theme) -> None:
    assert painted.write_png(sample, theme) == painted.write_png(sample, theme)
