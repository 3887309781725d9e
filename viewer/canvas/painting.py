"""The one painter of diagrams: the canvas, PNG and PDF all show what is painted here.

Each shape becomes a function that draws it, whose pens, lines and text are made only once. Qt's raster engine takes up
to 0.3 ms for a long dashed path, but little for straight lines. So on the screen a solid path is a row of lines if its
curves are short corners, and a dashed one is drawn part by part, its dashes carried on: two to four times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, pairwise
from math import dist, hypot, inf
from typing import NamedTuple, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF, QStaticText, QTextLayout, QTextOption

from goldleaf.viewer.canvas.fonts import SizedFont, measure, sized_font
from goldleaf.viewer.canvas.outline import HALO, pieces, polyline
from goldleaf.viewer.diagram.shapes import Box, Diagram, Path, Polygon, Rect, Shape, Text, extent, left_edge
from goldleaf.viewer.diagram.theme import Font, Paint, Theme
from goldleaf.viewer.labels import having
from goldleaf.viewer.text.characters import drawable

Draw: TypeAlias = Callable[[QPainter], object]

RENDERING = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
REACH = 30.0  # pixels that strokes, letters and accents may reach out of a shape's own place
EVERYTHING = Rect(-inf, -inf, inf, inf)
CLOSE = 1.75  # the zoom from which on the corners of a row of lines would be seen
FACETS = 4  # lines to a corner
CORNER = 40.0  # pixels: a longer curve in a few lines would be seen as such
LEGIBLE = 2.5  # screen pixels that letters must have to be drawn
MOST_LINES = 10_000  # of text that are kept, laid out
KEPT = 16  # pictures that are ready to be painted


def paint(painter: QPainter, diagram: Diagram, theme: Theme) -> None:
    """Paints a diagram at the painter's origin, one unit a pixel, without its background."""
    Painting(diagram.shapes, theme).draw(painter)


class Painting:
    """Shapes that are painted many times, each made ready when it is first seen; ``screen`` takes faster lines."""

    def __init__(self, shapes: Iterable[Shape], theme: Theme, *, screen: bool = False) -> None:
        self._theme, self._screen = theme, screen
        self._shapes = tuple(shapes)
        self._extents = [extent(shape) for shape in self._shapes]
        self._ready: list[Draw | None] = [None] * len(self._shapes)

    def draw(self, painter: QPainter, seen: Rect = EVERYTHING) -> None:
        """Draws the shapes that reach into a rectangle."""
        painter.setRenderHints(RENDERING)
        low, top, high, bottom = seen.left - REACH, seen.top - REACH, seen.right + REACH, seen.bottom + REACH
        for index, (left, upper, right, lower) in enumerate(self._extents):
            if left < high and right > low and upper < bottom and lower > top:
                draw = self._ready[index]
                if draw is None:
                    draw = self._ready[index] = prepare(self._shapes[index], self._theme, screen=self._screen)
                draw(painter)

    def prepare(self) -> None:
        for index, shape in enumerate(self._shapes):
            self._ready[index] = self._ready[index] or prepare(shape, self._theme, screen=self._screen)


@lru_cache(KEPT)
def on_screen(diagram: Diagram, theme: Theme) -> Painting:
    """A diagram as panes paint it; the last ones are kept, so that the next sentences are ready when they are shown."""
    return Painting(diagram.shapes, theme, screen=True)


def prepare(shape: Shape, theme: Theme, *, halo: bool = True, screen: bool = False) -> Draw:
    """What draws a shape. ``halo`` keeps the halo of a path; ``screen`` takes the faster lines."""
    look = _look(theme.paint_of(shape), theme.font(shape.role), theme.background)
    match shape:
        case Text():
            return _text(shape, look)
        case Path():
            return _path(shape, look, halo and shape.halo, screen)
        case Polygon():
            corners = QPolygonF([QPointF(x, y) for x, y in shape.points])
            return _filled(look, lambda painter: painter.drawPolygon(corners))
        case Box():
            box, radius = QRectF(shape.x, shape.y, shape.width, shape.height), shape.radius
            return _filled(look, lambda painter: painter.drawRoundedRect(box, radius, radius))


def _filled(look: _Look, draw_shape: Draw) -> Draw:
    pen, brush, opacity = look.pens.own, look.brush, look.opacity

    def draw(painter: QPainter) -> None:
        painter.setOpacity(opacity)
        painter.setPen(pen)
        painter.setBrush(brush)
        draw_shape(painter)

    return draw


def _path(path: Path, look: _Look, halo: bool, screen: bool) -> Draw:
    opacity = look.opacity
    line = screen_line if screen and opacity == 1.0 else _exact_line  # lines that overlap would show through
    own = line(path, look.pens)
    ground = line(path, look.halo) if halo else None

    def draw(painter: QPainter) -> None:
        if ground is not None:
            painter.setOpacity(1.0)
            ground(painter)
        painter.setOpacity(opacity)
        own(painter)

    return draw


def _text(text: Text, look: _Look) -> Draw:
    line = _line(text.text, look.font, text.right_to_left)
    left, baseline = left_edge(text, line.width), text.y
    ink, opacity = look.ink, look.opacity

    def draw(painter: QPainter) -> None:
        painter.setOpacity(opacity)
        painter.setPen(ink)
        line.draw(painter, left, baseline)

    def turned(painter: QPainter) -> None:
        painter.save()
        painter.translate(text.x, baseline)
        painter.rotate(-90)
        painter.translate(-text.x, -baseline)
        draw(painter)
        painter.restore()

    return turned if text.upright else draw


@lru_cache(MOST_LINES)
def _line(text: str, font: Font, right_to_left: bool) -> _Line:
    shown, sized = drawable(text), sized_font(font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
    leads = Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
    having(option, textDirection=leads, wrapMode=QTextOption.WrapMode.NoWrap)
    words = having(QStaticText(shown), textFormat=Qt.TextFormat.PlainText, textOption=option)
    # The ascent of the whole line: where letters come from another font it may be more than the font's own.
    layout = QTextLayout(shown, sized.font)
    layout.beginLayout()
    whole = layout.createLine()
    layout.endLayout()
    return _Line(words, sized, measure(text, font).width, whole.ascent() if whole.isValid() else 0.0)


class Pens(NamedTuple):
    """A line's pen, and the same for straight lines that others continue: with flat ends there would be seams."""

    own: QPen
    joined: QPen

    @staticmethod
    def of(paint: Paint) -> Pens:
        """The pens of a paint's stroke."""
        if paint.stroke is None or paint.stroke_width <= 0:
            own = QPen(Qt.PenStyle.NoPen)
        else:
            own = QPen(QColor(paint.stroke), paint.stroke_width)
            having(own, capStyle=Qt.PenCapStyle.FlatCap, joinStyle=Qt.PenJoinStyle.RoundJoin)
            if paint.dash:
                own.setDashPattern([length / paint.stroke_width for length in paint.dash])  # Qt counts in widths
        return Pens(own, having(QPen(own), capStyle=Qt.PenCapStyle.SquareCap))


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """How shapes are painted, and in which font text."""

    pens: Pens
    halo: Pens  # the ground beneath a line
    brush: QBrush
    ink: QPen  # writes text
    font: Font
    opacity: float


@lru_cache(maxsize=4096)
def _look(paint: Paint, font: Font, background: str) -> _Look:
    """How shapes of a paint are painted on a background, and text in a font."""
    brush = QBrush(QColor(paint.fill)) if paint.fill else QBrush(Qt.BrushStyle.NoBrush)
    ink = QPen(QColor(paint.fill)) if paint.fill else QPen(Qt.PenStyle.NoPen)
    halo = Pens.of(Paint(background, paint.stroke_width + 2 * HALO))
    return _Look(Pens.of(paint), halo, brush, ink, font, paint.opacity)


def painter_path(path: Path) -> QPainterPath:
    line = QPainterPath(QPointF(*path.start))
    for piece in pieces(path):
        add = line.cubicTo if len(piece) > 2 else line.lineTo
        add(*chain.from_iterable(piece[1:]))
    return line


def _exact_line(path: Path, pens: Pens) -> Draw:
    line, pen = painter_path(path), pens.own
    return lambda painter: painter.strokePath(line, pen)


def screen_line(path: Path, pens: Pens) -> Draw:
    """What draws a path quickly, and as it is when it is seen from close by."""
    # A curve is no longer than its frame.
    if any(len(piece) > 2 and sum(dist(*pair) for pair in pairwise(piece)) > CORNER for piece in pieces(path)):
        return _exact_line(path, pens)
    quick = _solid(path, pens) if pens.own.style() == Qt.PenStyle.SolidLine else _dashed(path, pens.own)
    exact = cache(partial(_exact_line, path, pens))  # made when it is needed

    def draw(painter: QPainter) -> None:
        line = quick if painter.worldTransform().m11() < CLOSE else exact()
        line(painter)

    return draw


def _solid(path: Path, pens: Pens) -> Draw:
    lines = [QLineF(*a, *b) for a, b in pairwise(polyline(path, FACETS))]
    ends, between = [lines[0], lines[-1]], lines[1:-1]

    def draw(painter: QPainter) -> None:
        painter.setPen(pens.own)
        painter.drawLines(ends)
        if between:
            painter.setPen(pens.joined)
            painter.drawLines(between)

    return draw


def _dashed(path: Path, pen: QPen) -> Draw:
    # Draws the segments one by one, each with a pen whose dashes begin where the last one's ended.
    parts: list[tuple[QPen, QPainterPath | None, QLineF]] = []
    travelled = 0.0
    for segment, (start, *bend, end) in zip(path.segments, pieces(path), strict=True):
        own, curve = QPen(pen), painter_path(Path(start, (segment,), path.role)) if bend else None
        own.setDashOffset(travelled / pen.widthF())  # Qt counts in widths
        parts.append((own, curve, QLineF(*start, *end)))
        travelled += dist(start, end) if curve is None else curve.length()

    def draw(painter: QPainter) -> None:
        for own, curve, line in parts:
            if curve is not None:
                painter.strokePath(curve, own)
            else:
                painter.setPen(own)
                painter.drawLine(line)

    return draw


class _Line(NamedTuple):
    """A line of text in its font; ``width`` in pixels, ``ascent`` from top to baseline in those of the Qt font."""

    words: QStaticText
    font: SizedFont
    width: float
    ascent: float

    def draw(self, painter: QPainter, left: float, baseline: float) -> None:
        """Draws the line in the painter's pen."""
        font, factor, _ = self.font
        scale = hypot(painter.worldTransform().m11(), painter.worldTransform().m12())
        if scale * font.pixelSize() * factor < LEGIBLE:
            # A bar as high as small letters: text too small to be read takes most of a large picture's time.
            height = font.pixelSize() * factor / 2
            colour = painter.pen().color()
            colour.setAlphaF(0.4)
            painter.fillRect(QRectF(left, baseline - height, self.width, height), colour)
            return
        painter.setFont(font)
        if factor == 1.0:
            painter.drawStaticText(QPointF(left, baseline - self.ascent), self.words)
            return
        painter.save()
        painter.translate(left, baseline)
        painter.scale(factor, factor)
        painter.drawStaticText(QPointF(0, -self.ascent), self.words)
        painter.restore()
