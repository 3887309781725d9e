"""Go to."""

from PySide6.QtWidgets import QDialogButtonBox

from goldleaf.viewer.dialogs.finding import GoToDialog


def test_goes_to_an_id(window, monkeypatch):
    def choose(dialog):
        dialog.line.setText("he-1")
        assert "10 · demo-he-1" in dialog._hint.text()
        return True

    monkeypatch.setattr(GoToDialog, "exec", choose)
    window.actions_["go.to"].trigger()
    assert window.inspector.row == 9


def test_what_is_not_found_cannot_be_gone_to(window):
    dialog = GoToDialog(window, window.inspector.document)
    dialog.line.setText("99")
    assert dialog.row is None
    assert not dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    dialog.deleteLater()
