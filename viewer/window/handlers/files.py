"""What the actions of the File menu do, but for figures: opening, adding parses, reloading, recent files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.second_analysis import has_second_analysis
from goldleaf.core.naming import annotators_of, names_of
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.labels import tip
from goldleaf.viewer.review.database import is_session
from goldleaf.viewer.review.requests import request_of
from goldleaf.viewer.session import recent
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import failure
from goldleaf.viewer.state.settings import FOLDER, RECENT, Settings
from goldleaf.viewer.window.desk import Desk

if TYPE_CHECKING:
    from goldleaf.viewer.dialogs.open_files import OpenDialog


class FilesHandler:
    """Opens files, and remembers which; ``may_name`` says whether files may be named now."""

    def __init__(self, desk: Desk, open_campaign: Callable[[Path], None]) -> None:
        self._desk = desk
        self._open_campaign = open_campaign
        desk.opener.opened.connect(self._remember)

    def opening(self) -> list[Action]:
        """What opens gold, parses and demos."""
        return [
            Action(
                "file.open", "Open…", "File", "Choose a gold file and its parses.", self.ask,
                keys=("std:Open",), needs=Needs.NOTHING, icon="open", tool="file", for_blind=True,
            ),
            Action(
                "file.adjudicate", "Adjudicate…", "File",
                "Choose the files of two or more annotators, none of which is the gold.", self.ask_for_annotators,
                needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "file.add-parse", "Add parse…", "File", "Compare a further parse file with the gold that is open.",
                self.ask_for_parse, keys=("Ctrl+Shift+O",), icon="add",
            ),
            Action(
                "file.add-predicted", "Add the second analysis in the gold's file", "File",
                "Compare PHEAD and PDEPREL of CoNLL-X, or the predicted columns of CoNLL-2009, as a parse.",
                self.add_predicted,
                why_not=unless(self._can_add_predicted, "The gold's file has no second analysis."),
            ),
            Action(
                "file.demo", "Open the demo treebank", "File",
                "Seventeen sentences in thirteen languages, with planted errors.", self.open_demo,
                needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "file.demo-theories", "Open the demo of three theories", "File",
                "Six sentences with content words as heads, with function words as heads, and as constituents.",
                self.open_theories, needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "file.demo-lattice", "Open the demo of a lattice", "File",
                "An ambiguous Hebrew sentence: all its readings, its words and tree, and a parser's.",
                self.open_lattice, needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "file.demo-roles", "Open the demo of predicates and arguments", "File",
                "Sentences with several predicates: their senses, the roles of their arguments, and a parser's.",
                self.open_roles, needs=Needs.NOTHING, for_blind=True,
            ),
        ]  # fmt: skip

    def opening_experiment(self) -> Action:
        """What opens several theories at once."""
        return Action(
            "file.open-experiment", "Open experiment…", "File",
            "Open golds and parses of several theories, listed in a .toml file, to be compared together.",
            self.ask_for_experiment, needs=Needs.NOTHING, for_blind=True,
        )  # fmt: skip

    def reading(self) -> list[Action]:
        """What reads other files, the same ones again, or no further."""
        opener = self._desk.opener
        return [
            Action(
                "file.next-experiment", "Next experiment", "File",
                "Put the gold and parses of the next theory in front.", self.next_experiment,
                why_not=unless(self._has_experiments, "Open a file of several experiments first."),
                keys=("Ctrl+Shift+E",), group=1,
            ),
            Action(
                "file.reload", "Reload", "File", "Read the files again; the place is kept.", opener.reload,
                why_not=unless(lambda: opener.request or opener.unopened, "Open a file first."),
                keys=("std:Refresh",), icon="reload", group=1, needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "file.cancel", "Stop loading", "File", "Keep what has been read so far.", opener.cancel,
                why_not=unless(lambda: opener.loading, "Nothing is being loaded."),
                needs=Needs.NOTHING, group=1, for_blind=True,
            ),
        ]  # fmt: skip

    def swapping(self) -> Action:
        """What changes who is first."""
        return Action(
            "parse.swap", "Swap annotators", "Parse",
            "Put the annotator who is shown first, and the first one in that place (File > Adjudicate).",
            self._desk.opener.swap,
            why_not=unless(self._can_swap, "Open the files of several annotators first."),
            keys=("Ctrl+Shift+X",), needs=Needs.PARSE, group=2, one_of="parse",
        )  # fmt: skip

    def ask(self) -> None:
        """Let the user choose files."""
        from goldleaf.viewer.dialogs.open_files import OpenDialog

        self._ask(OpenDialog)

    def ask_for_annotators(self) -> None:
        """Let the user choose the files of annotators, none of which is the gold."""
        from goldleaf.viewer.dialogs.open_files import AdjudicateDialog

        self._ask(AdjudicateDialog)

    def _ask(self, kind: type[OpenDialog]) -> None:
        request = self._desk.opener.request
        shown = request if request is not None and self._desk.reviewing.may_name(request.paths) else None
        dialog = kind(self._desk.window, self._folder(), shown)
        if dialog.exec() and (request := dialog.request()) is not None:
            self._desk.opener.open(request)
        dialog.deleteLater()

    def ask_for_experiment(self) -> None:
        """Let the user choose a file of experiments."""
        name, _ = QFileDialog.getOpenFileName(
            self._desk.window,
            "Open experiment: golds and parses of several theories",
            self._folder(),
            "Experiments (*.toml)",
        )
        if name:
            self.open_paths(Path(name), [])

    def next_experiment(self) -> None:
        """Put the next experiment's gold and parses in front."""
        if self._desk.opener.request is not None:
            self._desk.opener.open(self._desk.opener.request.next_experiment, keep=True)

    def _can_swap(self) -> bool:
        request = self._desk.opener.request
        return request is not None and request.adjudicated and not self._desk.opener.loading

    def _has_experiments(self) -> bool:
        return self._desk.opener.request is not None and len(self._desk.opener.request.experiments) > 1

    def ask_for_parse(self) -> None:
        """Let the user choose further parses."""
        request = self._desk.opener.request
        what = "annotators'" if request is not None and request.adjudicated else "parse"
        names, _ = QFileDialog.getOpenFileNames(self._desk.window, f"Add {what} files", self._folder())
        self.add_parses([Path(name) for name in names])

    def add_parses(self, paths: Sequence[Path]) -> None:
        """Open the same gold with further parses."""
        request = self._desk.opener.request
        if request is None or not paths:
            return
        parses = (*request.parses, *paths)
        if request.adjudicated:
            self._desk.opener.open(_with_annotators(request, paths), keep=True)
            return
        taken = names_of(parses)
        names = (*request.names, *(name for name in taken[len(request.names) :]))
        if len(set(names)) < len(names):
            names = tuple(taken)
        self._desk.opener.open(replace(request, parses=parses, names=names), keep=True)

    def add_predicted(self) -> None:
        """Open the same gold with the second analysis in its file as a parse."""
        if self._desk.opener.request is not None:
            self._desk.opener.open(self._desk.opener.request.with_predicted, keep=True)

    def _can_add_predicted(self) -> bool:
        request, document = self._desk.opener.request, self._desk.inspector.document
        if request is None or document is None or request.adjudicated or request.second_analyses:
            return False
        return has_second_analysis(document.gold)

    def drop(self, paths: Sequence[Path]) -> None:
        """Open files that were dropped: the first is the gold, unless the user adds them to the open gold."""
        if not paths:
            return
        alone = paths[0].suffix == recent.EXPERIMENTS or is_session(paths[0])
        if self._desk.opener.request is not None and not alone:
            choice = self._ask_how(paths)
            if choice is None:
                return
            if choice == "parse":
                self.add_parses(paths)
                return
        self.open_all(paths)

    def open_paths(self, gold: Path, parses: Sequence[Path]) -> None:
        """Open a gold and its parses, or a file of experiments."""
        self.open_all([gold, *parses])

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open a gold and its parses, experiments, a campaign, or a review; say it if that is not possible."""
        try:
            if is_campaign(paths):
                self._open_campaign(paths[0])
                return
            self._desk.opener.open(request_of(paths))
        except GoldleafError as error:
            self._desk.opener.refuse(failure("The files could not be opened", error))

    def open_demo(self) -> None:
        """Open the demo treebank."""
        folder = files("goldleaf.assets") / "demo"
        with as_file(folder / "gold.conllu") as gold, as_file(folder / "parse.conllu") as parse:
            self._desk.opener.open(recent.request_of([gold, parse]))

    def open_theories(self) -> None:
        """Open the demo in two theories and as phrase structure."""
        with as_file(files("goldleaf.assets") / "demo" / "theories") as folder:
            self.open_paths(folder / "theories.toml", [])

    def open_lattice(self) -> None:
        """Open the demo of an ambiguous sentence, with its lattice."""
        with as_file(files("goldleaf.assets") / "demo") as folder:
            self._desk.show_view("lattice")
            request = recent.request_of([folder / "ambiguous-gold.conllu", folder / "ambiguous-parse.conllu"])
            self._desk.opener.open(replace(request, lattice=folder / "ambiguous.lattice"))

    def open_roles(self) -> None:
        """Open the demo of predicates and arguments."""
        with as_file(files("goldleaf.assets") / "demo") as folder:
            self._desk.show_view("roles")
            self._desk.opener.open(recent.request_of([folder / "roles-gold.conll09", folder / "roles-parse.conll09"]))

    def recent(self) -> list[recent.Recent]:
        """What was opened last, as far as it is still there, and may be named."""
        known = recent.requests(self._desk.settings.get(RECENT))
        return [
            one for one in known if isinstance(one, Path) or one.session or self._desk.reviewing.may_name(one.paths)
        ]

    def open_recent(self, place: int) -> None:
        """Open one of `recent`."""
        known = self.recent()
        if not 0 <= place < len(known):
            return
        chosen = known[place]
        if isinstance(chosen, Path):
            self.open_all([chosen])
        else:
            self._desk.opener.open(chosen)

    def fill_recent(self, menu: QMenu) -> None:
        """Make the menu of what was opened last."""
        menu.clear()
        for place, opened in enumerate(self.recent()):
            action = menu.addAction(recent.title_of(opened).replace("&", "&&"))
            action.setToolTip(tip(action.text()))
            first = opened if isinstance(opened, Path) else opened.session or opened.gold
            action.setStatusTip(f"{first.absolute()}")
            action.triggered.connect(lambda _=False, number=place: self.open_recent(number))
        if menu.isEmpty():
            menu.addAction("Nothing was opened yet").setEnabled(False)

    def _ask_how(self, paths: Sequence[Path]) -> str | None:
        several = len(paths) > 1
        box = QMessageBox(self._desk.window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle("Open files")
        box.setText(f"How should {paths[0].name}{f' and {len(paths) - 1} more' if several else ''} be opened?")
        request = self._desk.opener.request
        more = "annotator" if request is not None and request.adjudicated else "parse"
        parse = box.addButton(f"As {more}s" if several else f"As {more}", QMessageBox.ButtonRole.AcceptRole)
        gold = box.addButton("As gold and parses" if several else "As gold", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        chosen = box.clickedButton()
        box.deleteLater()
        return "parse" if chosen is parse else "gold" if chosen is gold else None

    def _folder(self) -> str:
        return self._desk.settings.get(FOLDER) or str(Path.cwd())

    def _remember(self, request: Request) -> None:
        remember(self._desk.settings, request, request.gold)


def remember(settings: Settings, opened: recent.Recent, path: Path) -> None:
    """Keep what was opened, and its first file, among the recent ones, unless it comes with the program."""
    settings.set(FOLDER, str(path.absolute().parent))
    if not path.is_relative_to(str(files("goldleaf.assets"))):
        settings.set(RECENT, recent.added(settings.get(RECENT), opened))


def is_campaign(paths: Sequence[Path]) -> bool:
    """Whether what is to be opened is a campaign. Raises GoldleafError where it cannot be read."""
    if len(paths) != 1 or paths[0].suffix != recent.EXPERIMENTS:
        return False
    from goldleaf.core.campaigns.reading import is_campaign as describes

    return describes(paths[0])


def _with_annotators(request: Request, paths: Sequence[Path]) -> Request:
    """The request with further annotators; those that there are keep their names."""
    files = [request.gold, *request.parses, *paths]
    short = annotators_of(files)
    for names in (short, names_of(files)):
        known = [*request.annotators, *names[len(request.annotators) :]]
        if len(set(known)) == len(known):
            return replace(request, parses=tuple(files[1:]), names=tuple(known[1:]))
    return replace(request, parses=tuple(files[1:]), names=tuple(short[1:]), first_name=short[0])
