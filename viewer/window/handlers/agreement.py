"""What the action of agreement between annotators does: one dialog, beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.agreement import AgreementDialog


class AgreementHandler(OneDialog):
    """Shows how far the annotators agree. ``fail`` tells what could not be done."""

    dialog: AgreementDialog | None = None

    def __init__(
        self,
        window: QWidget,
        inspector: Inspector,
        reviewing: Reviewing,
        filter_line: FilterLine,
        fail: Callable[[Failure], object],
    ) -> None:
        self._window = window
        self._inspector = inspector
        self._reviewing = reviewing
        self._filter = filter_line
        self._fail = fail

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        add = "Add the other annotators' files: File › Add parse…."
        return {"score.agreement": Command(self.show, why_not=unless(self._possible, add))}

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.agreement import AgreementDialog

        if self.dialog is None:
            dialog = self._hold(AgreementDialog(self._window, self._inspector, self._reviewing))
            dialog.filter_wanted.connect(self._filter.use)
            dialog.failed.connect(self._fail)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def _possible(self) -> bool:
        document = self._inspector.document
        return document is not None and document.complete and bool(document.parses)
