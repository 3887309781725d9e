"""A pane with its title above it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.diagram.theme import Theme


class TitledPane(QWidget):
    """A pane under its title."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self._title = QLabel()
        self._title.setContentsMargins(8, 2, 8, 2)
        self._title.setAutoFillBackground(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._title)
        layout.addWidget(pane)

    def set_title(self, title: str, theme: Theme) -> None:
        """Shows a title in the theme's colours; an empty one takes no room."""
        palette = self._title.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.background))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.paint(Role.CAPTION).fill or "#808080"))
        self._title.setPalette(palette)
        self._title.setText(title)
        self._title.setVisible(bool(title))
