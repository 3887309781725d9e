"""Where shapes lie."""

from __future__ import annotations

import pytest

from goldleaf.viewer.canvas.outline import Rect, bounds, extent, polyline, union
from goldleaf.viewer.diagram.shapes import Anchor, Box, Path, Polygon, Role, Segment, Text

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
    assert union([Rect(0, 0, 1, 1), Rect(5, -2, 6, 0)]) == Rect(0, -2, 6, 1)
    assert Rect(0, 0, 2, 4).grown(1) == Rect(-1, -1, 3, 5)
