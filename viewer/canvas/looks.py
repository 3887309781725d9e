"""A theme's paints as Qt's pens, brushes and fonts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from goldleaf.viewer.canvas.lettering import Line, line_of
from goldleaf.viewer.canvas.lines import Pens
from goldleaf.viewer.canvas.outline import HALO
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.text import Font
from goldleaf.viewer.diagram.theme import Paint, Theme

MOST_LINES = 10_000  # that a look keeps


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How shapes of a role and state are painted, and the lines of text that were laid out in its font."""

    pen: QPen
    pens: Pens
    halo: Pens  # the ground beneath a line
    brush: QBrush
    ink: QPen  # writes text
    font: Font
    opacity: float
    lines: dict[tuple[str, bool], Line] = field(default_factory=dict)

    def line(self, text: str, right_to_left: bool) -> Line:
        """The line of a text; ``right_to_left`` is its base direction."""
        found = self.lines.get((text, right_to_left))
        if found is None:
            if len(self.lines) >= MOST_LINES:
                self.lines.clear()
            found = self.lines[text, right_to_left] = line_of(text, self.font, right_to_left)
        return found


@lru_cache(maxsize=4096)
def look_of(theme: Theme, role: Role, state: State, *, solid: bool = False) -> Look:
    """The look that a theme gives to a role and state; ``solid``: without dashes."""
    paint = theme.paint(role, state).solid if solid else theme.paint(role, state)
    pen = pen_of(paint)
    return Look(
        pen=pen,
        pens=Pens.of(pen),
        halo=Pens.of(pen_of(Paint(theme.background, paint.stroke_width + 2 * HALO))),
        brush=QBrush(QColor(paint.fill)) if paint.fill else QBrush(Qt.BrushStyle.NoBrush),
        ink=QPen(QColor(paint.fill)) if paint.fill else QPen(Qt.PenStyle.NoPen),
        font=theme.font(role),
        opacity=paint.opacity,
    )


def pen_of(paint: Paint) -> QPen:
    """The pen of a paint's stroke."""
    if paint.stroke is None or paint.stroke_width <= 0:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(QColor(paint.stroke), paint.stroke_width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if paint.dash:
        pen.setDashPattern([length / paint.stroke_width for length in paint.dash])  # Qt counts in widths
    return pen
