"""How large a picture is shown in some room: all of it, rows that are compared, as much as can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSizeF

from goldleaf.viewer.canvas.fitting import (
    ABREAST,
    COMPARED,
    LARGEST_FIT,
    LOW,
    SMALLEST,
    SMALLEST_FIT,
    WAYS,
    ZOOMS,
    edges,
    fitting_zoom,
    tallest,
)
from goldleaf.viewer.diagram.shapes import Diagram

ROWS = Diagram(200, 400, strips=(0.0, 90.0, 220.0, 300.0), abreast=2)  # gold, parse, gold, parse
TREE, TALL = Diagram(200, 400), Diagram(200, 1000)


def zoom(diagram: Diagram, wide: float, tall: float, least: float = SMALLEST_FIT) -> float:
    return fitting_zoom(diagram, QSizeF(diagram.width, diagram.height), QSizeF(wide, tall), 10.0, least)


def test_rows_are_measured_with_what_they_are_compared_to() -> None:
    assert edges(ROWS) == [0.0, 220.0, 400.0] and tallest(ROWS) == 220.0
    assert edges(TREE) == [0.0, 400.0] and tallest(TREE) == 400


@pytest.mark.parametrize(
    ("diagram", "wide", "tall", "wanted"),
    [
        (TREE, 1000, 1000, LARGEST_FIT),
        (TREE, 182, 1000, 0.9),  # as wide as there is room
        (TREE, 1000, 362, 0.9),
        (TALL, 1000, 500, 1.0),  # one has to scroll: then in its own size,
        (TALL, 182, 500, 0.85),  # but beside the scroll bar,
        (TALL, 1000, LOW - 1, SMALLEST_FIT),  # and in a low pane as small as can be read
        (ROWS, 1000, 302, 0.75),  # smaller, as all is seen then
        (ROWS, 1000, 220 * 0.9, 0.9),  # a pair
        (ROWS, 1000, 220 * 0.65, 0.65),  # also a smaller one,
        (ROWS, 1000, 220 * 0.5, SMALLEST_FIT),  # but none that cannot be read
    ],
)
def test_the_zoom(diagram: Diagram, wide: float, tall: float, wanted: float) -> None:
    assert zoom(diagram, wide, tall) == pytest.approx(wanted)


def test_whatever_the_scale_all_is_seen() -> None:
    assert zoom(TREE, 52, 1000, SMALLEST) == pytest.approx(0.25)
    assert fitting_zoom(TREE, QSizeF(), QSizeF(100, 100), 10.0, SMALLEST) == 1.0
    assert [*ZOOMS] == sorted(ZOOMS, reverse=True) and (ZOOMS[0], ZOOMS[-1]) == (SMALLEST_FIT, SMALLEST)
    # What can be read at ease comes before what is set closer.
    assert SMALLEST_FIT > COMPARED > ABREAST
    assert WAYS == ((False, 0.8), (True, COMPARED))
