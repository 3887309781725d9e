"""What is wrong with the files; a click goes to the sentence."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from goldleaf.core.errors import Problem, Severity
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.column import fill
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.panels.plain_table import make_plain
from goldleaf.viewer.session.navigation import row_of_line
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_TITLES = ("Where", "Problem")


class ProblemsPanel(QWidget):
    """Lists the problems of gold and parses. ``counted`` carries how many there are."""

    counted = Signal(int)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.model = _Model()
        self.view = QTableView()
        self.view.setModel(self.model)
        make_plain(self.view, "Problems")
        self.view.setWordWrap(False)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        header = self.view.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, 170)
        self._hint = EmptyHint(self.view, "No problems were found in the files.")
        fill(self, self.view)
        self.view.selectionModel().currentRowChanged.connect(lambda current: self.go(current.row()))
        self.view.clicked.connect(lambda index: self.go(index.row()))
        inspector.document_changed.connect(self._show)

    def restyle(self, style: Style) -> None:
        """Draw the icons in other colours."""
        self.model.set_icons({Severity.ERROR: style.icons["error"], Severity.WARNING: style.icons["warning"]})

    def go(self, place: int) -> None:
        """Show the sentence of a problem."""
        document = self._inspector.document
        if document is None or not 0 <= place < len(self.model.problems):
            return
        problem = self.model.problems[place]
        treebank = document.treebank_of(problem.path)
        if treebank is not None:
            row = row_of_line(treebank, problem.line)
            self._inspector.go(None if row is None else min(row, len(document) - 1))

    def _show(self) -> None:
        document = self._inspector.document
        self.model.set_problems(document.problems if document else ())
        self.counted.emit(len(self.model.problems))


class _Model(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.problems: tuple[Problem, ...] = ()
        self._icons: dict[Severity, QIcon] = {}

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        self.beginResetModel()
        self.problems = problems
        self.endResetModel()

    def set_icons(self, icons: dict[Severity, QIcon]) -> None:
        self._icons = icons

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self.problems)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        problem = self.problems[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            place = f"{Path(problem.path).name}:{problem.line}" + (f":{problem.column}" if problem.column else "")
            return problem.message if index.column() else place
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(str(problem))
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._icons.get(problem.severity)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None
