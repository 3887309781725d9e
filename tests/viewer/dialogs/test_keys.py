"""The sheet of keys. Also tests `actions`."""

import pytest
from PySide6.QtGui import QKeySequence

from goldleaf.viewer.dialogs.actions import KeysDialog
from goldleaf.viewer.state.settings import KEYS


@pytest.fixture
def dialog(qtbot, empty_window):
    made = KeysDialog(None, empty_window.actions_.table, empty_window.actions_.keys())
    qtbot.addWidget(made)
    return made


def test_all_actions_are_listed(dialog, empty_window):
    assert set(dialog._items) == {*empty_window.actions_.table}
    assert dialog.changed == {}


def test_what_actions_do_is_seen_of_nearly_all(dialog):
    dialog.show()
    measure, width = dialog.tree.fontMetrics().horizontalAdvance, dialog.tree.columnWidth(2)
    cut = [item.text(2) for item in dialog._items.values() if measure(item.text(2)) > width - 8]
    assert len(cut) < len(dialog._items) / 8


def test_a_key_is_changed(dialog):
    dialog.tree.setCurrentItem(dialog._items["go.next"])
    dialog.edit.setKeySequence(QKeySequence("Ctrl+J"))
    dialog.use()
    assert dialog.changed == {"go.next": ["Ctrl+J"]}
    dialog._usual.click()
    assert dialog.changed == {}


def test_a_key_that_is_taken_is_refused(dialog):
    dialog.tree.setCurrentItem(dialog._items["go.next"])
    dialog.edit.setKeySequence(QKeySequence("Ctrl+E"))
    assert "Export figure" in dialog.message.text() and not dialog._set.isEnabled()
    dialog.use()
    assert dialog.changed == {}


def test_an_action_without_key(dialog):
    dialog.tree.setCurrentItem(dialog._items["go.next"])
    dialog._none.click()
    assert dialog.changed == {"go.next": []}
    dialog._reset()
    assert dialog.changed == {}


def test_search(dialog):
    dialog.search.setText("palette")
    shown = [identity for identity, item in dialog._items.items() if not item.isHidden()]
    assert shown == ["edit.palette"]


def test_changed_keys_act_and_are_kept(window, monkeypatch):
    def change(dialog):
        dialog.tree.setCurrentItem(dialog._items["go.next"])
        dialog.edit.setKeySequence(QKeySequence("Ctrl+J"))
        dialog.use()
        return True

    monkeypatch.setattr(KeysDialog, "exec", change)
    window.actions_["help.keys"].trigger()
    assert window.actions_["go.next"].shortcut() == QKeySequence("Ctrl+J")
    assert window.settings.get(KEYS) == {"go.next": ["Ctrl+J"]}
