"""A table of figures that are clicked for their sentences."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

from goldleaf.viewer.panels.error_model import ErrorModel, FigureDelegate
from goldleaf.viewer.style.appearance import Colours


class FigureTable(QTableView):
    """Shows a breakdown, its figures over bars."""

    def __init__(self, model: ErrorModel, name: str) -> None:
        super().__init__()
        self.setModel(model)
        self._delegate = FigureDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setHighlightSections(False)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self._delegate.set_colours(colours)
        self.viewport().update()
