"""Ctrl-C ends the program within a second, whatever library it is deep in, and no end leaves anything half-written."""

from __future__ import annotations

import os
import signal
import time
from threading import Thread

STATUS = 130  # of a program that Ctrl-C ended
GRACE = 0.4  # seconds for the program to end by itself
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def watch() -> None:
    """Let the program end soon after Ctrl-C, even where it never hears of it; call this in the main thread.

    Python tells the main thread only once that is back in Python, and a thread pool waits for its work. Where a system
    or a terminal that is closed ends the program, it ends at once, but for what it had begun to write.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, lambda *_: None)  # only what Python handles is written to the pipe
    Thread(target=_end_when_told, args=(reader,), name="interruption", daemon=True).start()


def _end_when_told(reader: int) -> None:
    while (number := os.read(reader, 1)[0]) not in (signal.SIGINT, *ENDING):
        pass
    if number == signal.SIGINT:
        time.sleep(GRACE)
    from goldleaf.core.files import discard_unfinished

    discard_unfinished()
    os._exit(128 + number)
