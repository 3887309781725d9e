"""Where shapes lie, and what lies under a point, without a window."""

from __future__ import annotations

import pytest

from goldleaf.viewer.canvas.outline import HitMap, bounds, element_bounds, polyline
from goldleaf.viewer.diagram.shapes import (
    Anchor,
    Box,
    Diagram,
    Key,
    Path,
    Point,
    Polygon,
    Rect,
    Role,
    Segment,
    Side,
    Text,
    extent,
)

CURVE = Path((0, 0), (Segment((10, 0), (0, -8), (10, -8)), Segment((20, 0))), Role.ARC)


def ten(_: Role) -> float:
    return 10.0


@pytest.mark.parametrize(("anchor", "left"), [(Anchor.START, 50), (Anchor.MIDDLE, 35), (Anchor.END, 20)])
@pytest.mark.parametrize("right_to_left", [False, True])
def test_anchors_are_geometric(anchor: Anchor, left: float, right_to_left: bool) -> None:
    text = Text(50, 100, "abc", Role.WORD, anchor=anchor, right_to_left=right_to_left, width=30)
    found = bounds(text, ten)
    assert (found.left, found.right) == (left, left + 30)
    assert found.top < 100 < found.bottom
    assert (extent(text).left, extent(text).right) == (left, left + 30)


def test_curves_are_followed() -> None:
    points = polyline(CURVE)
    assert points[0] == (0, 0)
    assert points[-2:] == [(10, 0), (20, 0)]
    assert min(y for _, y in points) == pytest.approx(-6, abs=0.1)  # three quarters of the way to the controls
    assert bounds(CURVE, ten) == Rect(0, min(y for _, y in points), 20, 0)
    assert (extent(CURVE).left, extent(CURVE).right) == (0, 20)


def test_a_curve_may_name_one_control() -> None:
    one = Path((0, 0), (Segment((10, 0), (0, -8)),), Role.ARC)
    both = Path((0, 0), (Segment((10, 0), (0, -8), (10, 0)),), Role.ARC)
    assert polyline(one) == polyline(both)


def test_areas() -> None:
    assert bounds(Box(1, 2, 3, 4, Role.LABEL_BOX), ten) == Rect(1, 2, 4, 6)
    assert bounds(Polygon(((0, 0), (4, 0), (2, 7)), Role.ARROWHEAD), ten) == Rect(0, 0, 4, 7)
    boxes = [Box(0, 0, 1, 1, Role.LABEL_BOX), Box(5, -2, 1, 2, Role.LABEL_BOX)]
    assert element_bounds(boxes, ten) == Rect(0, -2, 6, 1)


WORD, OTHER_WORD = Key(Side.GOLD, "word", "1"), Key(Side.GOLD, "word", "2")
LOW, HIGH, BAR = Key(Side.GOLD, "arc", "1"), Key(Side.GOLD, "arc", "2"), Key(Side.GOLD, "token", "1")


def arch(left: float, right: float, top: float, key: Key) -> Path:
    return Path((left, 80), (Segment((left, top)), Segment((right, top)), Segment((right, 80))), Role.ARC, key=key)


DIAGRAM = Diagram(
    300,
    150,
    (
        arch(50, 150, 60, LOW),
        arch(50, 250, 20, HIGH),
        Box(140, 12, 40, 14, Role.LABEL_BOX, key=HIGH),
        Text(160, 24, "label", Role.LABEL, key=HIGH, width=30),
        Text(50, 100, "word", Role.WORD, key=WORD, width=40),
        Text(150, 100, "other", Role.WORD, key=OTHER_WORD, width=40),
        Box(30, 120, 140, 4, Role.TOKEN, key=BAR),
        Text(280, 140, "no key", Role.CAPTION, width=30),
    ),
)


@pytest.fixture(scope="module")
def hits() -> HitMap:
    return HitMap(DIAGRAM, lambda _: 10.0)


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((50, 98), WORD),
        ((68, 98), WORD),
        ((150, 98), OTHER_WORD),
        ((100, 60), LOW),
        ((100, 63), LOW),
        ((100, 66), None),
        ((100, 21), HIGH),
        ((250, 50), HIGH),
        ((160, 20), HIGH),
        ((160, 14), HIGH),  # inside the box, above the letters
        ((100, 122), BAR),
        ((280, 140), None),
        ((220, 100), None),
        ((-50, -50), None),
    ],
)
def test_at(hits: HitMap, point: Point, expected: Key | None) -> None:
    assert hits.at(point) == expected


def test_the_nearest_line_wins(hits: HitMap) -> None:
    assert hits.at((100, 45), tolerance=50) == LOW
    assert hits.at((100, 35), tolerance=50) == HIGH


def test_text_comes_before_a_line_that_passes_it() -> None:
    crossed = Diagram(100, 100, (Text(50, 50, "a", Role.WORD, key=WORD, width=20), arch(50, 90, 45, HIGH)))
    assert HitMap(crossed, lambda _: 10.0).at((50, 47), 5) == WORD


def test_of_equals_the_last_painted_wins() -> None:
    twice = Diagram(300, 100, (arch(50, 150, 60, LOW), arch(50, 150, 60, HIGH)))
    assert HitMap(twice, lambda _: 10.0).at((100, 60)) == HIGH


def test_tolerance_also_reaches_text(hits: HitMap) -> None:
    assert hits.at((25, 98), tolerance=0) is None
    assert hits.at((25, 98), tolerance=6) == WORD


def test_an_empty_picture() -> None:
    assert HitMap(Diagram(0, 0), lambda _: 10.0).at((0, 0), 100) is None


def test_bounds_of_an_element() -> None:
    found = element_bounds(list(DIAGRAM.shapes_of(HIGH)), lambda _: 10.0)
    assert (found.left, found.right, found.bottom) == (50, 250, 80)
    assert found.top == 12
