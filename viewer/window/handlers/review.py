"""What the actions of the Review menu do: sessions, verdicts, notes, what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from getpass import getuser
from pathlib import Path
from secrets import randbits

from PySide6.QtWidgets import QFileDialog, QWidget

from goldleaf.core.analysis.layers import Layer, layers_of
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.qt import Command, unless
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.review.judgements import BOTH, NEITHER, SKIP, UNSURE, Side
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.such import Such, such, verdicts_for
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.opening import Opener
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.state.settings import FOLDER, REVIEWER, Settings

_PLAIN = (BOTH, NEITHER, UNSURE, SKIP)


class ReviewHandler:
    """Begins and ends reviews and says verdicts. ``tell`` shows a passing message, ``fail`` an error."""

    def __init__(
        self,
        window: QWidget,
        inspector: Inspector,
        reviewing: Reviewing,
        opener: Opener,
        settings: Settings,
        open_files: Callable[[Sequence[Path]], object],
        filter_line: FilterLine,
        tell: Callable[[str], object],
        fail: Callable[[str], object],
    ) -> None:
        self._window = window
        self._inspector = inspector
        self._reviewing = reviewing
        self._opener = opener
        self._settings = settings
        self._open_files = open_files
        self._filter = filter_line
        self._tell = tell
        self._fail = fail
        opener.opened.connect(self._opened)

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "review.new": Command(self.begin, why_not=unless(self._can_begin, "A review is open already.")),
            "review.open": Command(self.ask_for_session),
            "review.end": Command(self.end),
            "review.reviewer": Command(self.ask_reviewer),
            "review.gold": Command(lambda: self.side_is_right(0), why_not=self._why_not),
            "review.parse": Command(self.parse_is_right, why_not=self._why_not),
            **{f"review.{verdict}": self._verdict(verdict) for verdict in _PLAIN},
            "review.reading": Command(self.ask_reading, why_not=self._why_not),
            "review.withdraw": Command(self._reviewing.withdraw, why_not=self._why_not),
            "review.note": Command(self.ask_note, why_not=self._why_not),
            "review.all-such": Command(self.ask_for_all_such, why_not=self._why_not),
            "review.keep": Command(self.keep, why_not=self._why_not),
            "review.next": Command(self.to_unreviewed),
            "review.undo": Command(self.undo, why_not=self._why_not),
            "review.redo": Command(self.redo, why_not=self._why_not),
            "review.result": Command(
                lambda: self._reviewing.show_result(not self._reviewing.result_shown),
                lambda: self._reviewing.result_shown,
            ),
            "review.treebank": Command(self.save_treebank),
            "review.report": Command(self.save_report),
        }

    def _verdict(self, verdict: str) -> Command:
        return Command(lambda: self._decide(verdict), why_not=self._why_not)

    def _can_begin(self) -> bool:
        return self._reviewing.store is None

    def _why_not(self) -> str:
        """Why nothing can be decided now; empty if it can."""
        store = self._reviewing.store
        return (store.read_only or "") if store is not None else "Begin or open a review first."

    @property
    def _name(self) -> str:
        """Who reviews, unless somebody else says so."""
        return self._settings.get(REVIEWER) or _login()

    def begin(self) -> None:
        """Let the user begin a review of the files that are open."""
        from goldleaf.viewer.dialogs.new_review import NewReviewDialog

        document, request = self._inspector.document, self._opener.request
        if document is None or request is None:
            return
        found = dict.fromkeys(layer for one in document.parses for layer in layers_of(document.gold, one.treebank))
        dialog = NewReviewDialog(self._window, _free(request.gold.with_suffix(".goldleaf")), self._name, [*found])
        if dialog.exec():
            reviewer = dialog.reviewer.text().strip()
            self._settings.set(REVIEWER, reviewer)
            self.create(dialog.path, dialog.chosen_layers, reviewer, blind=dialog.blind.isChecked())
        dialog.deleteLater()

    def create(self, path: Path, layers: Sequence[Layer], reviewer: str, *, blind: bool = False) -> None:
        """Begin a review of the files that are open, kept in this file."""
        document, request = self._inspector.document, self._opener.request
        if document is None or request is None:
            return
        try:
            store = Store.create(
                path,
                _sides(request, adjudicated=document.adjudicated),
                adjudication=document.adjudicated,
                layers=layers,
                reviewer=reviewer,
                blind_seed=randbits(32) if blind else None,
            )
        except GoldleafError as error:
            self._fail(str(error))
            return
        self._opener.adopt(replace(request, session=path))
        self._reviewing.begin(store)

    def ask_for_session(self) -> None:
        """Let the user choose a review to go on with."""
        from goldleaf.viewer.dialogs.new_review import FILES

        name, _ = QFileDialog.getOpenFileName(self._window, "Open review", self._settings.get(FOLDER), FILES)
        if name:
            self._open_files([Path(name)])

    def end(self) -> None:
        """Close the review; the files stay open."""
        self._reviewing.end()
        if self._opener.request is not None:
            self._opener.adopt(replace(self._opener.request, session=None))

    def _opened(self, request: Request) -> None:
        """Open the session that goes with files, once these are shown."""
        store = self._reviewing.store
        if request.session is None or (store is not None and store.path == request.session):
            return
        self.open_session(request.session, self._name)

    def open_session(self, path: Path, reviewer: str, *, blind: bool | None = None) -> None:
        """Go on with a session as somebody."""
        self._reviewing.end()
        try:
            store = Store.open(path, reviewer=reviewer)
            if blind is not None and blind != store.blind:
                store.set_blind(blind)
        except GoldleafError as error:
            self._fail(str(error))
            return
        self._reviewing.begin(store)
        if store.read_only:
            self._fail(store.read_only)

    def ask_reviewer(self) -> None:
        """Let somebody else go on, or the same one blind."""
        from goldleaf.viewer.dialogs.new_review import ReviewerDialog

        store = self._reviewing.store
        if store is None:
            return
        dialog = ReviewerDialog(self._window, store.reviewer or self._name, store.reviewers)
        dialog.blind.setChecked(store.blind)
        if dialog.exec():
            reviewer = dialog.reviewer.text().strip()
            self._settings.set(REVIEWER, reviewer)
            self.open_session(store.path, reviewer, blind=dialog.blind.isChecked())
        dialog.deleteLater()

    def side_is_right(self, side: int) -> None:
        """Say that a side is right: 0 the gold or the first annotator."""
        self._decide(self._reviewing.verdict_for(side))

    def parse_is_right(self) -> None:
        """Say that the parse that is shown is right."""
        if self._inspector.parse >= 0:
            self.side_is_right(self._inspector.parse + 1)
        else:
            self._tell("No parse is shown: choose one by its number")

    def number(self, number: int) -> bool:
        """In an adjudication a number says which annotator is right; False where it says nothing."""
        store = self._reviewing.store
        if store is None or not store.adjudication or not 1 <= number <= len(store.sides):
            return False
        if self._reviewing.can_write:
            self.side_is_right(number - 1)
        return True

    def _decide(self, verdict: str) -> None:
        self._safely(lambda: self._reviewing.decide(verdict))

    def keep(self) -> None:
        """The sentence is done; on to the next one that is not."""

        def keep() -> None:
            if not self._reviewing.keep():
                done, total = self._reviewing.progress
                left = total - done
                self._tell("All sentences are reviewed" if not left else f"{left:,} open ones are not after this one")

        self._safely(keep)

    def to_unreviewed(self) -> None:
        """Go to the next sentence that is not reviewed."""
        if not self._reviewing.to_unreviewed(1):
            self._tell("No sentence after this one in the list is unreviewed")

    def undo(self) -> None:
        """Take the last act back."""

        def undo() -> None:
            act = self._reviewing.undo()
            self._tell(f"Undone – {act.what}" if act is not None else "There is nothing to undo")

        self._safely(undo)

    def redo(self) -> None:
        """Do it again."""

        def redo() -> None:
            act = self._reviewing.redo()
            self._tell(f"Done again – {act.what}" if act is not None else "There is nothing to do again")

        self._safely(redo)

    def ask_note(self) -> None:
        """Let the user write a note on what is selected."""
        from goldleaf.viewer.dialogs.note import NoteDialog

        store, said = self._reviewing.store, self._reviewing.noted
        if store is None:
            return
        text, tags = (said.note, said.tags) if said is not None else ("", ())
        dialog = NoteDialog(self._window, self._reviewing.about, text, tags, store.tags())
        if dialog.exec():
            written, chosen = dialog.text, dialog.tags
            self._safely(lambda: self._reviewing.note(written, chosen))
        dialog.deleteLater()

    def ask_reading(self) -> None:
        """Let the user choose a reading of the selected word that neither side has."""
        from goldleaf.viewer.dialogs.reading import ReadingDialog

        subject = self._reviewing.readable
        if subject is None:
            self._tell("Select a word first: another reading is one of a word")
            return
        sentence, word, layer, known = subject
        dialog = ReadingDialog(self._window, sentence, word, layer, known)
        if dialog.exec():
            self._decide(dialog.verdict)
        dialog.deleteLater()

    def ask_for_all_such(self) -> None:
        """Let the user say one verdict of all that the filter has found."""
        from goldleaf.viewer.dialogs.all_such import AllSuchDialog

        found, store, document = self._filter.found_last, self._reviewing.store, self._inspector.document
        if found is None or store is None or document is None or self._inspector.parse < 0:
            self._tell("Write a condition into the filter line first, or click a cell of the Errors panel")
            return
        parse = document.parses[self._inspector.parse].treebank
        sides = [self._reviewing.verdict_for(side) for side in (0, self._inspector.parse + 1)]

        def find(layer: Layer) -> list[Such]:
            return such(document.gold, parse, layer, found, store.key, self._reviewing.said)

        dialog = AllSuchDialog(self._window, self._filter.line.text(), verdicts_for(sides), store.layers, find)
        if dialog.exec():
            verdict, places = dialog.verdict.currentData(), [one.place for one in dialog.chosen]
            self._safely(lambda: self._reviewing.decide_all(verdict, places, self._filter.line.text()))
        dialog.deleteLater()

    def save_treebank(self) -> None:
        """Let the user write the corrected treebank."""

    def save_report(self) -> None:
        """Let the user write what was decided."""

    def _safely(self, act: Callable[[], object]) -> None:
        """Do something that writes; say it if it could not be kept."""
        try:
            act()
        except GoldleafError as error:
            self._fail(str(error))


def _sides(request: Request, *, adjudicated: bool) -> list[Side]:
    """The treebanks of a review, the gold or the first annotator first."""
    options = {"encoding": request.encoding, "separator": request.separator}
    options |= {"format": request.format_name} if request.format_name else {}
    first = request.gold_names[0] if adjudicated else "gold"
    paths = zip((first, *request.names), (request.gold, *request.parses), strict=True)
    return [Side(name, str(path.absolute()), options) for name, path in paths]


def _free(path: Path) -> Path:
    """The path, or one like it that is free."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def _login() -> str:
    try:
        return getuser()
    except (OSError, KeyError):  # no such user on this machine
        return "reviewer"
