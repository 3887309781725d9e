"""Drawing without a window: an application of Qt's for fonts, and figures written to files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import decided, warnings


@contextmanager
def fonts() -> Iterator[None]:
    """Makes text measurable; needs no display, and none that the environment names."""
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication(["goldleaf", "-platform", "offscreen"])
    yield
    del application


def has_display() -> bool:
    """Whether a window can be shown."""
    if not sys.platform.startswith("linux"):
        return True
    platforms = (os.environ.get("QT_QPA_PLATFORM") or "xcb;wayland").split(";")
    wanted = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}  # without which Qt aborts; others need none
    needs = (wanted.get(platform.partition(":")[0]) for platform in platforms)
    return any(variable is None or os.environ.get(variable) for variable in needs)


def say_warnings(path: Path, figure: Figure) -> None:
    """Warn on stderr of what a reader of a figure could not read. `fonts` must be there."""
    from goldleaf.viewer.canvas.coverage import font_advice

    if how := decided(figure):
        complain(f"{path}: {how}")
    for warning in warnings(figure, font_advice if path.suffix != ".tex" else lambda *_: None):
        complain(f"{path}: warning: {warning}")
