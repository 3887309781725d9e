"""Each kind of shape in the mirror."""

import pytest

from goldleaf.viewer.diagram.shapes import Anchor, Box, Key, Path, Polygon, Role, Segment, Side, State, Text, placed

KEY = Key(Side.GOLD, "arc", "1")
SHAPES = [
    (
        Text(10, 5, "a", Role.WORD, State.EXTRA, KEY, Anchor.START, True, 7),
        Text(90, 5, "a", Role.WORD, State.EXTRA, KEY, Anchor.END, True, 7),
    ),
    (Text(10, 5, "a", Role.WORD), Text(90, 5, "a", Role.WORD)),
    (Box(10, 5, 30, 8, Role.LABEL_BOX, radius=2), Box(60, 5, 30, 8, Role.LABEL_BOX, radius=2)),
    (
        Polygon(((0, 1), (20, 2), (5, 3)), Role.ARROWHEAD, key=KEY),
        Polygon(((100, 1), (80, 2), (95, 3)), Role.ARROWHEAD, key=KEY),
    ),
    (
        Path((0, 1), (Segment((5, 6)), Segment((9, 9), (1, 2), (3, 4))), Role.ARC, halo=True),
        Path((100, 1), (Segment((95, 6)), Segment((91, 9), (99, 2), (97, 4))), Role.ARC, halo=True),
    ),
]


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_mirrored(left, right):
    assert placed(left, 100, 0.0, mirrored=True) == right
    assert placed(right, 100, 0.0, mirrored=True) == left


def test_a_mirrored_box_is_subtracted_in_one_order():
    # Figures round to two digits: in the other order some boxes move by one of the last.
    assert placed(Box(100.137, 0, 34.4, 10, Role.LABEL_BOX), 500, 0.0, mirrored=True).x == 500 - 100.137 - 34.4
