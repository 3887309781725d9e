import pytest

from goldleaf.viewer.actions.fuzzy import matching
from goldleaf.viewer.actions.table import ACTIONS


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("only diff", "view.only-differences"),
        ("exfig", "figure.export"),
        ("reload", "file.reload"),
        ("tikz", "figure.copy-tikz"),
    ],
)
def test_matching_finds_the_closest_first(text, first):
    assert matching(text, [(action.id, action.title) for action in ACTIONS])[0] == first


def test_matching_nothing_and_everything():
    titles = [("a", "Alpha"), ("b", "Beta")]
    assert matching("xyz", titles) == []
    assert matching("", titles) == ["a", "b"]
