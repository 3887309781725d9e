"""What the action of plots does: one dialog, beside the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.plots import PlotsDialog


class PlotsHandler(OneDialog):
    """Shows plots of the scores. ``theme`` gives the colors, ``tell`` a message, ``fail`` what could not be done."""

    dialog: PlotsDialog | None = None

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

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"score.plots": Command(self.show, why_not=self.why_not)}

    def why_not(self) -> str:
        """Why there is nothing to plot; empty if there is."""
        return why_not_scored(self._inspector.document)

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.plots import PlotsDialog

        if self.dialog is None:
            dialog = self._hold(PlotsDialog(self._window, self._inspector, self._theme(), self._settings))
            dialog.filter_wanted.connect(self._filter.use)
            dialog.told.connect(self._tell)
            dialog.failed.connect(self._fail)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def set_theme(self, theme: Theme) -> None:
        """Draw the plot that is shown in other colors."""
        if self.dialog is not None:
            self.dialog.view.set_theme(theme)
