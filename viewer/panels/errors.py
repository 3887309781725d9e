"""Where the errors are: a breakdown table of the parse; a click on a figure filters the sentences behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.steps import Steps
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.column import fill
from goldleaf.viewer.panels.elided_label import ElidedLabel
from goldleaf.viewer.panels.empty_hint import EmptyHint
from goldleaf.viewer.panels.error_model import ErrorModel
from goldleaf.viewer.panels.figure_table import FigureTable
from goldleaf.viewer.session.breakdowns import ONE_PARSE, Choice, breakdown, breakdown_of_all, choices, parts
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.style.icons import Style

_WORKING, _NOTHING = "Working out the table …{}", "Open a gold file and a parse to see where the errors are."

_ALL = (
    "All parses side by side, with what the first has more than each of the others; a click shows a parse's sentences"
)


class ErrorsPanel(QWidget):
    """Shows one table at a time, made in the background while the panel is seen."""

    filter_wanted = Signal(str)
    copy_wanted = Signal()
    save_wanted = Signal()
    failed = Signal(Failure)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._stale = True
        self._shown: object = None  # of which parse the tables are listed, or that it is of all
        self._work = Background(self)
        self._work.stepped.connect(self._show_progress)
        self._work.returned.connect(self._made)
        self._work.failed.connect(self._failed)
        self.chooser = QComboBox()
        self.chooser.setAccessibleName("Table")
        self.words = QComboBox()
        self.words.setAccessibleName("Words that count")
        self.words.setToolTip(
            "The words that the table counts: all, or those that are, or are not, in the training file"
        )
        self.words.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.words.hide()
        self.note = ElidedLabel()
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.model = ErrorModel()
        self.view = FigureTable(self.model, "Errors")
        self._hint = EmptyHint(self.view, _NOTHING)
        self._make_tools()
        self._lay_out()
        self.all_parses.toggled.connect(lambda _: self._look())
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)
        self.chooser.activated.connect(lambda _: self._make())
        self.words.activated.connect(lambda _: self._make())
        inspector.document_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._look)

    def _make_tools(self) -> None:
        """What one does with a table: search and sort it, copy and save it, have it of all parses."""
        self.all_parses = QCheckBox("All parses")
        self.all_parses.setToolTip(_ALL)
        self.search = QLineEdit()
        self.search.setObjectName("filterLine")
        self.search.setPlaceholderText("Search the table")
        self.search.setAccessibleName("Search the table")
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(150)
        self.search.textChanged.connect(self._search)
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.copy_button = self._button(
            "Copy", "Copy the table, with tabs, as it is shown", lambda: self.copy_wanted.emit()
        )
        self.save_button = self._button(
            "Save…", "Save the table as CSV, JSON, LaTeX, HTML or text", lambda: self.save_wanted.emit()
        )

    def _button(self, title: str, what: str, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(title)
        button.setToolTip(tip(what))
        button.setAccessibleName(what)
        button.clicked.connect(act)
        return button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 3, 8, 3)
        top.setSpacing(8)
        top.addWidget(self.chooser)
        top.addWidget(self.words)
        top.addWidget(self.note, 1)
        for tool in (self.all_parses, self.search, self.copy_button, self.save_button):
            top.addWidget(tool)
        fill(self, top, self.view)

    def restyle(self, style: Style) -> None:
        """Paint in other colours."""
        self.view.set_colours(style.colours)

    def stop(self) -> None:
        """Give up what is worked on."""
        self._work.cancel()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the table that is wanted, now that it is seen."""
        super().showEvent(event)
        self._look()

    def _forget(self) -> None:
        self._stale = True
        self._work.cancel()
        self._look()

    def _look(self) -> None:
        document, parse = self._inspector.document, self._inspector.parse
        self._offer_all()
        wanted = "all" if self.of_all else parse
        if not self.isVisible() or (not self._stale and wanted == self._shown):
            return
        self._stale, self._shown = False, wanted
        tables = choices(document, parse) if document is not None else {}
        chosen = self.choice
        self.chooser.clear()
        metric = ""
        for choice, title in tables.items():
            if metric not in ("", choice.metric):
                self.chooser.insertSeparator(self.chooser.count())
            metric = choice.metric
            self.chooser.addItem(self._inspector.wording.figures(title), choice)
            if choice == chosen:
                self.chooser.setCurrentIndex(self.chooser.count() - 1)
        self._make()

    def _offer_all(self) -> None:
        """Let the tables be of all parses where there are several."""
        self.all_parses.setEnabled(self.several)
        self.all_parses.setToolTip(_ALL if self.several else ONE_PARSE)

    @property
    def several(self) -> bool:
        """Whether there are several parses whose tables one may see."""
        document = self._inspector.document
        return document is not None and len(document.parses) > 1 and document.blind is None

    def _offer_words(self, document: Document | None, choice: Choice | None) -> None:
        """Let the table be of the words that are, or are not, in a training file where there is one."""
        chosen = self.words.currentData()
        self.words.clear()
        for within, title in (parts(document, choice) if document is not None and choice else {"": ""}).items():
            self.words.addItem(title, within)
        self.words.setCurrentIndex(max(0, self.words.findData(chosen)))
        self.words.setVisible(self.words.count() > 1)

    @property
    def of_all(self) -> bool:
        """Whether the table is of all parses."""
        return self.all_parses.isChecked() and self.all_parses.isEnabled()

    @property
    def choice(self) -> Choice | None:
        """The table that is shown, or will be."""
        chosen: Choice | None = self.chooser.currentData()
        return chosen

    def _make(self) -> None:
        document, choice = self._inspector.document, self.choice
        self._work.cancel()
        self._offer_words(document, choice)
        self.model.show_table(None)
        self.note.say("")
        self._hint.setText(_WORKING.format("") if choice else _NOTHING)
        if document is not None and choice:
            choice = replace(choice, within=self.words.currentData())
            one = partial(breakdown, document, self._inspector.parse)
            making: Steps[Table] = (partial(breakdown_of_all, document) if self.of_all else one)(choice)
            shown = self.chooser.currentText()
            self._work.start(making, f"The table ‘{shown}’ could not be worked out")

    def _search(self, text: str) -> None:
        self.model.search(text)
        self._hint.setText(f"No row has ‘{text.strip()}’." if text.strip() else "There is nothing to show.")

    def _show_progress(self, share: float) -> None:
        self._hint.setText(_WORKING.format(f" {share:.0%}" if share else ""))

    def _failed(self, told: Failure) -> None:
        self._hint.setText(told.message)
        self.failed.emit(told)

    def _made(self, table: Table) -> None:
        wording = self._inspector.wording
        self.model.show_table(table, wording)
        self.view.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.view.resizeColumnsToContents()
        self.note.say(wording.figures(table.note))
        self._hint.setText("There is nothing to show.")

    def _show_one_of(self, names: tuple[str, ...]) -> None:
        """Show the parse that a figure is about; of two, stay at the one that is shown."""
        document = self._inspector.document
        places = [n for n, one in enumerate(document.parses) if one.name in names] if document is not None else []
        if places and self._inspector.parse not in places:
            self._inspector.set_parse(places[0])

    def _clicked(self, index: QModelIndex) -> None:
        condition = self.model.condition(index)
        if condition:
            self._show_one_of(self.model.parses(index))
            self.filter_wanted.emit(condition)
            self.model.mark(index)
