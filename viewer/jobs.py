"""Long work beside the window: a generator's steps, run in a thread, reported by signals, cancelled between steps."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal


class Job(QThread):
    """Runs a generator to its end. Each value that it yields is `stepped`; an exception is `failed`.

    Both carry the revision of the request that the job was made for, so that late results can be told. The generator
    is closed, and nothing more is reported, once the job is cancelled.
    """

    stepped = Signal(int, object)
    failed = Signal(int, object)

    def __init__(self, steps: Generator[Any], revision: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self.revision = revision

    def run(self) -> None:
        """The thread's work; Qt calls it."""
        try:
            for step in self._steps:
                if self.isInterruptionRequested():
                    return
                self.stepped.emit(self.revision, step)
        except Exception as error:
            if not self.isInterruptionRequested():
                self.failed.emit(self.revision, error)
        finally:
            self._steps.close()

    def cancel(self) -> None:
        """Ask the job to stop after the step it is at."""
        self.requestInterruption()

    def stop(self) -> None:
        """Cancel and wait for the thread to end."""
        self.cancel()
        self.wait()
