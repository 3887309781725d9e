"""What the actions do that compare two parses: their panel, their picture, their places."""

from __future__ import annotations

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.versus import VersusPanel
from goldleaf.viewer.session import versus
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.breakdown_table import BreakdownTable

_NO_TABLE = "Show the table first: Parse › Compare two parses."


class VersusHandler:
    """Serves the panel of two parses, which stands in ``dock``."""

    def __init__(self, desk: Desk, panel: VersusPanel, dock: Dock) -> None:
        self._desk = desk
        self._panel = panel
        self._dock = dock
        self._table = BreakdownTable(desk, panel.model)

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "versus.table": Command(self.show, why_not=self._why_not),
            "versus.draw": Command(
                lambda: self._panel.show_in_picture(self._desk.inspector.against is None),
                lambda: self._desk.inspector.against is not None,
                self._why_not_drawn,
            ),
            "versus.swap": Command(self._panel.swap_parses, why_not=self._why_not),
            "versus.copy": Command(self._table.copy, why_not=self._why_no_table),
            "versus.save": Command(self._table.save, why_not=self._why_no_table),
        }

    def show(self) -> None:
        """Show the panel."""
        self._dock.show()
        self._dock.raise_()

    def _why_not(self) -> str:
        return versus.why_not(self._desk.inspector.document)

    def _why_no_table(self) -> str:
        return self._why_not() or ("" if self._table.there else _NO_TABLE)

    def _why_not_drawn(self) -> str:
        view = self._desk.inspector.view
        undrawn = "" if "against" in view.heeds else f"{view.title} cannot be drawn of two parses at once."
        return self._why_not() or undrawn
