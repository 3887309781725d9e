"""The toolbar: groups of actions, the menu of what is shown, and the parse that is compared; the line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QToolBar, QToolButton, QWidget

from goldleaf.viewer.actions.action import TOOLS
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.diagram.naming import Wording
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.parts import ElidedLabel, chooser, row
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import Icons

_ENABLED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_SEGMENTS = {"view": "Structure", "compare": "Way to compare"}
_BESIDE, _TEXT = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonTextOnly
_ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
# Of segments, how many other buttons have text, and whether the parses' names have their title: alone they say little.
_STYLES = (
    (_BESIDE, 2, True),
    (_TEXT, 2, True),
    (_TEXT, 1, True),
    (_TEXT, 0, True),
    (_TEXT, 0, False),
)
_ICON = QSize(20, 20)
_NAME, _LONG_NAME = 110, 180  # pixels for a parse's name, if there is no more room, and before others have text


class ToolBar(QToolBar):
    """The window's toolbar. ``parse_chosen`` carries the number of a parse, −1 for the gold alone."""

    parse_chosen = Signal(int)

    def __init__(self, actions: ActionSet, show: QMenu) -> None:
        super().__init__("Toolbar")
        having(self, objectName="toolbar", iconSize=_ICON, floatable=False)
        name = "What is shown of the sentences, and the rows under the words"
        self._show = having(QToolButton(), text="Show", toolTip=name, accessibleName=name, menu=show)
        self._show.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._parses = having(chooser("Parse"), focusPolicy=Qt.FocusPolicy.TabFocus)
        self._parses.activated.connect(lambda place: self.parse_chosen.emit(place - 1))
        self._with_text: list[QToolButton] = []
        self._shown: object = None  # what the choice of a parse was made for, and how wide all was then
        self.segments: list[Segments] = []
        for tool in TOOLS:
            # What follows stands at the right.
            if tool == "zoom":
                spacer = having(QWidget(), minimumWidth=12)  # else the menu's arrow seems to be that of the parses
                spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                self.addWidget(spacer)
                self._label = having(Label(), objectName="faint")
                self._shown_with_parses = [self.addWidget(self._label), self.addWidget(self._parses)]
                self.addSeparator()
            elif tool != TOOLS[0]:
                self.addSeparator()
            chosen = [actions[action.id] for action in actions.table.values() if action.tool == tool]
            if tool in _SEGMENTS:
                self.segments.append(Segments(_SEGMENTS[tool], chosen))
                for action in chosen:
                    action.enabledChanged.connect(self._fit)
                self.addWidget(self.segments[-1])
                continue
            self.addActions(chosen)
            if tool == "show":
                buttons = [self.widgetForAction(action) for action in chosen]
                self._with_text = [*(button for button in buttons if isinstance(button, QToolButton)), self._show]
                self._tail = self.addWidget(self._show)
        # Qt's own sign for the rest is as small as a dot.
        having(self.findChild(QToolButton, "qt_toolbar_ext_button"), text="»", toolButtonStyle=_TEXT)
        self.name_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # Show as much text as there is room for: where there is too little, what stands last goes first, and then names
        # of parses are cut.
        label, parses = self._shown_with_parses
        whole = min(self._parses.sizeHint().width(), _LONG_NAME) if parses.isVisible() else 0
        for name, (of_segments, others, titled) in product((max(whole, _NAME), _NAME), _STYLES):
            self._give_text(of_segments, others)
            label.setVisible(parses.isVisible() and titled)
            self._parses.setMaximumWidth(_NAME)
            free = self.width() - self.sizeHint().width()
            if free >= name - _NAME:
                self._parses.setMaximumWidth(_NAME + free)
                return
        # Qt puts what does not fit behind a button at the end; the words of the view stay as long as they fit alone.
        head = self.actions()[: self.actions().index(self._tail)]
        width = sum(self.widgetForAction(action).sizeHint().width() for action in head)
        if width > self.width() - 3 * _ICON.width():
            self._give_text(_ICON_ONLY, 0)
            for segments in self.segments:
                segments.leave_out(disabled=True)

    def _give_text(self, of_segments: Qt.ToolButtonStyle, others: int) -> None:
        for segments in self.segments:
            segments.leave_out(disabled=False)
            for button in segments.buttons:
                button.setToolButtonStyle(of_segments)
            segments.updateGeometry()
        for number, button in enumerate(self._with_text):
            button.setToolButtonStyle(_BESIDE if number < others else _ICON_ONLY)

    def name_buttons(self) -> None:
        for segments in self.segments:
            for segment in segments.buttons:
                segment.setAccessibleName(segment.defaultAction().text())
        for action in self.actions():
            button = self.widgetForAction(action)
            if isinstance(button, QToolButton) and button is not self._show:
                button.setAccessibleName(action.text())

    def set_icons(self, icons: Icons) -> None:
        self._show.setIcon(icons["rows"])

    def show_parses(self, document: Document | None, parse: int, wording: Wording) -> None:
        names = [other.name for other in document.parses] if document else []
        blind = document is not None and document.blind is not None
        about = document is not None, names, blind, parse, wording
        # Fitting asks each button in turn; most steps change nothing.
        if self._shown == (about, self.sizeHint().width()):
            return
        self._show.setEnabled(document is not None)
        self._label.setText("Parse " if wording.judges else "" if blind else f"{wording.gold} and ")
        what = "The parse that is compared with the gold" if wording.judges else f"Who is compared with {wording.gold}"
        said = [*names[parse : parse + 1] * (parse >= 0), f"{what} (keys 0–9)"]
        self._parses.setToolTip(tip("The sides that are compared" if blind else "\n".join(said)))
        self._parses.setAccessibleName("Parse" if wording.judges else "Annotator")
        brief = [name.rpartition(": ")[2] for name in names]  # whose theory it is says the tip
        alone = "gold only" if wording.judges else f"{wording.gold} only"
        entries = [alone, *(brief if len({*brief}) == len(brief) else names)]
        if [self._parses.itemText(place) for place in range(self._parses.count())] != entries:
            self._parses.clear()
            self._parses.addItems(entries)
        self._parses.setItemData(0, None if blind else _ENABLED, Qt.ItemDataRole.UserRole - 1)
        self._parses.setCurrentIndex(parse + 1)
        for action in self._shown_with_parses:
            action.setVisible(len(names) > blind)  # of one pair there is nothing to choose
        self._fit()
        self._shown = about, self.sizeHint().width()


class Segments(QWidget):
    """Shows actions as one control. ``title`` says what is chosen."""

    def __init__(self, title: str, actions: Sequence[QAction]) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.buttons: list[QToolButton] = []
        for action in actions:
            button = having(QToolButton(), objectName="segment", defaultAction=action, iconSize=_ICON)
            self.buttons.append(having(button, focusPolicy=Qt.FocusPolicy.TabFocus))
        row(*self.buttons, margins=(0, 0, 0, 0), between=0, of=self)
        self.leave_out(disabled=False)

    def leave_out(self, *, disabled: bool) -> None:
        """Show all buttons, or those alone that can be chosen; all where none can."""
        usable = [button for button in self.buttons if button.isEnabled() or button.isChecked()]
        shown = usable if disabled and usable else self.buttons
        for button in self.buttons:
            button.setVisible(button in shown)
            place = "first" if button is shown[0] else "last" if button is shown[-1] else "inner"
            if button.property("place") != place:  # which the corners follow
                button.setProperty("place", place)
                button.style().unpolish(button)
                button.style().polish(button)
        self.updateGeometry()


class StatusBar(QtWidgets.QStatusBar):
    """Number, id, place in the file, selection, zoom; progress while something is loaded."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.setSizeGripEnabled(False)
        usual = QSizePolicy.Policy.Preferred
        self.place, self.act, self.selection, self.state, self.review, self.zoom, self._doing = (
            # A long text is cut, and makes no window wider.
            having(ElidedLabel(), accessibleName=name, objectName="", sizePolicy=(usual, usual),
                   contentsMargins=(6, 0, 2, 0), minimumWidth=1)
            for name in ("Place", "Last act", "Selection", "State", "Review", "Zoom", "Progress")
        )  # fmt: skip
        self.selection.setSizePolicy(QSizePolicy.Policy.Ignored, usual)
        told = "Show what is wrong with the files, or odd in their trees"
        self.problems = having(QPushButton(), flat=True, objectName="statusButton", toolTip=told)
        self._progress = having(QtWidgets.QProgressBar(), accessibleName="Progress", range=(0, 1000), textVisible=False)
        self._progress.setFixedSize(140, 10)
        stays = "Stop loading; what is shown stays"
        self.cancel = having(QPushButton("Cancel"), flat=True, objectName="statusButton", accessibleDescription=stays)
        self.addWidget(self.place)
        self.addWidget(self.act)
        self.addWidget(self.selection, 1)
        for part in (self.review, self.problems, self.state, self._doing, self._progress, self.cancel, self.zoom):
            self.addPermanentWidget(part)
        self.addPermanentWidget(having(QtWidgets.QWidget(), fixedWidth=2))  # the last one is not at the window's edge
        for part in (self.act, self.review, self.problems):
            part.hide()
        self.show_progress(None)
        self.say(self.zoom, "100%")

    def show_place(self) -> None:
        document, pair = self._inspector.document, self._inspector.pair
        self.zoom.setVisible(document is not None)
        if document is None or pair is None:
            self.place.setText("No file is open")
            self.state.setText("")
            return
        parts = [f"{self._inspector.row + 1:,}/{len(document):,}"]
        if self._inspector.filtered:
            place, listed = self._inspector.place, f"{len(self._inspector.rows):,}"
            parts.append(f"{place + 1:,} of {listed} listed" if place is not None else "not in the filtered list")
        where = f"{pair.sides[0].path}:{pair.gold.line}" if document.blind is None else ""
        having(self.place, text="  ·  ".join(filter(None, (*parts, pair.gold.id, Path(where).name))), toolTip=where)

    def say(self, part: QtWidgets.QLabel | QPushButton, text: str) -> None:
        """Say something in a part of the bar, which is hidden while there is nothing to say."""
        having(part, text=text, visible=bool(text))

    def show_progress(self, done: float | None, doing: str = "") -> None:
        """Tell how far loading is; None when nothing is loaded."""
        for part in (self._doing, self._progress, self.cancel):
            part.setVisible(done is not None)
        if done is not None:
            self._progress.setValue(round(1000 * done))
            self._doing.setText(doing)
