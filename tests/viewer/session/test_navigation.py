import re

import numpy as np
import polars as pl
import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.viewer.session.navigation import find, not_found, ordered, row_of, row_of_line, step, step_where
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
    assert find(read(gold), text, partly=True) == row


@pytest.fixture
def numbered(tmp_path):
    """Three sentences whose ids are numbers, but not their own."""
    path = tmp_path / "numbered.conllu"
    sentence = "# sent_id = {}\n1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    path.write_text("".join(sentence.format(name) for name in ("2", "1", "weblog-17")), encoding="utf-8")
    return read(path)


@pytest.mark.parametrize(
    ("text", "row"),
    [("1", 1), ("2", 0), ("3", 2), ("#1", 0), ("[1]", 0), ("(2)", 1), ("# 3", 2), ("#4", None), ("weblog", None)],
)
def test_an_id_goes_before_a_number_and_a_number_in_brackets_is_one(numbered, text, row):
    assert find(numbered, text) == row


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9", "has sentences 1 to 3"),
        ("[9]", "has sentences 1 to 3"),
        ("weblog-18", "has no such id; it has weblog-17"),
        ("zzz", "has no such id, and sentences 1 to 3"),
        (":0", "has lines from 1 on"),
    ],
)
def test_what_is_not_found_is_said_with_what_there_is(numbered, text, message):
    assert find(numbered, text) is None
    with pytest.raises(OptionError, match=f"--sentence {re.escape(text)}: .*numbered.conllu {message}"):
        row_of(numbered, text)


def test_row_of_line(tmp_path):
    gold, _ = written(tmp_path)
    assert row_of_line(read(gold), 0) is None


def test_order():
    table = pl.DataFrame({"las": [0.5, None, 0.1, 0.5], "text": ["b", "a", "c", "b"]})
    assert ordered(table, "las", False).tolist() == [2, 0, 3, 1]
    assert ordered(table, "las", True).tolist() == [0, 3, 2, 1]
    assert ordered(table, None, False).tolist() == [0, 1, 2, 3]
    assert ordered(table, "gone", False).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["9" * 5000, "#" + "9" * 5000, "-1", "-" + "9" * 30, "0", "9" * 19])
def test_numbers_out_of_all_bounds_are_refused_in_a_short_line(tmp_path, text):
    path = tmp_path / "gold.conllx"
    path.write_text("1\ta\t_\tX\tX\t_\t0\troot\t_\t_\n\n" * 3, encoding="utf-8")
    gold = read(path)
    with pytest.raises(OptionError, match="sentences 1 to 3") as raised:
        row_of(gold, text)
    assert len(str(raised.value)) < 300
    assert row_of(gold, ":" + "9" * 5000) == 2


def test_a_treebank_without_sentences(tmp_path):
    path = tmp_path / "empty.conllu"
    path.write_text("", encoding="utf-8")
    gold = read(path)
    assert find(gold, "1") is None and row_of_line(gold, 1) is None
    with pytest.raises(OptionError, match=r"--sentence 1: .*empty\.conllu has no sentences"):
        row_of(gold, "1")


def test_zeros_before_a_number_are_no_part_of_it(numbered):
    assert (find(numbered, "0" * 20 + "3"), find(numbered, "#000000000001"), find(numbered, "003")) == (2, 0, 2)
    assert find(numbered, ":" + "0" * 30 + "5") == 1


def test_each_line_is_of_the_sentence_before_the_next_one_begins(tmp_path):
    gold = read(written(tmp_path)[0])
    assert [row_of_line(gold, line) for line in (1, 9, 10, 13, 14, 17, 10**9)] == [0, 0, 1, 1, 2, 2, 2]
    assert row_of_line(gold, -1) is None


def test_a_part_of_an_id_finds_the_first_with_it_only_where_that_is_asked_for(numbered):
    assert (find(numbered, "weblog", partly=True), find(numbered, "7", partly=True)) == (2, 2)
    assert find(numbered, "weblog") is None and find(numbered, " ", partly=True) is None
    assert find(numbered, "w.*", partly=True) is None


def test_ids_that_are_alike_are_offered_from_the_first_five_thousand(tmp_path):
    path = tmp_path / "many.conllu"
    sentence = "# sent_id = {}\n1\tx\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    names = [*(f"{number:04}" for number in range(4_999)), "weblog-17", "grundgesetz-5"]
    path.write_text("".join(map(sentence.format, names)), encoding="utf-8")
    gold = read(path)
    assert not_found(gold, "weblog-18") == f"{path} has no such id; it has weblog-17"
    assert not_found(gold, "grundgesetz-6") == f"{path} has no such id, and sentences 1 to 5,001"
    assert not_found(gold, "5002") == not_found(gold, "(5002)") == f"{path} has sentences 1 to 5,001"


def test_steps_of_several_go_as_far_as_the_list_does():
    assert [step(ROWS, 4, by) for by in (1, 2, 3, -1)] == [0, 2, 2, 4]
    assert [step(ROWS, 1, by) for by in (5, -5)] == [2, 0]
    assert [step(ROWS, 9, by) for by in (1, -1)] == [4, 4] and step(np.array([3, 7]), 1, -1) == 7
    wanted = np.array([True, False, True, False, True, False])
    assert [step_where(ROWS, wanted, current, by) for current, by in ((4, 1), (0, -1), (1, 1), (3, -1), (5, 1))] == [
        0, 4, 2, 2, 4
    ]  # fmt: skip
    assert step_where(ROWS, np.zeros(6, bool), 1, 1) is None
