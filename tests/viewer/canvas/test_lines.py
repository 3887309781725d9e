"""Paths for the screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPen

from goldleaf.viewer.canvas.lines import CORNER, Pens, curve_length, exact_line, screen_line
from goldleaf.viewer.diagram.shapes import Path, Role, Segment

CORNERED = Path((0.0, 10.0), (Segment((10.0, 0.0), (0.0, 0.0), (0.0, 0.0)), Segment((500.0, 0.0))), Role.ARC)
LONG = Path((5.0, 5.0), (Segment((195.0, 5.0), (50.0, 120.0), (150.0, 120.0)),), Role.EDGE)


def test_straight_lines_are_no_curves():
    assert 10 < curve_length(CORNERED) < CORNER < curve_length(LONG)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("width", [1.0, 4.0])
def test_a_long_curve_is_drawn_as_it_is(width):
    pen = QPen(Qt.GlobalColor.black, width)
    images = []
    for line in (screen_line, exact_line):
        image = QImage(200, 100, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line(LONG, Pens.of(pen))(painter)
        painter.end()
        images.append(image)
    assert images[0] == images[1]
