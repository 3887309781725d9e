"""The demo of predicates and arguments."""

from __future__ import annotations


def test_the_menu_opens_the_demo_of_roles_in_their_view(empty_window, qtbot):
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.actions_["file.demo-roles"].trigger()
    assert empty_window.inspector.document.gold.path.endswith("roles-gold.conll09")
    assert empty_window.inspector.view.name == "roles"
