"""Zooming and panning of a graphics view, whatever it shows."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView

SMALLEST, LARGEST = 0.1, 8.0
SMALLEST_FIT, LARGEST_FIT = 0.8, 1.6  # what is fitted can be read, and a short sentence is not blown up
STEP = 1.2  # for one notch of the wheel


class ZoomView(QGraphicsView):
    """A view that zooms with Ctrl and the wheel around the mouse, is dragged with the middle button or with Space held,
    and wants to be fitted on a double click."""

    zoomed = Signal(float)
    fit_wanted = Signal()
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._scene = QGraphicsScene(self)
        self._scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._scene)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.zoom = 1.0  # screen pixels to a pixel of the picture
        self._scaling = False
        self._space_held = False
        self._dragged_from: QPoint | None = None

    @property
    def dragging(self) -> bool:
        """Whether the picture is being dragged."""
        return self._dragged_from is not None

    def zoom_to(self, factor: float, about: QPointF | None = None) -> None:
        """Zooms so that what stands at ``about`` (in the viewport; its centre by default) stays there."""
        factor = min(max(factor, SMALLEST), LARGEST)
        if factor == self.zoom:
            return
        place = about if about is not None else QRectF(self.viewport().rect()).center()
        point = self._to_scene(place)
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
        """Whether what is shown is larger than the view."""
        room, size = self.maximumViewportSize(), self.content_size() * self.zoom
        return size.width() > room.width() or size.height() > room.height()

    @property
    def tallest(self) -> int:
        """How high the view is above its horizontal scroll bar."""
        room, bar = self.maximumViewportSize(), self.horizontalScrollBar()
        wide = self.content_size().width() * self.zoom > room.width()
        return room.height() - bar.sizeHint().height() * wide

    def fitting_zoom(self, least: float = SMALLEST_FIT) -> float:
        """The zoom at which all is seen, but no smaller than the ``least`` and no larger than `LARGEST_FIT`."""
        room, size = self.maximumViewportSize(), self.content_size()
        if size.isEmpty():
            return 1.0
        wanted = min((room.width() - 2) / size.width(), (room.height() - 2) / size.height())
        return min(max(wanted, least), LARGEST_FIT)

    def content_size(self) -> QSizeF:
        """How large what is shown is at zoom 1."""
        return self.sceneRect().size()

    def _to_scene(self, place: QPointF) -> QPointF:
        """`mapToScene` without its rounding to whole pixels."""
        return self.viewportTransform().inverted()[0].map(place)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if not self._scaling:
            self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_to(self.zoom * STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space_held):
            self._dragged_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._dragged_from is None:
            super().mouseMoveEvent(event)
            return
        moved = event.position().toPoint() - self._dragged_from
        self._dragged_from = event.position().toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._dragged_from is None:
            super().mouseReleaseEvent(event)
            return
        self._dragged_from = None
        self._show_hand()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() == Qt.MouseButton.LeftButton:
            self.fit_wanted.emit()
            event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Space:  # turns the left button into a hand
            self._space_held = True
            self._show_hand()
            event.accept()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self._show_hand()
            event.accept()
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        self._space_held = False  # its release will go elsewhere
        self._show_hand()
        super().focusOutEvent(event)

    def _show_hand(self) -> None:
        cursor = Qt.CursorShape.OpenHandCursor if self._space_held else None
        self.viewport().unsetCursor() if cursor is None else self.viewport().setCursor(cursor)
