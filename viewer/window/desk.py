"""What the handlers of actions work on: one desk, on which lies what the window has open and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_same
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.panels.parts import MessageBar
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.state.opening import Opener
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.state.settings import FOLDER, VIEW, Settings
from goldleaf.viewer.views import VIEWS
from goldleaf.viewer.window.picture_view import PictureView
from goldleaf.viewer.window.toolbar import StatusBar

MANUAL = "help.manual"  # the action
TELL = 5000  # milliseconds that a passing message is seen


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)  # Qt refers weakly to whose methods it calls
class Desk:
    """Shared by all handlers. ``works`` go on beside the window, each with what is told when the user ends it."""

    window: QMainWindow
    inspector: Inspector
    opener: Opener
    reviewing: Reviewing
    settings: Settings
    pictures: PictureView
    filter: FilterLine
    status: StatusBar
    error: MessageBar
    news: MessageBar
    works: list[tuple[Background, str]] = field(default_factory=list)

    @property
    def document(self) -> Document:
        """What is open. As `request` and `store` it is there for all that an action does which `Needs` it."""
        document = self.inspector.document
        assert document is not None
        return document

    @property
    def request(self) -> Request:
        request = self.opener.request
        assert request is not None
        return request

    @property
    def store(self) -> Store:
        store = self.reviewing.store
        assert store is not None
        return store

    def tell(self, text: str) -> None:
        self.status.showMessage(self.reviewing.hidden(text), TELL)

    def fail(self, text: str) -> None:
        self.error.say("error", text)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What the user can mend ends what is done inside, and is told."""
        try:
            yield
        except GoldleafError as error:
            self.fail(str(error))

    def tell_failure(self, told: Failure) -> None:
        """Say what could not be done; the details are a button away."""
        from goldleaf.viewer.dialogs.manual import show_log

        details = self.reviewing.hidden(told.details)
        offers = [("Details", lambda: show_log(self.window, "What went wrong", details))] if details else []
        self.error.say("error", told.message, offers)

    def ask(self, dialog: QDialog) -> bool:
        """Show a dialog and let it go afterwards; whether it was accepted. It can be read until events are handled."""
        self.give_manual(dialog)
        accepted = bool(dialog.exec())
        dialog.deleteLater()
        return accepted

    def give_manual(self, dialog: QDialog) -> None:
        """Let the key of the manual act in a dialog, too."""
        dialog.addActions([action for action in self.window.actions() if action.objectName() == MANUAL])

    def work_beside(self, doing: str, canceled: str, returned: Callable[[Any], object]) -> Background:
        """Work of a handler that the status bar shows while the window goes on; one can end it there. Its steps are the
        share done; those of no ``doing`` are that and what is being done."""
        work = Background(
            self.window, returned=returned, failed=self.tell_failure, ended=lambda: self.status.show_progress(None),
            stepped=lambda step: self.status.show_progress(*(step, doing) if doing else step),
        )  # fmt: skip
        self.works.append((work, canceled))
        return work

    def browse(self, page: Path | str) -> None:
        """Open a page, which is a file or an address, in the browser."""
        url = QUrl.fromLocalFile(str(page.absolute())) if isinstance(page, Path) else QUrl(page)
        if not QDesktopServices.openUrl(url):
            self.fail(f"No browser could be started; open {page} in one.")

    def end_work(self, only: Background | None = None) -> None:
        """End what goes on beside the window, or one work of it, and say so."""
        for work, canceled in self.works:
            if work.busy and only in (None, work):
                work.cancel()
                self.status.show_progress(None)
                self.tell(canceled)

    def show_view(self, name: str) -> None:
        """Show a view from now on. What is selected stays, by the word that it stands for."""
        self.settings.set(VIEW, name)
        # Another view has other elements, and the same words.
        selection = self.inspector.selection
        positions = self.pictures.drawing.in_text(selection)
        other_view = VIEWS[name] is not self.inspector.view
        if positions and selection is not None and selection.kind != "word" and other_view:
            self.inspector.select(Key(Side.GOLD, "word", f"{positions[0]}"))
        self.inspector.set_look(replace(self.inspector.look, view=name))
        self.pictures.focus()

    def why_none_listed(self) -> str:
        """Why the listed sentences cannot be written to files, as a sentence; empty if they can."""
        if not self.document.complete:
            return "All sentences must have been read."
        return "" if len(self.inspector.rows) else "No sentence is listed."

    def open_by(self, title: str, kinds: str, opened: Callable[[Path], object]) -> None:
        """Ask for a file, at first where files were opened last, and open it."""
        folder = self.settings.get(FOLDER) or str(Path.cwd())
        name, _ = QFileDialog.getOpenFileName(self.window, title, folder, kinds)
        if name:
            opened(Path(name))

    def has_open(self, files: Iterable[Path]) -> bool:
        """Whether one of the files, which would be written, is one of those that are open, also through links."""
        both = product(files, self.request.paths)
        return any(path.absolute() == opened.absolute() or is_same(path, opened) for path, opened in both)
