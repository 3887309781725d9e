import pytest

from goldleaf.viewer.actions.qt import portable, sequences
from goldleaf.viewer.actions.table import ACTIONS, MENUS, TOOLS, Action, by_id, conflicts, is_for_blind


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


def test_what_cannot_be_done_says_why(window):
    for view in ("arcs", "function"):
        window.desk.show_view(view)
        off = [action.id for action in ACTIONS if not window.actions_[action.id].isEnabled()]
        assert off and all(window.actions_.why_not(identity).endswith(".") for identity in off)
        for identity in off:
            assert window.actions_[identity].toolTip().endswith(window.actions_.why_not(identity))
    assert window.actions_.why_not("file.open") == ""


def test_a_new_action_is_not_for_who_reviews_blind():
    for identity in ("file.new", "review.new-list", "score.figures", "parse.0", "help.log", "new.thing"):
        assert not is_for_blind(Action(id=identity, title="", menu="File", description=""))
    for identity in ("go.next", "parse.2", "score.attachment.punctuation.include", "review.gold", "tree.fold"):
        assert is_for_blind(Action(id=identity, title="", menu="File", description=""))
