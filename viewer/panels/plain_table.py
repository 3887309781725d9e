"""What tables in panels and dialogs have in common."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView


def make_plain(view: QTableView, name: str) -> None:
    """Rows of one line, without numbers and a grid; Tab leaves the table, which screen readers know by its name."""
    view.setAccessibleName(name)
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + 8)
    view.horizontalHeader().setHighlightSections(False)
