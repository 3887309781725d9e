"""Kappa and alpha: worked by hand, and against scikit-learn and the krippendorff package on random values."""

from __future__ import annotations

import math

import krippendorff
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from goldleaf.core.analysis.agreement import alpha, kappa

VALUES = ("a", "b", "c")
some_value = st.sampled_from((*VALUES, None))


def series(values, dtype=None):
    return pl.Series(values, dtype=dtype or pl.String())


def annotations(annotators):
    """Random values of so many annotators, some missing."""
    return st.lists(st.tuples(*[some_value] * annotators), max_size=12).map(
        lambda rows: [[row[one] for row in rows] for one in range(annotators)]
    )


def kappa_of_scikit(one, other):
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if len({value for pair in pairs for value in pair}) < 2:
        return None  # where scikit-learn warns, and says nan
    return cohen_kappa_score(*zip(*pairs, strict=True))


def alpha_of_krippendorff(annotators):
    codes = [[math.nan if value is None else VALUES.index(value) for value in one] for one in annotators]
    units = [row for row in zip(*annotators, strict=True) if sum(value is not None for value in row) > 1]
    if len({value for row in units for value in row} - {None}) < 2:
        return None  # which the package refuses
    return krippendorff.alpha(reliability_data=np.array(codes), level_of_measurement="nominal")


def test_kappa_worked_by_hand():
    """Of 50 proposals both accept 20 and refuse 15: 0.7 observed, 0.5 by chance."""
    one, other = ["y"] * 25 + ["n"] * 25, ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert kappa(series(one), series(other)) == pytest.approx(0.4)


def test_alpha_worked_by_hand():
    """Krippendorff's own example (2011, C): four observers, twelve units, nominal; 0.743."""
    observers = "123321412***", "1233224125*3", "*3332342251*", "12332441251*"
    found = [series([None if value == "*" else value for value in one]) for one in observers]
    assert alpha(found) == pytest.approx(0.743, abs=0.0005)


@given(annotations(2))
def test_kappa_is_that_of_scikit_learn(annotators):
    one, other = annotators
    assert kappa(series(one), series(other)) == pytest.approx(kappa_of_scikit(one, other))


@given(st.integers(2, 4).flatmap(annotations))
def test_alpha_is_that_of_the_krippendorff_package(annotators):
    assert alpha([*map(series, annotators)]) == pytest.approx(alpha_of_krippendorff(annotators))


@given(annotations(3))
def test_an_annotator_who_says_nothing_changes_no_alpha(annotators):
    found = [*map(series, annotators)]
    assert alpha([*found, series([None] * len(found[0]))]) == alpha(found)


@given(annotations(3))
def test_the_order_of_annotators_does_not_matter(annotators):
    found = [*map(series, annotators)]
    assert alpha(found) == alpha(found[::-1])
    assert kappa(*found[:2]) == kappa(*found[1::-1])


@pytest.mark.parametrize("dtype", [pl.String(), pl.Categorical(), pl.Enum(VALUES)])
def test_any_kind_of_values(dtype):
    one, other = (series([*values], dtype) for values in ("aabb", "aabc"))
    assert kappa(one, other) == pytest.approx(kappa_of_scikit("aabb", "aabc"))
    assert alpha([one, other]) == pytest.approx(alpha_of_krippendorff(["aabb", "aabc"]))


@pytest.mark.parametrize(
    ("one", "other"),
    [([], []), (["a", "a"], ["a", "a"]), (["a", None], [None, "b"]), ([None], [None])],
    ids=["no units", "one value", "nothing in common", "nothing said"],
)
def test_undefined_where_chance_alone_agrees(one, other):
    assert kappa(series(one), series(other)) is None
    assert alpha([series(one), series(other)]) is None


def test_one_annotator_alone_has_no_alpha():
    assert alpha([series(["a", "b"])]) is None
    assert alpha([]) is None


def test_different_numbers_of_units_are_refused():
    with pytest.raises(ValueError, match="different numbers of units: 2, 1"):
        kappa(series(["a", "b"]), series(["a"]))
    with pytest.raises(ValueError, match="different numbers of units: 2, 1"):
        alpha([series(["a", "b"]), series(["a"])])
