"""The docks: which there are, where they stand at first, and their menu."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from goldleaf.viewer.panels.dock import Dock

LEFT, RIGHT = 0.25, 0.22  # of the window's width
SMALLEST_LEFT, SMALLEST_RIGHT = 300, 240  # pixels


def make(
    sentences: QWidget,
    scores: QWidget,
    differences: QWidget,
    review: QWidget,
    errors: QWidget,
    operations: QWidget,
    problems: QWidget,
) -> dict[str, Dock]:
    """Make the docks, by name."""
    return {
        "sentences": Dock("sentences", "Sentences", sentences),
        "scores": Dock("scores", "Scores", scores),
        "differences": Dock("differences", "Differences", differences),
        "review": Dock("review", "Review", review),
        "errors": Dock("errors", "Errors", errors),
        "operations": Dock("operations", "Tree operations", operations),
        "problems": Dock("problems", "Problems", problems),
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
    places |= {"operations": bottom, "problems": bottom}
    for name, area in places.items():
        dock = docks[name]
        dock.setFloating(False)
        window.addDockWidget(area, dock)
        dock.setVisible(area != bottom and name != "review")  # that one is shown when a review begins
    window.splitDockWidget(docks["scores"], docks["differences"], Qt.Orientation.Vertical)
    window.splitDockWidget(docks["differences"], docks["review"], Qt.Orientation.Vertical)
    window.tabifyDockWidget(docks["errors"], docks["operations"])
    window.tabifyDockWidget(docks["operations"], docks["problems"])


def share(window: QMainWindow, docks: dict[str, Dock]) -> None:
    """Give the docks their usual share of the window."""
    width = window.width()
    height = docks["scores"].height() + docks["differences"].height()
    widths = [max(round(width * LEFT), SMALLEST_LEFT), max(round(width * RIGHT), SMALLEST_RIGHT)]
    window.resizeDocks([docks["sentences"], docks["scores"]], widths, Qt.Orientation.Horizontal)
    wanted = docks["scores"].widget().sizeHint().height() + 36
    upper = min(wanted, round(height * 0.5))
    window.resizeDocks([docks["scores"], docks["differences"]], [upper, height - upper], Qt.Orientation.Vertical)
    window.resizeDocks([docks["errors"]], [round(window.height() * 0.25)], Qt.Orientation.Vertical)


def fill_menu(menu: QMenu, docks: dict[str, Dock]) -> None:
    """Put the docks' own switches before the menu's other entries; what is switched on comes before its neighbours."""
    first = menu.actions()[0] if menu.actions() else None
    for dock in docks.values():
        switch = dock.toggleViewAction()
        switch.triggered.connect(lambda on, dock=dock: dock.raise_() if on else None)
        menu.insertAction(first, switch) if first else menu.addAction(switch)
    if first is not None:
        menu.insertSeparator(first)
