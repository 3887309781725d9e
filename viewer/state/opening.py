"""Opening files: in the background, the newest request only, with the files watched for changes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from math import inf
from pathlib import Path
from time import time

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from goldleaf.core.files import is_file
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.loading import Loading, MetricChoice, load, rescored, swapped
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background

SETTLED = 400  # milliseconds after the last sign of a change: programs write files in steps
PAINTED = 150  # milliseconds in which new sentences have been painted


class Opener(QObject):
    """Loads documents into the inspector. What is shown is replaced when the first sentences of new files are there. If
    the rest turns out to be unreadable, the document from before comes back; if it is stopped, what was read stays."""

    progressed = Signal(float, str)
    arriving = Signal(object)  # a Request, before anything of it is shown
    opened = Signal(object)  # a Request, once its first sentences are shown
    failed = Signal(Failure)
    ended = Signal()  # whatever way
    changed_on_disk = Signal(list)  # paths

    def __init__(self, inspector: Inspector, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inspector = inspector
        self.asks: Callable[[Request], Request | None] = lambda request: request  # who is there; None: not to be opened
        self._work = Background(self, stepped=self._stepped, failed=self._broken, ended=self._finished)
        self.request: Request | None = None  # the files that are shown
        self._asked: Request | None = None  # of what is being loaded
        self.unopened: Request | None = None  # the files that could not be opened last, if nothing was opened since
        self._before: tuple[Document | None, Request | None] | None = None
        self._keep: tuple[int, int] | None = None  # row and parse to come back to
        self.choice = MetricChoice()  # of what is loaded from now on
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._file_changed)
        self._watcher.directoryChanged.connect(self._folder_changed)
        self._changed: set[str] = set()
        self._reading_since = 0.0  # seconds since 1970
        self._missing: set[str] = set()  # files that may come back
        self._settle = QTimer(self, singleShot=True, interval=SETTLED)
        self._settle.timeout.connect(self._tell_changes)

    @property
    def loading(self) -> bool:
        return self._work.busy

    def open(self, request: Request, *, keep: bool = False, parse: int | None = None) -> None:
        """Load files; with ``keep`` the place in the document is kept, and the parse unless another is to be shown."""
        if (granted := self.asks(request)) is None:
            return
        request = self._asked = granted
        self.unopened, self._reading_since = None, time()
        shown = self._inspector.parse if parse is None else parse
        self._keep = (self._inspector.row, shown) if keep else None
        self._start(load(request, self.choice.metrics(), self.choice.names), "The files could not be opened")

    def adopt(self, request: Request) -> None:
        """Take another request for what is shown, of the same files."""
        self.request = self._asked = request
        self.opened.emit(request)

    def close(self) -> None:
        """Show nothing more of the files that are open."""
        self._work.cancel()
        self.request = self._asked = self.unopened = self._before = None
        self._inspector.set_document(None)

    def reload(self) -> None:
        """Read the files again; where none are shown, those that could not be opened."""
        if (request := self.request or self.unopened) is not None:
            self.open(request, keep=True)

    def retry(self) -> None:
        if self.unopened is not None:
            self.open(self.unopened, keep=self.unopened is self.request)

    def refuse(self, told: Failure) -> None:
        self.unopened = None
        self.failed.emit(told)

    def score_by(self, choice: MetricChoice) -> None:
        self.choice = choice
        document = self._inspector.whole
        if self.loading and self._asked is not None:
            self.open(self._asked)
        elif document is not None:
            self._asked = self.request
            self._keep = (self._inspector.row, self._inspector.parse)
            self._start(rescored(document, choice.metrics(), choice.names), "The scores could not be worked out anew")

    def swap(self) -> None:
        """Put the annotator who is shown first, and the first one in that place."""
        document, other = self._inspector.whole, self._inspector.parse
        if document is None or self.request is None or self.loading or not document.adjudicated or other < 0:
            return
        self._asked = self.request.swapped(other)
        self._keep = (self._inspector.row, other)
        steps = swapped(document, other, self.choice.metrics(), self.choice.names)
        self._start(steps, "The scores could not be worked out anew")

    def cancel(self) -> None:
        if self.loading:
            self._work.cancel()
            self._before = None
            self.ended.emit()

    def stop(self) -> None:
        self._work.cancel()

    def _start(self, steps: Generator[Loading], complaint: str) -> None:
        # What was asked for while other files were still read may fail, too: then the last that was whole comes back.
        if self._before is None:
            self._before = (self._inspector.whole, self.request)
        # The window paints the first sentences before the rest is read.
        self._work.start(steps, complaint, awaits=lambda step: step.document is not None and not step.document.complete)
        self.progressed.emit(0.0, "opening")

    def _stepped(self, step: Loading) -> None:
        self.progressed.emit(step.done, step.doing)
        if (document := step.document) is None:
            return
        first = self.request is not self._asked or self._keep is not None
        self.request = self._asked
        if first:
            self.arriving.emit(self.request)
        if self._keep is not None:
            self._show_place(document, *self._keep)
            if document.complete:
                self._keep = None
        else:
            self._inspector.set_document(document, keep=not first)
        if first and self.request is not None:
            self._watch(self.request)
            self.opened.emit(self.request)
        QTimer.singleShot(PAINTED, self._work, self._work.go_on)

    def _show_place(self, document: Document, row: int, parse: int) -> None:
        self._inspector.set_document(document, keep=True)
        self._inspector.set_parse(min(parse, len(document.parses) - 1))
        self._inspector.go(min(row, len(document) - 1))

    def _broken(self, told: Failure) -> None:
        document, request = self._before or (None, None)
        if self._inspector.whole is not document:
            self.request = request
            if document is not None and self._keep is not None:
                self._show_place(document, *self._keep)
            else:
                self._inspector.set_document(document)
        self.unopened, self._asked = self._asked, request
        # Mended, it can be opened by `reload`.
        if request is None and self.unopened is not None:
            self._watch(self.unopened)
        self.failed.emit(told)

    def _finished(self) -> None:
        self._before = None
        self.ended.emit()

    def _watch(self, request: Request) -> None:
        if watched := [*self._watcher.files(), *self._watcher.directories()]:
            self._watcher.removePaths(watched)
        self._missing.clear()
        self._watch_files([str(path) for path in request.paths])

    def _watch_files(self, paths: Sequence[str]) -> None:
        # Watch files, and the folders of those that are not there.
        there = {path for path in paths if is_file(path)}
        gone = set(paths) - there
        self._missing = (self._missing - there) | gone
        folders = {str(Path(path).parent) for path in gone if Path(path).parent.is_dir()}
        if there or folders:
            self._watcher.addPaths([*there, *folders])

    def _folder_changed(self) -> None:
        if back := {path for path in self._missing if is_file(path)}:
            self._missing -= back
            self._changed |= back
            self._settle.start()

    def _file_changed(self, path: str) -> None:
        self._changed.add(path)
        self._settle.start()

    def _tell_changes(self) -> None:
        changed, self._changed = sorted(self._changed), set()
        self._watch_files(changed)  # a file that was replaced is no longer watched
        # What had changed before it was read is no news, though the system may say so only now.
        if news := [path for path in changed if _changed_at(path) > self._reading_since]:
            self.changed_on_disk.emit(news)


def _changed_at(path: str) -> float:
    """When a file, or what stands in its place, was last changed (seconds since 1970); endless for none."""
    try:
        return max(Path(path).stat().st_mtime, Path(path).stat().st_ctime)
    except OSError:
        return inf
