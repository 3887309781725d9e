"""Actions as they are declared and offered. Also tests `qt`."""

from goldleaf.viewer.actions.action import MENUS, TOOLS, Action, conflicts
from goldleaf.viewer.actions.qt import portable, sequences
from goldleaf.viewer.diagram.shapes import Key, Side


def test_all_is_described_and_has_its_place(empty_window):
    for action in empty_window.actions_.table.values():
        assert action.title and action.description.endswith("."), action.id
        assert action.menu.split("/")[0] in MENUS, action.id
        assert not action.tool or action.tool in TOOLS, action.id


def test_ids_are_unique(empty_window):
    identities = [action.id for action in empty_window.all_actions()]
    assert len(set(identities)) == len(identities)


def test_no_key_twice(empty_window):
    keys = {action.id: portable(sequences(action.keys)) for action in empty_window.actions_.table.values()}
    assert conflicts(keys) == {}


def test_conflicts_are_found():
    assert conflicts({"go.next": ["N"], "go.next-differing": ["N"]}) == {"N": ["go.next", "go.next-differing"]}


def test_icons_are_there(empty_window):
    for action in empty_window.actions_.table.values():
        if action.icon:
            assert not empty_window.actions_[action.id].icon().isNull(), action.id


def test_what_cannot_be_done_says_why(window):
    actions = window.actions_
    for view in ("arcs", "function"):
        window.desk.show_view(view)
        here = [identity for identity in actions.table if actions[identity].isVisible()]
        off = [identity for identity in here if not actions[identity].isEnabled()]
        assert off and [identity for identity in off if not actions.why_not(identity).endswith(".")] == []
        for identity in off:
            assert actions[identity].toolTip().endswith(actions.why_not(identity))
    assert actions.why_not("file.open") == ""


def test_who_reviews_blind_is_shown_nothing_that_tells_the_sides_apart(empty_window):
    assert not Action("new.thing", "New", "File", "New.", run=lambda: None).for_blind
    actions = empty_window.actions_.table
    for identity in ("review.all-such", "score.agreement", "score.plots", "file.report", "parse.0", "help.log"):
        assert not actions[identity].for_blind, identity
    for identity in ("go.next", "parse.2", "score.attachment.punctuation.include", "review.gold", "tree.fold"):
        assert actions[identity].for_blind, identity


def test_one_step_refreshes_actions_once_and_none_is_seen_as_it_was(window, monkeypatch):
    refreshed = []
    refresh = type(window.actions_).refresh
    monkeypatch.setattr(type(window.actions_), "refresh", lambda self: (refreshed.append(1), refresh(self)))
    window.inspector.step(1)
    window.inspector.select(Key(Side.GOLD, "word", "2"))
    window.inspector.step(1)
    assert refreshed == []
    assert window.actions_["go.next-difference"].isEnabled() and len(refreshed) == 1
    window.inspector.set_parse(-1)
    assert not window.actions_.all["go.next-difference"].isEnabled()
