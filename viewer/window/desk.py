"""What the handlers of actions work on: one desk, on which lies what the window has open and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from goldleaf.viewer.panels.filter_line import FilterLine
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.opening import Opener
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.state.settings import VIEW, Settings
from goldleaf.viewer.views import VIEWS
from goldleaf.viewer.window.picture_view import PictureView


@dataclass(frozen=True, slots=True)
class Desk:
    """Shared by all handlers.

    ``tell`` shows a passing message, ``fail`` an error that stays, ``tell_failure`` what could not be done, with its
    details.
    """

    window: QMainWindow
    inspector: Inspector
    opener: Opener
    reviewing: Reviewing
    settings: Settings
    pictures: PictureView
    filter: FilterLine
    tell: Callable[[str], object]
    fail: Callable[[str], object]
    tell_failure: Callable[[Failure], object]

    def show_view(self, name: str) -> None:
        """Show a view from now on. What is selected stays, by the word that it stands for."""
        self.settings.set(VIEW, name)
        self.pictures.select_words_for(VIEWS[name])
        self.inspector.set_look(replace(self.inspector.look, view=name))
        self.pictures.focus()

    def why_none_listed(self) -> str:
        """Why the listed sentences cannot be written to files, as a sentence; empty if they can."""
        document = self.inspector.document
        if document is None:
            return "Open a file first."
        if not document.complete:
            return "All sentences must have been read."
        return "" if len(self.inspector.rows) else "No sentence is listed."

    def has_open(self, files: Iterable[Path]) -> bool:
        """Whether one of the files, which would be written, is one of those that are open."""
        paths = self.opener.request.paths if self.opener.request is not None else ()
        return not {path.absolute() for path in files}.isdisjoint(path.absolute() for path in paths)
