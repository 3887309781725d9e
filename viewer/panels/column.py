"""Parts of a panel below one another."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget


def fill(widget: QWidget, *parts: QWidget | QLayout, tall: QWidget | None = None) -> None:
    """Put parts into a widget, without gaps between and around them; ``tall`` gets the room that is left."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        if isinstance(part, QLayout):
            column.addLayout(part)
        else:
            column.addWidget(part, int(part is tall))
