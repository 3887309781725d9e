"""The list of the sentence's differences: a click selects in the pictures, a selection there is found here."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from goldleaf.core.analysis.layers import LAYER_NAMES
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.panels.difference_delegate import DifferenceDelegate
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import Colours

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class DifferencesPanel(QWidget):
    """Shows what differs in the sentence; what the metric leaves out comes last."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._showing = False  # the selection of the pictures, not the user's choice
        self.model = DifferenceModel()
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setAccessibleName("Differences")
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.delegate = DifferenceDelegate(self.view)
        self.view.setItemDelegate(self.delegate)
        self._hint = EmptyHint(self.view, "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self.view.selectionModel().currentChanged.connect(self._pointed_at)
        self.view.clicked.connect(self._pointed_at)
        inspector.selection_changed.connect(self._show_selection)

    def show_differences(self, found: tuple[Difference, ...]) -> None:
        """List other differences."""
        wording = self._inspector.wording
        self.delegate.set_wording(wording)
        self._hint.setText(wording.told(self._reason()))
        self.model.set_differences(found)
        self._show_selection()

    def set_colours(self, theme: Theme, colours: Colours) -> None:
        """Draw in other colours."""
        self.delegate.set_colours(theme, colours)
        self.view.viewport().update()

    def _reason(self) -> str:
        document, pair = self._inspector.document, self._inspector.pair
        if document is None or pair is None:
            return "Differences are listed when a gold and a parse are open."
        if not document.parses:
            return "There is no parse to compare with.\nAdd one with File › Add parse."
        if self._inspector.parse < 0:
            return "Only the gold is shown.\nPress 1 to compare with a parse."
        if not pair.compared:
            return "This sentence cannot be compared."
        where = (
            f" in {', '.join(LAYER_NAMES[layer] for layer in self._inspector.layers)}" if self._inspector.layers else ""
        )
        return f"No differences{where}.\nPress N for the next sentence with one."

    def _pointed_at(self, index: QModelIndex) -> None:
        if index.isValid() and not self._showing:
            difference = self.model.differences[index.row()]
            selected = self._inspector.selection
            if selected is None or selected.kind == "word" or not difference.about(selected):
                self._inspector.select(difference.keys[0])

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


class DifferenceModel(QAbstractListModel):
    """The differences as a list in their order, those that are not scored last."""

    DIFFERENCE = Qt.ItemDataRole.UserRole

    def __init__(self) -> None:
        super().__init__()
        self.differences: tuple[Difference, ...] = ()

    def set_differences(self, found: tuple[Difference, ...]) -> None:
        """List others."""
        self.beginResetModel()
        self.differences = tuple(sorted(found, key=lambda difference: difference.state is State.NOT_SCORED))
        self.endResetModel()

    def row_of(self, key: Key | None) -> int | None:
        """Where the difference of an element of the pictures stands."""
        return next((row for row, one in enumerate(self.differences) if key is not None and one.about(key)), None)

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many differences there are."""
        return 0 if parent.isValid() else len(self.differences)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The difference in words; itself to the delegate."""
        difference = self.differences[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return difference.sentence
        return difference if role == self.DIFFERENCE else None
