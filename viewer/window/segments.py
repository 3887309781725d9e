"""A segmented control: buttons side by side, of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget


class Segments(QWidget):
    """Shows actions as one control. ``title`` says what is chosen."""

    def __init__(self, title: str, actions: Sequence[QAction], icons: QSize) -> None:
        super().__init__()
        self.setAccessibleName(title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.buttons: list[QToolButton] = []
        for action in actions:
            button = QToolButton()
            button.setObjectName("segment")
            button.setDefaultAction(action)
            button.setIconSize(icons)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            self.buttons.append(button)
        self.name_buttons()
        self.leave_out(disabled=False)

    def leave_out(self, *, disabled: bool) -> None:
        """Show all buttons, or those alone that can be chosen; all where none can."""
        usable = [button for button in self.buttons if button.isEnabled() or button.isChecked()]
        shown = usable if disabled and usable else self.buttons
        for button in self.buttons:
            button.setVisible(button in shown)
            place = "first" if button is shown[0] else "last" if button is shown[-1] else "inner"
            if button.property("place") != place:  # which the corners follow
                button.setProperty("place", place)
                button.style().unpolish(button)
                button.style().polish(button)
        self.updateGeometry()

    def name_buttons(self) -> None:
        """Give the buttons the names of their actions."""
        for button in self.buttons:
            button.setAccessibleName(button.defaultAction().text())
