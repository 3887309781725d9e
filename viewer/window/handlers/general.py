"""What the actions do that serve the window itself: panels, the palette, keys, help."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu

from goldleaf.viewer.actions.action import Action, Needs
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.state.settings import KEYS
from goldleaf.viewer.window.desk import Desk


class GeneralHandler:
    """Serves the window itself. ``actions`` gives what it offers, of which these are a part, ``columns`` the menu of
    the sentences' columns, ``reset`` puts all panels back.
    """

    def __init__(
        self, desk: Desk, actions: Callable[[], ActionSet], columns: Callable[[], QMenu], reset: Callable[[], object]
    ) -> None:
        self._desk, self._actions, self._columns, self._reset = desk, actions, columns, reset

    def actions(self) -> list[Action]:
        def log() -> None:
            from goldleaf.viewer.dialogs.about import show_log

            show_log(self._desk.window, "Log")

        def about() -> None:
            from goldleaf.viewer.dialogs.about import AboutDialog

            self._desk.ask(AboutDialog(self._desk.window))

        act = partial(Action, needs=Needs.NOTHING)
        return [
            act("file.quit", "Quit", "File", "Close the window.", self._desk.window.close, keys=("std:Quit", "Ctrl+Q"),
                group=3, for_blind=True),
            act("edit.palette", "Command palette…", "Edit", "Find anything that has a name by a few letters of it.",
                self.palette, keys=("Ctrl+Shift+P",), group=3, for_blind=True),
            act("view.reset-docks", "Reset panels", "View/Panels", "Put all panels back where they were at first.",
                self._reset, group=5, for_blind=True),
            act("help.keys", "Keys…", "Help", "All keys, to read and to change.", self.keys,
                keys=("std:HelpContents", "?"), for_blind=True),
            act("help.log", "Show the log", "Help", "What went wrong, for a report.", log),
            act("help.about", "About Goldleaf", "Help", "Version, license, and what it is made with.", about, group=1,
                for_blind=True),
        ]  # fmt: skip

    def palette(self) -> None:
        """Let the user find by its name what can be done, shown or opened."""
        from goldleaf.viewer.dialogs.palette import Palette, entries_of, unlisted_entries

        window, actions, columns = self._desk.window, self._actions(), self._columns()
        listed = [*entries_of(window.menuBar(), actions), *unlisted_entries(actions)]
        found = [entry for entry in listed if entry.id != "edit.palette"]
        if self._desk.inspector.document is not None:
            found += entries_of(columns, actions, "Column: ")
        dialog = Palette(window, found)
        if self._desk.ask(dialog) and dialog.chosen is not None:
            dialog.chosen.choose()
        columns.deleteLater()

    def keys(self) -> None:
        from goldleaf.viewer.dialogs.keys import KeysDialog

        actions = self._actions()
        dialog = KeysDialog(self._desk.window, actions.table, actions.keys())
        if self._desk.ask(dialog):
            self._desk.settings.set(KEYS, dialog.changed)
            actions.change_keys(dialog.changed)
