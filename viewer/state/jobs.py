"""Long work beside the window: a generator's steps, run in a thread, reported by signals, ended between steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from goldleaf.viewer.state.crash import failure

PATIENCE = 1.0  # seconds
_running: set[Job] = set()  # of all windows; a thread must not be let go of before it has ended


class Job(QThread):
    """Runs a generator to its end. What it comes to is `reported` by the name of a signal of `Background`: each value
    that it yields is ``stepped``, its result, unless None, ``returned``.

    A step equal to the one before is not reported. An exception is ``failed``, with the `Failure` to be shown;
    ``complaint`` says what could then not be done. The generator is closed, and nothing more is reported, once the job
    is cancelled.

    After a step that ``awaits`` the window, the work goes on when the window has said so by `go_on`, or after
    `PATIENCE`: both would run slower side by side, and the window is to be first."""

    reported = Signal(str, object)

    def __init__(
        self, steps: Generator[Any, None, Any], complaint: str, awaits: Callable[[Any], bool] = lambda _: False
    ) -> None:
        super().__init__()
        self._steps, self._complaint, self._awaits = steps, complaint, awaits
        self._window_is_ready = Event()
        self.finished.connect(self._forget)

    def start(self, priority: QThread.Priority = QThread.Priority.InheritPriority) -> None:
        _running.add(self)
        super().start(priority)

    def run(self) -> None:
        # The thread's work; Qt calls it.
        last: object = None
        try:
            with closing(self._steps):
                while not self.isInterruptionRequested():
                    step = next(self._steps)
                    if step == last or self.isInterruptionRequested():
                        continue
                    last = step
                    self._window_is_ready.clear()
                    self.reported.emit("stepped", step)
                    if self._awaits(step) and not self.isInterruptionRequested():
                        self._window_is_ready.wait(PATIENCE)
        except StopIteration as end:
            if end.value is not None and not self.isInterruptionRequested():
                self.reported.emit("returned", end.value)
        except BaseException as error:  # a panic of polars is no Exception
            told = failure(self._complaint, error)
            if not self.isInterruptionRequested():
                self.reported.emit("failed", told)

    def cancel(self) -> None:
        """Ask the job to stop after the step it is at."""
        self.requestInterruption()
        self.go_on()

    def go_on(self) -> None:
        self._window_is_ready.set()

    def _forget(self) -> None:
        self.wait()
        _running.discard(self)
        self.deleteLater()


class Background(QObject):
    """The work behind one part of the window: what was asked for last. What was asked for before is cancelled; what it
    still reports is dropped. ``ended`` comes after the last report, whatever way the work ended, unless it was
    cancelled. What is connected can be named at once: ``Background(self, returned=self.show)``."""

    stepped = Signal(object)
    returned = Signal(object)
    failed = Signal(object)  # a Failure
    ended = Signal()

    def __init__(self, parent: QObject | None = None, **connected: Any) -> None:  # noqa: ANN401, slots of any signal
        super().__init__(parent, **connected)
        self._job: Job | None = None

    @property
    def busy(self) -> bool:
        return self._job is not None

    def start(
        self, steps: Generator[Any, None, Any], complaint: str, *, awaits: Callable[[Any], bool] = lambda _: False
    ) -> None:
        """Work on this now. ``complaint`` and ``awaits`` are as in `Job`."""
        self.cancel()
        self._job = Job(steps, complaint, awaits)
        self._job.reported.connect(self._report)
        self._job.finished.connect(self._finished)
        self._job.start()

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def go_on(self) -> None:
        if self._job is not None:
            self._job.go_on()

    def _report(self, what: str, value: object) -> None:
        # One that was cancelled may have reported before it knew.
        if self._job is not None and self.sender() is self._job:
            getattr(self, what).emit(value)

    def _finished(self) -> None:
        # One that was cancelled ends, too, but another may have been begun by then.
        if self._job is not None and self.sender() is self._job:
            self._job = None
            self.ended.emit()


def settle(seconds: float) -> bool:
    """Wait so long, at most, for jobs to end; returns whether all have."""
    until = time.monotonic() + seconds
    return all(job.wait(max(0, round(1000 * (until - time.monotonic())))) for job in _running)
