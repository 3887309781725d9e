"""One picture on the screen: zoomed, dragged, pointed at, selected in. What is under the mouse it says by signals."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractSlider, QApplication, QGraphicsScene, QGraphicsView

from goldleaf.viewer.canvas.beyond import Arc, arcs_of, named_beyond
from goldleaf.viewer.canvas.fitting import LARGEST, SMALLEST, SMALLEST_FIT, fitting_zoom, tops_of_lines
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.glow import Glow, area_of, framed, glow
from goldleaf.viewer.canvas.outline import HitMap
from goldleaf.viewer.canvas.painting import RENDERING, Draw, Painting, on_screen, prepare
from goldleaf.viewer.diagram.shapes import Diagram, Key, Path, Rect, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Theme, ruler_for
from goldleaf.viewer.labels import having

STEP = 1.2  # for one notch of the wheel
TOLERANCE = 5.0  # screen pixels around a line that count as on it
ROOT_ROOM = 80.0  # picture pixels kept in view beside the top node of a tree
SURROUNDINGS = 24.0  # picture pixels kept in view around an element
NOTCH = 120  # eighths of a degree, by which the wheel turns at a time
FILLED = 2 / 3  # of the view, by whole rows with those they are compared to
PALE = 0.5  # how far rows that are not seen whole have faded where they begin
_FOCUS_WIDTH = 2  # screen pixels
_NOTHING = Diagram(0, 0)


class Pane(QGraphicsView):
    """Shows a diagram. It zooms with Ctrl and the wheel around the mouse, is dragged with the middle button or with
    Space held, and wants to be fitted on a double click. The selection is one element; `highlight` marks others in the
    same way, for cross-highlighting.

    ``hovered`` carries the element under the mouse (a Key or None) and the mouse's place on the screen; ``selected``
    the element that the user chose, or None; ``activated`` a constituent that was clicked twice; ``unfold_wanted``
    tells of a click with Shift. ``pulled`` carries where in the viewport something is drawn to with the left button,
    ``dropped`` where it was let go; it began at `pulled_from`. What comes of it is drawn over the picture by `sketch`.
    """

    hovered = Signal(object, QPoint)
    selected = Signal(object)
    activated = Signal(object)
    unfold_wanted = Signal()
    pulled = Signal(QPointF)
    dropped = Signal(QPointF)
    pull_ended = Signal()  # by Escape
    zoomed = Signal(float)
    fit_wanted = Signal()
    resized = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setScene(having(QGraphicsScene(self), itemIndexMethod=QGraphicsScene.ItemIndexMethod.NoIndex))
        fixed = QGraphicsView.ViewportAnchor.NoAnchor
        having(self, transformationAnchor=fixed, resizeAnchor=fixed, frameShape=QGraphicsView.Shape.NoFrame)
        having(self, mouseTracking=True, focusPolicy=Qt.FocusPolicy.StrongFocus)
        self.zoom = 1.0  # screen pixels to a pixel of the picture
        self._scaling = False
        self._space_held = False
        self._tabbed_to = False  # the focus came by a key: who clicks knows where it is
        self._dragged_from: QPoint | None = None
        self._theme = theme
        self.diagram = _NOTHING  # what is shown
        self._width = 0.0
        self._lines: list[float] = []
        self._arcs: list[Arc] = []
        self._hits: HitMap | None = None
        self.selection: Key | None = None
        self._highlighted: frozenset[Key] = frozenset()
        self._pointed: Key | None = None
        self._pressed_at: QPoint | None = None
        self.pulled_from: QPointF | None = None  # the place in the viewport where pulling began; None while nobody does
        self._sketch: list[Draw] = []
        self.to_start = False  # scrolled there again if it gets another size before it is seen
        self._painting = self._paths = Painting((), theme)
        self._glow = Glow()
        self._lit: frozenset[Key] = frozenset()
        self._frames = Glow()
        self._turned = 0  # by the wheel, in eighths of a degree, since the last row
        self.verticalScrollBar().actionTriggered.connect(self._scroll_by_rows)
        self.verticalScrollBar().valueChanged.connect(self._snap)
        self.zoomed.connect(self._settle_rows)

    def set_diagram(self, diagram: Diagram | None, theme: Theme, *, width: float = 0.0) -> None:
        """Shows another diagram at the same zoom and scroll; ``width`` is the least that the pane takes it to have. The
        selection and the highlights stay on elements that the new diagram has too."""
        self.diagram = diagram or _NOTHING
        self._theme = theme
        self._hits = None
        self._sketch = []
        self._point(None, QPoint())
        if self.selection not in self.diagram.elements:
            self.selection = None
        self._painting = on_screen(self.diagram, theme)
        self._paths = Painting((one for one in self.diagram.shapes if isinstance(one, Path)), theme, screen=True)
        self._frames = framed(self.diagram.shapes, self._lit, theme)
        self._lines = tops_of_lines(self.diagram, theme.size)
        self._arcs = arcs_of(self.diagram) if self._lines else []
        self._width = max(self.diagram.width, width)
        self.setSceneRect(QRectF(0, 0, self._width, self.diagram.height))
        self._settle_rows()
        self._show_glow()
        self.viewport().update()
        self.setAccessibleName(self.diagram.title)
        self._describe()

    def scroll_to_start(self) -> None:
        """Scrolls to where the sentence begins, its first line of words in view; of trees to the root."""
        self.to_start = True
        self.horizontalScrollBar().setValue(self._start())
        rows, below = self.verticalScrollBar(), self.diagram.strips[1:2]  # the upper edge of the second row of words
        if self._stops():
            rows.setValue(0)
        elif (root := self._root) is not None or self._lines:  # to where the tree begins, or the first word
            rows.setValue(rows.minimum())
            if root is not None:
                self.ensureVisible(root.x, 0, 1, 1, round(ROOT_ROOM * self.zoom), 0)
        else:
            rows.setValue(round(below[0] * self.zoom) - rows.pageStep() if below else rows.maximum())

    @property
    def _root(self) -> Text | None:
        nodes = (text for text in self.diagram.texts if text.role is Role.NODE)
        return min(nodes, key=lambda text: text.y, default=None)

    @property
    def dragging(self) -> bool:
        return self._dragged_from is not None

    def zoom_to(self, factor: float, about: QPointF | None = None) -> None:
        """Zooms so that what stands at ``about`` (in the viewport; its centre by default) stays there."""
        factor = min(max(factor, SMALLEST), LARGEST)
        if factor == self.zoom:
            return
        place = about if about is not None else QRectF(self.viewport().rect()).center()
        point = self.point_at(place)
        self.zoom = factor
        self._scaling = True  # scroll bars that come and go are no other room
        self.resetTransform()
        self.scale(factor, factor)
        self._scaling = False
        moved = self.viewportTransform().map(point) - place
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + round(moved.x()))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(moved.y()))
        self.zoomed.emit(factor)

    @property
    def larger(self) -> bool:
        room, size = self.maximumViewportSize(), self.content_size() * self.zoom
        return size.width() > room.width() or size.height() > room.height()

    @property
    def tallest(self) -> int:
        """How high the view is above its horizontal scroll bar."""
        room, bar = self.maximumViewportSize(), self.horizontalScrollBar()
        wide = self.content_size().width() * self.zoom > room.width()
        return room.height() - bar.sizeHint().height() * wide

    def content_size(self) -> QSizeF:
        """How large the picture is at zoom 1, without what is around it."""
        return QSizeF(self._width, self.diagram.height)

    def fitting_zoom(self, least: float = SMALLEST_FIT) -> float:
        """The zoom at which all is seen that can be; see `fitting`."""
        room, bar = self.maximumViewportSize().toSizeF(), self.verticalScrollBar().sizeHint().width()
        return fitting_zoom(self.diagram, self.content_size(), room, bar, least)

    def stand(self, line: float, at: float, *, all_seen: bool = True) -> None:
        """Puts the picture's y ``line`` at the viewport's y ``at``; or as near as that is if all is to be seen."""
        tall, room, zoom = self.diagram.height, self.viewport().height(), self.zoom
        if all_seen and tall * zoom <= room:
            at = min(max(at, line * zoom), room - (tall - line) * zoom)
        top = line - at / zoom
        upper, lower = min(top, 0.0), max(top + (room - 1) / zoom, tall)
        self.setSceneRect(QRectF(0, upper, self._width, lower - upper))
        self.verticalScrollBar().setValue(round(top * zoom))

    def _edges(self) -> list[int]:
        """The upper edges of the rows of words and the lower edge of the last, in pixels of the screen."""
        strips = self.diagram.strips
        return [round(y * self.zoom) for y in (0.0, *strips[1:], self.diagram.height)] if strips else []

    def _stops(self) -> list[int]:
        """Where the vertical scroll bar may stand: at the rows of a wrapped sentence, with those they are compared to,
        or where these are higher together than the view, at each. Empty where there are no rows, or some that are
        higher than the view; then one scrolls as usual."""
        for abreast in (self.diagram.abreast, 1):
            edges = self._edges()[::abreast]
            if all(below - above <= self.viewport().height() for above, below in pairwise(edges)):
                return edges[:-1]
        return []

    def _seen_rows(self) -> tuple[float, float]:
        """From where to where the picture is painted as it is: no half row, and none without those it is compared to,
        unless a third of the view were left pale for it."""
        top, tall = -self.viewportTransform().dy(), self.viewport().height()
        start, end, most = top, top + tall, self.diagram.height * self.zoom - 1
        stops, lines = self._stops(), [y * self.zoom for y in self._lines]
        if stops:
            end = max(edge for edge in (*stops, self._edges()[-1]) if edge <= end)
            if end - start < FILLED * tall:
                end = max(edge for edge in self._edges() if edge <= top + tall)
        elif lines:
            start = next((y for y in lines if y >= top > 0), top)
            end = max((y for y in lines if y <= end < most), default=end)
        if self.dragging:
            start, end = top, top + tall
        return start / self.zoom, end / self.zoom

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        super().scrollContentsBy(dx, dy)
        self.viewport().update()  # Qt moves what is painted, which lacks the rows that were cut off

    def _settle_rows(self) -> None:
        # Has the last rows end with a whole one at the view's upper edge, however much room is left under them.
        stops, height = self._stops(), self.viewport().height()
        if stops:
            last = next(stop for stop in stops if self._edges()[-1] - stop <= height)
            lower = max((last + height) / self.zoom, self.diagram.height) if last else self.diagram.height
            self.setSceneRect(QRectF(0, 0, self._width, lower))
            self._snap()

    def _snap(self) -> None:
        stops, bar = self._stops(), self.verticalScrollBar()
        if stops and not self.dragging and bar.value() not in (*stops, bar.maximum()):
            bar.setValue(min(stops, key=lambda stop: abs(stop - bar.value())))

    def _scroll_by_rows(self, action: int) -> None:
        # Keys and buttons of the scroll bar go to the next row, or to the first one that is not seen whole.
        stops, bar = self._stops(), self.verticalScrollBar()
        now, page = bar.value(), bar.value() + self.viewport().height()
        before, after = [stop for stop in stops if stop < now], [stop for stop in stops if stop > now]
        match QAbstractSlider.SliderAction(action):
            case QAbstractSlider.SliderAction.SliderSingleStepAdd if after:
                bar.setSliderPosition(after[0])
            case QAbstractSlider.SliderAction.SliderSingleStepSub if before:
                bar.setSliderPosition(before[-1])
            case QAbstractSlider.SliderAction.SliderPageStepAdd if after:
                seen = [stop for stop, end in pairwise([*stops, self._edges()[-1]]) if end <= page]
                bar.setSliderPosition(next((stop for stop in after if stop > seen[-1]), after[-1]))
            case QAbstractSlider.SliderAction.SliderPageStepSub if before:
                least = now - self.viewport().height()
                bar.setSliderPosition(next(stop for stop in before if stop >= min(least, before[-1])))

    @property
    def at_start(self) -> bool:
        """Whether the sentence's beginning is in view, as far as it goes to the side."""
        return self.horizontalScrollBar().value() == self._start()

    def select(self, key: Key | None) -> None:
        """Selects an element without telling of it; None, or one that is not there, for nothing."""
        known = key if key in self.diagram.elements else None
        if known != self.selection:
            self.selection = known
            self._show_glow()
            self._describe()

    def highlight(self, keys: Iterable[Key]) -> None:
        """Marks elements beside the selection; those that are not in this picture are passed over."""
        wanted = frozenset(keys)
        if wanted != self._highlighted:
            self._highlighted = wanted
            self._show_glow()

    def light(self, keys: Iterable[Key]) -> None:
        """Marks elements that a filter has found; those that are not in this picture are passed over."""
        wanted = frozenset(keys)
        if wanted != self._lit:
            self._lit = wanted
            self._frames = framed(self.diagram.shapes, wanted, self._theme)
            self.viewport().update()

    def sketch(self, shapes: Iterable[Shape], keys: Collection[Key] = ()) -> None:
        """Draws shapes over the picture, and marks elements, until others are drawn so."""
        marked = glow(self.diagram.shapes, [({*keys}, self._theme.hit)], self._theme)
        own = [shape for shape in self.diagram.shapes if shape.key in keys]  # which the ground would hide
        above = [prepare(shape, self._theme) for shape in (*own, *shapes)]
        self._sketch = [*marked.beneath, *marked.above, *above]
        self.viewport().update()

    def point_at(self, place: QPointF) -> QPointF:
        return self.viewportTransform().inverted()[0].map(place)  # `mapToScene` would round to whole pixels

    def area(self, key: Key) -> QRectF | None:
        """Where the text of an element is in the picture, of a word the word itself and not its tag."""
        texts = [text for text in self.diagram.texts if text.key == key]
        own = [text for text in texts if text.role is Role.WORD] or texts
        return area_of(own, self._theme) if own else None

    def words_in(self, area: QRectF) -> dict[Key, QRectF]:
        """The words whose text lies in part in an area of the picture, or what they are folded into, and where."""
        roles, kinds = (Role.WORD, Role.TRACE, Role.FOLD), ("word", "node", "fold")
        texts = (text for text in self.diagram.texts if text.role in roles)
        words = {text.key: area_of([text], self._theme) for text in texts if text.key and text.key.kind in kinds}
        return {key: own for key, own in words.items() if own.intersects(area)}

    def word_at(self, place: QPointF, reach: float) -> Key | None:
        """The word whose text is nearest to a place of the viewport, within so many pixels of the screen."""
        near, size = self.point_at(place), reach / self.zoom
        words = self.words_in(QRectF(near.x() - size, near.y() - size, 2 * size, 2 * size))
        return min(words, key=lambda key: (words[key].center() - near).manhattanLength(), default=None)

    def key_at(self, place: QPointF) -> Key | None:
        if self._hits is None:
            self._hits = HitMap(self.diagram, self._theme.size)
        point = self.point_at(place)
        return self._hits.at((point.x(), point.y()), TOLERANCE / self.zoom)

    def show_element(self, key: Key, *, centred: bool = False) -> None:
        """Scrolls as little as possible until an element is in view, or until it is in the middle."""
        shapes = list(self.diagram.shapes_of(key))
        if not shapes:
            return
        area, margin = area_of(shapes, self._theme), round(SURROUNDINGS * self.zoom)
        stops, bar, tall = self._stops(), self.verticalScrollBar(), self.viewport().height()
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        # Of a line that is longer than the view, what is written on it.
        if texts and area.height() * self.zoom > tall:
            area = area_of(texts, self._theme)
        if stops:  # its whole row, and so what it is compared with
            self.ensureVisible(area.center().x(), bar.value() / self.zoom, 1, 1, margin + round(area.width() / 2), 0)
            row = max(stop for stop in stops if stop <= max(area.center().y() * self.zoom, 0.0))
            end = next(edge for edge in (*stops, self._edges()[-1]) if edge > row)
            if row < bar.value() or centred:
                bar.setValue(row)
            elif end > bar.value() + tall:
                bar.setValue(next(stop for stop in stops if end - stop <= tall))
        else:
            # As one reads; the line of words stays where it is seen.
            if centred:
                top = bar.value()
                self.centerOn(area.center())
                bar.setValue(top)
                # The way to it begins at the root, which is seen with it if there is the width.
                if (root := self._root) is not None:
                    way = area.united(area_of([root], self._theme))
                    if way.width() * self.zoom + 2 * margin <= self.viewport().width():
                        self.ensureVisible(way.left(), area.top(), way.width(), 1, margin, 0)
            self.ensureVisible(area, margin, margin)

    def in_view(self, text: Text) -> bool:
        """Whether a text is in view; where a picture without rows is too wide, as far as it goes to the side."""
        at, wide = self.viewportTransform().map(QPointF(text.x, text.y)), self.viewport().width()
        across, (top, end) = not self._edges() and self._width * self.zoom > wide, self._seen_rows()
        return 0 <= at.x() <= wide and (across or top <= text.y <= end)

    def cut_at_start(self) -> float:
        """How much of a text the view cuts off at the edge at which one begins to read."""
        view = self.mapToScene(self.viewport().rect()).boundingRect()
        edge = view.right() if self.right_to_left else view.left()
        areas = (area_of([text], self._theme) for text in self.diagram.texts)
        cut = [area for area in areas if area.left() < edge < area.right() and area.intersects(view)]
        ends = (area.right() - edge if self.right_to_left else edge - area.left() for area in cut)
        return max(ends, default=0.0)

    def seen(self, keys: Collection[Key]) -> list[QRect]:
        """Where the texts of some elements are seen on the screen."""
        view, seen = self.viewport(), []
        for text in self.diagram.texts:
            if text.key in keys:
                place = self.mapFromScene(area_of([text], self._theme)).boundingRect()
                part = place.intersected(view.rect())
                if not part.isEmpty():
                    seen.append(QRect(view.mapToGlobal(part.topLeft()), part.size()))
        return seen

    def walk(self, step: int) -> bool:
        """Selects the word ``step`` places further in the sentence, and tells of it; False if there is none. In a
        lattice, which has several ways to cut the words, the surface token."""
        elements = self.diagram.elements
        words = [key for key in elements if key.kind == "word"] or [key for key in elements if key.kind == "token"]
        before = words.index(self.selection) if self.selection in words else -1 if step > 0 else len(words)
        place = before + step
        if not 0 <= place < len(words):
            return False
        self._choose(words[place])
        self.show_element(words[place])
        return True

    def _choose(self, key: Key | None) -> None:
        self.select(key)
        self.selected.emit(self.selection)

    def _show_glow(self) -> None:
        chosen = self._highlighted | ({self.selection} - {None})
        pointed = {self._pointed} - chosen - {None}
        before = self._glow.area
        grounds = ((pointed, self._theme.hover), (chosen, self._theme.selection))
        self._glow = glow(self.diagram.shapes, grounds, self._theme)
        changed = before.united(self._glow.area)
        if not changed.isEmpty():
            self.viewport().update(self.mapFromScene(changed).boundingRect().adjusted(-2, -2, 2, 2))

    def _point(self, key: Key | None, place: QPoint) -> None:
        if key != self._pointed:
            self._pointed = key
            self._show_glow()
            self.hovered.emit(key, place)

    def _describe(self) -> None:
        # Tells screen readers what is shown or selected.
        key, diagram = self.selection, self.diagram
        text = diagram.elements[key].description if key is not None else diagram.description
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QtGui.QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def _start(self) -> int:
        """Where the horizontal scroll bar stands at the sentence's beginning."""
        bar = self.horizontalScrollBar()
        return bar.maximum() if self.right_to_left else bar.minimum()

    @property
    def right_to_left(self) -> bool:
        words = (text for text in self.diagram.texts if text.role in (Role.WORD, Role.SEGMENT))
        return next((word.right_to_left for word in words), False)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802
        # Paints the picture. It is no item: a scene would paint it twice, once for the view and once for the item.
        self.to_start = False
        painter.fillRect(rect, QColor(self._theme.background))
        painter.setRenderHints(RENDERING)
        top, end = self._seen_rows()
        painter.setClipRect(QRectF(rect.left(), top, rect.width(), end - top))
        for draw in (*self._frames.beneath, *self._glow.beneath):
            draw(painter)
        self._painting.draw(painter, Rect(rect.left(), rect.top(), rect.right(), rect.bottom()))
        # Arcs that go on beyond the lines in view, and rows after those in view, fade away: they would seem to end
        # there. As far as the view goes, whatever part of it is painted, so that no seam is seen.
        view, ground = self.mapToScene(self.viewport().rect()).boundingRect(), QColor(self._theme.background)
        rows, pale = bool(self.diagram.strips), QColor(ground)
        pale.setAlphaF(PALE if rows else 0.0)
        for edge, beyond in ((top, view.top()), (end, view.bottom())) if self._lines or rows else ():
            band = QRectF(rect.left(), min(edge, beyond), rect.width(), abs(beyond - edge))
            painter.setClipRect(band)
            if rows:
                self._painting.draw(painter, Rect(band.left(), band.top(), band.right(), band.bottom()))
            else:  # none that begins there
                self._paths.draw(painter, Rect(band.left(), edge - 1, band.right(), edge + 1))
            shade = QtGui.QLinearGradient(0, edge, 0, beyond)
            shade.setColorAt(0, pale)
            shade.setColorAt(1, ground)
            painter.setOpacity(1.0)
            painter.fillRect(band, shade)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:  # noqa: N802, ARG002
        painter.setRenderHints(RENDERING)
        if self._arcs:
            view = self.mapToScene(self.viewport().rect()).boundingRect()
            seen = Rect(view.left(), view.top(), view.right(), view.bottom())
            for shape in named_beyond(self._arcs, seen, self._seen_rows(), ruler_for(self._theme, measure)):
                prepare(shape, self._theme)(painter)
        for draw in (*self._frames.above, *self._glow.above, *self._sketch):
            draw(painter)
        if self.hasFocus() and self._tabbed_to:
            painter.resetTransform()
            painter.fillRect(0, 0, _FOCUS_WIDTH, self.viewport().height(), self.palette().accent())

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if not self._scaling:
            self.resized.emit()
        self._settle_rows()
        # It has not been seen yet.
        if self.to_start:
            self.scroll_to_start()

    def focusInEvent(self, event: QtGui.QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._tabbed_to = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.viewport().update()

    def focusOutEvent(self, event: QtGui.QFocusEvent) -> None:  # noqa: N802
        # The release of Space will go elsewhere.
        self._space_held = False
        self._show_hand()
        super().focusOutEvent(event)
        self.viewport().update()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:  # noqa: N802
        # Zooms with Ctrl; scrolls by whole rows where there are some; a pad's small movements add up.
        turn, bar = event.angleDelta(), self.verticalScrollBar()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_to(self.zoom * STEP ** (turn.y() / NOTCH), event.position())
            event.accept()
            return
        if not self._stops() or not turn.y():
            super().wheelEvent(event)
            return
        rows, action = int((self._turned + turn.y()) / NOTCH), QAbstractSlider.SliderAction
        self._turned += turn.y() - rows * NOTCH
        for _ in range(abs(rows)):
            bar.triggerAction(action.SliderSingleStepAdd if rows < 0 else action.SliderSingleStepSub)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space_held):
            self._dragged_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        super().mousePressEvent(event)
        # A click may begin.
        if left and not self.dragging:
            self._pressed_at = event.position().toPoint()
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._dragged_from is None:
            super().mouseMoveEvent(event)
            if self._pressed_at is not None and self.pulled_from is None and self._is_far(event):
                self._point(None, QPoint())
                self.pulled_from = QPointF(self._pressed_at)
            if self.pulled_from is not None:
                self.pulled.emit(event.position())
                return
            self._point(self.key_at(event.position()), event.globalPosition().toPoint())
            return
        moved = event.position().toPoint() - self._dragged_from
        self._dragged_from = event.position().toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._dragged_from is None:
            super().mouseReleaseEvent(event)
        else:
            self._dragged_from = None
            self._show_hand()
        self._snap()
        self.viewport().update()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        clicked, self._pressed_at = self._pressed_at is not None and not self._is_far(event), None
        event.accept()
        if self.pulled_from is not None:
            self.dropped.emit(event.position())
            self.pulled_from = None
        elif clicked:
            self._choose(self.key_at(event.position()))
            if event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
                self.unfold_wanted.emit()

    def _is_far(self, event: QMouseEvent) -> bool:
        """Whether the mouse has moved so far since its button was pressed that it draws."""
        moved = event.position().toPoint() - (self._pressed_at or QPoint())
        return self._pressed_at is not None and moved.manhattanLength() >= QApplication.startDragDistance()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        key = self.key_at(event.position())
        if key is not None and key.kind in ("node", "fold") and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(key)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.fit_wanted.emit()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._point(None, QPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Escape and self.pulled_from is not None:
            self.pulled_from = self._pressed_at = None
            self.pull_ended.emit()
        elif event.key() == Qt.Key.Key_Escape and self.selection is not None:
            self._choose(None)
        elif event.key() == Qt.Key.Key_Space:  # turns the left button into a hand
            self._space_held = True
            self._show_hand()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self._show_hand()
        else:
            super().keyReleaseEvent(event)

    def _show_hand(self) -> None:
        self.viewport().setCursor(Qt.CursorShape.OpenHandCursor if self._space_held else Qt.CursorShape.ArrowCursor)

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802
        # Tab walks the words, and leaves the pane after the last.
        return self.walk(1 if forwards else -1) or super().focusNextPrevChild(forwards)
