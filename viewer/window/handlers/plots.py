"""What the action of plots does: one dialog, beside the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.one_dialog import OneDialog

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.plots import PlotsDialog


class PlotsHandler(OneDialog):
    """Shows plots of the scores. ``theme`` gives the colors, ``tell`` a message, ``fail`` what could not be done."""

    dialog: PlotsDialog | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"score.plots": Command(self.show, why_not=self.why_not)}

    def why_not(self) -> str:
        """Why there is nothing to plot; empty if there is."""
        return why_not_scored(self._desk.inspector.document)

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.plots import PlotsDialog

        if self.dialog is None:
            dialog = self._hold(
                PlotsDialog(self._desk.window, self._desk.inspector, self._desk.pictures.theme, self._desk.settings)
            )
            dialog.filter_wanted.connect(self._desk.filter.use)
            dialog.told.connect(self._desk.tell)
            dialog.failed.connect(self._desk.tell_failure)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def set_theme(self, theme: Theme) -> None:
        """Draw the plot that is shown in other colors."""
        if self.dialog is not None:
            self.dialog.view.set_theme(theme)
