"""What the other actions do: keys, themes, full screen, help."""

from __future__ import annotations

from collections.abc import Callable

from goldleaf.viewer.actions.qt import ActionSet, Command
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.state.settings import KEYS, THEME
from goldleaf.viewer.style import appearance
from goldleaf.viewer.window.blink import Blinker
from goldleaf.viewer.window.desk import Desk


class GeneralHandler:
    """Serves the window itself. ``actions`` gives what it offers, of which this handler's commands are a part."""

    def __init__(
        self, desk: Desk, blinker: Blinker, actions: Callable[[], ActionSet], set_theme: Callable[[Theme], object]
    ) -> None:
        self._desk = desk
        self._blinker = blinker
        self._actions = actions
        self._set_theme = set_theme

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "view.blink": Command(self._blinker.toggle, lambda: self._blinker.on),
            "view.full-screen": Command(self.full_screen, self._desk.window.isFullScreen),
            **{f"theme.{name}": self._theme(name) for name in THEME.choices},
            "help.keys": Command(self.keys),
            "help.log": Command(self.log),
            "help.about": Command(self.about),
        }

    def _theme(self, name: str) -> Command:
        def choose() -> None:
            self._desk.settings.set(THEME, name)
            self._set_theme(appearance.theme_named(name))

        return Command(choose, lambda: self._desk.settings.get(THEME) == name)

    def full_screen(self) -> None:
        """Fill the screen, or give it back."""
        if self._desk.window.isFullScreen():
            self._desk.window.showNormal()
        else:
            self._desk.window.showFullScreen()

    def keys(self) -> None:
        """Show the sheet of keys, and use the keys that were changed."""
        from goldleaf.viewer.dialogs.keys import KeysDialog

        dialog = KeysDialog(self._desk.window, self._actions().keys())
        if dialog.exec():
            self._desk.settings.set(KEYS, dialog.changed)
            self._actions().change_keys(dialog.changed)
        dialog.deleteLater()

    def log(self) -> None:
        """Show the log."""
        from goldleaf.viewer.dialogs.about import show_log

        show_log(self._desk.window, "Log")

    def about(self) -> None:
        """Say what this is."""
        from goldleaf.viewer.dialogs.about import AboutDialog

        dialog = AboutDialog(self._desk.window)
        dialog.exec()
        dialog.deleteLater()
