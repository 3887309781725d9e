"""The docks of figures, each a filter of the sentences behind it: where the errors are, what one parse fixes and breaks
of another, and what the filter has found, counted by columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QPushButton, QSizePolicy, QWidget

from goldleaf.core.analysis.breakdown_table import Breakdown, Listed
from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.analysis.search.grouping import HITS, SENTENCES
from goldleaf.core.analysis.search.has import narrowed
from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.errors import counted
from goldleaf.core.steps import Steps
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.breakdown_view import BreakdownView
from goldleaf.viewer.panels.parts import add_section, chooser, fill, row
from goldleaf.viewer.session import breakdowns, filtering
from goldleaf.viewer.session.filtering import Queries
from goldleaf.viewer.state.inspector import Inspector

_NO_FILES = "Open a gold file and a parse to see where the errors are."
_ALL = "All parses side by side, with what the first has more than each other; a click shows a parse's sentences"
_TESTS = "Test each row's difference: p by shuffling, after Holm for all rows, and the bounds of its 95 % interval"
_PART = "The words that the table counts: all, or those that are, or are not, in the training file"
_NO_FILTER = "Write a condition above the list of sentences, such as has(deprel = 'obj'), to count what it finds."
_NOTHING = "There is nothing to show."
_CHOOSE = "Choose a column to count by."
_NONE = "–"


class BreakdownPanel(QWidget):
    """Choosers over a table that is made in the background while it is seen, each figure of it a filter."""

    filter_wanted = Signal(str)
    _stale = True  # of another document than the one that is open

    def __init__(self, inspector: Inspector, view: BreakdownView) -> None:
        super().__init__()
        self._inspector, self.view = inspector, view
        self.model, self.failed = view.figures, view.work.failed
        self.restyle, self.stop = view.restyle, view.work.cancel
        self.tests = having(QCheckBox("p values"), toolTip=_TESTS, accessibleName="Test the differences")
        view.figure_chosen.connect(self._list)

    def _fill(self, *bar: QWidget, between: int = 8) -> None:
        """Put the choosers, among them the view's note, above the table."""
        fill(self, row(*bar, margins=(8, 3, 8, 3), between=between, wide=self.view.note), self.view)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._look()

    def _forget(self) -> None:
        self._stale = True
        self.stop()
        self._look()

    def _look(self) -> None:
        """Make the table that is wanted, once it is seen."""

    @property
    def rounds(self) -> Rounds | None:
        return Rounds() if self.tests.isChecked() else None

    def _list(self, index: QModelIndex) -> None:
        self.model.mark(index)
        self.filter_wanted.emit(self.model.condition(index))


class ErrorsPanel(BreakdownPanel):
    """Where the errors of the parse are: one table at a time, made in the background while the panel is seen."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, BreakdownView("Errors", _NO_FILES, sortable=True))
        self._shown: object = None  # of which parse the tables are listed, or that it is of all
        self.chooser = having(chooser("Table"), maxVisibleItems=40)
        self.words = chooser("Words that count", _PART)
        self.words.hide()
        self.all_parses = having(QCheckBox("All parses"), toolTip=_ALL)
        self.search = having(
            QLineEdit(), objectName="filterLine", placeholderText="Search the table",
            accessibleName="Search the table", clearButtonEnabled=True, maximumWidth=150,
        )  # fmt: skip
        copy = "Copy the table, with tabs, as it is shown"
        save = "Save the table as CSV, JSON, LaTeX, HTML or text"
        self.copy_button = having(QPushButton("Copy"), toolTip=copy, accessibleName=copy)
        self.save_button = having(QPushButton("Save…"), toolTip=save, accessibleName=save)
        self.whole = having(Label("of all sentences"), objectName="faint", visible=False)  # where others are listed
        tools = (self.chooser, self.words, self.whole, self.view.note, self.all_parses, self.tests, self.search)
        self._fill(*tools, self.copy_button, self.save_button)
        self.all_parses.toggled.connect(lambda _: self._look())
        self.tests.toggled.connect(lambda _: self._make())
        self.search.textChanged.connect(self.model.search)
        self.search.textChanged.connect(
            lambda text: self.view.hint.setText(f"No row has ‘{text.strip()}’." if text.strip() else _NOTHING)
        )
        self.chooser.activated.connect(lambda _: self._make())
        self.words.activated.connect(lambda _: self._make())
        self.view.work.returned.connect(self._made)
        inspector.document_changed.connect(self._forget)
        inspector.sentence_changed.connect(self._look)
        inspector.rows_changed.connect(lambda: self.whole.setVisible(inspector.filtered))

    def _look(self) -> None:
        document, parse = self._inspector.document, self._inspector.parse
        visible, why = not self._inspector.of_versions, _ALL if self.several else breakdowns.ONE_PARSE
        having(self.all_parses, enabled=self.several, toolTip=why, visible=visible)
        self.tests.setVisible(self.of_all)
        wanted = "all" if self.of_all else parse
        if not self.isVisible() or (not self._stale and wanted == self._shown):
            return
        self._stale, self._shown = False, wanted
        tables = breakdowns.all_choices(document, parse) if document is not None else {}
        chosen = self.choice
        self.chooser.clear()
        about, told = "", self._inspector.wording.figures
        for choice, title in tables.items():
            if document is not None and breakdowns.section(document, choice) != about:
                about = breakdowns.section(document, choice)
                add_section(self.chooser, told(about))
            self.chooser.addItem(told(title), choice)
            if choice == chosen or self.choice is None:
                self.chooser.setCurrentIndex(self.chooser.count() - 1)
        self._make()

    @property
    def several(self) -> bool:
        """Whether there are several parses whose tables one may see."""
        document = self._inspector.document
        return document is not None and document.several

    @property
    def of_all(self) -> bool:
        return self.all_parses.isChecked() and self.all_parses.isEnabled()

    @property
    def choice(self) -> breakdowns.BreakdownChoice | None:
        chosen: breakdowns.BreakdownChoice | None = self.chooser.currentData()
        return chosen

    def choose(self, *names: str) -> None:
        """Show the first table of no metric that is called so."""
        self._look()
        wanted = [breakdowns.BreakdownChoice("", name) for name in names]
        if place := next((n for n in range(self.chooser.count()) if self.chooser.itemData(n) in wanted), 0):
            self.chooser.setCurrentIndex(place)  # 0 is the title of a section
            self._make()

    def _make(self) -> None:
        document, choice = self._inspector.document, self.choice
        self.stop()
        # A table may be of the words that are, or are not, in a training file where there is one.
        of_words = breakdowns.parts(document, choice) if document is not None and choice else {"": ""}
        _fill(self.words, of_words)
        self.words.setVisible(len(of_words) > 1)
        self.view.show_table(None)
        self.view.hint.setText(_NO_FILES)
        if document is not None and choice:
            choice, parse = replace(choice, within=self.words.currentData()), self._inspector.parse
            making = (
                breakdowns.breakdown_of_all(document, choice, self.rounds)
                if self.of_all and choice.metric
                else breakdowns.breakdown(document, parse, choice)
            )
            self.view.make(making, f"The table ‘{self.chooser.currentText()}’ could not be worked out")

    def _made(self, table: Breakdown) -> None:
        wording = self._inspector.wording
        self.view.show_table(table, wording.figures(table.note), wording)
        self.chooser.setToolTip(tip(wording.figures(table.note)))  # where there is no room for it beside
        self.view.hint.setText(_NOTHING)

    def _list(self, index: QModelIndex) -> None:
        """List the sentences of a figure, and show the parse that it is about; of two, stay where one is.
        A single sentence does not leave the list alone with itself; the word in it is selected."""
        document, about = self._inspector.document, self.model.parses(index)
        places = [n for n, parse in enumerate(document.parses) if parse.name in about] if document is not None else []
        if places and self._inspector.parse not in places:
            self._inspector.set_parse(places[0])
        table, numbers, word = self.model.table, [], ""
        if isinstance(table, Listed):
            row = self.model.place(index)
            numbers, word = [*dict.fromkeys(table.numbers[row])], table.items[row] if table.items else ""
        if len(numbers) != 1:
            super()._list(index)
        elif numbers[0] - 1 not in self._inspector.rows:
            self.filter_wanted.emit("")
        if len(numbers) == 1 or word:
            self.model.mark(index)
            self._inspector.go(numbers[0] - 1)
            if table is not None and table.name == "against" and "layers" in self._inspector.view.heeds:
                self._inspector.show_everyone(True)  # who all have it otherwise
            self._inspector.select(Key(Side.GOLD, "word", word) if word.isdecimal() else None)

    def go_on(self) -> None:
        """Choose the next row where the word of the one that is chosen has just been judged."""
        table, active, at = self.model.table, self.model.active, (self._inspector.row + 1, self._inspector.selection)
        if self.isVisible() and isinstance(table, Listed) and table.items and active.isValid():
            row, following = self.model.place(active), self.model.index(active.row() + 1, active.column())
            if following.isValid() and at == (table.numbers[row][0], Key(Side.GOLD, "word", table.items[row])):
                self.view.setCurrentIndex(following)
                QTimer.singleShot(0, self, lambda: self._list(following))  # after the review, which goes on by itself


class VersusPanel(BreakdownPanel):
    """What one of the parses fixes and breaks of another, made in the background while the panel is seen."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, BreakdownView("One parse against another", sortable=True))
        parses = "A, the parse to begin with", "B, the parse that is to be better"
        boxes = *parses, "What has to be right", "What the rows are"
        self.first, self.second, self.what, self.by = (chooser(name, name) for name in boxes)
        # Names of files may be long: they give way to what says what the table is.
        for box in (self.first, self.second):
            having(box, minimumContentsLength=4, maximumWidth=170)
        for box in (self.what, self.by):
            box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.swap = having(QPushButton("⇄"), toolTip="Swap A and B", accessibleName="Swap A and B")
        self.in_picture = having(QCheckBox("In the picture"), toolTip="Draw gold, A and B together")
        self._choosers = (Label("A"), self.first, self.swap, Label("B"), self.second, self.what, self.by)
        self._fill(*self._choosers, self.view.note, self.tests, self.in_picture, between=4)
        self.tests.toggled.connect(lambda _: self._make())
        self.view.work.returned.connect(lambda table: self.view.show_table(table, table.note, self._inspector.wording))
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
        return (self._inspector.look.against, self._inspector.parse) == self.parses

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
        if wanted and not breakdowns.why_not_versus(self._inspector.document):
            self._inspector.set_rivals(*self.parses)
        elif self._inspector.look.against is not None:
            self._inspector.set_rivals(None, self._inspector.parse)
        self._show_drawn()

    def _look(self) -> None:
        if self.isVisible() and (self.look() or not self.model.rowCount()):
            self._make()

    def look(self) -> bool:
        """List the parses of the document, if that has changed; whether it has."""
        if not self._stale:
            return False
        self._stale = False
        document = self._inspector.document
        why_not = breakdowns.why_not_versus(document)
        names = [one.name for one in document.parses] if document is not None and not why_not else []
        for place, box in enumerate((self.first, self.second)):
            kept = box.currentIndex() if [box.itemText(n) for n in range(box.count())] == names else place
            _fill(box, dict(enumerate(names)))
            box.setCurrentIndex(kept if names else -1)
        self._show_questions()
        for part in (*self._choosers, self.tests, self.in_picture):
            part.setVisible(not why_not)
        self._show_drawn()
        return True

    def _choose(self, chosen: QComboBox, other: QComboBox) -> None:
        # See that A and B are two.
        if chosen.currentIndex() == other.currentIndex():
            other.setCurrentIndex(next(n for n in range(other.count()) if n != chosen.currentIndex()))
        if self.in_picture.isChecked():
            self.show_in_picture(True)
        self._make()

    def _show_questions(self) -> None:
        document = self._inspector.document
        known = breakdowns.versus_questions(document) if document is not None and self.first.count() else {}
        _fill(self.what, {name: title for name, (title, _) in known.items()})
        _fill(self.by, known[self.what.currentData()][1] if known else {})

    def _show_drawn(self) -> None:
        self.in_picture.setChecked(self.drawn and self._inspector.look.against is not None)

    def _make(self) -> None:
        document = self._inspector.document
        self.stop()
        self.model.show_table(None)
        why_not = breakdowns.why_not_versus(document)
        if why_not or document is None:
            self.view.hint.setText(why_not)
        elif not document.complete:
            self.view.hint.setText("The table comes when all sentences have been read.")
        elif not self.what.count():
            self.view.hint.setText("Choose a metric that compares the words or constituents of these files.")
        else:
            what, by = self.what.currentData(), self.by.currentData()
            making = breakdowns.versus(document, *self.parses, what, by, self.rounds)
            self.view.make(making, "The two parses could not be compared")

    def _list(self, index: QModelIndex) -> None:
        """List the sentences of a figure, with both parses in the picture."""
        if self._inspector.parse not in self.parses:
            self._inspector.set_parse(self.parses[1])
        if not self.drawn:
            self.show_in_picture(True)
        super()._list(index)


def _fill(box: QComboBox, entries: Mapping[str, str] | Mapping[int, str]) -> None:
    """Other entries, the one that is chosen kept where it is still there."""
    chosen = box.currentData()
    box.clear()
    for data, title in entries.items():
        box.addItem(title, data)
    box.setCurrentIndex(max(0, box.findData(chosen)) if entries else -1)


class GroupsPanel(BreakdownPanel):
    """Counts what was found by one or two columns, while it is seen. ``query`` is the filter that is written. A click
    narrows the filter; the table stays until another filter is written."""

    def __init__(self, inspector: Inspector, query: Callable[[], str]) -> None:
        super().__init__(inspector, BreakdownView("Groups", _NO_FILTER))
        self._query = query
        self._found: Filtered | None = None  # what is counted
        self._counted = ""  # the filter that has found it
        self.choosers = chooser("Count by"), chooser("And by")
        bar: list[QWidget] = []
        for title, box in zip(("Count by", "and"), self.choosers, strict=True):
            box.setMaxVisibleItems(25)
            box.activated.connect(lambda _: self._count())
            bar += [having(Label(title), buddy=box), box]
        self._fill(*bar, self.view.note, between=10)
        self.view.work.returned.connect(lambda table: self._show(table, "Nothing was found."))
        self.failed.connect(lambda failure: self._show(None, failure.message))
        inspector.rows_changed.connect(self._look)

    def _look(self) -> None:
        # Count what another filter has found; what a click has narrowed is counted already.
        found, query = self._inspector.found, self._query()
        active = self.model.active
        narrowed_here = active.isValid() and self.model.condition(active) == query
        if not self.isVisible() or found is self._found or narrowed_here:
            return
        self._found, self._counted = found, query
        document = self._inspector.document
        if found is None or document is None:
            self._show(None, _NO_FILTER)
            return
        names = filtering.group_columns(document, found, self._inspector.parse, self._inspector.further)
        for box, first in zip(self.choosers, (_CHOOSE, _NONE), strict=True):
            _fill(box, {"": first, **dict(zip(names, names, strict=True))})
        self._count()

    def _count(self) -> None:
        self.stop()
        inspector, document, found, query = self._inspector, self._inspector.document, self._found, self._counted
        columns = [*dict.fromkeys(box.currentText() for box in self.choosers if box.currentIndex() > 0)]
        if document is None or found is None or not columns:
            self._show(None, _NO_FILTER if found is None else _CHOOSE)
            return
        parse, further = inspector.parse, inspector.further

        def counting() -> Steps[Breakdown]:
            yield 0.0
            frame = filtering.grouped(document, found, parse, columns, further)
            whole = Queries().resolved(query)
            of_hits = filtering.hit_columns(document, found, parse)
            unit = HITS if HITS in frame.columns else SENTENCES
            several = f"{counted(frame.height, 'group')} of {counted(int(frame[unit].sum()), unit.removesuffix('s'))}"
            note = f"{several}; a click lists the sentences of one."
            return Breakdown(
                "groups", "Groups", frame, note,
                lambda row, _: narrowed(whole, {name: row[name] for name in columns}, of_hits),
            )  # fmt: skip

        self.view.make(counting(), "What was found could not be counted", "Counting …")

    def _show(self, table: Breakdown | None, hint: str) -> None:
        self.view.show_table(table, "" if table is None else table.note, self._inspector.wording)
        self.view.hint.setText(hint)
