"""The Parse menu: the parses by their names, also those that have no key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.labels import tip
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.window.handlers.go import PARSES


class ParseMenu:
    """Names the actions of the first parses, hides those of parses that there are not, and lists all further ones.

    In a review a number may say who is right instead: ``says`` gives the name.
    """

    def __init__(self, menu: QMenu, actions: ActionSet, inspector: Inspector, says: Callable[[int], str]) -> None:
        self._inspector = inspector
        self._says = says
        self._swap = actions["parse.swap"]
        self._actions = [actions[f"parse.{number}"] for number in PARSES]
        self._further = menu.addMenu("Further parses")
        self._further.aboutToShow.connect(self._fill)

    def _names(self) -> list[str]:
        document = self._inspector.document
        return [parse.name.replace("&", "&&") for parse in document.parses] if document is not None else []

    def show_parses(self) -> None:
        """Show which parses there are."""
        names, document, titles = self._names(), self._inspector.document, self.titles()
        self._swap.setVisible(document is not None and document.adjudicated and document.blind is None)
        for action in self._actions:
            title = titles.get(action.objectName(), "")
            action.setVisible(bool(title))
            action.setText(title)
        self._further.menuAction().setVisible(len(names) > len(self._actions))

    def titles(self) -> dict[str, str]:
        """What the actions of the first parses are called, by their ids."""
        found = {f"parse.{number}": name for number, name in zip(PARSES, self._names(), strict=False)}
        names = {f"parse.{number}": self._says(number).replace("&", "&&") for number in PARSES}
        return found | {action: f"{name} is right" for action, name in names.items() if name}

    def _fill(self) -> None:
        self._further.clear()
        for place, name in [*enumerate(self._names())][len(self._actions) :]:
            action = self._further.addAction(name)
            action.setToolTip(tip(name))
            action.setCheckable(True)
            action.setChecked(place == self._inspector.parse)
            action.triggered.connect(lambda _=False, place=place: self._inspector.set_parse(place))
