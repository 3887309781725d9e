"""The docks: which there are, where they stand at first, who sees them, and their menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtWidgets import QMainWindow

from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.differences import DifferencesPanel
from goldleaf.viewer.panels.parts import Dock, MessageBar
from goldleaf.viewer.panels.review import ReviewPanel
from goldleaf.viewer.panels.scores import ScoresPanel
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.state.reviewing import Reviewing
from goldleaf.viewer.style.appearance import PanelStyle

PICTURES = 0.6  # of the window's width are theirs at least
LEFT, RIGHT = 0.2, 0.185  # of the window's width
BELOW, LEAST_BELOW = 0.25, 13  # of the window's height, and lines of text: some rows of a table
ABOVE = 0.5  # of the window's height are the pictures', whatever is shown below them
OF_TREES, ENOUGH_FOR_TREES = 0.33, 300  # of the window's height, and pixels, that a tree may have there
SMALLEST_LEFT, LARGEST_LEFT = 230, 640  # pixels
SMALLEST_RIGHT, LARGEST_RIGHT = 228, 400
SEPARATOR = 5  # pixels between docks and pictures
NEAR = 2 * SEPARATOR  # pixels that docks that were put back may be off their share
TITLE = 32  # pixels of a dock's title
TABS = 26  # pixels of docks' tabs
_ANY = 16_777_215  # pixels: Qt's QWIDGETSIZE_MAX
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


class DockPlace(NamedTuple):
    """What a dock is called, for annotators perhaps in another way, and where it stands at first. Those of an area
    stand below each other at the right, and in tabs at the bottom."""

    title: str
    area: Qt.DockWidgetArea
    shown: bool = True
    for_blind: bool = False  # nothing in it tells whose the sides are
    of_annotators: str = ""
    of_versions: str = ""


PLACES = {
    "sentences": DockPlace("Sentences", _LEFT, for_blind=True),
    "scores": DockPlace("Scores", _RIGHT, of_annotators="Agreement scores", of_versions="Similarity"),
    "differences": DockPlace("Differences", _RIGHT, for_blind=True),
    "review": DockPlace("Review", _RIGHT, shown=False, for_blind=True),  # it is shown when a review begins
    "errors": DockPlace("Errors", _BOTTOM, shown=False, of_annotators="Disagreements", of_versions="Changes"),
    "groups": DockPlace("Groups", _BOTTOM, shown=False, for_blind=True),
    "versus": DockPlace("Two parses", _BOTTOM, shown=False, of_annotators="Two annotators", of_versions="Two versions"),
    "operations": DockPlace("Tree operations", _BOTTOM, shown=False),
    "left": DockPlace("What is left", _BOTTOM, shown=False, for_blind=True),
    "problems": DockPlace("Problems", _BOTTOM, shown=False),
}


@runtime_checkable
class Coloured(Protocol):
    """What has colours of its own."""

    def restyle(self, style: PanelStyle) -> None:
        """Draw in other colours."""


@runtime_checkable
class Working(Protocol):
    """What works in the background, and says if it could not."""

    failed: SignalInstance

    def stop(self) -> None:
        """Give up what it works on."""


@runtime_checkable
class Filtering(Protocol):
    """What gives filters of sentences."""

    filter_wanted: SignalInstance


def arrange(window: QMainWindow, docks: Mapping[str, Dock]) -> None:
    """Put the docks in their first places: sentences left, scores over differences right, the others hidden below."""
    # The lists at the sides have the window's whole height: what one walks through is longer than it is wide.
    window.setCorner(Qt.Corner.BottomLeftCorner, _LEFT)
    window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
    for name, place in PLACES.items():
        docks[name].setFloating(False)
        window.addDockWidget(place.area, docks[name])
        docks[name].setVisible(place.shown)
    right, bottom = ([docks[name] for name in PLACES if PLACES[name].area == area] for area in (_RIGHT, _BOTTOM))
    for above, below in pairwise(right):
        window.splitDockWidget(above, below, Qt.Orientation.Vertical)
    for before, after in pairwise(bottom):
        window.tabifyDockWidget(before, after)


class Blindness:
    """Hides panels while the reviewer is blind, and puts those back that were there; ``bars`` say no names then."""

    def __init__(self, reviewing: Reviewing, docks: Mapping[str, Dock], bars: Sequence[MessageBar]) -> None:
        self._reviewing = reviewing
        self._docks = [docks[name] for name, place in PLACES.items() if not place.for_blind]
        for bar in bars:
            bar.seen_as = reviewing.hidden
        self._hidden: list[Dock] | None = None  # that were shown before
        reviewing.session_changed.connect(self.apply)

    def apply(self) -> None:
        """Hide what is to be hidden now, also after panels have been put back."""
        blind = self._reviewing.blind
        for dock in self._docks:
            having(dock.toggleViewAction(), enabled=not blind, toolTip=HIDDEN if blind else "")
        if blind:
            if self._hidden is None:
                self._hidden = [dock for dock in self._docks if not dock.isHidden()]
            for dock in self._docks:
                dock.hide()
        elif self._hidden is not None:
            for dock in self._hidden:
                dock.show()
            self._hidden = None


def widths(whole: int, scores: int = 0) -> tuple[int, int]:
    """How wide the docks at the left and right are in a window of this width; the pictures have most of it. That at the
    right is as wide as ``scores`` want to be, if it can."""
    room = round(whole * (1 - PICTURES)) - 2 * SEPARATOR
    left = min(max(round(whole * LEFT), SMALLEST_LEFT), LARGEST_LEFT)
    right = min(max(round(whole * RIGHT), scores), room - left, LARGEST_RIGHT)
    right = max(right, SMALLEST_RIGHT)
    part = min(1.0, room / (left + right))
    return int(left * part), int(right * part)


class Shares(QObject):
    """Gives the docks their share of the window: Scores as much as it has rows, Differences too, Review the rest. What
    has too little height becomes a tab, until there is more again. Who drags a handle has chosen the widths."""

    def __init__(
        self, window: QMainWindow, docks: dict[str, Dock], panels: tuple[ScoresPanel, DifferencesPanel, ReviewPanel]
    ) -> None:
        super().__init__(window)
        window.installEventFilter(self)
        self._window, self._docks, (self._table, self._listed, self._said) = window, docks, panels
        self._tabbed = False
        self._chosen: bool | None = None  # whether the user has given the sides their widths; None before that is known
        self._pressed: list[int] = []  # the widths at which a handle was seized, until it is let go
        self._given = docks["scores"], 0  # the height that one was given
        self._said.soon.timeout.connect(self.follow)
        for name, place in PLACES.items():
            if not place.shown:
                docks[name].toggleViewAction().toggled.connect(self.fit)
        docks["operations"].visibilityChanged.connect(lambda _: QTimer.singleShot(0, self, self._fit_below))

    def _usual(self) -> tuple[int, int]:
        return widths(self._window.width(), self._table.sizeHint().width())

    def share(self) -> None:
        """Give the docks their usual share of the window."""
        self._chosen = False
        self._window.resizeDocks(self._sides, [*self._usual()], Qt.Orientation.Horizontal)
        self._window.resizeDocks([self._docks["errors"]], [self._below], Qt.Orientation.Vertical)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The window's own mouse is that on its handles."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = [dock.width() for dock in self._sides]
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed:
            self._chosen = self._chosen or self._pressed != [dock.width() for dock in self._sides]
            self._pressed = []
        return super().eventFilter(watched, event)

    @property
    def _sides(self) -> list[Dock]:
        return [self._docks["sentences"], self._docks["scores"]]

    @property
    def _below(self) -> int:
        trees, centre = self._docks["operations"], self._window.centralWidget()
        if centre is not None and not trees.visibleRegion().isEmpty():  # a tree has what the pictures can spare
            spared = trees.height() + centre.height() - round(self._window.height() * ABOVE)
            return min(spared, max(round(self._window.height() * OF_TREES), ENOUGH_FOR_TREES))
        return max(round(self._window.height() * BELOW), LEAST_BELOW * self._window.fontMetrics().height())

    def fit(self) -> None:
        """See that the pictures have their room, and each dock at the right the height that it needs."""
        self._fit_sides()
        scores, differences, review = right = [self._docks[name] for name in ("scores", "differences", "review")]
        table = self._table
        if not (self._stands(scores) and self._stands(differences)):
            table.setMaximumHeight(_ANY)
            return
        sentences, centre = self._docks["sentences"], self._window.centralWidget()
        height = (sentences if sentences.isVisible() else centre or self._window).height()
        panel, said, reviews = self._listed, self._said, self._stands(review)
        # Below some rows a table is of no use: better a tab with all of its height.
        least = table.enough + panel.sizeHint().height() + 2 * TITLE + reviews * (said.give_way(_ANY) + TITLE)
        if (least > height) != self._tabbed:
            self._tabbed = not self._tabbed
            if self._tabbed:
                self._window.tabifyDockWidget(differences, scores)
                (scores if table.all_parses else differences).raise_()  # who has just asked for more figures sees them
            else:  # below each other again
                shown = [dock for dock in right if not dock.isHidden()]
                for dock in right:
                    self._window.removeDockWidget(dock)
                for dock in right:
                    self._window.addDockWidget(_RIGHT, dock, Qt.Orientation.Vertical)
                    dock.setVisible(dock in shown)
        # Those that stand there now: Review gives way to five differences; what these do not fill is its own.
        tabbed = scores in self._window.tabifiedDockWidgets(differences)
        room = height - (2 + reviews - tabbed) * TITLE - 2 * SEPARATOR - TABS * tabbed
        needed = said.give_way(room - panel.content) if reviews else 0
        if (layout := review.layout()) is not None:  # else what it needed before keeps it taller, out of view
            layout.activate()
        tall = min(table.sizeHint().height(), room - needed - panel.content)
        tall = 0 if tabbed else max(tall, table.minimumSizeHint().height())  # an empty table's parts are not crushed
        table.setMaximumHeight(_ANY if tabbed else tall)
        below = needed if said.list.isHidden() or not reviews else max(needed, room - tall - panel.content)
        parts = [tall + TITLE, room - tall - below + TABS * tabbed + TITLE, below + TITLE][tabbed : 2 + reviews]
        self._window.resizeDocks(right[tabbed : 2 + reviews], parts, Qt.Orientation.Vertical)
        self._given = (review, below + TITLE) if tabbed and reviews else (scores, tall + TITLE)

    def follow(self) -> None:
        """Give Differences what it lists now, unless the user has given it another height."""
        dock, height = self._given
        if abs(dock.height() - height) <= TITLE / 2:  # which is as tall as its font
            self.fit()

    def _fit_sides(self) -> None:
        sides, usual = self._sides, self._usual()
        # Docks whose width nobody has changed keep their share of a window that has become another.
        if not any(dock.isHidden() or dock.isFloating() for dock in sides):
            if self._chosen is None:  # they were put back as they had been left
                self._chosen = any(abs(dock.width() - own) > NEAR for dock, own in zip(sides, usual, strict=True))
            if not (self._chosen or self._pressed):
                self._window.resizeDocks(sides, [*usual], Qt.Orientation.Horizontal)
        # Those that have become too wide, or too high, for the window give way to the pictures.
        fitting = {dock: min(width, dock.width()) for dock, width in zip(sides, usual, strict=True) if dock.isVisible()}
        whole = self._window.width()
        free = whole - sum(dock.width() for dock in fitting if not dock.isFloating()) - 2 * SEPARATOR
        if fitting and free < whole * PICTURES:
            self._window.resizeDocks([*fitting], [*fitting.values()], Qt.Orientation.Horizontal)
        centre = self._window.centralWidget()
        if centre is not None and centre.height() < self._window.height() * ABOVE:
            self._fit_below()

    def _fit_below(self) -> None:
        area = self._window.dockWidgetArea
        below = [dock for dock in self._docks.values() if dock.isVisible() and area(dock) == _BOTTOM]
        self._window.resizeDocks(below, [self._below] * len(below), Qt.Orientation.Vertical)

    def _stands(self, dock: Dock) -> bool:
        """Whether a dock is where it was put at first."""
        return self._window.dockWidgetArea(dock) == _RIGHT and not dock.isFloating() and not dock.isHidden()
