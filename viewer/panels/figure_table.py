"""A table of figures that are clicked for their sentences."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QAbstractItemView, QTableView

from goldleaf.viewer.panels.error_model import ErrorModel, FigureDelegate
from goldleaf.viewer.panels.frozen_columns import FrozenColumns
from goldleaf.viewer.panels.plain_table import make_plain
from goldleaf.viewer.style.appearance import Colours

_VISIBLE = QAbstractItemView.ScrollHint.EnsureVisible


class FigureTable(QTableView):
    """Shows a breakdown, its figures over bars; the columns that say what a row is about are always seen."""

    _frozen: FrozenColumns | None = None  # Qt scrolls to a cell while the table is being made

    def __init__(self, model: ErrorModel, name: str) -> None:
        super().__init__()
        self._figures = model
        self.setModel(model)
        self._delegate = FigureDelegate(self)
        self.setItemDelegate(self._delegate)
        make_plain(self, name)
        self._frozen = FrozenColumns(self, lambda: model.leading)

    def set_colours(self, colours: Colours) -> None:
        """Paint in other colours."""
        self._delegate.set_colours(colours)
        self.viewport().update()
        if self._frozen is not None:
            self._frozen.viewport().update()

    def show_filter(self, condition: str) -> None:
        """Take the mark from the cell whose sentences are listed no more."""
        if self._figures.active.isValid() and self._figures.condition(self._figures.active) != condition:
            self._figures.mark(QModelIndex())

    def scrollTo(  # noqa: N802
        self, index: QModelIndex | QPersistentModelIndex, hint: QAbstractItemView.ScrollHint = _VISIBLE
    ) -> None:
        """Show a cell, beside the columns that stay."""
        super().scrollTo(index, hint)
        if self._frozen is not None:
            self._frozen.uncover(index)
