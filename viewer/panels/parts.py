"""Parts that panels share: rows and columns of parts, docks with titles, lines that are cut, hints in empty views."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QLayout, QSizePolicy, QToolButton, QWidget

from goldleaf.viewer.labels import Label, NamesBox, having
from goldleaf.viewer.style.appearance import Icons

SAYS_SOMETHING = 9  # letters of what is cut


def fill(
    widget: QWidget, *parts: QWidget | QLayout, tall: QWidget | None = None, around: int = 0, between: int = 0
) -> None:
    """Put parts into a widget below one another; ``tall`` gets the room that is left."""
    column = having(QtWidgets.QVBoxLayout(widget), contentsMargins=(around,) * 4, spacing=between)
    add_all(column, parts, tall)


def row(
    *parts: QWidget | QLayout, margins: tuple[int, int, int, int], between: int | None = None,
    wide: QWidget | None = None, of: QWidget | None = None,
) -> QHBoxLayout:  # fmt: skip
    """Parts beside one another, in a widget ``of`` their own; ``wide`` gets the room that is left."""
    made = having(QHBoxLayout() if of is None else QHBoxLayout(of), contentsMargins=margins)
    if between is not None:
        made.setSpacing(between)
    add_all(made, parts, wide)
    return made


def add_all(layout: QBoxLayout, parts: Sequence[QWidget | QLayout], stretched: QWidget | QLayout | None) -> None:
    """Put parts into a layout, of which one gets the room that is left."""
    for part in parts:
        if isinstance(part, QLayout):
            layout.addLayout(part, int(part is stretched))
        else:
            layout.addWidget(part, int(part is stretched))


def chooser(name: str, told: str = "") -> QComboBox:
    """A list to choose from, as wide as its entries, which screen readers know by a name."""
    wide = QComboBox.SizeAdjustPolicy.AdjustToContents
    return having(NamesBox(), accessibleName=name, toolTip=told, sizeAdjustPolicy=wide)


def add_section(box: QComboBox, title: str) -> None:
    """Say in a list to choose from what the entries after it have in common."""
    box.addItem(title)
    box.setItemData(box.count() - 1, having(box.font(), bold=True), Qt.ItemDataRole.FontRole)
    box.setItemData(box.count() - 1, Qt.ItemFlag.NoItemFlags, Qt.ItemDataRole.UserRole - 1)


def once(parent: QObject, milliseconds: int, act: Callable[[], object]) -> QTimer:
    """A timer that acts once, so long after it was started last."""
    timer = having(QTimer(parent), singleShot=True, interval=milliseconds)
    timer.timeout.connect(act)
    return timer


class ElidedLabel(Label):
    """A faint line about something, cut to its room, with all of it in the tip and for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = ""  # all that it says
        self.least = SAYS_SOMETHING
        having(self, objectName="faint", sizePolicy=(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred))

    def say(self, text: str, told: str | None = None) -> None:
        """Say this, as much of it as there is room for; what is ``told`` stands in the tip instead."""
        self.whole = text
        having(self, toolTip=text if told is None else told, accessibleName=text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        cut = self.fontMetrics().elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width())
        self.setText(cut if cut == self.whole or len(cut) >= self.least else "")


class EmptyHint(Label):
    """Tells in the middle of a view what to do, while the view's model has no rows."""

    def __init__(self, view: QtWidgets.QAbstractItemView, text: str) -> None:
        super().__init__(text, view.viewport())
        having(self, objectName="faint", alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True, margin=16)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view = view
        view.viewport().installEventFilter(self)
        model = view.model()
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self.look)
        self.look()

    def look(self) -> None:
        # Show or hide as the model has rows.
        self.setGeometry(self._view.viewport().rect())
        self.setVisible(self._view.model().rowCount() == 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # Keeps the text as large as the view.
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return super().eventFilter(watched, event)


class Dock(QtWidgets.QDockWidget):
    """Holds a panel under a title of its own, so that it looks the same in every theme. ``name`` is stored with the
    window's state. ``toggled`` tells of being shown or hidden; ``end`` is the last of what can have the focus in it. It
    belongs to its window from the beginning: each time it comes to another, all that it holds is polished anew."""

    toggled = Signal()

    def __init__(self, name: str, title: str, panel: QWidget, window: QtWidgets.QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self.setWidget(panel)
        panel.setAccessibleName(title)
        bar = having(QWidget(self), objectName="dockTitle")  # the mouse falls through it to the dock, which moves
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = Label(title, bar)
        self._float = having(QToolButton(bar), iconSize=QSize(14, 14), toolTip="Tear off or put back")
        self._float.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self.end = having(QToolButton(bar), iconSize=QSize(14, 14), toolTip="Hide")
        self.end.clicked.connect(self.close)
        row(self._title, self._float, self.end, margins=(9, 4, 4, 4), between=2, wide=self._title, of=bar)
        self._name(title)
        self.windowTitleChanged.connect(self._name)
        self.setTitleBarWidget(bar)
        self.toggleViewAction().toggled.connect(lambda _: self.toggled.emit())

    def _name(self, title: str) -> None:
        # Say which panel it is: for screen readers, in the names of the buttons too.
        self._title.setText(title)
        for button in (self._float, self.end):
            button.setAccessibleName(f"{button.toolTip()}: {title}")

    def bring_up(self) -> None:
        """Show it, before those that share its place."""
        self.show()
        self.raise_()

    def set_icons(self, icons: Icons) -> None:
        self._float.setIcon(icons["float"])
        self.end.setIcon(icons["close"])
