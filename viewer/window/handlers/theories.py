"""What the action does that compares theories: one dialog, beside the window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.theories import TheoriesDialog


class TheoriesHandler(OneDialog):
    """Shows the matrix of the open experiments. ``tell`` shows a passing message, ``fail`` what could not be done."""

    dialog: TheoriesDialog | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"score.theories": Command(self.show, why_not=self._why_not)}

    def show(self) -> None:
        """Show the dialog for what is open, and go on with the window."""
        from goldleaf.viewer.dialogs.theories import TheoriesDialog

        request = self._desk.opener.request
        if request is None:
            return
        self.stop()
        dialog = self._hold(TheoriesDialog(self._desk.window, request.experiments, self._desk.settings))
        dialog.pair_wanted.connect(partial(self._open_pair, request))
        dialog.told.connect(self._desk.tell)
        dialog.failed.connect(self._desk.tell_failure)
        dialog.show()

    def _open_pair(self, request: Request, golds: Sequence[str], parse: int) -> None:
        """Open a parse of what was compared, with the golds that a figure is of."""
        self._desk.opener.open(Request.of_judges(request.experiments, golds, parse, request.source))

    def _why_not(self) -> str:
        request = self._desk.opener.request
        several = request is not None and len(request.experiments) > 1
        return "" if several else "Open a file of several theories: File › Open experiment…."
