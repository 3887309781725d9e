"""What the Review menu does with sessions: begins, opens and closes them, and writes what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from getpass import getuser
from pathlib import Path
from secrets import randbits

from PySide6.QtWidgets import QFileDialog

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.review.judgements import Side
from goldleaf.viewer.review.requests import request_of
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.request import PREDICTED, Request
from goldleaf.viewer.state.crash import failure
from goldleaf.viewer.state.settings import FOLDER, REVIEWER
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.outcomes import OutcomesHandler


class SessionsHandler:
    """Begins and ends reviews."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.outcomes = OutcomesHandler(desk, self._open_merged)
        self._then_filter = ""  # once the session is open
        desk.opener.opened.connect(self._opened)

    def actions(self) -> list[Action]:
        """What begins, opens and closes a review."""
        return [
            Action(
                "review.new", "New review…", "Review",
                "Begin to decide where the files differ; all that is said is kept in a file beside them.", self.begin,
                why_not=unless(lambda: self._desk.reviewing.store is None, "A review is open already."),
                needs=Needs.PARSE,
            ),
            Action(
                "review.open", "Open review…", "Review", "Go on with a review, with the files that it is of.",
                self.ask_for_session, needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "review.reviewer", "Reviewer…", "Review", "Who goes on reviewing, and whether blind.",
                self.ask_reviewer, needs=Needs.REVIEW, for_blind=True,
            ),
            Action(
                "review.end", "Close review", "Review", "Only look again; all that was decided is kept.", self.end,
                needs=Needs.REVIEW, for_blind=True,
            ),
        ]  # fmt: skip

    @property
    def _name(self) -> str:
        """Who reviews, unless somebody else says so."""
        try:
            return self._desk.settings.get(REVIEWER) or getuser()
        except (OSError, KeyError):  # no such user on this machine
            return "reviewer"

    def begin(self) -> None:
        """Let the user begin a review of the files that are open."""
        from goldleaf.viewer.dialogs.review import NewReviewDialog

        document, request = self._desk.inspector.document, self._desk.opener.request
        if document is None or request is None:
            return
        path, number = request.gold.with_suffix(".goldleaf"), 1
        while path.exists():  # one like it that is free
            number += 1
            path = path.with_stem(f"{request.gold.stem}-{number}")
        known = dict.fromkeys(layer for parse in range(len(document.parses)) for layer in document.layers.known(parse))
        dialog = NewReviewDialog(self._desk.window, path, self._name, [*known])
        if dialog.exec():
            reviewer = dialog.reviewer.text().strip()
            self._desk.settings.set(REVIEWER, reviewer)
            self.create(dialog.path, dialog.chosen_layers, reviewer, blind=dialog.blind.isChecked())
        dialog.deleteLater()

    def create(self, path: Path, layers: Sequence[Layer], reviewer: str, *, blind: bool = False) -> None:
        """Begin a review of the files that are open, kept in this file."""
        document, request = self._desk.inspector.document, self._desk.opener.request
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
            self._desk.fail(str(error))
            return
        self._desk.reviewing.begin(store)
        self._desk.opener.adopt(replace(request, session=path))

    def ask_for_session(self) -> None:
        """Let the user choose a review to go on with."""
        from goldleaf.viewer.dialogs.review import FILES

        name, _ = QFileDialog.getOpenFileName(self._desk.window, "Open review", self._desk.settings.get(FOLDER), FILES)
        if name:
            self._open(Path(name))

    def _open_merged(self, path: Path) -> None:
        """Go on with a session that was put together, at what its reviewers say differently."""
        self._then_filter = "conflict"
        self._open(path)

    def _open(self, path: Path) -> None:
        try:
            self._desk.opener.open(request_of([path]))
        except GoldleafError as error:
            self._desk.opener.refuse(failure("The review could not be opened", error))

    def end(self) -> None:
        """Close the review; the files stay open."""
        self._desk.reviewing.end()
        if self._desk.opener.request is not None:
            self._desk.opener.adopt(replace(self._desk.opener.request, session=None))

    def _opened(self, request: Request) -> None:
        """Open the session that goes with files, once these are shown."""
        store = self._desk.reviewing.store
        if request.session is None or (store is not None and store.path == request.session):
            return
        self.open_session(request.session, request.reviewer or self._name, blind=request.blind or None)

    def open_session(self, path: Path, reviewer: str, *, blind: bool | None = None) -> None:
        """Go on with a session as somebody."""
        self._desk.reviewing.end()
        try:
            store = Store.open(path, reviewer=reviewer)
            if blind is not None and blind != store.blind and store.read_only is None:
                store.set_blind(blind)
        except GoldleafError as error:
            self._desk.inspector.set_document(None)  # without the session nobody knows who may see what
            self._desk.fail(str(error))
            return
        self._desk.reviewing.begin(store)
        self._desk.reviewing.resume()
        if self._then_filter:
            self._desk.filter.line.setText(self._then_filter)
            self._then_filter = ""
        if said := store.read_only or store.lost:
            self._desk.fail(said)

    def ask_reviewer(self) -> None:
        """Let somebody else go on, or the same one blind."""
        from goldleaf.viewer.dialogs.review import ReviewerDialog

        store = self._desk.reviewing.store
        if store is None:
            return
        dialog = ReviewerDialog(self._desk.window, store.reviewer or self._name, store.reviewers, store.is_blind)
        if dialog.exec():
            reviewer = dialog.reviewer.text().strip()
            self._desk.settings.set(REVIEWER, reviewer)
            self.open_session(store.path, reviewer, blind=dialog.blind.isChecked())
        dialog.deleteLater()


def _sides(request: Request, *, adjudicated: bool) -> list[Side]:
    """The treebanks of a review, the gold or the first annotator first."""
    options = {"encoding": request.encoding, "separator": request.separator}
    options |= {"format_name": request.format_name} if request.format_name else {}
    first = request.gold_names[0] if adjudicated else "gold"
    sides = [Side(first, str(request.gold.absolute()), options)]
    for number, (name, path) in enumerate(zip(request.names, request.parses, strict=True)):
        second = {PREDICTED: "yes"} if number in request.second_analyses else {}
        sides.append(Side(name, str(path.absolute()), options | second))
    return sides
