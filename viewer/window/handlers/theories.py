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

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.theories import TheoriesDialog


class TheoriesHandler:
    """Shows the matrix of the open experiments. ``tell`` shows a passing message, ``fail`` what could not be done."""

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
        self.dialog: TheoriesDialog | None = None

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
        self.dialog = TheoriesDialog(self._window, request.experiments, self._settings)
        self.dialog.pair_wanted.connect(partial(self._open_pair, request))
        self.dialog.told.connect(self._tell)
        self.dialog.failed.connect(self._fail)
        self.dialog.finished.connect(self._forget)
        self.dialog.show()

    def stop(self) -> None:
        """Close the dialog, and give up what it works on."""
        if self.dialog is not None:
            self.dialog.close()

    def _open_pair(self, request: Request, golds: Sequence[str], parse: int) -> None:
        """Open a parse of what was compared, with the golds that a figure is of."""
        self._opener.open(Request.of_judges(request.experiments, golds, parse, request.source))

    def _why_not(self) -> str:
        request = self._opener.request
        several = request is not None and len(request.experiments) > 1
        return "" if several else "Open a file of several theories: File › Open experiment…."

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
