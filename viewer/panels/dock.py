"""A dock with a title of its own: it can be moved, floated, closed, and looks the same in every theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QToolButton, QWidget

from goldleaf.viewer.labels import Label, tip
from goldleaf.viewer.style.icons import Icons


class Dock(QDockWidget):
    """Holds a panel. ``name`` is stored with the window's state. ``toggled`` tells of being shown or hidden.

    It belongs to its window from the beginning: each time it comes to another, all that it holds is polished anew.
    """

    toggled = Signal()

    def __init__(self, name: str, title: str, panel: QWidget, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self.setWidget(panel)
        panel.setAccessibleName(title)
        self._title = _Title(self)
        self.setTitleBarWidget(self._title)
        self.toggleViewAction().toggled.connect(lambda _: self.toggled.emit())

    @property
    def end(self) -> QWidget:
        """The last of what can have the focus in it."""
        return self._title.close_

    def bring_up(self) -> None:
        """Show it, before those that share its place."""
        self.show()
        self.raise_()

    def set_icons(self, icons: Icons) -> None:
        """Draw the icons in other colours."""
        self._title.float_.setIcon(icons["float"])
        self._title.close_.setIcon(icons["close"])


class _Title(QWidget):
    """The title with its buttons; the mouse falls through to the dock, which moves."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._label = Label(dock.windowTitle(), self)
        dock.windowTitleChanged.connect(self._name)
        self.float_ = self._button("Tear off or put back", lambda: dock.setFloating(not dock.isFloating()))
        self.close_ = self._button("Hide", dock.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(9, 4, 4, 4)
        row.setSpacing(2)
        row.addWidget(self._label, 1)
        row.addWidget(self.float_)
        row.addWidget(self.close_)
        self._name(dock.windowTitle())

    def _name(self, title: str) -> None:
        """Say which panel it is: for screen readers, in the names of the buttons too."""
        self._label.setText(title)
        for button in (self.float_, self.close_):
            button.setAccessibleName(f"{button.toolTip()}: {title}")

    def _button(self, title: str, act: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(14, 14))
        button.setToolTip(tip(title))
        button.clicked.connect(act)
        return button
