"""The table of a parse's scores: for the sentence, the filtered sentences and all."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.plain_table import make_plain
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.scores import SCOPES, Line

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
SHORTEST = 84  # pixels of a title


class ScoreModel(QAbstractTableModel):
    """The panel's lines as a table."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._faint = QColor()
        self._wording = REVIEW
        self._scopes = SCOPES

    def set_wording(self, wording: Wording) -> None:
        """Name the figures in other words."""
        self._wording = wording

    def set_scopes(self, scopes: tuple[str, ...]) -> None:
        """Say what the columns are of."""
        if scopes != self._scopes:
            self._scopes = scopes
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 1, len(scopes))

    def set_lines(self, lines: list[Line]) -> None:
        """Show other figures."""
        same = [line.title for line in lines] == [line.title for line in self.lines]
        if same and lines:
            self.lines = lines
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(SCOPES)))
            return
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def set_faint(self, colour: str) -> None:
        """The colour of text that stands back."""
        self._faint = QColor(colour)

    def rowCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = NO_INDEX) -> int:  # noqa: N802
        """Title and figures."""
        return 0 if parent.isValid() else 1 + len(SCOPES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        line, column = self.lines[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._title(line) if column == 0 else _figure(line, column - 1)
            case Qt.ItemDataRole.ToolTipRole:
                return tip((_counts(line, column - 1) if column else self._title(line)) or "")
            case Qt.ItemDataRole.TextAlignmentRole:
                return aligned(column)
            case Qt.ItemDataRole.FontRole:
                return bold() if line.heading else None
            case Qt.ItemDataRole.ForegroundRole:
                return self._faint if line.counts else None
        return None

    def _title(self, line: Line) -> str:
        return line.title if line.heading else self._wording.figures(line.title)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The scopes."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return ("", *self._scopes)[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return aligned(section)
        return None


def aligned(column: int) -> Qt.AlignmentFlag:
    """Titles to the left, figures to the right."""
    return (Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


def _counts(line: Line, scope: int) -> str | None:
    return scores.ratio(line.figures[scope]) if line.figures and scope >= 0 else None


def _figure(line: Line, scope: int) -> str:
    if line.figures:
        return scores.figure(line.figures[scope], percent=line.percent)
    return line.counts[scope] if line.counts else ""


def bold() -> QFont:
    """The usual font, bold."""
    font = QFont()
    font.setBold(True)
    return font


class FiguresView(QTableView):
    """A table of figures that is as high as its lines and copies all of them.

    Titles take what figures leave, and if that is less than `SHORTEST`, headings of figures are cut before they are.
    """

    def __init__(self, model: QAbstractTableModel, name: str, copy: Callable[[], object]) -> None:
        super().__init__()
        self._copy = copy
        self.setModel(model)
        make_plain(self, name)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(40)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        model.modelReset.connect(self._span_headings)
        model.modelReset.connect(self.updateGeometry)
        model.modelReset.connect(self.share)
        model.dataChanged.connect(self.share)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Shares the room anew."""
        super().resizeEvent(event)
        self.share()

    def share(self) -> None:
        """Share the room among titles and figures."""
        header = self.horizontalHeader()
        columns = [number for number in range(1, self.model().columnCount()) if not self.isColumnHidden(number)]
        least = [self.sizeHintForColumn(column) for column in columns]
        whole = [max(header.sectionSizeHint(column), width) for column, width in zip(columns, least, strict=True)]
        room = max(self.viewport().width() - SHORTEST, sum(least))
        over, spare = sum(whole) - room, sum(whole) - sum(least)
        for column, width, needed in zip(columns, whole, least, strict=True):
            header.resizeSection(column, width - ceil(over * (width - needed) / spare) if over > 0 else width)

    def _span_headings(self) -> None:
        """Give a heading, beside which there is nothing, the whole line."""
        self.clearSpans()
        model, columns = self.model(), range(1, self.model().columnCount())
        for row in range(model.rowCount()):
            if not any(model.index(row, column).data() for column in columns):
                self.setSpan(row, 0, 1, model.columnCount())

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as its lines."""
        height = self.model().rowCount() * self.verticalHeader().defaultSectionSize()
        return QSize(280, height + self.horizontalHeader().sizeHint().height() + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Copy takes all figures."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
            event.accept()
        else:
            super().keyPressEvent(event)
