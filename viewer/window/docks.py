"""The docks: which there are, where they stand at first, and their menu."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from goldleaf.viewer.panels.dock import Dock

PICTURES = 0.6  # of the window's width are theirs at least
LEFT, RIGHT = 0.2, 0.185  # of the window's width
BELOW, LEAST_BELOW = 0.27, 236  # of the window's height, and pixels: some rows of a table
SMALLEST_LEFT, LARGEST_LEFT = 230, 440  # pixels
SMALLEST_RIGHT, LARGEST_RIGHT = 228, 400
SEPARATOR = 5  # pixels between docks and pictures
TITLE = 32  # pixels of a dock's title
ENOUGH = 360  # pixels of scores, without scrolling if they are fewer
NEEDED = {"differences": 190, "review": 300}  # pixels of height with the title


_ANY = 16_777_215  # pixels: Qt's QWIDGETSIZE_MAX


def make(
    window: QMainWindow,
    *,
    sentences: QWidget,
    scores: QWidget,
    differences: QWidget,
    review: QWidget,
    errors: QWidget,
    groups: QWidget,
    versus: QWidget,
    operations: QWidget,
    problems: QWidget,
) -> dict[str, Dock]:
    """Make the docks of a window, by name."""
    return {
        "sentences": Dock("sentences", "Sentences", sentences, window),
        "scores": Dock("scores", "Scores", scores, window),
        "differences": Dock("differences", "Differences", differences, window),
        "review": Dock("review", "Review", review, window),
        "errors": Dock("errors", "Errors", errors, window),
        "groups": Dock("groups", "Groups", groups, window),
        "versus": Dock("versus", "Two parses", versus, window),
        "operations": Dock("operations", "Tree operations", operations, window),
        "problems": Dock("problems", "Problems", problems, window),
    }


def speak(docks: dict[str, Dock], *, judges: bool) -> None:
    """Give the docks the names that they have for a gold and a parse, or for annotators, none of whom is right."""
    for name, titles in {"scores": ("Scores", "Agreement"), "errors": ("Errors", "Disagreements")}.items():
        docks[name].setWindowTitle(titles[not judges])
        docks[name].widget().setAccessibleName(titles[not judges])


def arrange(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Put the docks in their first places: sentences left, scores over differences right, the others hidden below."""
    left, right, bottom = (
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.DockWidgetArea.RightDockWidgetArea,
        Qt.DockWidgetArea.BottomDockWidgetArea,
    )
    window.setCorner(Qt.Corner.BottomLeftCorner, left)
    window.setCorner(Qt.Corner.BottomRightCorner, right)
    places = {"sentences": left, "scores": right, "differences": right, "review": right, "errors": bottom}
    places |= {"groups": bottom, "versus": bottom, "operations": bottom, "problems": bottom}
    for name, area in places.items():
        dock = docks[name]
        dock.setFloating(False)
        window.addDockWidget(area, dock)
        dock.setVisible(area != bottom and name != "review")  # that one is shown when a review begins
    window.splitDockWidget(docks["scores"], docks["differences"], Qt.Orientation.Vertical)
    window.splitDockWidget(docks["differences"], docks["review"], Qt.Orientation.Vertical)
    window.tabifyDockWidget(docks["errors"], docks["groups"])
    window.tabifyDockWidget(docks["groups"], docks["versus"])
    window.tabifyDockWidget(docks["versus"], docks["operations"])
    window.tabifyDockWidget(docks["operations"], docks["problems"])


def widths(whole: int) -> tuple[int, int]:
    """How wide the docks at the left and right are in a window of this width; the pictures have most of it."""
    left = min(max(round(whole * LEFT), SMALLEST_LEFT), LARGEST_LEFT)
    right = min(max(round(whole * RIGHT), SMALLEST_RIGHT), LARGEST_RIGHT)
    part = min(1.0, (whole * (1 - PICTURES) - 2 * SEPARATOR) / (left + right))
    return int(left * part), int(right * part)


class Shares:
    """Gives the docks their share of the window: Scores as much as it has rows, Differences and Review the rest.

    What has too little height becomes a tab, until there is more again.
    """

    def __init__(self, window: QMainWindow, docks: dict[str, Dock]) -> None:
        self._window = window
        self._docks = docks
        self._tabbed = False
        docks["review"].toggled.connect(self.fit)

    def share(self) -> None:
        """Give the docks their usual share of the window."""
        sides = [self._docks["sentences"], self._docks["scores"]]
        self._window.resizeDocks(sides, [*widths(self._window.width())], Qt.Orientation.Horizontal)
        below = [self._docks["errors"]]
        self._window.resizeDocks(
            below, [max(round(self._window.height() * BELOW), LEAST_BELOW)], Qt.Orientation.Vertical
        )
        self.fit()

    def fit(self) -> None:
        """See that the pictures have their room, and each dock at the right the height that it needs."""
        self._narrow()
        scores, differences = self._docks["scores"], self._docks["differences"]
        if not all(self._stands(dock) for dock in (scores, differences)):
            scores.widget().setMaximumHeight(_ANY)
            return
        lacking = self._needed() > self._height()
        if lacking != self._tabbed:
            self._tabbed = lacking
            self._put_in_tabs() if lacking else self._put_below_each_other()
        wanted = self._wanted(self._height() - TITLE - sum(NEEDED[name] for name in self._shown))
        tabbed = scores in self._window.tabifiedDockWidgets(differences)
        scores.widget().setMaximumHeight(_ANY if tabbed else wanted)
        if not tabbed:
            rest = self._height() - wanted - TITLE
            self._window.resizeDocks([scores, differences], [wanted + TITLE, rest], Qt.Orientation.Vertical)

    def _narrow(self) -> None:
        """Make docks that have become too wide for the window narrower."""
        whole = self._window.width()
        sides = [self._docks[name] for name in ("sentences", "scores") if self._docks[name].isVisible()]
        free = whole - sum(dock.width() for dock in sides if not dock.isFloating()) - 2 * SEPARATOR
        if sides and free < whole * PICTURES:
            usual = dict(zip(("sentences", "scores"), widths(whole), strict=True))
            fitting = [min(usual[dock.objectName()], dock.width()) for dock in sides]
            self._window.resizeDocks(sides, fitting, Qt.Orientation.Horizontal)

    def _stands(self, dock: Dock) -> bool:
        """Whether a dock is where it was put at first."""
        at_right = self._window.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
        return at_right and not dock.isFloating() and not dock.isHidden()

    @property
    def _shown(self) -> list[str]:
        """The docks that stand under Scores."""
        return [name for name in NEEDED if self._stands(self._docks[name])]

    def _needed(self) -> int:
        """The height that the docks at the right need below each other."""
        return self._wanted(ENOUGH) + TITLE + sum(NEEDED[name] for name in self._shown)

    def _wanted(self, most: int) -> int:
        """The height of all scores, or of as many as there is room for."""
        return min(self._docks["scores"].widget().sizeHint().height(), most)

    def _height(self) -> int:
        """The height that there is for the docks at the sides."""
        return self._docks["sentences"].height() if self._docks["sentences"].isVisible() else self._middle()

    def _middle(self) -> int:
        centre = self._window.centralWidget()
        return centre.height() if centre is not None else self._window.height()

    def _put_in_tabs(self) -> None:
        self._window.tabifyDockWidget(self._docks["differences"], self._docks["scores"])
        self._docks["differences"].raise_()

    def _put_below_each_other(self) -> None:
        right = [self._docks[name] for name in ("scores", "differences", "review")]
        shown = [dock for dock in right if not dock.isHidden()]
        for dock in right:
            self._window.removeDockWidget(dock)
        for dock in right:
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock, Qt.Orientation.Vertical)
            dock.setVisible(dock in shown)


def fill_menu(menu: QMenu, docks: dict[str, Dock]) -> None:
    """Put the docks' own switches before the menu's other entries; what is switched on comes before its neighbours."""
    first = menu.actions()[0] if menu.actions() else None
    for dock in docks.values():
        switch = dock.toggleViewAction()
        switch.triggered.connect(lambda on, dock=dock: dock.raise_() if on else None)
        menu.insertAction(first, switch) if first else menu.addAction(switch)
    if first is not None:
        menu.insertSeparator(first)
