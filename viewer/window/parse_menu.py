"""The Parse menu: the parses by their names, also those that have no key."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.window.handlers.go import PARSES


class ParseMenu:
    """Names the actions of the first parses, hides those of parses that there are not, and lists all further ones."""

    def __init__(self, menu: QMenu, actions: ActionSet, inspector: Inspector) -> None:
        self._inspector = inspector
        self._swap = actions["parse.swap"]
        self._actions = [actions[f"parse.{number}"] for number in PARSES]
        self._further = menu.addMenu("Further parses")
        self._further.aboutToShow.connect(self._fill)

    def _names(self) -> list[str]:
        document = self._inspector.document
        return [parse.name.replace("&", "&&") for parse in document.parses] if document is not None else []

    def show_parses(self) -> None:
        """Show which parses there are."""
        names, document = self._names(), self._inspector.document
        self._swap.setVisible(document is not None and document.adjudicated)
        for place, action in enumerate(self._actions):
            action.setVisible(place < len(names))
            if place < len(names):
                action.setText(names[place])
        self._further.menuAction().setVisible(len(names) > len(self._actions))

    def _fill(self) -> None:
        self._further.clear()
        for place, name in [*enumerate(self._names())][len(self._actions) :]:
            action = self._further.addAction(name)
            action.setCheckable(True)
            action.setChecked(place == self._inspector.parse)
            action.triggered.connect(lambda _=False, place=place: self._inspector.set_parse(place))
