"""Small parts that panels share: a column of parts, a line that is cut to its room, a hint in an empty view."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLayout, QSizePolicy, QVBoxLayout, QWidget

from goldleaf.viewer.labels import Label, tip


def fill(widget: QWidget, *parts: QWidget | QLayout, tall: QWidget | None = None) -> None:
    """Put parts into a widget below one another, without gaps; ``tall`` gets the room that is left."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        if isinstance(part, QLayout):
            column.addLayout(part)
        else:
            column.addWidget(part, int(part is tall))


def chooser(name: str, told: str = "") -> QComboBox:
    """A list to choose from, as wide as its entries, which screen readers know by a name."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tip(told))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


class ElidedLabel(Label):
    """A line that stands back behind what it is about, cut to its room, with all of it in the tip and for screen
    readers."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""  # all that it says
        self.setObjectName("faint")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, text: str, told: str | None = None) -> None:
        """Say this, as much of it as there is room for; what is ``told`` stands in the tip instead."""
        self.whole = text
        self.setToolTip(tip(text if told is None else told))
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Cuts the text anew."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width()))


class EmptyHint(Label):
    """Tells in the middle of a view what to do, while the view's model has no rows."""

    def __init__(self, view: QAbstractItemView, text: str) -> None:
        super().__init__(text, view.viewport())
        self.setObjectName("faint")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setMargin(16)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view = view
        view.viewport().installEventFilter(self)
        model = view.model()
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self.look)
        self.look()

    def look(self) -> None:
        """Show or hide as the model has rows."""
        self.setGeometry(self._view.viewport().rect())
        self.setVisible(self._view.model().rowCount() == 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keeps the text as large as the view."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return super().eventFilter(watched, event)
