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
        for place, action in enumerate(actions):
            button = QToolButton()
            button.setObjectName("segment")
            button.setProperty("place", "first" if not place else "last" if place == len(actions) - 1 else "inner")
            button.setDefaultAction(action)
            button.setIconSize(icons)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            self.buttons.append(button)
        self.name_buttons()

    def name_buttons(self) -> None:
        """Give the buttons the names of their actions."""
        for button in self.buttons:
            button.setAccessibleName(button.defaultAction().text())
