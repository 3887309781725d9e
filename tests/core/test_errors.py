"""Errors say where, and what to do, also to a script."""

from __future__ import annotations

import pickle

import pytest

from goldleaf.core.alignment import check_comparable
from goldleaf.core.errors import FormatError, GoldleafError, OptionError, PairError, Problem
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from tests.core.trees import treebank


def parts(error):
    return error.path, error.line, error.column, error.remedy


def test_a_fault_of_a_file(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text("1\ta\t_\tX\tX\t_\tx\tdep\t_\t_\n")
    with pytest.raises(FormatError) as caught:
        read(path)
    assert parts(caught.value)[:3] == (str(path), 1, 7)
    assert str(caught.value).endswith(caught.value.remedy)


def test_a_missing_file(tmp_path):
    with pytest.raises(GoldleafError) as caught:
        read(tmp_path / "none: 3; x.conllx")
    assert parts(caught.value) == (str(tmp_path / "none: 3; x.conllx"), None, None, None)


def test_a_pair():
    with pytest.raises(PairError) as caught:
        check_comparable(treebank("a/N/0/root b/N/1/x"), treebank("a/N/0/root c/N/1/x", name="parse.conllx"))
    assert parts(caught.value) == ("gold.conllx", 2, None, None)


def test_an_option():
    with pytest.raises(OptionError) as caught:
        create("attachment", punctuation="some")
    assert parts(caught.value) == (None, None, None, "attachment has exclude, include")


def test_a_problem_with_no_line_and_with_all():
    whole = FormatError(Problem("a.gz", 0, 0, "is cut off"))
    assert (str(whole), *parts(whole)) == ("a.gz: is cut off", "a.gz", None, None, None)
    placed = FormatError(Problem("a", 2, 3, "bad; good"))
    assert (str(placed), *parts(placed)) == ("a:2:3: bad; good", "a", 2, 3, "good")


@pytest.mark.parametrize("error", [FormatError(Problem("a", 2, 3, "bad")), GoldleafError("a:4: no", path="a")])
def test_errors_of_other_processes(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and str(again) == str(error) and parts(again) == parts(error)
