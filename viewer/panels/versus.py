"""One parse against another: what it fixes and breaks, in a table whose figures filter the sentences."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QPushButton, QWidget

from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.viewer.labels import Label
from goldleaf.viewer.panels.breakdown_view import BreakdownView
from goldleaf.viewer.panels.parts import chooser, fill
from goldleaf.viewer.session.breakdowns import versus, versus_questions, why_not_versus
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style


class VersusPanel(QWidget):
    """Compares two of the parses, made in the background while the panel is seen."""

    filter_wanted = Signal(str)
    failed = Signal(Failure)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._stale = True
        self.first, self.second, self.what, self.by = (
            chooser(name, name)
            for name in (
                *("A, the parse to begin with", "B, the parse that is to be better"),
                *("What has to be right", "What the rows are"),
            )
        )
        for box in (self.first, self.second, self.what, self.by):
            box.setMaximumWidth(170)
        self.swap = QPushButton("⇄")
        self.swap.setToolTip("Swap A and B")
        self.swap.setAccessibleName("Swap A and B")
        self.in_picture = QCheckBox("In the picture")
        self.in_picture.setToolTip("Draw gold, A and B together")
        self.view = BreakdownView("One parse against another")
        self.model = self.view.figures
        self.view.freeze()
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        top = QHBoxLayout()
        top.setContentsMargins(8, 3, 8, 3)
        top.setSpacing(6)
        for part in (Label("A"), self.first, self.swap, Label("B"), self.second, self.what, self.by):
            top.addWidget(part)
        top.addWidget(self.view.note, 1)
        top.addWidget(self.in_picture)
        fill(self, top, self.view)
        self.view.figure_chosen.connect(self._list)
        self.view.work.returned.connect(self._made)
        self.view.failed.connect(self.failed)
        self.first.activated.connect(lambda _: self._choose(self.first, self.second))
        self.second.activated.connect(lambda _: self._choose(self.second, self.first))
        self.what.activated.connect(lambda _: self._show_questions())
        self.what.activated.connect(lambda _: self._make())
        self.by.activated.connect(lambda _: self._make())
        self.swap.clicked.connect(self.swap_parses)
        self.in_picture.clicked.connect(self.show_in_picture)
        inspector.document_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._show_drawn)
        inspector.look_changed.connect(self._show_drawn)

    @property
    def parses(self) -> tuple[int, int]:
        """The numbers of A and B; −1 where there is none."""
        return self.first.currentIndex(), self.second.currentIndex()

    @property
    def drawn(self) -> bool:
        """Whether A and B are drawn together with the gold."""
        return (self._inspector.look.against, self._inspector.parse) == self.parses

    def restyle(self, style: Style) -> None:
        """Paint in other colours."""
        self.view.set_colours(style.colours)

    def stop(self) -> None:
        """Give up what is worked on."""
        self.view.work.cancel()

    def swap_parses(self) -> None:
        """Put B in the place of A, and A in that of B."""
        self.look()
        a, b = self.parses
        drawn = self.drawn
        self.first.setCurrentIndex(b)
        self.second.setCurrentIndex(a)
        if drawn:
            self.show_in_picture(True)
        self._make()

    def show_in_picture(self, wanted: bool) -> None:
        """Draw gold, A and B together, or the gold and one parse again."""
        self.look()
        if wanted and not why_not_versus(self._inspector.document):
            self._inspector.set_rivals(*self.parses)
        elif self._inspector.look.against is not None:
            self._inspector.set_rivals(None, self._inspector.parse)
        self._show_drawn()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the table that is wanted, now that it is seen."""
        super().showEvent(event)
        if self.look() or not self.model.rowCount():
            self._make()

    def look(self) -> bool:
        """List the parses of the document, if that has changed; whether it has."""
        if not self._stale:
            return False
        self._stale = False
        document = self._inspector.document
        why_not = why_not_versus(document)
        names = [one.name for one in document.parses] if document is not None and not why_not else []
        for place, box in enumerate((self.first, self.second)):
            kept = box.currentIndex() if [box.itemText(n) for n in range(box.count())] == names else place
            _fill(box, dict(enumerate(names)))
            box.setCurrentIndex(kept if names else -1)
        self._show_questions()
        for part in (self.first, self.second, self.what, self.by, self.swap, self.in_picture):
            part.setEnabled(not why_not)
        self._show_drawn()
        return True

    def _forget(self) -> None:
        self._stale = True
        self.view.work.cancel()
        if self.isVisible():
            self.look()
            self._make()

    def _choose(self, chosen: QComboBox, other: QComboBox) -> None:
        """See that A and B are two."""
        if chosen.currentIndex() == other.currentIndex():
            other.setCurrentIndex(next(n for n in range(other.count()) if n != chosen.currentIndex()))
        if self.in_picture.isChecked():
            self.show_in_picture(True)
        self._make()

    def _show_questions(self) -> None:
        document = self._inspector.document
        known = versus_questions(document) if document is not None and self.first.count() else {}
        _fill(self.what, {name: title for name, (title, _) in known.items()})
        _fill(self.by, known[self.what.currentData()][1] if known else {})

    def _show_drawn(self) -> None:
        self.in_picture.setChecked(self.drawn and self._inspector.look.against is not None)

    def _make(self) -> None:
        document = self._inspector.document
        self.view.work.cancel()
        self.model.show_table(None)
        why_not = why_not_versus(document)
        if why_not or document is None:
            self.view.hint.setText(why_not)
        elif not document.complete:
            self.view.hint.setText("The table comes when all sentences have been read.")
        elif not self.what.count():
            self.view.hint.setText("Choose a metric that compares the words or constituents of these files.")
        else:
            making = versus(document, *self.parses, self.what.currentData(), self.by.currentData())
            self.view.make(making, "The two parses could not be compared")

    def _made(self, table: Table) -> None:
        self.view.show_table(table, table.note, self._inspector.wording)

    def _list(self, index: QModelIndex) -> None:
        """List the sentences of a figure, with both parses in the picture."""
        if self._inspector.parse not in self.parses:
            self._inspector.set_parse(self.parses[1])
        if not self.drawn:
            self.show_in_picture(True)
        self.filter_wanted.emit(self.model.condition(index))
        self.model.mark(index)


def _fill(box: QComboBox, entries: Mapping[object, str] | Mapping[str, str] | Mapping[int, str]) -> None:
    """Other entries, the one that is chosen kept where it is still there."""
    chosen = box.currentData()
    box.clear()
    for data, title in entries.items():
        box.addItem(title, data)
    box.setCurrentIndex(max(0, box.findData(chosen)) if entries else -1)
