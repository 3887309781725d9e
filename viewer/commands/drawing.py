"""What drawing needs of the system: libraries, fonts, a display; and what is said of figures. Without some libraries Qt
cannot be loaded, without others it aborts the process."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.diagram.theme import Font
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import decided, warnings
from goldleaf.viewer.text.tex import measured_in, needs_unicode


def check_libraries(*, window: bool = True) -> None:
    """Raise GoldleafError with what to install where libraries are missing for a window, or only for drawing."""
    if not sys.platform.startswith("linux"):
        return
    display = ""  # what a window would be shown by, and whether that needs libraries of its own
    if window and (platform := os.environ.get("QT_QPA_PLATFORM")):
        display = {"xcb": "x11", "wayland": "wayland"}.get(platform, "")
    elif window:
        display = "x11" if os.environ.get("DISPLAY") else "wayland" if os.environ.get("WAYLAND_DISPLAY") else ""
    text = files("goldleaf.assets").joinpath("system-libraries.txt").read_text(encoding="utf-8")
    needed = (line.split(maxsplit=2) for line in text.splitlines())
    packages = [name for what, library, name in needed if what in ("always", display) and not is_there(library)]
    if packages:  # by their names at Debian
        raise GoldleafError(
            f"Qt needs system libraries that are not installed; sudo apt-get install {' '.join(packages)}"
            " (Debian's names; other systems have packages like them)"
        )


def is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


@contextmanager
def fonts() -> Iterator[None]:
    """Makes text measurable; needs no display, and none that the environment names."""
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication(["goldleaf", "-platform", "offscreen"])
    yield
    del application


def has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    platforms = (os.environ.get("QT_QPA_PLATFORM") or "xcb;wayland").split(";")
    wanted = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}  # without which Qt aborts; others need none
    needs = (wanted.get(platform.partition(":")[0]) for platform in platforms)
    return any(variable is None or os.environ.get(variable) for variable in needs)


def say_warnings(path: Path, figure: Figure) -> None:
    """Warn on stderr of what a reader of a figure could not read. `fonts` must be there."""
    from goldleaf.viewer.canvas.fonts import font_advice

    if how := decided(figure):
        complain(f"{path}: {how}")

    def in_tex(texts: Iterable[str], font: Font) -> str:
        known = [*texts]
        engine = "compile it with LuaLaTeX or XeLaTeX, as the text is not all Latin" if needs_unicode(known) else ""
        return "; ".join(filter(None, (engine, measured_in(font.family) if any(known) else "")))

    for warning in warnings(figure, font_advice if path.suffix != ".tex" else in_tex):
        complain(f"{path}: warning: {warning}")
