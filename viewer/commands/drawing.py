"""Drawing without a window: an application of Qt's for fonts, and figures written to files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import READABLE, FigureOptions, save, text_size
from goldleaf.viewer.figure.figure import Look, composed, figure, structure
from goldleaf.viewer.session.document import Pair


@contextmanager
def fonts() -> Iterator[None]:
    """Makes text measurable; needs no display."""
    from PySide6.QtGui import QGuiApplication

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication(["goldleaf"])
    yield
    del application


def has_display() -> bool:
    """Whether a window can be shown."""
    if "QT_QPA_PLATFORM" in os.environ or not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How sentences are drawn and written."""

    look: Look
    theme: Theme
    options: FigureOptions = field(default_factory=FigureOptions)
    legend: bool = False
    caption: str = ""


def write_figure(path: Path, pair: Pair, drawing: Drawing, titles: tuple[str, str], about: Mapping[str, str]) -> None:
    """Write a sentence's figure and warn on stderr of what a reader could not read. `fonts` must be there.

    ``titles`` are the gold's and the parse's; ``about`` goes into the file's metadata. Raises GoldleafError.
    """
    from goldleaf.viewer.canvas.coverage import font_advice
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.diagram.shapes import Role

    shown = figure(
        pair, drawing.look, drawing.theme, measure, gold_title=titles[0], parse_title=titles[1], metadata=about
    )
    diagram = composed(shown, drawing.look, drawing.theme, measure, legend=drawing.legend, caption=drawing.caption)
    save(path, diagram, drawing.theme, drawing.options, drawn=structure(shown, drawing.look))
    size = text_size(diagram, drawing.theme, drawing.options)
    if size is not None and size < READABLE:
        print(f"{path}: warning: text of {size:.1f} pt; print wants {READABLE:g} pt, so widen or wrap", file=sys.stderr)
    advice = font_advice((word.form for word in pair.gold.words), drawing.theme.font(Role.WORD))
    if advice is not None and path.suffix != ".tex":
        print(f"{path}: warning: {advice}", file=sys.stderr)
