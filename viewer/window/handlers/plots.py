"""What the action of plots does: one dialog, beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import Settings

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.plots import PlotsDialog


class PlotsHandler:
    """Shows plots of the scores. ``theme`` gives the colors, ``tell`` a message, ``fail`` what could not be done."""

    def __init__(
        self,
        window: QWidget,
        inspector: Inspector,
        settings: Settings,
        filter_line: FilterLine,
        theme: Callable[[], Theme],
        tell: Callable[[str], object],
        fail: Callable[[Failure], object],
    ) -> None:
        self._window = window
        self._inspector = inspector
        self._settings = settings
        self._filter = filter_line
        self._theme = theme
        self._tell = tell
        self._fail = fail
        self.dialog: PlotsDialog | None = None

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"score.plots": Command(self.show, why_not=self.why_not)}

    def why_not(self) -> str:
        """Why there is nothing to plot; empty if there is."""
        document = self._inspector.document
        if document is None or not document.parses:
            return "Open a gold file and a parse."
        if document.blind is not None:
            return HIDDEN
        if document.adjudicated:
            return "Annotators have no gold to be scored against."
        return "" if document.complete else "The files are still being read."

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.plots import PlotsDialog

        if self.dialog is None:
            self.dialog = PlotsDialog(self._window, self._inspector, self._theme(), self._settings)
            self.dialog.filter_wanted.connect(self._filter.use)
            self.dialog.told.connect(self._tell)
            self.dialog.failed.connect(self._fail)
            self.dialog.finished.connect(self._forget)
        self.dialog.show()
        self.dialog.activateWindow()

    def set_theme(self, theme: Theme) -> None:
        """Draw the plot that is shown in other colors."""
        if self.dialog is not None:
            self.dialog.view.set_theme(theme)

    def stop(self) -> None:
        """Close the dialog, and give up what it works on."""
        if self.dialog is not None:
            self.dialog.close()

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
