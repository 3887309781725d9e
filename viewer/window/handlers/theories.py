"""What the action does that compares theories: one dialog, beside the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.opening import Opener
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.theories import TheoriesDialog


class TheoriesHandler(OneDialog):
    """Shows the matrix of the open experiments. ``tell`` shows a passing message, ``fail`` what could not be done."""

    dialog: TheoriesDialog | None = None

    def __init__(
        self,
        window: QWidget,
        opener: Opener,
        settings: Settings,
        tell: Callable[[str], object],
        fail: Callable[[Failure], object],
    ) -> None:
        self._window = window
        self._opener = opener
        self._settings = settings
        self._tell = tell
        self._fail = fail

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"score.theories": Command(self.show, why_not=self._why_not)}

    def show(self) -> None:
        """Show the dialog for what is open, and go on with the window."""
        from goldleaf.viewer.dialogs.theories import TheoriesDialog

        request = self._opener.request
        if request is None:
            return
        self.stop()
        dialog = self._hold(TheoriesDialog(self._window, request.experiments, self._settings))
        dialog.pair_wanted.connect(partial(self._open_pair, request))
        dialog.told.connect(self._tell)
        dialog.failed.connect(self._fail)
        dialog.show()

    def _open_pair(self, request: Request, golds: Sequence[str], parse: int) -> None:
        """Open a parse of what was compared, with the golds that a figure is of."""
        self._opener.open(Request.of_judges(request.experiments, golds, parse, request.source))

    def _why_not(self) -> str:
        request = self._opener.request
        several = request is not None and len(request.experiments) > 1
        return "" if several else "Open a file of several theories: File › Open experiment…."
