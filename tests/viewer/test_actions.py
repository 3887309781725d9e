import pytest

from viewer.actions import ACTIONS, MENUS, TOOLS, by_id, conflicts, matching
from viewer.menus import portable, sequences


def test_ids_are_unique_and_all_is_described():
    assert len(by_id()) == len(ACTIONS)
    for action in ACTIONS:
        assert action.title and action.description.endswith("."), action.id
        assert action.menu.split("/")[0] in MENUS, action.id
        assert not action.tool or action.tool in TOOLS, action.id


@pytest.mark.usefixtures("qapp")
def test_no_key_twice():
    keys = {action.id: portable(sequences(action.keys)) for action in ACTIONS}
    assert conflicts(keys) == {}


def test_conflicts_are_found():
    assert conflicts({"go.next": ["N"], "go.next-differing": ["N"]}) == {"N": ["go.next", "go.next-differing"]}


def test_every_action_is_wired(empty_window):
    assert set(empty_window.actions_._commands) == set(by_id())
    for action in ACTIONS:
        if action.checkable:
            assert empty_window.actions_._commands[action.id].checked is not None, action.id


def test_icons_are_there(empty_window):
    for action in ACTIONS:
        if action.icon:
            assert not empty_window.actions_[action.id].icon().isNull(), action.id


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
