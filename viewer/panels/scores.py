"""The score panel: each score for the sentence, the filtered sentences and all, for each parse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.session import scores
from goldleaf.viewer.session.scores import SCOPES, Line, Sums
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import Colours

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
DELAY = 10  # milliseconds


class ScoresPanel(QWidget):
    """Shows the scores of what the inspector shows, with the signature under them.

    ``metric_chosen`` carries the name of the metric whose differences are to be shown.
    """

    metrics_wanted = Signal()
    metric_chosen = Signal(str)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.model = _Model()
        self.view = _View(self.model, self.copy)
        self._hint = EmptyHint(self.view, "Scores appear when a parse is open.")
        self.signature = QLabel()
        self.signature.setObjectName("faint")
        self.signature.setWordWrap(True)
        self.signature.setContentsMargins(9, 5, 9, 7)
        self.signature.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.signature.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.signature.setAccessibleName("Signature of the scores")
        self.signature.setToolTip("Names every choice that changes the figures, so that they can be made again")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_chooser())
        column.addWidget(self.view, 1)
        column.addWidget(self.signature)
        # The figures are worked out once after a burst of changes, and when the picture has been painted.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._show)
        self._sums: list[Sums] | None = None
        inspector.document_changed.connect(self._forget)
        inspector.rows_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._timer.start)
        inspector.look_changed.connect(self._timer.start)
        inspector.metric_changed.connect(self._timer.start)

    def _make_chooser(self) -> QHBoxLayout:
        self.chooser = QComboBox()
        self.chooser.setAccessibleName("Metric")
        self.chooser.setToolTip("The metric whose differences are marked and listed")
        self.chooser.activated.connect(lambda place: self.metric_chosen.emit(self.chooser.itemData(place)))
        self.more = QPushButton("Metrics…")
        self.more.setToolTip("Choose the metrics that score, with their options")
        self.more.clicked.connect(self.metrics_wanted)
        row = QHBoxLayout()
        row.setContentsMargins(6, 5, 6, 5)
        row.addWidget(self.chooser, 1)
        row.addWidget(self.more)
        return row

    def _show_metrics(self) -> None:
        """List the metrics that score, the one whose differences are shown in front."""
        document, shown = self._inspector.document, self._inspector.metric
        self.chooser.clear()
        for metric in document.metrics if document is not None else ():
            self.chooser.addItem(metric.title, metric.name)
        self.chooser.setCurrentIndex(self.chooser.findData(shown.name) if shown is not None else -1)
        self.chooser.setEnabled(self.chooser.count() > 0)

    def show_now(self) -> None:
        """Show the figures without waiting, so that it is known how much room they want."""
        self._timer.stop()
        self._show()

    def copy(self) -> None:
        """Put the figures on the clipboard, separated by tabs, with the signature."""
        document = self._inspector.document
        if document is not None:
            QGuiApplication.clipboard().setText(scores.as_text(document, self.model.lines))

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as the figures and the signature are."""
        rest = self.signature.heightForWidth(max(self.width(), 240)) + self.more.sizeHint().height() + 10
        return QSize(280, self.view.sizeHint().height() + rest)

    def set_colours(self, colours: Colours) -> None:
        """Draw in other colours."""
        self.model.set_faint(colours.faint)

    def _forget(self) -> None:
        self._sums = None
        self._timer.start()

    def _show(self) -> None:
        document = self._inspector.document
        self._show_metrics()
        if document is None:
            self.model.set_lines([], 0)
            return
        if self._sums is None:
            self._sums = scores.sums(document, self._inspector.rows)
        metric = self._inspector.metric
        found = scores.lines(document, self._inspector.row, self._sums, metric.name if metric is not None else None)
        self.model.set_wording(self._inspector.wording)
        self.model.set_lines(found, self._inspector.parse)
        self.view.setColumnHidden(1 + SCOPES.index("Filtered"), not self._inspector.filtered)
        # A signature may be broken after its bars.
        left_out = map(self._inspector.wording.figures, scores.left_out(document))
        said = [*scores.signatures(document), *left_out] if found else []
        self.signature.setText("\n".join(said).replace("|", "|\u200b"))


class _Model(QAbstractTableModel):
    """The panel's lines as a table."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self._parse = 0
        self._faint = QColor()
        self._wording = REVIEW

    def set_wording(self, wording: Wording) -> None:
        """Name the figures in other words."""
        self._wording = wording

    def set_lines(self, lines: list[Line], parse: int) -> None:
        """Show other figures; ``parse`` is the one that is shown."""
        same = [line.title for line in lines] == [line.title for line in self.lines]
        self._parse = parse
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

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Title and figures."""
        return 0 if parent.isValid() else 1 + len(SCOPES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        line, column = self.lines[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._title(line) if column == 0 else _figure(line, column - 1)
            case Qt.ItemDataRole.ToolTipRole:
                return scores.ratio(line.figures[column - 1]) if line.figures and column else None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _aligned(column)
            case Qt.ItemDataRole.FontRole:
                return self._font(line)
            case Qt.ItemDataRole.ForegroundRole:
                return self._faint if self._stands_back(line) else None
        return None

    def _title(self, line: Line) -> str:
        return line.title if line.heading else self._wording.figures(line.title)

    def _font(self, line: Line) -> QFont | None:
        """The usual one, but bold for the heading of the parse that is shown."""
        if not line.heading:
            return None
        font = QFont()
        font.setBold(line.parse == self._parse)
        return font

    def _stands_back(self, line: Line) -> bool:
        """Counts do, and the headings of parses that are not shown."""
        return bool(line.counts) or (line.heading and line.parse != self._parse)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """The scopes."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return ("", *SCOPES)[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(section)
        return None


def _aligned(column: int) -> Qt.AlignmentFlag:
    """Titles to the left, figures to the right."""
    return (Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


def _figure(line: Line, scope: int) -> str:
    if line.figures:
        return scores.figure(line, line.figures[scope])
    return f"{line.counts[scope]:,}" if line.counts else ""


class _View(QTableView):
    def __init__(self, model: _Model, copy: Callable[[], object]) -> None:
        super().__init__()
        self._copy = copy
        self.setModel(model)
        self.setAccessibleName("Scores")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        model.modelReset.connect(self.updateGeometry)

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
