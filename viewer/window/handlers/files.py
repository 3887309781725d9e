"""What the actions of the File menu do, but for figures: opening, adding parses, reloading, recent files; what whole
treebanks have, become by transformations, and whether they belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file
from goldleaf.core.formats.conll import has_second_analysis
from goldleaf.core.naming import annotators_of, names_of
from goldleaf.core.structures.transformations import structure_kind
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import in_bar
from goldleaf.viewer.panels.start import DEMOS, Demo
from goldleaf.viewer.panels.start import FOLDER as DEMO_FOLDER
from goldleaf.viewer.review.database import DamagedError, is_session
from goldleaf.viewer.review.sides import MovedError
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.session import treebanks
from goldleaf.viewer.session.request import EXPERIMENTS, Recent, Request, added, requests, title_of
from goldleaf.viewer.state.crash import Failure, failure
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.settings import FOLDER, RECENT, TRAINING, Settings
from goldleaf.viewer.views import AUTO
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:  # what the dialog needs is loaded when it is opened
    from goldleaf.viewer.dialogs.treebanks import BelongingDialog

_BOTH = "Open dependencies and constituents of the same sentences first."
_ONE = "Open one file of trees first: reviews, experiments and adjudications stay as they are."


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
        desk.error.cross.clicked.connect(self._send_away)

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
                 lambda: desk.open_by("Open experiment: golds and parses of several theories", "Experiments (*.toml)",
                                      lambda path: self.open_all([path]))),
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
            request, names = replace(request, first_name=names[0], versions=False), names[1:]
        self._desk.opener.open(replace(request, parses=parses, names=names), keep=True)

    def drop(self, paths: Sequence[Path]) -> None:
        """Open files that were dropped: the first is the gold, unless the user adds them to the open gold."""
        if not paths:
            return
        if self._desk.opener.request is None or paths[0].suffix == EXPERIMENTS or is_session(paths[0]):
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
        if place >= len(known):  # a file may have gone since it was offered
            return
        if isinstance(chosen := known[place], Path):
            self.open_all([chosen])
        else:
            self._desk.opener.open(chosen)

    def recent_titles(self) -> list[tuple[str, Path]]:
        """What was opened last, as it is called, and its first file."""
        known = self.recent()
        firsts = (opened if isinstance(opened, Path) else opened.session or opened.gold for opened in known)
        return [(title_of(opened), first.absolute()) for opened, first in zip(known, firsts, strict=True)]

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
        kind, text = ("error", document.unrelated) if document.unrelated else ("warning", document.sentences_differ)
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


class TreebanksHandler:
    """Looks at whole treebanks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._folder: TemporaryDirectory[str] | None = None  # of what was transformed, as long as the window is there
        self._belonging: BelongingDialog | None = None
        window, fail = desk.window, desk.tell_failure
        self._comparing = Background(
            window, returned=lambda found: self._belonging and self._belonging.show_deviations(found), failed=fail
        )
        self._transforming = Background(window, returned=self._open, failed=fail)

    def actions(self) -> list[Action]:
        desk = self._desk

        def complete() -> bool:
            return desk.document.complete

        def can_transform() -> bool:
            return complete() and not (desk.request.adjudicated or desk.request.experiments or desk.request.session)

        act = partial(Action, group=1)
        return [
            act("file.properties", "Properties of treebanks…", "File",
                "Count sentences, words, labels, tags, and what crosses in the open files, as the shared tasks do.",
                self.count, why_not=unless(complete, "Open a file first.")),
            act("file.transform", "Transform…", "File",
                "Open the file raised, lifted, without traces or otherwise transformed beside itself.", self.transform,
                why_not=unless(can_transform, _ONE)),
            act("file.belonging", "Do they belong together…", "File",
                "List where open dependencies, constituents and lattices differ in words, tags or features.",
                self.compare, why_not=unless(lambda: complete() and treebanks.counterparts(desk.document), _BOTH)),
        ]  # fmt: skip

    def count(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import PropertiesDialog
        from goldleaf.viewer.tables.properties import property_table

        document, request = self._desk.document, self._desk.request
        # That of the files that are open, else the last one that was chosen, if it is there.
        last = self._desk.settings.get(TRAINING)
        own = str(request.train) if request.train is not None else ""
        training = own or (last if is_file(last) else "")
        dialog = PropertiesDialog(self._desk.window, self._desk.settings, training)
        counting = Background(
            self._desk.window, returned=lambda found: dialog.show_table(property_table(found)),
            failed=self._desk.tell_failure,
        )  # fmt: skip
        counting.failed.connect(lambda failure: dialog.hint.setText(failure.message))

        def count(training: str) -> None:
            steps = treebanks.property_steps(document, request, Path(training) if training else None)
            counting.start(steps, "The properties could not be counted")

        def train(path: str) -> None:
            self._desk.settings.set(TRAINING, path)
            count(path)

        dialog.trained.connect(train)
        count(training)
        self._desk.ask(dialog)
        counting.cancel()
        counting.deleteLater()

    def transform(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import TransformDialog

        dialog = TransformDialog(self._desk.window, structure_kind(self._desk.document.gold))
        if self._desk.ask(dialog):
            self.apply(dialog.chain)

    def apply(self, chain: str) -> None:
        """Transform the first file, and open what comes of it beside the file."""
        document, request = self._desk.document, self._desk.request
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="goldleaf-")
        steps = treebanks.transform_steps(document.gold, request, chain, Path(self._folder.name))
        self._transforming.start(steps, "The treebank could not be transformed")

    def _open(self, request: Request) -> None:
        # Open what was transformed, with the last step shown.
        assert self._folder is not None
        made = sum(path.parent == Path(self._folder.name) for path in request.parses)
        self._desk.opener.open(request, keep=True, parse=made - 1)

    def compare(self) -> None:
        from goldleaf.viewer.dialogs.treebanks import BelongingDialog

        self._forget()
        self._belonging = BelongingDialog(self._desk.window)
        self._belonging.opened.connect(self._go)
        self._belonging.finished.connect(self._forget)
        self._belonging.show()
        self._comparing.start(treebanks.deviation_steps(self._desk.document), "The files could not be compared")

    def _go(self, row: int) -> None:
        document = self._desk.inspector.document
        pair = treebanks.counterparts(document) if document is not None else None
        if document is not None and pair is not None:
            # What the gold is compared with is to be shown beside it.
            places = (place for place, parse in enumerate(document.parses) if parse.treebank in pair)
            self._desk.inspector.set_parse(next(places, self._desk.inspector.parse))
        self._desk.inspector.go(row)
        self._desk.show_view("aligned")

    def _forget(self) -> None:
        self._comparing.cancel()
        if self._belonging is not None:
            self._belonging.deleteLater()
            self._belonging = None

    def stop(self) -> None:
        """Give up what is worked on, and what was transformed."""
        for work in (self._comparing, self._transforming):
            work.cancel()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
