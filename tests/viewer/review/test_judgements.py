"""How places of several words are written."""

import pytest

from goldleaf.viewer.review.judgements import role_of, yield_item, yield_of


@pytest.mark.parametrize(
    ("item", "words"), [("3-5", {3, 4, 5}), ("3-5+8-8", {3, 4, 5, 8}), ("2-2", {2}), ("20-22", {20, 21, 22})]
)
def test_yields_are_written_in_one_way_and_read_in_two(item, words):
    assert yield_of(item) == words
    assert yield_item(words) == item
    assert yield_of(item.replace("8-8", "8").replace("2-2", "2")) == words


@pytest.mark.parametrize("item", ["", "3-", "5-3-1", "a", "3,4", "1-999999999"])
def test_what_is_no_yield(item):
    assert yield_of(item) is None


def test_roles():
    assert [role_of(item) for item in ("8>3", "8")] == [(8, 3), (8, 0)]
    assert role_of("8>") is None
