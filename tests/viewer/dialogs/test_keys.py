import pytest
from PySide6.QtGui import QKeySequence

from goldleaf.viewer.actions.qt import portable, sequences
from goldleaf.viewer.actions.table import ACTIONS
from goldleaf.viewer.dialogs.keys import KeysDialog
from goldleaf.viewer.state.settings import KEYS


@pytest.fixture
def dialog(qtbot):
    made = KeysDialog(None, {action.id: portable(sequences(action.keys)) for action in ACTIONS})
    qtbot.addWidget(made)
    return made


def test_all_actions_are_listed(dialog):
    assert set(dialog._items) == {action.id for action in ACTIONS}
    assert dialog.changed == {}


def test_a_key_is_changed(dialog):
    dialog.choose("go.next")
    dialog.edit.setKeySequence(QKeySequence("Ctrl+J"))
    dialog.use()
    assert dialog.changed == {"go.next": ["Ctrl+J"]}
    dialog._usual.click()
    assert dialog.changed == {}


def test_a_key_that_is_taken_is_refused(dialog):
    dialog.choose("go.next")
    dialog.edit.setKeySequence(QKeySequence("Ctrl+E"))
    assert "Export figure" in dialog.message.text() and not dialog._set.isEnabled()
    dialog.use()
    assert dialog.changed == {}


def test_an_action_without_key(dialog):
    dialog.choose("go.next")
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
        dialog.choose("go.next")
        dialog.edit.setKeySequence(QKeySequence("Ctrl+J"))
        dialog.use()
        return True

    monkeypatch.setattr(KeysDialog, "exec", change)
    window.actions_["help.keys"].trigger()
    assert window.actions_["go.next"].shortcut() == QKeySequence("Ctrl+J")
    assert window.settings.get(KEYS) == {"go.next": ["Ctrl+J"]}
