"""What the actions of the File menu do, but for figures: opening, adding parses, reloading, recent files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.conll import has_second_analysis
from goldleaf.core.naming import annotators_of, names_of
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.messages import in_bar
from goldleaf.viewer.panels.start import DEMOS, Demo
from goldleaf.viewer.panels.start import FOLDER as DEMO_FOLDER
from goldleaf.viewer.review.database import is_session
from goldleaf.viewer.review.requests import request_of
from goldleaf.viewer.review.schema import DamagedError
from goldleaf.viewer.review.sides import MovedError
from goldleaf.viewer.session.request import EXPERIMENTS, Recent, added, requests, title_of
from goldleaf.viewer.state.crash import Failure, failure
from goldleaf.viewer.state.settings import FOLDER, RECENT, Settings
from goldleaf.viewer.views import AUTO
from goldleaf.viewer.window.desk import Desk


class FilesHandler:
    """Opens files, remembers which, and says what is odd about them."""

    def __init__(
        self, desk: Desk, open_campaign: Callable[[Path], None], refuse_review: Callable[[Path, GoldleafError], None]
    ) -> None:
        self._desk, self._open_campaign, self._refuse_review = desk, open_campaign, refuse_review
        self._warned_of: Treebank | None = None
        self._has_second: tuple[Treebank | None, bool] = None, False
        self._sent_away: tuple[Treebank | None, str] = None, ""  # what was said, of which files
        desk.opener.opened.connect(lambda request: remember(desk.settings, request, request.gold))
        desk.opener.failed.connect(self._tell_unopened)
        desk.opener.changed_on_disk.connect(self._offer_reload)
        desk.error.closed.connect(self._send_away)

    def actions(self) -> list[Action]:
        desk, opener = self._desk, self._desk.opener

        def has_second() -> bool:
            gold = desk.document.gold
            if self._has_second[0] is not gold:  # asked after each step, of all words
                self._has_second = gold, has_second_analysis(gold)
            return self._has_second[1] and not (desk.request.adjudicated or desk.request.second_analyses)

        def several() -> bool:
            return len(desk.request.experiments) > 1

        anew = partial(Action, needs=Needs.NOTHING, for_blind=True)
        return [
            anew("file.open", "Open…", "File", "Choose a gold file and its parses.", self.ask, keys=("std:Open",),
                 icon="open", tool="file"),
            anew("file.adjudicate", "Adjudicate…", "File/Open other",
                 "Choose the files of two or more annotators, none of which is the gold.",
                 lambda: self.ask(annotators=True)),
            anew("file.compare-versions", "Compare versions…", "File",
                 "List what has changed from one version of a treebank to another, and show both side by side.",
                 lambda: self.ask(versions=True), words=("diff",)),
            anew("file.open-experiment", "Experiment of theories…", "File/Open other",
                 "Open golds and parses of several theories, listed in a .toml file, to be compared together.",
                 self.ask_for_experiment),
            *(anew(demo.action, demo.title, "File/Open demo", demo.told, partial(self.open_demo, demo))
              for demo in DEMOS),
            Action("file.add-parse", "Add parse…", "File", "Compare a further parse file with the gold that is open.",
                   self.ask_for_parse, keys=("Ctrl+Shift+O",), icon="add", group=1),
            Action("file.add-predicted", "Add the second analysis in the gold's file", "File",
                   "Compare PHEAD and PDEPREL of CoNLL-X, or the predicted columns of CoNLL-2009, as a parse.",
                   lambda: opener.open(desk.request.with_predicted, keep=True),
                   why_not=unless(has_second, "The gold's file has no second analysis."),
                   shown=has_second, group=1),
            Action("file.next-experiment", "Next experiment", "File",
                   "Put the gold and parses of the next theory in front.",
                   lambda: opener.open(desk.request.next_experiment, keep=True),
                   why_not=unless(several, "Open a file of several experiments first."), shown=several,
                   keys=("Ctrl+Shift+E",), group=1),
            Action("file.reload", "Reload", "File", "Read the files again; the place is kept.", opener.reload,
                   why_not=unless(lambda: opener.request or opener.unopened, "Open a file first."),
                   keys=("std:Refresh",), icon="reload", group=1, needs=Needs.NOTHING, for_blind=True),
            Action("file.cancel", "Stop loading", "File", "Keep what has been read so far.", opener.cancel,
                   why_not=unless(lambda: opener.loading, "Nothing is being loaded."), shown=lambda: opener.loading,
                   needs=Needs.NOTHING, group=1, for_blind=True),
            Action("parse.swap", "Swap annotators", "Parse",
                   "Put the annotator who is shown first, and the first one in that place.", opener.swap,
                   why_not=unless(lambda: desk.request.adjudicated and not opener.loading,
                                  "Open the files of several annotators first."),
                   shown=lambda: desk.document.adjudicated and not (desk.document.blind or desk.document.versions),
                   keys=("Ctrl+Shift+X",), needs=Needs.PARSE, group=2, one_of="parse"),
        ]  # fmt: skip

    def ask(self, *, annotators: bool = False, versions: bool = False) -> None:
        """Let the user choose a gold and parses, or the files of annotators, none of which is the gold, or versions."""
        from goldleaf.viewer.dialogs.treebanks import AdjudicateDialog, OpenDialog, VersionsDialog

        request = self._desk.opener.request
        shown = request if request is not None and self._desk.reviewing.may_name(request.paths) else None
        kind = VersionsDialog if versions else AdjudicateDialog if annotators else OpenDialog
        dialog = kind(self._desk.window, self._folder(), None if versions else shown)
        if self._desk.ask(dialog) and (request := dialog.request()) is not None:
            self._desk.opener.open(request)

    def ask_for_experiment(self) -> None:
        title = "Open experiment: golds and parses of several theories"
        name, _ = QFileDialog.getOpenFileName(self._desk.window, title, self._folder(), "Experiments (*.toml)")
        if name:
            self.open_all([Path(name)])

    def ask_for_parse(self) -> None:
        request = self._desk.opener.request
        what = "annotators'" if request is not None and request.adjudicated else "parse"
        names, _ = QFileDialog.getOpenFileNames(self._desk.window, f"Add {what} files", self._folder())
        self.add_parses([Path(name) for name in names])

    def add_parses(self, paths: Sequence[Path]) -> None:
        request = self._desk.opener.request
        if request is None or not paths:
            return
        parses = (*request.parses, *paths)
        if request.adjudicated:
            files = [request.gold, *parses]
            ways, known = [annotators_of(files), names_of(files)], request.annotators
        else:
            ways, known = [names_of(parses)], request.names
        # Those that there are keep their names, if these tell them apart from the further ones.
        kept = [(*known, *names[len(known) :]) for names in ways]
        names = next((names for names in kept if len(set(names)) == len(names)), tuple(ways[0]))
        if request.adjudicated:
            request, names = replace(request, first_name=names[0]), names[1:]
        self._desk.opener.open(replace(request, parses=parses, names=names), keep=True)

    def drop(self, paths: Sequence[Path]) -> None:
        """Open files that were dropped: the first is the gold, unless the user adds them to the open gold."""
        if not paths:
            return
        alone = paths[0].suffix == EXPERIMENTS or is_session(paths[0])
        if self._desk.opener.request is None or alone:
            self.open_all(paths)
            return
        more, several = ("annotator" if self._desk.opener.request.adjudicated else "parse"), len(paths) > 1
        box = having(QMessageBox(self._desk.window), textFormat=Qt.TextFormat.PlainText, windowTitle="Open files")
        box.setText(f"How should {paths[0].name}{f' and {len(paths) - 1} more' if several else ''} be opened?")
        role = QMessageBox.ButtonRole.AcceptRole
        as_parses = box.addButton(f"As {more}{'s' * several}", role)
        as_gold = box.addButton("As gold and parses" if several else "As gold", role)
        box.addButton(QMessageBox.StandardButton.Cancel)
        self._desk.ask(box)
        if box.clickedButton() is as_parses:
            self.add_parses(paths)
        elif box.clickedButton() is as_gold:
            self.open_all(paths)

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open a gold and its parses, experiments, a campaign, or a review; say it if that is not possible."""
        try:
            if len(paths) == 1 and paths[0].suffix == EXPERIMENTS:
                from goldleaf.core.campaigns.reading import is_campaign

                if is_campaign(paths[0]):
                    self._open_campaign(paths[0])
                    return
            self._desk.opener.open(request_of(paths))
        except (DamagedError, MovedError) as error:
            self._refuse_review(paths[0], error)
        except GoldleafError as error:
            self._desk.opener.refuse(failure("The files could not be opened", error))

    def open_demo(self, demo: Demo = DEMOS[0]) -> None:
        with as_file(DEMO_FOLDER) as folder:
            if demo.view != AUTO:
                self._desk.show_view(demo.view)
            request = request_of([folder / name for name in demo.files])
            self._desk.opener.open(replace(request, lattice=folder / demo.lattice if demo.lattice else None))

    def recent(self) -> list[Recent]:
        """What was opened last, as far as it is still there, and may be named."""
        known = requests(self._desk.settings.get(RECENT))
        may_name = self._desk.reviewing.may_name
        return [opened for opened in known if isinstance(opened, Path) or opened.session or may_name(opened.paths)]

    def open_recent(self, place: int) -> None:
        known = self.recent()
        # A file may have gone since it was offered.
        if place >= len(known):
            return
        chosen = known[place]
        if isinstance(chosen, Path):
            self.open_all([chosen])
        else:
            self._desk.opener.open(chosen)

    def recent_titles(self) -> list[tuple[str, Path]]:
        """What was opened last, as it is called, and its first file."""
        firsts = (opened if isinstance(opened, Path) else opened.session or opened.gold for opened in self.recent())
        return [(title_of(opened), first.absolute()) for opened, first in zip(self.recent(), firsts, strict=True)]

    def fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for place, (title, first) in enumerate(self.recent_titles()):
            escaped = title.replace("&", "&&")
            action = having(menu.addAction(escaped), toolTip=escaped, statusTip=f"{first}")
            action.triggered.connect(lambda _=False, number=place: self.open_recent(number))
        if menu.isEmpty():
            menu.addAction("Nothing was opened yet").setEnabled(False)

    def _folder(self) -> str:
        return self._desk.settings.get(FOLDER) or str(Path.cwd())

    def warn(self) -> None:
        """Say what is odd about the files as a whole, now that they are read and scored, unless an error is told. What
        the user has sent away comes back when they are read again."""
        document, error = self._desk.inspector.document, self._desk.error
        if document is None or error.isVisible():
            return
        kind, text = "error", document.unrelated
        if not text:
            kind, text = "warning", document.sentences_differ
        self._warned_of = document.gold
        # Scored by other metrics, a document has the same treebanks.
        known = self._sent_away[0] is document.gold and self._sent_away[1] == in_bar(text)
        if text and document.blind is None and not known:
            error.say(kind, text)

    def _send_away(self) -> None:
        self._sent_away = self._warned_of, self._desk.error.text

    def _tell_unopened(self, told: Failure) -> None:
        if self._desk.opener.unopened is None or told.details:
            self._desk.tell_failure(told)
        else:
            self._desk.error.say("error", told.message, [("Try again", self._desk.opener.retry)])

    def _offer_reload(self, paths: list[str]) -> None:
        gone = [Path(path).name for path in paths if not Path(path).exists()]
        changed = [Path(path).name for path in paths if Path(path).exists()]
        parts = [f"{', '.join(changed)} {'has' if len(changed) == 1 else 'have'} changed on disk"] if changed else []
        parts += [f"{', '.join(gone)} {'was' if len(gone) == 1 else 'were'} deleted"] if gone else []
        self._desk.news.say("info", f"{'; '.join(parts)}.", [] if gone else [("Reload", self._desk.opener.reload)])


def remember(settings: Settings, opened: Recent, path: Path) -> None:
    """Keep what was opened, and its first file, among the recent ones, unless it comes with the program."""
    settings.set(FOLDER, str(path.absolute().parent))
    if not path.is_relative_to(str(files("goldleaf.assets"))):
        settings.set(RECENT, added(settings.get(RECENT), opened))
