"""What the actions do that show a dialog: agreement, plots, theories, campaigns; the palette, keys, help; first steps:
the demo in five minutes, in a window of its own whose settings are gone when it is closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt, SignalInstance
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QPushButton

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import check_folder, write_folder
from goldleaf.core.steps import Steps
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.labels import having
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.crash import failure
from goldleaf.viewer.state.settings import KEYS, PALETTE, THEME, Settings
from goldleaf.viewer.window.desk import MANUAL, Desk
from goldleaf.viewer.window.handlers.files import remember

if TYPE_CHECKING:
    from goldleaf.core.campaigns.description import Campaign, Submission
    from goldleaf.core.campaigns.results import Results
    from goldleaf.viewer.dialogs.agreement import AgreementDialog
    from goldleaf.viewer.dialogs.campaign import CampaignDialog, TheoriesDialog
    from goldleaf.viewer.dialogs.plots import PlotsDialog
    from goldleaf.viewer.plots.description import Plot

Shown = TypeVar("Shown", bound=QDialog)

RECENT = 6  # of what was chosen in the palette


class OneDialog:
    """Holds the dialog of a handler, of which there is one at a time, until it is closed."""

    dialog: QDialog | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def _hold(self, dialog: Shown) -> Shown:
        self.dialog = dialog
        self._desk.give_manual(dialog)
        dialog.finished.connect(self._forget)
        dialog.failed.connect(self._desk.tell_failure)  # type: ignore[attr-defined]  # of all that are held
        return dialog

    def _bring_up(self, dialog: QDialog) -> None:
        dialog.show()
        dialog.activateWindow()

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

    def actions(self) -> list[Action]:
        return [
            Action("score.agreement", "Agreement…", "Score",
                   "How far the open files' annotators agree, as if none were the gold: kappa, alpha, and where not.",
                   self.show, why_not=unless(
                       lambda: self._desk.document.complete and self._desk.document.parses,
                       "Add the other annotators' files under File › Add parse… first.")),
        ]  # fmt: skip

    def show(self) -> None:
        from goldleaf.viewer.dialogs.agreement import AgreementDialog

        desk, dialog = self._desk, self.dialog
        if dialog is None:
            dialog = self._hold(AgreementDialog(desk.window, desk.inspector, desk.reviewing))
            dialog.filter_wanted.connect(desk.filter.use)
        self._bring_up(dialog)


class PlotsHandler(OneDialog):
    """Shows plots of the scores."""

    dialog: PlotsDialog | None = None

    def actions(self) -> list[Action]:
        return [
            Action("score.plots", "Plots…", "Score",
                   "Scores by length and distance with confidence bands, error mass, confusions, agreement of parses.",
                   self.show, why_not=lambda: why_not_scored(self._desk.inspector.document)),
        ]  # fmt: skip

    def show(self) -> None:
        from goldleaf.viewer.dialogs.plots import PlotsDialog

        desk, dialog = self._desk, self.dialog
        if dialog is None:
            dialog = self._hold(PlotsDialog(desk.window, desk.inspector, desk.pictures.theme, desk.settings))
            dialog.filter_wanted.connect(desk.filter.use)
            dialog.told.connect(desk.tell)
        self._bring_up(dialog)

    def set_theme(self, theme: Theme) -> None:
        """Draw the plot that is shown in other colors."""
        if self.dialog is not None:
            self.dialog.view.set_theme(theme)


class TheoriesHandler(OneDialog):
    """Shows the matrix of the open experiments."""

    dialog: TheoriesDialog | None = None

    def actions(self) -> list[Action]:
        def possible() -> bool:
            return len(self._desk.request.experiments) > 1

        return [
            Action("score.theories", "Theories against one another…", "Score",
                   "Every parse of the open experiments against every gold, and against what golds have in common.",
                   self.show, why_not=unless(possible, "Open a file of several theories: File › Open other."),
                   shown=possible, words=("matrix", "generalized")),
        ]  # fmt: skip

    def show(self) -> None:
        from goldleaf.viewer.dialogs.campaign import TheoriesDialog

        desk = self._desk
        experiments, source = desk.request.experiments, desk.request.source
        self.stop()
        dialog = self._hold(TheoriesDialog(desk.window, experiments, desk.settings))
        dialog.pair_wanted.connect(
            lambda golds, parse: desk.opener.open(Request.of_judges(experiments, golds, parse, source))
        )
        dialog.told.connect(desk.tell)
        dialog.show()


class CampaignsHandler(OneDialog):
    """Opens campaigns, whose cells open pairs in the window."""

    dialog: CampaignDialog | None = None

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._pages = desk.work_beside("making the pages", "Canceled: no pages were written", desk.browse)

    def actions(self) -> list[Action]:
        return [
            Action("file.open-campaign", "Campaign…", "File/Open other",
                   "Score the systems of a campaign, listed in a .toml file, on all its treebanks.",
                   lambda: self._desk.open_by("Open campaign", "Campaigns (*.toml)", self.open),
                   needs=Needs.NOTHING, words=("shared task", "systems by treebanks"), for_blind=True),
            Action("file.campaign", "Back to the campaign", "File",
                   "Show the tables of the campaign that was opened last, as they were left.", self.show,
                   why_not=unless(lambda: self.dialog is not None, "Open a campaign first: File › Open other."),
                   shown=lambda: self.dialog is not None, keys=("Ctrl+Shift+G",), group=1, needs=Needs.NOTHING),
        ]  # fmt: skip

    def open(self, path: Path) -> None:
        """Score a campaign, and show its tables; say it if its file cannot be read."""
        from goldleaf.viewer.dialogs.campaign import CampaignDialog

        dialog = self.dialog
        if dialog is None:
            dialog = self._hold(CampaignDialog(self._desk.window, self._desk.settings))
            dialog.pair_wanted.connect(self._open_pair)
            dialog.plot_wanted.connect(self._plot)
            dialog.pages_wanted.connect(self._make_pages)
            dialog.told.connect(self._desk.tell)
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
            self._bring_up(self.dialog)
            self.dialog.view.setFocus()

    def _open_pair(self, campaign: Campaign, submission: Submission) -> None:
        self._desk.opener.open(Request.of_submission(campaign, submission))
        self._desk.window.activateWindow()

    def _make_pages(self, results: Results) -> None:
        from goldleaf.viewer.campaigns.site import INDEX, site_steps

        asked = "An empty folder for the pages, or one that has them"
        if name := QFileDialog.getExistingDirectory(self.dialog, asked):

            def steps() -> Steps[Path]:
                files = yield from site_steps(results, measure)
                yield 1.0  # where it may still be given up
                write_folder(Path(name), files)
                return Path(name, INDEX)

            with self._desk.telling():
                check_folder(Path(name))
                self._pages.start(steps(), "The pages could not be made")

    def _plot(self, plot: Plot) -> None:
        from goldleaf.viewer.dialogs.plots import PlotDialog

        shown = PlotDialog(self.dialog, plot, self._desk.pictures.theme, self._desk.settings)
        shown.told.connect(self._desk.tell)
        shown.finished.connect(shown.deleteLater)
        shown.show()

    def _forget(self) -> None:
        # Keep the tables that there are for whoever comes back to them.
        if self.dialog is not None and self.dialog.results is None:
            super()._forget()


class GeneralHandler:
    """Serves the window itself. ``actions`` gives what it offers, of which these are a part, ``columns`` the menu of
    the sentences' columns, ``reset`` puts all panels back, ``first_steps`` begins these."""

    def __init__(
        self, desk: Desk, actions: Callable[[], ActionSet], columns: Callable[[], QMenu],
        reset: Callable[[], object], first_steps: Callable[[], object],
    ) -> None:  # fmt: skip
        self._desk, self._actions, self._columns = desk, actions, columns
        self._reset, self._first_steps = reset, first_steps

    def actions(self) -> list[Action]:
        def log() -> None:
            from goldleaf.viewer.dialogs.manual import show_log

            show_log(self._desk.window, "Log")

        def about() -> None:
            from goldleaf.viewer.dialogs.manual import AboutDialog

            self._desk.ask(AboutDialog(self._desk.window))

        act = partial(Action, needs=Needs.NOTHING)
        return [
            act("file.quit", "Quit", "File", "Close the window.", self._desk.window.close, keys=("std:Quit", "Ctrl+Q"),
                group=3, for_blind=True),
            act("edit.palette", "Command palette…", "Edit", "Find anything that has a name by a few letters of it.",
                self.palette, keys=("Ctrl+Shift+P",), group=3, for_blind=True),
            act("view.reset-docks", "Reset panels", "View/Panels", "Put all panels back where they were at first.",
                self._reset, group=5, for_blind=True),
            act("help.first-steps", "First steps", "Help", "Five minutes on the demo, in a window of its own.",
                self._first_steps, words=("tour", "tutorial"), for_blind=True),
            act(MANUAL, "Manual", "Help", "The page that is about what has the focus.", self.manual,
                keys=("std:HelpContents",), words=("documentation", "handbook"), for_blind=True),
            act("help.keys", "Keys…", "Help", "All keys, to read and to change.", self.keys,
                keys=("?",), for_blind=True),
            act("help.log", "Show the log", "Help", "What went wrong, for a report.", log),
            act("help.about", "About Goldleaf", "Help", "Version, license, and what it is made with.", about, group=1,
                for_blind=True),
        ]  # fmt: skip

    def manual(self) -> None:
        """Show the manual at the page of what has the focus, before the dialog that is in front, if there is one."""
        from goldleaf.viewer.dialogs.manual import ManualDialog, page_about

        parent = QApplication.activeModalWidget() or QApplication.activeWindow() or self._desk.window
        page, actions = page_about(parent.focusWidget() or parent), self._actions()
        dialog = parent.findChild(ManualDialog) or ManualDialog(parent, lambda: (actions.table, actions.keys()))
        dialog.go(page, self._desk.inspector.view.title if page == "pictures" else "")
        dialog.show()
        dialog.activateWindow()

    def palette(self) -> None:
        """Let the user find by its name what can be done, shown or opened."""
        from goldleaf.viewer.dialogs.actions import BETWEEN, Palette, PaletteEntry, entries_of, unlisted_entries

        window, actions, columns = self._desk.window, self._actions(), self._columns()
        # Also what menus leave out, such as verdicts without a review: who looks for it is told what it needs.
        listed = [*entries_of(window.menuBar(), actions), *unlisted_entries(actions)]
        found = [entry for entry in listed if entry.id != "edit.palette"]
        there = self._desk.inspector.document is not None
        if there:
            found += entries_of(columns, actions, "Column: ")
            for button in window.findChildren(QPushButton, "worst"):
                title = f"Sentences{BETWEEN}{button.text()}"
                found.append(PaletteEntry(title, button.click, "worst", (), "", "", "", button.isChecked(), QIcon()))
        settings = self._desk.settings
        recent = settings.get(PALETTE)

        def find(text: str) -> None:
            actions["edit.filter"].trigger()
            self._desk.filter.use(text)

        dialog = Palette(window, found, recent, find if there else None)
        if self._desk.ask(dialog) and dialog.chosen is not None:
            settings.set(PALETTE, [*dict.fromkeys((dialog.chosen.id, *filter(None, recent)))][:RECENT])
            dialog.chosen.choose()
        columns.deleteLater()

    def keys(self) -> None:
        from goldleaf.viewer.dialogs.actions import KeysDialog

        actions = self._actions()
        dialog = KeysDialog(self._desk.window, actions.table, actions.keys())
        if self._desk.ask(dialog):
            self._desk.settings.set(KEYS, dialog.changed)
            actions.change_keys(dialog.changed)


Window: TypeAlias = Any  # the main window, whose module knows this one


class Task(NamedTuple):
    """What to do, what tells that it may have been done, and whether it has. ``{id}`` is the key of an action."""

    text: str
    changed: Callable[[Window], SignalInstance]
    done: Callable[[Window], object] = lambda _: True


STEPS = (
    Task("Click the picture Dependencies. It opens seventeen sentences and a parser's trees of them.",
         lambda window: window.opener.ended),
    Task("The gold is above, the parse below; what differs has a line of its own. Click Worst first, over the list on"
         " the left: the sentence with the lowest score comes first.",
         lambda window: window.inspector.rows_changed, lambda window: window.sentences.worst.isChecked()),
    Task("Why is it bad? Press {go.next-difference}, or click an entry of Differences: it is lit, and said below.",
         lambda window: window.inspector.selection_changed, lambda window: window.inspector.selection),
    Task("Press {view.function}: the sentence as what each group of words does. Differences is now what must be changed"
         " in the parse, edit by edit.",
         lambda window: window.inspector.look_changed, lambda window: window.inspector.view.name == "function"),
    Task("Press {figure.export} to save the picture for a paper. Cancel if you need none.",
         lambda window: window.actions_["figure.export"].triggered),
    Task("That was all: your own files open in the same way. {help.manual} opens the manual at what you look at,"
         " {edit.palette} finds anything by its name.",
         lambda window: window.opener.opened),
)  # fmt: skip


class FirstSteps(QObject):
    """Says in a window what to do next, until it is done."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window, self.number = window, 0
        for number, step in enumerate(STEPS[:-1]):
            step.changed(window).connect(partial(self._check, number))
        self._say()

    def _check(self, number: int, *_: object) -> None:
        if number == self.number and STEPS[number].done(self._window):
            self.number += 1
            self._say()

    def _say(self) -> None:
        keys = {name: " or ".join(own) for name, own in self._window.actions_.keys().items()}
        text = re.sub(r"\{(.+?)\}", lambda name: keys[name[1]], STEPS[self.number].text)
        said = f"{self.number + 1} of {len(STEPS)}:  {text}"
        self._window.news.say("info", said, [("End", self._window.close)])


def begin(new: Callable[[Settings], Window], usual: Settings) -> Window:
    """Show a window with the first step; it has looks and keys of ``usual``, and no more of the user's."""
    folder = TemporaryDirectory(prefix="goldleaf-")
    settings = Settings(Path(folder.name) / "settings.json")
    settings.set(THEME, usual.get(THEME))
    settings.set(KEYS, usual.get(KEYS))
    window = having(new(settings), windowTitle="First steps", attribute=Qt.WidgetAttribute.WA_DeleteOnClose)
    window.destroyed.connect(lambda: folder.cleanup())  # which keeps it until then
    FirstSteps(window)
    window.show()
    window.start.steps.hide()
    window.start.setFocus()
    return window
