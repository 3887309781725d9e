"""The dock of a review: how far it is, what a verdict would be about, what was said of the sentence, and by whom; lists
of places, to one of which a click goes: what is left of a review, and what is wrong with the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from math import ceil
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QProgressBar, QSizePolicy, QToolButton, QTreeWidget, QTreeWidgetItem, QWidget

from goldleaf.core.analysis.sides.layers import LAYER_NAMES
from goldleaf.core.errors import Problem, Severity
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.parts import EmptyHint, add_all, fill, once
from goldleaf.viewer.panels.table import ShownCell, TableModel, TableView, WholeRows
from goldleaf.viewer.review.judgements import RESOLVED, REVIEWED, Act, Judgement, Place, thread
from goldleaf.viewer.review.states import Progress
from goldleaf.viewer.session.navigation import row_of_line
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.reviewing import ALL_DECIDED, Reviewing
from goldleaf.viewer.style.appearance import LIGHT, PanelStyle
from goldleaf.viewer.tables.table import Column, Kind

_OF_TWO = ("gold", "parse", "both")  # where more are looked at together, a button for each reading stands instead
_BUTTONS = (*_OF_TWO, "neither", "reading", "unsure", "note", "withdraw", "skip")
_NARROW, _WIDE, _PARTS = 2, 3, 6  # columns of buttons; what either divides, so that all of them end alike
_HISTORY = 50  # acts that are shown
_KEY = Qt.ItemDataRole.UserRole


class ReviewPanel(QWidget):
    """Shows the session, ``soon``; its buttons are the menu's actions. ``chosen`` carries the judgement of a row."""

    chosen = Signal(object)

    def __init__(self, reviewing: Reviewing) -> None:
        super().__init__()
        self._reviewing = reviewing
        self._colours = LIGHT
        self._verdict_buttons: list[QToolButton] = []
        self.readings: list[QToolButton] = []
        self._left_out: tuple[QWidget, ...] = ()  # there is no room for them
        self.soon = once(self, 0, self.show_now)  # one act changes several things at once
        self.state = having(Label(), textFormat=Qt.TextFormat.RichText, wordWrap=True)
        self.progress = having(QProgressBar(), accessibleName="Reviewed sentences", textVisible=False, fixedHeight=6)
        self.about = having(Label(), objectName="faint", wordWrap=True)
        self._buttons = having(QGridLayout(), spacing=4)
        for column in range(_PARTS):
            self._buttons.setColumnStretch(column, 1)
        self.list = having(QTreeWidget(), accessibleName="Verdicts, notes and history", headerHidden=True)
        # In a low window it gives way to the differences: what was said of one stands there, too.
        having(self.list, columnCount=2, rootIsDecorated=False, indentation=10, minimumHeight=44)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # it takes the height of a row
        self.list.itemActivated.connect(self._activated)
        self.list.itemClicked.connect(self._activated)
        WholeRows(self.list)
        self._hint = EmptyHint(self.list, "Nothing was said here.")
        parts = self.state, self.progress, self.about, self._buttons, self.list
        self._column = having(QtWidgets.QVBoxLayout(), contentsMargins=(5, 6, 5, 6), spacing=4)
        add_all(self._column, parts, self.list, self)

    def set_actions(self, actions: Mapping[str, QAction]) -> None:
        self._verdict_buttons = [_button(actions[f"review.{name}"]) for name in _BUTTONS]
        self.readings = [_button(actions[f"parse.{number}"], named=False) for number in range(1, 10)]
        self._done, self._new = (_button(actions[f"review.{name}"]) for name in ("keep", "new"))
        self._done.setProperty("goes", "on")  # the one that is pressed for every sentence
        self._buttons.addWidget(self._new, 0, 0, 1, _PARTS)
        self.show_now()

    def _place_buttons(self) -> None:
        """Put the buttons in as many columns as there is room for; those of readings say who has each."""
        if not self._verdict_buttons:
            return
        there, voices = self._reviewing.store is not None, self._reviewing.voices
        shown = self._verdict_buttons if voices is None else self._verdict_buttons[len(_OF_TWO) :]
        readings = [] if voices is None else self.readings[: max(len(voices), 2)]
        widest = max(button.sizeHint().width() for button in shown) + self._buttons.spacing()
        columns = _WIDE if self.width() >= _WIDE * widest + 10 else _NARROW
        whole, line = len(shown) // columns * columns, 0
        for buttons in (readings, shown[:whole]):
            for place, button in enumerate(buttons):
                at = line + place // columns, place % columns * (_PARTS // columns)
                self._buttons.addWidget(button, *at, 1, _PARTS // columns)
            line += ceil(len(buttons) / columns)
        for place, button in enumerate(rest := shown[whole:]):  # none has a row half empty
            self._buttons.addWidget(button, line, 2 * place, 1, 2)
        self._buttons.addWidget(self._done, line, 2 * len(rest), 1, _PARTS - 2 * len(rest))
        for button in (*self.readings, *self._verdict_buttons):
            button.setVisible(there and button in (*readings, *shown))
        self._done.setVisible(there)
        self._new.setVisible(not there)
        for number, button in enumerate(readings, 1):
            voice = voices[number - 1] if voices and number <= len(voices) else None
            said = f"{voice.who}: {voice.text}" if voice is not None else "Choose a difference first."
            who = (voice.who.removesuffix(f" ({len(voice.sides)})"), voice.initials) if voice is not None else ("",)
            texts, room = [f"{each}  {number}" for each in who], self.width() // columns - 28
            text = next((each for each in texts if button.fontMetrics().horizontalAdvance(each) <= room), texts[-1])
            having(button, text=text.strip(), toolTip=said, accessibleName=said, enabled=voice is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._place_buttons()

    def give_way(self, room: int) -> int:
        """Leave out the list, and what stands elsewhere, where there are fewer pixels; returns how many are needed."""
        for left_out in ((), (self.list,), (self.list, self.progress), (self.list, self.progress, self.about)):
            self._left_out = left_out
            for part in (self.progress, self.about, self.list):
                part.setVisible(part not in left_out and self._reviewing.store is not None)
            needed = self._column.totalMinimumHeightForWidth(max(self.width(), self.minimumSizeHint().width()))
            if needed <= room:
                break
        self.setMinimumHeight(needed)
        return needed

    def restyle(self, style: PanelStyle) -> None:
        self._colours = style.colours
        self.show_now()

    def show_now(self) -> None:
        """Show the session as it is, and what was said of the sentence."""
        store = self._reviewing.store
        for part in (self.progress, self.about, self.list):
            part.setVisible(part not in self._left_out and self._reviewing.store is not None)
        if store is None:
            self._place_buttons()
            self.state.setText("<b>No review yet.</b> It says who is right where the files differ, place by place.")
            return
        done, total = self._reviewing.progress
        who = f"{store.reviewer}{' (blind)' if store.blind else ''}"
        hidden, every = self._reviewing.not_shown
        more = f"<br>{hidden:,} of {every:,} places not shown: there others differ" if hidden else ""
        left = self._reviewing.left
        places = f"<br>{left}" if left.places else ""
        self._place_buttons()
        self.state.setText(f"<b>{escape(who)}</b> · {done:,} of {total:,} reviewed{places}{more}")
        self.state.setToolTip(tip(f"{store.path}\n{store.read_only or ''}".strip()))
        self.progress.setRange(0, max(left.places or total, 1))
        self.progress.setValue(left.places - left.left if left.places else done)
        about = ALL_DECIDED if self._reviewing.all_decided else f"About {self._reviewing.about}"
        self.about.setText(store.read_only or about)
        judgements = [said for said in self._reviewing.judgements if said.verdict != REVIEWED]
        conflicts = self._reviewing.conflicts
        verdicts = [said for said in judgements if said.verdict and said.place not in conflicts]
        sections = {  # what reviewers differ about stands in front, for that is what is to be settled
            "Conflicts": [self._conflict(place, said) for place, said in conflicts.items()],
            "Verdicts": [self._verdict(said) for said in verdicts],
            "Notes": [self._notes(said) for said in self._reviewing.notes.values()],
            "History": [self._act(act) for act in self._reviewing.history[:_HISTORY]],
        }
        self.list.clear()
        for title, rows in sections.items():
            if rows:
                heading = having(QTreeWidgetItem([title]), flags=Qt.ItemFlag.ItemIsEnabled)
                heading.setForeground(0, QColor(self._colours.faint))
                heading.addChildren(rows)
                self.list.addTopLevelItem(heading)
                heading.setFirstColumnSpanned(True)
        self.list.expandAll()
        self.list.resizeColumnToContents(0)
        self._hint.look()

    def _conflict(self, place: Place, verdicts: Mapping[str, str]) -> QTreeWidgetItem:
        told = [f"{self._reviewing.told(verdict)}  ·  {reviewer}" for reviewer, verdict in sorted(verdicts.items())]
        row = self._row(Judgement(place, "", ""), "\n".join(told), "")  # a bare place would come back as a list
        row.setTextAlignment(0, Qt.AlignmentFlag.AlignTop)
        row.setToolTip(1, "They judge it differently. A verdict by somebody else settles it.")
        return row

    def _verdict(self, said: Judgement) -> QTreeWidgetItem:
        store = self._reviewing.store
        stale = store is not None and store.is_stale_at(said.place, said.reviewer)
        told = f"{self._reviewing.told(said.verdict)}{', stale' * stale}  ·  {said.reviewer}"
        changed = "; what it was said of has changed since" * stale
        return self._row(said, told, f"{said.reviewer}, {_when(said.time)}{changed}")

    def _notes(self, said: Sequence[Judgement]) -> QTreeWidgetItem:
        messages, tags = thread(said), dict.fromkeys(tag for one in said for tag in one.tags)
        several = len({one.reviewer for one in said}) > 1
        lines = [f"{one.reviewer}: {one.text}" if several else one.text for one in messages]
        text = "\n".join(filter(None, (*lines, " ".join(f"#{tag}" for tag in tags))))
        times = "\n".join(f"{one.reviewer}, {_when(one.time)}" for one in said)
        row = self._row(said[0], text, f"{text}\n{times}")
        row.setTextAlignment(0, Qt.AlignmentFlag.AlignTop)
        if RESOLVED in tags:
            row.setForeground(1, QColor(self._colours.faint))
        return row

    def _row(self, said: Judgement, text: str, about: str) -> QTreeWidgetItem:
        row = QTreeWidgetItem([self._reviewing.called(said.place), text])
        row.setData(0, _KEY, said)
        row.setToolTip(1, tip(about))
        return row

    def _act(self, act: Act) -> QTreeWidgetItem:
        what = self._reviewing.hidden(act.what)  # may be of a time when its reviewer was not blind
        row = QTreeWidgetItem([_when(act.time), f"{what}{'  (undone)' if act.undone else ''}"])
        row.setToolTip(1, tip(f"{act.reviewer}: {what}"))
        for column in (0, 1):
            row.setForeground(column, QColor(self._colours.faint))
        return row

    def _activated(self, row: QTreeWidgetItem) -> None:
        said = row.data(0, _KEY)
        if isinstance(said, Judgement):
            self.chosen.emit(said)


def _button(action: QAction, *, named: bool = True) -> QToolButton:
    """A button that does what an action does, with its name and first key."""
    policy = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
    # The pictures' room goes before a key's name on a button.
    button = having(QToolButton(), objectName="reviewButton", sizePolicy=policy, minimumWidth=60)
    button.clicked.connect(action.trigger)

    def show() -> None:
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText).replace("Shift+", "⇧")
        having(button, text=action.iconText() + f" ({key})" * bool(key), accessibleName=action.text())
        button.setToolTip(action.toolTip())  # which is plain already
        button.setEnabled(action.isEnabled())

    if named:
        action.changed.connect(show)
        show()
    return button


def _when(time: str) -> str:
    try:
        then = datetime.fromisoformat(time).astimezone()
        return f"{then:%H:%M}" if then.date() == datetime.now().date() else f"{then:%Y-%m-%d %H:%M}"
    except ValueError:
        return time


SOON = 25  # milliseconds, by which the picture of the next place has been painted
PROBLEM_COLUMNS = (Column("where", "Where"), Column("problem", "Problem"))
COLUMNS = (
    Column("sentence", "Sentence", Kind.COUNT), Column("why", "State", description="Why nothing decides it"),
    Column("place", "Place"), Column("layer", "Layer"),
    Column("readings", "Readings", description="What the sides say"),
)  # fmt: skip


class PlacesView(TableView):
    """Rows whose columns have widths at first, but for the last one, which takes the rest. There may be a hundred
    thousand: their cells are made as they are seen."""

    def __init__(self, name: str, columns: Sequence[Column], widths: Sequence[int]) -> None:
        self.rows = TableModel()
        self.rows.columns = columns
        super().__init__(self.rows, name)
        having(self, wordWrap=False, selectionBehavior=QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        self.horizontalHeader().setStretchLastSection(True)


class ProblemsPanel(QWidget):
    """Lists the problems of gold and parses. ``counted`` carries how many there are."""

    counted = Signal(int)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.problems: tuple[Problem, ...] = ()
        self._icons: dict[Severity, QIcon] = {}
        self.view = PlacesView("Problems", PROBLEM_COLUMNS, (170,))
        self._hint = EmptyHint(self.view, "No problems were found in the files.")
        fill(self, self.view)
        self.view.selectionModel().currentRowChanged.connect(lambda current: self.go(current.row()))
        self.view.clicked.connect(lambda index: self.go(index.row()))
        inspector.document_changed.connect(self._show)

    def restyle(self, style: PanelStyle) -> None:
        self._icons = {Severity.ERROR: style.icons["error"], Severity.WARNING: style.icons["warning"]}

    def go(self, place: int) -> None:
        document = self._inspector.document
        if document is None or not 0 <= place < len(self.problems):
            return
        problem = self.problems[place]
        if (treebank := document.treebank_of(problem.path)) is not None:
            row = row_of_line(treebank, problem.line)
            self._inspector.go(None if row is None else min(row, len(document) - 1))

    def _show(self) -> None:
        document = self._inspector.document
        self.problems = document.problems if document is not None else ()
        self.view.rows.show_rows(PROBLEM_COLUMNS, len(self.problems), self._cell)
        self.counted.emit(len(self.problems))

    def _cell(self, row: int, column: int) -> ShownCell:
        problem = self.problems[row]
        if column:
            return ShownCell(problem.message, str(problem))
        place = f"{Path(problem.path).name}:{problem.line}" + (f":{problem.column}" if problem.column else "")
        return ShownCell(place, str(problem), icon=self._icons.get(problem.severity))


class LeftPanel(QWidget):
    """Lists the places, the selected one as the current one; ``chosen`` carries a sentence's row and the place."""

    chosen = Signal(int, object)

    def __init__(self, inspector: Inspector, reviewing: Reviewing) -> None:
        super().__init__()
        self._reviewing = reviewing
        self._places: list[tuple[int, Place, Progress]] = []  # the row of each one's sentence, and why it is left
        self.view = PlacesView("What is left", COLUMNS, (80, 100, 170, 140))
        self._hint = EmptyHint(self.view, "")
        fill(self, self.view)
        self.view.clicked.connect(lambda index: self.go(index.row()))
        self.view.activated.connect(lambda index: self.go(index.row()))
        self._soon = once(self, SOON, self.show_now)
        for changed in (reviewing.marked, reviewing.session_changed):
            changed.connect(self._soon.start)
        self._follow = once(self, 0, self._show_place)  # what is selected in a sentence comes after it
        for changed in (inspector.selection_changed, inspector.sentence_changed):
            changed.connect(self._follow.start)

    def go(self, place: int) -> None:
        if 0 <= place < len(self._places):
            row, which, _ = self._places[place]
            self.chosen.emit(row, which)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._follow.start()  # it stays in view

    def show_now(self) -> None:
        """List what is left now; nothing while nobody looks."""
        if not self.isVisible():
            return
        current = self.view.currentIndex().row()
        self._places = self._reviewing.places_left()
        self.view.rows.show_rows(COLUMNS, len(self._places), self._cell)
        none = "Nothing is left." if self._reviewing.left.places else "Places are listed when a review is open."
        self._hint.setText(none)
        if 0 <= current < len(self._places):  # what follows the place that was decided
            self.view.setCurrentIndex(self.view.rows.index(current, 0))
        self._show_place()

    def _show_place(self) -> None:
        if not self.isVisible():
            return
        here = self._reviewing.places
        row = next((row for row, (_, place, _) in enumerate(self._places) if place in here), None)
        if row is None:  # what is selected is decided
            self.view.clearSelection()
        else:
            self.view.setCurrentIndex(self.view.rows.index(row, 0))
            self.view.scrollTo(self.view.currentIndex())

    def _cell(self, row: int, column: int) -> ShownCell:
        sentence, place, why = self._places[row]
        if COLUMNS[column].name == "readings":
            text = self._reviewing.readings(place)
            return ShownCell(text, text)
        layer = LAYER_NAMES[place.layer] if place.layer is not None else ""
        return ShownCell((f"{sentence + 1:,}", why.value, self._reviewing.words(place), layer)[column])
