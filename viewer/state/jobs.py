"""Long work beside the window: a generator's steps, run in a thread, reported by signals, cancelled between steps."""

from __future__ import annotations

from collections.abc import Callable, Generator
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

PATIENCE = 1.0  # seconds


class Job(QThread):
    """Runs a generator to its end. Each value that it yields is `stepped`; an exception is `failed`.

    Both carry the revision of the request that the job was made for, so that late results can be told. The generator
    is closed, and nothing more is reported, once the job is cancelled.

    After a step that ``awaits`` the window, the work goes on when the window has said so by `go_on`, or after
    `PATIENCE`: both would run slower side by side, and the window is to be first.
    """

    stepped = Signal(int, object)
    failed = Signal(int, object)

    def __init__(
        self,
        steps: Generator[Any],
        revision: int,
        parent: QObject | None = None,
        *,
        awaits: Callable[[Any], bool] = lambda _: False,
    ) -> None:
        super().__init__(parent)
        self._awaits = awaits
        self._window_is_ready = Event()
        self._steps = steps
        self.revision = revision

    def run(self) -> None:
        """The thread's work; Qt calls it."""
        try:
            for step in self._steps:
                if self.isInterruptionRequested():
                    return
                self._window_is_ready.clear()
                self.stepped.emit(self.revision, step)
                if self._awaits(step):
                    self._window_is_ready.wait(PATIENCE)
        except Exception as error:
            if not self.isInterruptionRequested():
                self.failed.emit(self.revision, error)
        finally:
            self._steps.close()

    def cancel(self) -> None:
        """Ask the job to stop after the step it is at."""
        self.requestInterruption()
        self.go_on()

    def go_on(self) -> None:
        """Let the work go on after a step that awaits the window."""
        self._window_is_ready.set()

    def stop(self) -> None:
        """Cancel and wait for the thread to end."""
        self.cancel()
        self.wait()
