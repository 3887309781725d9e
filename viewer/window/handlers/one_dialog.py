"""A dialog beside the window, of which there is one at a time."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QDialog

Shown = TypeVar("Shown", bound=QDialog)


class OneDialog:
    """Holds the dialog of a handler until it is closed."""

    dialog: QDialog | None = None

    def _hold(self, dialog: Shown) -> Shown:
        """Keep a new dialog, and let it go once it is closed."""
        self.dialog = dialog
        dialog.finished.connect(self._forget)
        return dialog

    def stop(self) -> None:
        """Close the dialog, and give up what it works on."""
        if self.dialog is not None:
            self.dialog.close()

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
