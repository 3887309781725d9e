import numpy as np
import polars as pl
import pytest

from goldleaf.core.formats import read
from goldleaf.viewer.session.navigation import find, ordered, row_of_line, step, step_where
from tests.viewer.window.windows import written

ROWS = np.array([4, 0, 2])


@pytest.mark.parametrize(("current", "by", "expected"), [(4, 1, 0), (0, -1, 4), (2, 1, 2), (4, -1, 4), (0, 99, 2)])
def test_steps_in_the_order_of_the_list(current, by, expected):
    assert step(ROWS, current, by) == expected


@pytest.mark.parametrize(("current", "by", "expected"), [(1, 1, 2), (3, -1, 2), (5, 1, 4), (5, -1, 4)])
def test_from_outside_the_list_to_the_nearest(current, by, expected):
    assert step(ROWS, current, by) == expected


def test_an_empty_list():
    assert step(np.arange(0), 3, 1) is None
    assert step_where(np.arange(0), np.ones(5, bool), 3, 1) is None


def test_steps_over_what_is_not_wanted():
    wanted = np.array([False, True, True, True, True])
    assert step_where(ROWS, wanted, 4, 1) == 2
    assert step_where(ROWS, wanted, 2, -1) == 4
    assert step_where(ROWS, wanted, 2, 1) is None
    assert step_where(ROWS, wanted, 3, 1) == 4


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("1", 0),
        (" 3 ", 2),
        ("4", None),
        ("a-2", 1),
        ("-3", 2),
        (":1", 0),
        (":11", 1),
        (":99", 2),
        ("", None),
        ("x", None),
    ],
)
def test_finds_a_sentence(tmp_path, text, row):
    gold, _ = written(tmp_path)
    assert find(read(gold), text) == row


def test_row_of_line(tmp_path):
    gold, _ = written(tmp_path)
    assert row_of_line(read(gold), 0) is None


def test_order():
    table = pl.DataFrame({"las": [0.5, None, 0.1, 0.5], "text": ["b", "a", "c", "b"]})
    assert ordered(table, "las", False).tolist() == [2, 0, 3, 1]
    assert ordered(table, "las", True).tolist() == [0, 3, 2, 1]
    assert ordered(table, None, False).tolist() == [0, 1, 2, 3]
    assert ordered(table, "gone", False).tolist() == [0, 1, 2, 3]
