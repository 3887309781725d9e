"""The system libraries that Qt needs: without some it cannot be loaded, without others it aborts the process."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from importlib.resources import files

from goldleaf.core.errors import GoldleafError


def check_libraries(*, window: bool = True) -> None:
    """Raise GoldleafError with what to install where libraries are missing for a window, or only for drawing."""
    if not sys.platform.startswith("linux"):
        return
    packages = [package for library, package in _wanted(_display() if window else "") if not is_there(library)]
    if packages:
        raise GoldleafError(
            f"Qt needs system libraries that are not installed; sudo apt-get install {' '.join(packages)}"
            " (Debian's names; other systems have packages like them)"
        )


def is_there(library: str) -> bool:
    """Whether a library can be loaded."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _display() -> str:
    """What a window would be shown by: x11, wayland, or nothing that needs libraries of its own."""
    if platform := os.environ.get("QT_QPA_PLATFORM"):
        return {"xcb": "x11", "wayland": "wayland"}.get(platform, "")
    return "x11" if os.environ.get("DISPLAY") else "wayland" if os.environ.get("WAYLAND_DISPLAY") else ""


def _wanted(display: str) -> Iterator[tuple[str, str]]:
    """Libraries and Debian's packages of them, those for a display with those that are always needed."""
    for line in files("goldleaf.assets").joinpath("system-libraries.txt").read_text(encoding="utf-8").splitlines():
        what, library, package = line.split(maxsplit=2)
        if what in ("always", display):
            yield library, package
