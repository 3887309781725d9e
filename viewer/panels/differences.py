"""The list of the sentence's differences: a click selects in the pictures, a selection there is found here."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView, QWidget

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.figures.figure import NOTHING_SCORES
from goldleaf.viewer.panels.column import fill
from goldleaf.viewer.panels.difference_delegate import DifferenceDelegate
from goldleaf.viewer.panels.difference_model import DifferenceModel, Fold
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style
from goldleaf.viewer.views.facts import fact_differences


class DifferencesPanel(QWidget):
    """Shows what differs in the sentence; what is left out comes last, what is forgiven in one line."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._showing = False  # the selection of the pictures, not the user's choice
        self.model = DifferenceModel()
        self._found: tuple[Difference, ...] = ()
        self.view = _List(self.model)
        self.view.setAccessibleName("Differences")
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.delegate = DifferenceDelegate(self.view)
        self.view.setItemDelegate(self.delegate)
        self._hint = EmptyHint(self.view, "")
        fill(self, self.view)
        self.view.selectionModel().currentChanged.connect(self._pointed_at)
        self.view.clicked.connect(self._pointed_at)
        self.view.clicked.connect(self._fold_or_unfold)
        self.view.fold_wanted.connect(self._fold_at)
        inspector.forgiven_changed.connect(self._show_fold)
        inspector.selection_changed.connect(self._show_selection)

    def show_differences(self, found: tuple[Difference, ...]) -> None:
        """List other differences."""
        wording = self._inspector.wording
        self.delegate.set_wording(wording)
        self._hint.setText("" if found else wording.told(self._reason()))
        self._found = found
        self._list()
        self._show_selection()

    def restyle(self, style: Style) -> None:
        """Draw in other colours."""
        self.delegate.set_colours(style.theme, style.colours)
        self.view.viewport().update()

    def _reason(self) -> str:
        document, pair = self._inspector.document, self._inspector.pair
        if document is None or pair is None:
            return "Differences are listed when a gold and a parse are open."
        if not document.parses:
            return "There is no parse to compare with.\nAdd one with File › Add parse."
        if self._inspector.parse < 0:
            return "Only the gold is shown.\nPress 1 to compare with a parse."
        if pair.penalized:
            return "All of this sentence counts as wrong.\nPress N for the next sentence with a difference."
        if not pair.compared:
            return "This sentence cannot be compared."
        if pair.nothing_scores and not self._inspector.layers:
            return f"{pair.metric.title}: {NOTHING_SCORES}.\nPress N for the next sentence with a difference."
        if any(one.scored for one in fact_differences(pair)) and not self._inspector.layers:
            return "What differs in this sentence is not drawn."
        where = (
            f" in {', '.join(LAYER_NAMES[layer] for layer in self._inspector.layers)}" if self._inspector.layers else ""
        )
        return f"No differences{where}.\nPress N for the next sentence with one."

    def _pointed_at(self, index: QModelIndex) -> None:
        if index.isValid() and not self._showing:
            difference = self.model.rows[index.row()]
            selected = self._inspector.selection
            if isinstance(difference, Fold):
                return
            if selected is None or selected.kind == "word" or not difference.about(selected):
                self._inspector.select(difference.keys[0])

    def _list(self) -> None:
        self._showing = True
        self.model.set_differences(self._found, forgiven=self._inspector.forgiven_listed)
        self._showing = False

    def _fold_or_unfold(self, index: QModelIndex) -> None:
        if isinstance(self.model.rows[index.row()], Fold):
            self._inspector.list_forgiven(not self._inspector.forgiven_listed)

    def _fold_at(self, unfolded: bool) -> None:
        """Fold or unfold, if the current row is one of those or their line."""
        fold, row = self.model.fold_row, self.view.currentIndex().row()
        if fold is not None and row >= fold:
            self._inspector.list_forgiven(unfolded)

    def _show_fold(self) -> None:
        """Fold or unfold the forgiven ones; the line stays where it is."""
        current = self.view.currentIndex().row()
        self._list()
        fold = self.model.fold_row
        if fold is not None and current >= fold:
            self._showing = True
            self.view.setCurrentIndex(self.model.index(fold))
            self._showing = False
        else:
            self._show_selection()

    def _show_selection(self) -> None:
        row = self.model.row_of(self._inspector.selection)
        self._showing = True
        if row is None:
            self.view.clearSelection()
            self.view.setCurrentIndex(QModelIndex())
        else:
            index = self.model.index(row)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._showing = False


class _List(QListView):
    """The list; ``fold_wanted`` says that the forgiven ones are to be listed, or to be folded."""

    fold_wanted = Signal(bool)

    def __init__(self, model: DifferenceModel) -> None:
        super().__init__()
        self.setModel(model)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Right opens the line of the forgiven ones, Left closes it, Return does either."""
        fold = self.currentIndex().data(DifferenceModel.DIFFERENCE)
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.fold_wanted.emit(event.key() == Qt.Key.Key_Right)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(fold, Fold):
            self.fold_wanted.emit(not fold.unfolded)
        else:
            super().keyPressEvent(event)
            return
        event.accept()
