"""What the actions do that show a dialog beside the window: agreement of annotators, plots, theories."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QDialog

from goldleaf.viewer.actions.action import Action, unless
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.agreement import AgreementDialog
    from goldleaf.viewer.dialogs.plots import PlotsDialog
    from goldleaf.viewer.dialogs.theories import TheoriesDialog

Shown = TypeVar("Shown", bound=QDialog)


class OneDialog:
    """Holds the dialog of a handler, of which there is one at a time, until it is closed."""

    dialog: QDialog | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

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


class AgreementHandler(OneDialog):
    """Shows how far the annotators agree."""

    dialog: AgreementDialog | None = None

    def action(self) -> Action:
        """What shows it."""
        return Action(
            "score.agreement", "Agreement…", "Score",
            "How far the open files' annotators agree, as if none were the gold: kappa, alpha, and where not.",
            self.show,
            why_not=unless(self._is_possible, "Add the other annotators' files: File › Add parse…."),
        )  # fmt: skip

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.agreement import AgreementDialog

        if self.dialog is None:
            desk = self._desk
            dialog = self._hold(AgreementDialog(desk.window, desk.inspector, desk.reviewing))
            dialog.filter_wanted.connect(desk.filter.use)
            dialog.failed.connect(desk.tell_failure)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def _is_possible(self) -> bool:
        document = self._desk.inspector.document
        return document is not None and document.complete and bool(document.parses)


class PlotsHandler(OneDialog):
    """Shows plots of the scores."""

    dialog: PlotsDialog | None = None

    def action(self) -> Action:
        """What shows them."""
        return Action(
            "score.plots", "Plots…", "Score",
            "Scores by length and distance with confidence bands, error mass, confusions, agreement of parses.",
            self.show, why_not=lambda: why_not_scored(self._desk.inspector.document),
        )  # fmt: skip

    def show(self) -> None:
        """Show the dialog, and go on with the window."""
        from goldleaf.viewer.dialogs.plots import PlotsDialog

        if self.dialog is None:
            desk = self._desk
            dialog = self._hold(PlotsDialog(desk.window, desk.inspector, desk.pictures.theme, desk.settings))
            dialog.filter_wanted.connect(desk.filter.use)
            dialog.told.connect(desk.tell)
            dialog.failed.connect(desk.tell_failure)
        assert self.dialog is not None
        self.dialog.show()
        self.dialog.activateWindow()

    def set_theme(self, theme: Theme) -> None:
        """Draw the plot that is shown in other colors."""
        if self.dialog is not None:
            self.dialog.view.set_theme(theme)


class TheoriesHandler(OneDialog):
    """Shows the matrix of the open experiments."""

    dialog: TheoriesDialog | None = None

    def action(self) -> Action:
        """What shows it."""
        return Action(
            "score.theories", "Theories against one another…", "Score",
            "Every parse of the open experiments against every gold, and against what golds have in common.",
            self.show,
            why_not=unless(self._has_several, "Open a file of several theories: File › Open experiment…."),
            words=("matrix", "generalized"),
        )  # fmt: skip

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

    def _has_several(self) -> bool:
        request = self._desk.opener.request
        return request is not None and len(request.experiments) > 1
