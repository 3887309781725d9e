"""What the actions that find something by its name do: go to a sentence, the palette."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from goldleaf.viewer.actions.entries import entries_of
from goldleaf.viewer.actions.qt import ActionSet, Command
from goldleaf.viewer.window.desk import Desk


class FindingHandler:
    """Serves the window itself: all that ``bar``'s menus offer, and the ``columns`` of the sentences."""

    def __init__(self, desk: Desk, actions: Callable[[], ActionSet], columns: Callable[[], QMenu]) -> None:
        self._desk = desk
        self._actions = actions
        self._columns = columns

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {"edit.palette": Command(self.palette), "go.to": Command(self.go_to)}

    def palette(self) -> None:
        """Let the user find by its name what can be done, shown or opened."""
        from goldleaf.viewer.dialogs.palette import Palette

        actions, columns = self._actions(), self._columns()
        found = [entry for entry in entries_of(self._desk.window.menuBar(), actions) if entry.id != "edit.palette"]
        if self._desk.inspector.document is not None:
            found += entries_of(columns, actions, "Column: ")
        dialog = Palette(self._desk.window, found)
        chosen = dialog.chosen if dialog.exec() else None
        dialog.deleteLater()
        if chosen is not None:
            chosen.choose()
        columns.deleteLater()

    def go_to(self) -> None:
        """Ask for a sentence and go there."""
        from goldleaf.viewer.dialogs.go_to import GoToDialog

        document = self._desk.inspector.document
        if document is not None:
            dialog = GoToDialog(self._desk.window, document)
            if dialog.exec():
                self._desk.inspector.go(dialog.row)
            dialog.deleteLater()
