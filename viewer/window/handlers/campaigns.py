"""What the action of campaigns does: one dialog, beside the window, whose cells open pairs in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.settings import FOLDER
from goldleaf.viewer.window.handlers.beside import OneDialog
from goldleaf.viewer.window.handlers.files import remember

if TYPE_CHECKING:
    from goldleaf.core.campaigns.description import Campaign, Submission
    from goldleaf.viewer.dialogs.campaign import CampaignDialog
    from goldleaf.viewer.plots.description import Plot


class CampaignsHandler(OneDialog):
    """Opens campaigns."""

    dialog: CampaignDialog | None = None

    def actions(self) -> list[Action]:
        """What opens a campaign, and goes back to it."""
        return [
            Action(
                "file.open-campaign", "Open campaign…", "File",
                "Score the systems of a campaign, listed in a .toml file, on all its treebanks.", self.ask,
                needs=Needs.NOTHING, words=("shared task", "systems by treebanks"), for_blind=True,
            ),
            Action(
                "file.campaign", "Back to the campaign", "File",
                "Show the tables of the campaign that was opened last, as they were left.", self.show,
                why_not=unless(lambda: self.dialog is not None, "Open a campaign first: File › Open campaign…."),
                keys=("Ctrl+Shift+G",), needs=Needs.NOTHING,
            ),
        ]  # fmt: skip

    def ask(self) -> None:
        """Let the user choose the file of a campaign."""
        folder = self._desk.settings.get(FOLDER) or str(Path.cwd())
        name, _ = QFileDialog.getOpenFileName(self._desk.window, "Open campaign", folder, "Campaigns (*.toml)")
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Score a campaign, and show its tables; say it if its file cannot be read."""
        from goldleaf.core.errors import GoldleafError
        from goldleaf.viewer.dialogs.campaign import CampaignDialog
        from goldleaf.viewer.state.crash import failure

        dialog = self.dialog
        if dialog is None:
            dialog = self._hold(CampaignDialog(self._desk.window, self._desk.settings))
            dialog.pair_wanted.connect(self._open_pair)
            dialog.plot_wanted.connect(self._plot)
            dialog.told.connect(self._desk.tell)
            dialog.failed.connect(self._desk.tell_failure)
        try:
            dialog.open(path)
        except GoldleafError as error:
            self._desk.tell_failure(failure("The campaign could not be opened", error))
            if dialog.results is None:
                dialog.reject()
            return
        remember(self._desk.settings, path, path)
        self.show()

    def show(self) -> None:
        """Show the tables of the campaign that was opened last, as they were left."""
        if self.dialog is not None:
            self.dialog.show()
            self.dialog.activateWindow()
            self.dialog.view.setFocus()

    def _open_pair(self, campaign: Campaign, found: Submission) -> None:
        """Open the gold and the parse of a submission in the window."""
        treebank, system = campaign.treebank(found.treebank), campaign.system(found.system)
        how = treebank.reading
        self._desk.opener.open(
            Request(
                treebank.gold,
                (found.path,),
                (system.name,),
                other_golds=treebank.other_golds,
                format_name=how.format if how.format == system.format else None,
                encoding=how.encoding,
                separator=how.separator,
            )
        )
        self._desk.window.activateWindow()

    def _plot(self, plot: Plot) -> None:
        from goldleaf.viewer.dialogs.plots import PlotDialog

        shown = PlotDialog(self.dialog, plot, self._desk.pictures.theme, self._desk.settings)
        shown.told.connect(self._desk.tell)
        shown.finished.connect(shown.deleteLater)
        shown.show()

    def _forget(self) -> None:
        """Keep the tables that there are for whoever comes back to them."""
        if self.dialog is not None and self.dialog.results is None:
            super()._forget()
