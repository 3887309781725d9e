"""What the actions do that search, copy and save the table of errors."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.errors import ErrorsPanel
from goldleaf.viewer.session.versus import ONE_PARSE
from goldleaf.viewer.state.settings import Settings
from goldleaf.viewer.tables import FORMATS, beside, save

_NO_TABLE = "Show a table first: View › Panels › Errors."


class ErrorsHandler:
    """Serves the panel of errors, which stands in ``dock``. ``tell`` shows a passing message, ``fail`` an error."""

    def __init__(
        self,
        window: QWidget,
        panel: ErrorsPanel,
        dock: Dock,
        settings: Settings,
        tell: Callable[[str], object],
        fail: Callable[[str], object],
    ) -> None:
        self._window = window
        self._panel = panel
        self._dock = dock
        self._settings = settings
        self._tell = tell
        self._fail = fail
        panel.save_wanted.connect(self.save)

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "errors.search": Command(self.search),
            "errors.all-parses": Command(
                self.show_all, lambda: self._panel.of_all, lambda: "" if self._panel.several else ONE_PARSE
            ),
            "errors.copy": Command(self._panel.copy, why_not=self._why_not),
            "errors.save": Command(self.save, why_not=self._why_not),
        }

    def search(self) -> None:
        """Show the panel, and let the user search its table."""
        self._show()
        self._panel.search.setFocus()
        self._panel.search.selectAll()

    def show_all(self) -> None:
        """Show the table of all parses, or that of one."""
        wanted = not self._panel.of_all
        self._show()
        self._panel.all_parses.setChecked(wanted)

    def save(self) -> None:
        """Ask where to, and write the rows that are shown there."""
        from goldleaf.viewer.dialogs.saving import ask_where, remember_where

        table, groups = self._panel.model.table, self._panel.model.groups
        if table is None:
            return
        kinds = {one.endings[0]: one.title for one in sorted(FORMATS.values(), key=lambda one: one.name != "csv")}
        path = ask_where(self._window, "Save table", f"{table.name}.csv", kinds, self._settings)
        if path is None:
            return
        try:
            save(path, [beside(table.title, [(one.name, one.frame) for one in groups], table.note)])
        except GoldleafError as error:
            self._fail(str(error))
            return
        remember_where(path, self._settings)
        self._tell(f"Saved {path.name}")

    def _show(self) -> None:
        self._dock.show()
        self._dock.raise_()

    def _why_not(self) -> str:
        return "" if self._panel.model.table is not None else _NO_TABLE
