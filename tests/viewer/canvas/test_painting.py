"""The painter: what is painted where, and that the screen's faster way looks the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from goldleaf.viewer.canvas.painting import Painting, Pens, on_screen, painter_path, screen_line
from goldleaf.viewer.diagram.shapes import Box, Diagram, Path, Rect, Role, Segment, Shape, State, Text
from goldleaf.viewer.diagram.theme import Paint, Theme

pytestmark = pytest.mark.usefixtures("qapp")


def canvas(width: int = 200, height: int = 100) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    return image


def painted(*shapes: Shape, theme: Theme, screen: bool = False, zoom: float = 1) -> QImage:
    image = canvas()
    painter = QPainter(image)
    painter.scale(zoom, zoom)
    Painting(shapes, theme, screen=screen).draw(painter)
    painter.end()
    return image


def lightness(image: QImage) -> npt.NDArray[np.int16]:
    """The lightness of each pixel, by row and column."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()].astype(np.int16)


def ink(image: QImage) -> int:
    """How many pixels are darker than half."""
    return int((lightness(image) < 128).sum())


@pytest.mark.parametrize("state", [State.MATCHED, State.MISSING, State.WRONG_HEAD])
@pytest.mark.parametrize("zoom", [1.0, 1.5, 4.0])
def test_the_screen_shows_the_same_lines(theme: Theme, state: State, zoom: float) -> None:
    corner = Segment((30, 20), (20, 25), (25, 20))
    line = Path((20, 80), (Segment((20, 30)), corner, Segment((150, 20)), Segment((160, 80))), Role.ARC, state)
    exact, quick = (painted(line, theme=theme, screen=screen, zoom=zoom) for screen in (False, True))
    differences = np.abs(lightness(exact) - lightness(quick))
    assert (differences > 40).sum() <= 12
    assert differences.mean() < 0.3


def test_a_halo_clears_what_lies_beneath(theme: Theme) -> None:
    across = Path((0, 50), (Segment((200, 50)),), Role.ARC)
    down = Path((100, 0), (Segment((100, 100)),), Role.ARC, halo=True)
    for screen in (False, True):
        image = painted(across, down, theme=theme, screen=screen)
        assert image.pixelColor(97, 50).name() == theme.background
        assert image.pixelColor(80, 50).name() != theme.background


def test_text_is_where_it_is_measured(theme: Theme) -> None:
    image = painted(Text(100, 60, "HHHH", Role.WORD), theme=theme)
    dark = lightness(image) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    assert (columns[0] + columns[-1]) / 2 == pytest.approx(99.5, abs=2)
    assert rows[-1] == pytest.approx(59, abs=1)


def test_fractional_sizes_are_painted(theme: Theme) -> None:
    small, large = (painted(Text(100, 60, "HHHHH", Role.WORD), theme=theme.scaled(factor)) for factor in (1.0, 1.03))
    assert ink(small) < ink(large) < 1.3 * ink(small)


def test_unreadably_small_text_is_hinted_at(theme: Theme) -> None:
    image = painted(Text(500, 500, "HHHHH", Role.WORD), theme=theme, zoom=0.1)
    assert 0 < (lightness(image)[49] < 250).sum() < 20


def test_only_what_is_exposed_is_made_ready(theme: Theme) -> None:
    shapes = [Text(100 * number, 50, f"{number}", Role.WORD, width=10) for number in range(100)]
    painting = Painting(shapes, theme)
    image = canvas()
    painter = QPainter(image)
    painting.draw(painter, Rect(450, 0, 650, 100))
    painter.end()
    assert [index for index, ready in enumerate(painting._ready) if ready] == [5, 6]


def test_rows_of_words_that_are_not_seen_are_not_made_ready(theme: Theme) -> None:
    painting = Painting([Text(50, 100 * number, f"{number}", Role.WORD, width=10) for number in range(100)], theme)
    image = canvas()
    painter = QPainter(image)
    painting.draw(painter, Rect(0, 450, 100, 650))
    painter.end()
    assert [index for index, ready in enumerate(painting._ready) if ready] == [5, 6]


def test_opacity(theme: Theme) -> None:
    look = {(Role.TOKEN, State.MATCHED): Paint(fill="#000000", opacity=0.5)}
    faint = replace(theme, paints={**theme.paints, **look})
    image = painted(Box(10, 10, 50, 50, Role.TOKEN), Box(100, 10, 50, 50, Role.LABEL_BOX), theme=faint)
    assert image.pixelColor(30, 30).lightness() == pytest.approx(127, abs=2)
    assert image.pixelColor(120, 30) == QColor(theme.background)


def test_right_to_left_puts_the_full_stop_at_the_left(theme: Theme) -> None:
    ends = []
    for right_to_left in (False, True):
        image = painted(Text(100, 60, "אאאא.", Role.WORD, right_to_left=right_to_left), theme=theme)
        dark = lightness(image) < 128
        low, high = (np.flatnonzero(dark[rows].any(axis=0)) for rows in (slice(58, 60), slice(48, 55)))
        ends.append((min(low) < min(high) - 2, max(low) > max(high) + 2))
    assert ends == [(False, True), (True, False)]


CORNERED = Path((0.0, 10.0), (Segment((10.0, 0.0), (0.0, 0.0), (0.0, 0.0)), Segment((500.0, 0.0))), Role.ARC)
LONG = Path((5.0, 5.0), (Segment((195.0, 5.0), (50.0, 120.0), (150.0, 120.0)),), Role.EDGE)


@pytest.mark.parametrize("width", [1.0, 4.0])
@pytest.mark.parametrize(("path", "same"), [(LONG, True), (CORNERED, False)])
def test_a_long_curve_is_drawn_as_it_is(width: float, path: Path, same: bool) -> None:
    """Of straight lines, and of short corners, a few lines are drawn."""
    pens = Pens.of(Paint("#000000", width))
    images = []
    for line in (screen_line(path, pens), lambda painter: painter.strokePath(painter_path(path), pens.own)):
        image = canvas()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line(painter)
        painter.end()
        images.append(image)
    assert (images[0] == images[1]) is same


def test_what_was_made_ready_is_painted_as_it_is_without(sample: Diagram, theme: Theme) -> None:
    """And a picture that is shown a second time is ready already."""
    image = canvas()
    on_screen(sample, theme).prepare()
    painter = QPainter(image)
    on_screen(sample, theme).draw(painter)
    painter.end()
    assert image == painted(*sample.shapes, theme=theme, screen=True)
    assert on_screen(sample, theme) is on_screen(sample, theme)
