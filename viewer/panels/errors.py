"""Where the errors are: a breakdown table of the parse; a click on a figure filters the sentences behind it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.steps import Steps
from goldleaf.viewer.labels import tip
from goldleaf.viewer.panels.breakdown_view import BreakdownView
from goldleaf.viewer.panels.parts import chooser, fill
from goldleaf.viewer.session.breakdowns import ONE_PARSE, Choice, breakdown, breakdown_of_all, choices, parts
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.icons import Style

_NOTHING = "Open a gold file and a parse to see where the errors are."
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
        self.chooser = chooser("Table")
        self.words = chooser(
            "Words that count",
            "The words that the table counts: all, or those that are, or are not, in the training file",
        )
        self.words.hide()
        self.view = BreakdownView("Errors", _NOTHING)
        self.model = self.view.figures
        self.view.freeze()
        self.view.setSortingEnabled(True)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.all_parses = QCheckBox("All parses")
        self.all_parses.setToolTip(_ALL)
        self.search = QLineEdit()
        self.search.setObjectName("filterLine")
        self.search.setPlaceholderText("Search the table")
        self.search.setAccessibleName("Search the table")
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(150)
        self.copy_button = self._button("Copy", "Copy the table, with tabs, as it is shown")
        self.save_button = self._button("Save…", "Save the table as CSV, JSON, LaTeX, HTML or text")
        top = QHBoxLayout()
        top.setContentsMargins(8, 3, 8, 3)
        top.setSpacing(8)
        top.addWidget(self.chooser)
        top.addWidget(self.words)
        top.addWidget(self.view.note, 1)
        for tool in (self.all_parses, self.search, self.copy_button, self.save_button):
            top.addWidget(tool)
        fill(self, top, self.view)
        self.all_parses.toggled.connect(lambda _: self._look())
        self.search.textChanged.connect(self._search)
        self.copy_button.clicked.connect(lambda: self.copy_wanted.emit())
        self.save_button.clicked.connect(lambda: self.save_wanted.emit())
        self.chooser.activated.connect(lambda _: self._make())
        self.words.activated.connect(lambda _: self._make())
        self.view.figure_chosen.connect(self._list)
        self.view.work.returned.connect(self._made)
        self.view.failed.connect(self.failed)
        inspector.document_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._look)

    def _button(self, title: str, what: str) -> QPushButton:
        button = QPushButton(title)
        button.setToolTip(tip(what))
        button.setAccessibleName(what)
        return button

    def restyle(self, style: Style) -> None:
        """Paint in other colours."""
        self.view.set_colours(style.colours)

    def stop(self) -> None:
        """Give up what is worked on."""
        self.view.work.cancel()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Make the table that is wanted, now that it is seen."""
        super().showEvent(event)
        self._look()

    def _forget(self) -> None:
        self._stale = True
        self.view.work.cancel()
        self._look()

    def _look(self) -> None:
        document, parse = self._inspector.document, self._inspector.parse
        self.all_parses.setEnabled(self.several)
        self.all_parses.setToolTip(_ALL if self.several else ONE_PARSE)
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

    @property
    def several(self) -> bool:
        """Whether there are several parses whose tables one may see."""
        document = self._inspector.document
        return document is not None and len(document.parses) > 1 and document.blind is None

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
        self.view.work.cancel()
        # A table may be of the words that are, or are not, in a training file where there is one.
        within = self.words.currentData()
        self.words.clear()
        for condition, title in (parts(document, choice) if document is not None and choice else {"": ""}).items():
            self.words.addItem(title, condition)
        self.words.setCurrentIndex(max(0, self.words.findData(within)))
        self.words.setVisible(self.words.count() > 1)
        self.view.show_table(None)
        self.view.hint.setText(_NOTHING)
        if document is not None and choice:
            choice = replace(choice, within=self.words.currentData())
            making: Steps[Table] = (
                breakdown_of_all(document, choice)
                if self.of_all
                else breakdown(document, self._inspector.parse, choice)
            )
            self.view.make(making, f"The table ‘{self.chooser.currentText()}’ could not be worked out")

    def _search(self, text: str) -> None:
        self.model.search(text)
        self.view.hint.setText(f"No row has ‘{text.strip()}’." if text.strip() else "There is nothing to show.")

    def _made(self, table: Table) -> None:
        wording = self._inspector.wording
        self.view.show_table(table, wording.figures(table.note), wording)
        self.view.hint.setText("There is nothing to show.")

    def _list(self, index: QModelIndex) -> None:
        """List the sentences of a figure, and show the parse that it is about; of two, stay where one is."""
        document, about = self._inspector.document, self.model.parses(index)
        places = [n for n, parse in enumerate(document.parses) if parse.name in about] if document is not None else []
        if places and self._inspector.parse not in places:
            self._inspector.set_parse(places[0])
        self.filter_wanted.emit(self.model.condition(index))
        self.model.mark(index)
