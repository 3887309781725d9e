"""What the other actions do: filter, palette, keys, panels, themes, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.state.settings import KEYS, LEGEND, THEME, WRAP, Settings
from goldleaf.viewer.style import appearance

if TYPE_CHECKING:
    from goldleaf.viewer.window.window import MainWindow


class GeneralHandler:
    """Serves the window itself."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        self._window = window
        self._settings = settings

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        window = self._window
        return {
            "edit.filter": Command(self.filter),
            "edit.filter-words": Command(self.filter_words),
            "edit.clear-filter": Command(lambda: window.sentences.filter.line.clear()),
            "edit.copy-scores": Command(self.copy_scores),
            "edit.palette": Command(self.palette),
            "go.to": Command(self.go_to),
            "view.blink": Command(lambda: window.blinker.toggle(), lambda: window.blinker.on),
            "view.wrap": Command(self.toggle_wrap, lambda: self._settings.get(WRAP), self._heeds_wrap),
            "view.legend": Command(self.toggle_legend, lambda: self._settings.get(LEGEND)),
            "view.full-screen": Command(self.full_screen, window.isFullScreen),
            "view.reset-docks": Command(window.reset_docks),
            **{f"theme.{name}": self._theme(name) for name in THEME.choices},
            "help.keys": Command(self.keys),
            "help.log": Command(self.log),
            "help.about": Command(self.about),
        }

    def _heeds_wrap(self) -> bool:
        return "wrap" in self._window.inspector.view.heeds

    def _theme(self, name: str) -> Command:
        def choose() -> None:
            self._settings.set(THEME, name)
            self._window.set_theme(appearance.theme_named(name))

        return Command(choose, lambda: self._settings.get(THEME) == name)

    def filter(self) -> None:
        """Put the cursor into the filter line, and show it if its panel is hidden."""
        dock = self._window.docks["sentences"]
        dock.show()
        dock.raise_()
        self._window.sentences.filter.focus()

    def filter_words(self) -> None:
        """List only the sentences that the parse cuts into other words."""
        inspector = self._window.inspector
        if inspector.document is not None and inspector.parse >= 0:
            self.filter()
            self._window.sentences.filter.line.setText(f"{inspector.document.words_differ(inspector.parse)} > 0")

    def copy_scores(self) -> None:
        """Put the score panel on the clipboard."""
        self._window.scores.copy()
        self._window.tell("Copied the scores")

    def palette(self) -> None:
        """Let the user find an action by its name."""
        from goldleaf.viewer.dialogs.palette import Palette

        dialog = Palette(self._window, self._window.actions_)
        chosen = dialog.chosen if dialog.exec() else None
        dialog.deleteLater()
        if chosen is not None:
            self._window.actions_[chosen].trigger()

    def go_to(self) -> None:
        """Ask for a sentence and go there."""
        from goldleaf.viewer.dialogs.go_to import GoToDialog

        document = self._window.inspector.document
        if document is not None:
            dialog = GoToDialog(self._window, document)
            if dialog.exec():
                self._window.inspector.go(dialog.row)
            dialog.deleteLater()

    def toggle_wrap(self) -> None:
        """Wrap long sentences, or leave them in one row."""
        wrapped = not self._settings.get(WRAP)
        self._settings.set(WRAP, wrapped)
        self._window.pictures.set_wrap(wrapped)

    def toggle_legend(self) -> None:
        """Show or hide the legend."""
        shown = not self._settings.get(LEGEND)
        self._settings.set(LEGEND, shown)
        self._window.pictures.set_legend(shown)

    def full_screen(self) -> None:
        """Fill the screen, or give it back."""
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()

    def keys(self) -> None:
        """Show the sheet of keys, and use the keys that were changed."""
        from goldleaf.viewer.dialogs.keys import KeysDialog

        dialog = KeysDialog(self._window, self._window.actions_.keys())
        if dialog.exec():
            self._settings.set(KEYS, dialog.changed)
            self._window.actions_.change_keys(dialog.changed)
        dialog.deleteLater()

    def log(self) -> None:
        """Show the log."""
        from goldleaf.viewer.dialogs.about import show_log

        show_log(self._window, "Log")

    def about(self) -> None:
        """Say what this is."""
        from goldleaf.viewer.dialogs.about import AboutDialog

        dialog = AboutDialog(self._window)
        dialog.exec()
        dialog.deleteLater()
