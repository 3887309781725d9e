"""What the filter has found, counted by one or two columns; a click on a row lists the sentences that it counts."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from goldleaf.core.analysis.breakdown_table import Row, Table
from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.search.grouping import HITS, SENTENCES, narrowed
from goldleaf.core.errors import counted
from goldleaf.core.steps import Steps
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.breakdown_view import BreakdownView
from goldleaf.viewer.panels.parts import chooser, fill
from goldleaf.viewer.session import filtering
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.queries import Queries
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style

_NOTHING = "Write a condition above the list of sentences, such as has(deprel = 'obj'), to count what it finds."
_CHOOSE = "Choose a column to count by."
_NONE = "–"


class GroupsPanel(QWidget):
    """Counts what was found while it is seen. ``query`` is the filter that is written.

    A click narrows the filter; the table stays until another filter is written.
    """

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, inspector: Inspector, query: Callable[[], str]) -> None:
        super().__init__()
        self._inspector, self._query = inspector, query
        self._found: Filtered | None = None  # what is counted
        self._counted = ""  # the filter that has found it
        self.choosers = chooser("Count by"), chooser("And by")
        self.view = BreakdownView("Groups", _NOTHING)
        self.model = self.view.figures
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 8, 6)
        top.setSpacing(10)
        for title, box in zip(("Count by", "and"), self.choosers, strict=True):
            box.setMaxVisibleItems(25)
            box.activated.connect(lambda _: self._count())
            label = Label(title)
            label.setBuddy(box)
            top.addWidget(label)
            top.addWidget(box)
        top.addWidget(self.view.note, 1)
        fill(self, top, self.view)
        self.view.figure_chosen.connect(self._narrow)
        self.view.work.returned.connect(lambda table: self._show(table, "Nothing was found."))
        self.view.failed.connect(self._fail)
        inspector.rows_changed.connect(self._look)

    def restyle(self, style: Style) -> None:
        """Paint in other colours."""
        self.view.set_colours(style.colours)

    def stop(self) -> None:
        """Give up what is worked on."""
        self.view.work.cancel()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Count what was found, now that it is seen."""
        super().showEvent(event)
        self._look()

    def _look(self) -> None:
        """Count what another filter has found; what a click has narrowed is counted already."""
        found, query = self._inspector.found, self._query()
        active = self.model.active
        narrowed_here = active.isValid() and self.model.condition(active) == query
        if not self.isVisible() or found is self._found or narrowed_here:
            return
        self._found, self._counted = found, query
        document = self._inspector.document
        if found is None or document is None:
            self._show(None, _NOTHING)
            return
        names = filtering.group_columns(document, found, self._inspector.parse, self._inspector.further)
        for box, first in zip(self.choosers, (_CHOOSE, _NONE), strict=True):
            before = box.currentText()
            box.clear()
            box.addItems([first, *names])
            box.setCurrentIndex(max(0, box.findText(before)))
        self._count()

    def _count(self) -> None:
        self.view.work.cancel()
        document, found = self._inspector.document, self._found
        columns = [box.currentText() for box in self.choosers if box.currentIndex() > 0]
        if document is None or found is None or not columns:
            self._show(None, _NOTHING if found is None else _CHOOSE)
            return
        further = self._inspector.further
        counting = _counted(document, found, self._inspector.parse, [*dict.fromkeys(columns)], further, self._counted)
        self.view.make(counting, "What was found could not be counted", "Counting …")

    def _show(self, table: Table | None, hint: str) -> None:
        self.view.show_table(table, "" if table is None else table.note, self._inspector.wording)
        self.view.hint.setText(hint)

    def _fail(self, failure: Failure) -> None:
        self._show(None, failure.message)
        self.failed.emit(failure)

    def _narrow(self, index: QModelIndex) -> None:
        self.model.mark(index)
        self.filter_wanted.emit(self.model.condition(index))


def _counted(
    document: Document, found: Filtered, parse: int, columns: list[str], further: pl.DataFrame | None, query: str
) -> Steps[Table]:
    yield 0.0
    frame = filtering.grouped(document, found, parse, columns, further)
    whole = Queries().resolved(query)
    of_hits = filtering.hit_columns(document, found, parse)
    unit = HITS if HITS in frame.columns else SENTENCES
    several = f"{counted(frame.height, 'group')} of {counted(int(frame[unit].sum()), unit.removesuffix('s'))}"
    note = f"{several}; a click lists the sentences of one."

    def where(row: Row, _: str) -> str:
        return narrowed(whole, {name: row[name] for name in columns}, of_hits)

    return Table("groups", "Groups", frame, note, where)
