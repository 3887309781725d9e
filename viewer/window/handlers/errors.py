"""What the actions do that search, copy and save the table of errors."""

from __future__ import annotations

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.errors import ErrorsPanel
from goldleaf.viewer.session.versus import ONE_PARSE
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.breakdown_table import BreakdownTable

_NO_TABLE = "Show a table first: View › Panels › Errors."


class ErrorsHandler:
    """Serves the panel of errors, which stands in ``dock``."""

    def __init__(self, desk: Desk, panel: ErrorsPanel, dock: Dock) -> None:
        self._desk = desk
        self._panel = panel
        self._dock = dock
        self._table = table = BreakdownTable(desk, panel.model)
        panel.copy_wanted.connect(table.copy)
        panel.save_wanted.connect(table.save)

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "errors.search": Command(self.search),
            "errors.all-parses": Command(
                self.show_all, lambda: self._panel.of_all, lambda: "" if self._panel.several else ONE_PARSE
            ),
            "errors.copy": Command(self._table.copy, why_not=self._why_not),
            "errors.save": Command(self._table.save, why_not=self._why_not),
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

    def _show(self) -> None:
        self._dock.show()
        self._dock.raise_()

    def _why_not(self) -> str:
        return "" if self._table.there else _NO_TABLE
