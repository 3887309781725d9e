"""Go to, and the palette."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from goldleaf.viewer.dialogs.go_to import GoToDialog
from goldleaf.viewer.dialogs.palette import Palette


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


def test_the_palette_does_what_is_chosen(window, monkeypatch):
    def choose(dialog):
        QTest.keyClicks(dialog.line, "overl")
        QTest.keyClick(dialog.line, Qt.Key.Key_Return)
        return True

    monkeypatch.setattr(Palette, "exec", choose)
    window.actions_["edit.palette"].trigger()
    assert window.actions_["view.overlay"].isChecked()


def test_the_palette_has_what_is_possible_only(empty_window):
    dialog = Palette(empty_window, empty_window.actions_)
    listed = [dialog.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(dialog.list.count())]
    assert "file.open" in listed and "go.next" not in listed
    QTest.keyClick(dialog.line, Qt.Key.Key_Down)
    assert dialog.list.currentRow() == 1
    dialog.deleteLater()
