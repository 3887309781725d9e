"""What dialogs have in common: their buttons, and a line that says more in faint letters."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox

from goldleaf.viewer.labels import Label

Button = QDialogButtonBox.StandardButton


def answers(dialog: QDialog, buttons: QDialogButtonBox.StandardButton = Button.Ok | Button.Cancel) -> QDialogButtonBox:
    """Buttons that accept and reject a dialog."""
    box = QDialogButtonBox(buttons)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def hint(text: str = "") -> Label:
    """A line in faint letters, which goes on in the next one where there is no room."""
    label = Label(text)
    label.setObjectName("faint")
    label.setWordWrap(True)
    return label
