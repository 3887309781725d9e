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
    """Makes text measurable; needs no display."""
    from PySide6.QtGui import QGuiApplication

    os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"
    application = QGuiApplication.instance() or QGuiApplication(["goldleaf"])
    yield
    del application


def has_display() -> bool:
    """Whether a window can be shown."""
    if os.environ.get("QT_QPA_PLATFORM") or not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def say_warnings(path: Path, figure: Figure) -> None:
    """Warn on stderr of what a reader of a figure could not read. `fonts` must be there."""
    from goldleaf.viewer.canvas.coverage import font_advice

    if how := decided(figure):
        complain(f"{path}: {how}")
    for warning in warnings(figure, font_advice if path.suffix != ".tex" else lambda *_: None):
        complain(f"{path}: warning: {warning}")
