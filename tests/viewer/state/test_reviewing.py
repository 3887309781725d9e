"""What a session's places are called."""

import pytest

from goldleaf.viewer.state.reviewing import words_of

FORMS = dict(zip("12345678", ["the", "man", "by", "the", "sea", "saw", "the", "the"], strict=True))


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("2", "man"),
        ("3>6", "by > saw"),
        ("1-4", "the … the"),
        ("1-2+7-7", "the … man … the"),
        ("7-7", "the"),
        ("7-8", "the … the"),
        ("9-9", "9"),
    ],
)
def test_equal_words_of_an_item_are_all_named(item, name):
    assert words_of(item, FORMS) == name
