"""What goes wrong unexpectedly is written down, told, and survived."""

from __future__ import annotations

import faulthandler
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

import platformdirs

from goldleaf.core.version import VERSION

LARGEST = 1 << 20  # bytes of a log that are kept


class Log:
    """The program's log and the record of hard crashes, in the user's folder for logs."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(platformdirs.user_log_dir("goldleaf", "Goldleaf"))
        self.path = self.folder / "goldleaf.log"
        self._fault_path = self.folder / "crash.log"
        self._fault_file: IO[str] | None = None

    def begin(self) -> str:
        """Start recording hard crashes; returns what the last run recorded, which is then forgotten."""
        self.folder.mkdir(parents=True, exist_ok=True)
        last = _text(self._fault_path)
        self._fault_file = self._fault_path.open("w", encoding="utf-8")
        faulthandler.enable(self._fault_file)
        if last:
            self.write(f"the last run crashed:\n{last}")
        return last

    def end(self) -> None:
        """Stop recording."""
        if self._fault_file is not None:
            faulthandler.disable()
            self._fault_file.close()
            self._fault_file = None

    def write(self, text: str) -> None:
        """Add to the log."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size > LARGEST:
            self.path.replace(self.path.with_suffix(".old.log"))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} goldleaf {VERSION}: {text.rstrip()}\n")

    def read(self) -> str:
        """The log."""
        return _text(self.path)

    def exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
        """Add an exception to the log; returns its text."""
        text = "".join(traceback.format_exception(kind, error, trace))
        self.write(text)
        return text


class Hook:
    """The one `sys.excepthook`: logs, tells the window, and lets the program go on."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._telling = False
        self.tell: Callable[[str, str], object] = _nobody  # set once there is a window

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Called by Python, also for what happens in slots, paint events and threads."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = self._log.exception(kind, error, trace)
        print(text, file=sys.stderr)
        if not self._telling:  # one dialog at a time, else a paint event that fails opens them without end
            self._telling = True
            try:
                self.tell(f"{kind.__name__}: {error}", text)
            finally:
                self._telling = False


def _nobody(message: str, details: str) -> None:
    """There is no window yet: the log and stderr have it."""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
