"""Ctrl-C ends the program within a second, whatever library it is deep in."""

from __future__ import annotations

import os
import signal
import time
from threading import Thread

STATUS = 130  # of a program that Ctrl-C ended
GRACE = 0.4  # seconds for the program to end by itself


def watch() -> None:
    """Let the program end soon after Ctrl-C, even where it never hears of it; call this in the main thread.

    Python tells the main thread only once that is back in Python, and a thread pool waits for its work.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    Thread(target=_end_when_interrupted, args=(reader,), name="interruption", daemon=True).start()


def _end_when_interrupted(reader: int) -> None:
    while os.read(reader, 1) != bytes([signal.SIGINT]):
        pass
    time.sleep(GRACE)
    from goldleaf.core.files import discard_unfinished

    discard_unfinished()
    os._exit(STATUS)
