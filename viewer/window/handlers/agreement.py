"""What the action of agreement between annotators does: one dialog, beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.agreement import AgreementDialog


class AgreementHandler(OneDialog):
    """Shows how far the annotators agree. ``fail`` tells what could not be done."""

    dialog: AgreementDialog | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        add = "Add the other annotators' files: File › Add parse…."
        return {"score.agreement": Command(self.show, why_not=unless(self._possible, add))}

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.agreement import AgreementDialog

        if self.dialog is None:
            dialog = self._hold(AgreementDialog(self._desk.window, self._desk.inspector, self._desk.reviewing))
            dialog.filter_wanted.connect(self._desk.filter.use)
            dialog.failed.connect(self._desk.tell_failure)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def _possible(self) -> bool:
        document = self._desk.inspector.document
        return document is not None and document.complete and bool(document.parses)
