"""What alt texts say of differences."""

from __future__ import annotations

from goldleaf.viewer.diagram.naming import REVIEW, counted_differences
from goldleaf.viewer.diagram.shapes import State


def test_each_class_is_counted():
    states = [State.WRONG_HEAD, State.MISSING, State.WRONG_HEAD]
    assert counted_differences(map(REVIEW.verdict, states)) == "2 wrong heads, 1 missing"


def test_what_is_no_difference_is_not_told():
    assert counted_differences(map(REVIEW.verdict, [State.MATCHED, State.NOT_SCORED])) == ""


def test_what_differs_stands_in_the_number_that_there_is():
    one = counted_differences(["wrong head and label", "word of the gold only", "tags differ", "only anna"])
    assert one == "1 only anna, 1 tag differs, 1 word of the gold only, 1 wrong head and label"
    assert counted_differences(["heads and labels differ"]) == "1 head and label differ"
    assert counted_differences(["other words"]) == "1 with other words"
    two = counted_differences(["wrong head and label", "word of the gold only", "heads and labels differ"] * 2)
    assert two == "2 heads and labels differ, 2 words of the gold only, 2 wrong heads and labels"


def test_an_annotator_who_is_called_as_what_differs_keeps_the_name():
    assert counted_differences(["only head", "word of tag only"] * 2) == "2 only head, 2 words of tag only"
