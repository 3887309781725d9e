"""Loading modules in less time, for the start is most of what a small file takes."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Load many modules in this block: what they make stays, so it is not looked through for garbage.

    That takes a sixth of the time that the window's modules need.
    """
    # OpenBLAS starts a thread for each core when numpy is loaded; there is no linear algebra here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()
            gc.enable()
