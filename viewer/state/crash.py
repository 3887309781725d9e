"""What goes wrong unexpectedly is written down, told, and survived."""

from __future__ import annotations

import faulthandler
import logging
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import format_exception
from types import TracebackType
from typing import IO, NamedTuple

import platformdirs

from goldleaf.core.errors import GoldleafError
from goldleaf.core.version import VERSION

LARGEST = 1 << 20  # bytes of a log that are kept
LOG = logging.getLogger("goldleaf")


class Failure(NamedTuple):
    """What could not be done, in one line. ``details`` is the traceback of what nobody expected, else empty."""

    message: str
    details: str = ""


def failure(complaint: str, error: BaseException) -> Failure:
    """What is told of an exception, whose traceback is logged unless it is the user's to mend. ``complaint`` says what
    could not be done: "The table could not be worked out"."""
    # What the user can mend says how; a traceback would only hide it.
    if isinstance(error, GoldleafError):
        return Failure(str(error))
    LOG.error(complaint, exc_info=error)
    first_line = next(iter(str(error).splitlines()), "")
    said = ": ".join(filter(None, (complaint, type(error).__name__, first_line)))
    return Failure(said, "".join(format_exception(error)))


class Log:
    """The program's log and the record of hard crashes, in the user's folder for logs."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(platformdirs.user_log_dir("goldleaf", "Goldleaf"))
        self.path = self.folder / "goldleaf.log"
        self._fault_path = self.folder / "crash.log"
        self._fault_file: IO[str] | None = None
        self._handlers: list[logging.Handler] = []

    def begin(self) -> str:
        """Start logging and recording hard crashes; returns what the last run recorded, which is then forgotten."""
        self.folder.mkdir(parents=True, exist_ok=True)
        to_file = RotatingFileHandler(self.path, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
        to_file.setFormatter(logging.Formatter(f"%(asctime)s goldleaf {VERSION}: %(message)s"))
        self._handlers = [to_file, logging.StreamHandler()]
        for handler in self._handlers:
            LOG.addHandler(handler)
        last = _text(self._fault_path)
        self._fault_file = self._fault_path.open("w", encoding="utf-8")
        faulthandler.enable(self._fault_file)
        if last:
            LOG.error("the last run crashed:\n%s", last.rstrip())
        return last

    def end(self) -> None:
        for handler in self._handlers:
            LOG.removeHandler(handler)
            handler.close()
        self._handlers = []
        if self._fault_file is not None:
            faulthandler.disable()
            self._fault_file.close()
            self._fault_file = None

    def read(self) -> str:
        return _text(self.path)


class Hook:
    """The one `sys.excepthook`: logs, tells the window, and lets the program go on."""

    def __init__(self) -> None:
        self._telling = False
        self.tell: Callable[[Failure], object] = lambda _: None  # before there is a window the log and stderr have it

    def __call__(self, kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        # Called by Python, also for what happens in slots, paint events and threads.
        if issubclass(kind, KeyboardInterrupt):
            return  # no failure; the program ends by itself, see `viewer.interruption`
        told = failure("Something went wrong", error)
        # One message at a time, else a paint event that fails tells them without end.
        if not self._telling:
            self._telling = True
            try:
                self.tell(told)
            finally:
                self._telling = False


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
