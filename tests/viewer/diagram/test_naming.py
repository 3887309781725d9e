"""What alt texts say of differences."""

from __future__ import annotations

from goldleaf.viewer.diagram.naming import REVIEW, counted_differences
from goldleaf.viewer.diagram.shapes import State


def test_each_class_is_counted():
    states = [State.WRONG_HEAD, State.MISSING, State.WRONG_HEAD]
    assert counted_differences(map(REVIEW.verdict, states)) == "1 missing, 2 wrong head"


def test_what_is_no_difference_is_not_told():
    assert counted_differences(map(REVIEW.verdict, [State.MATCHED, State.NOT_SCORED])) == ""
