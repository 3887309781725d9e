"""What the actions do on the tables of figures that stand in docks: the errors, and two parses compared."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from goldleaf.core.analysis.breakdown.beside import BREAK
from goldleaf.viewer.actions.action import Action, Context, Needs
from goldleaf.viewer.panels.breakdown_view import BreakdownModel
from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.errors import ErrorsPanel
from goldleaf.viewer.panels.versus import VersusPanel
from goldleaf.viewer.session.breakdowns import ONE_PARSE, why_not_versus
from goldleaf.viewer.tables import FORMATS, beside, save
from goldleaf.viewer.window.desk import Desk


def copy_table(desk: Desk, model: BreakdownModel) -> None:
    """Put the rows of a table that are shown on the clipboard, with tabs between their cells."""
    shown = model.shown
    if shown is not None:
        named = shown.rename(lambda name: name.replace(BREAK, " "))
        QGuiApplication.clipboard().setText(named.write_csv(separator="\t"))
        desk.tell(f"Copied {shown.height:,} rows of the table")


def save_table(desk: Desk, model: BreakdownModel) -> None:
    """Ask where to, and write the rows of a table that are shown there."""
    from goldleaf.viewer.dialogs.parts import save_where

    table, groups = model.table, model.groups
    if table is None:
        return
    kinds = {one.endings[0]: one.title for one in sorted(FORMATS.values(), key=lambda one: one.name != "csv")}
    written = beside(table.title, [(group.name, group.frame) for group in groups], table.note)
    name = f"{table.name}.csv"
    save_where(
        desk.window, "Save table", name, kinds, desk.settings, lambda path: save(path, [written]), desk.tell, desk.fail
    )


class ErrorsHandler:
    """Searches, copies and saves the table of errors, whose panel stands in ``dock``."""

    def __init__(self, desk: Desk, panel: ErrorsPanel, dock: Dock) -> None:
        self._desk = desk
        self._panel = panel
        self._dock = dock
        panel.copy_wanted.connect(lambda: copy_table(desk, panel.model))
        panel.save_wanted.connect(lambda: save_table(desk, panel.model))

    def actions(self) -> list[Action]:
        """What is done with the table."""
        menu, panel = "Score/Table of errors", self._panel

        def show_all() -> None:
            wanted = not panel.of_all
            self._dock.bring_up()
            panel.all_parses.setChecked(wanted)

        def why_not() -> str:
            return "" if panel.model.table is not None else "Show a table first: View › Panels › Errors."

        return [
            Action(
                "errors.search", "Search the table of errors", menu,
                "Show the panel Errors, and only those rows of its table that hold a text.", self.search,
                keys=("Ctrl+Alt+E",), needs=Needs.PARSE,
            ),
            Action(
                "errors.all-parses", "Errors of all parses", menu,
                "Show the table of errors of all parses side by side, with their differences.", show_all,
                checked=lambda: panel.of_all, why_not=lambda: "" if panel.several else ONE_PARSE, needs=Needs.PARSE,
            ),
            Action(
                "errors.copy", "Copy the table of errors", menu,
                "Copy the rows that the panel Errors shows, with tabs between their cells.",
                lambda: copy_table(self._desk, panel.model), why_not=why_not, needs=Needs.PARSE,
            ),
            Action(
                "errors.save", "Save the table of errors…", menu,
                "Write the rows that the panel Errors shows as CSV, JSON, LaTeX, HTML or text.",
                lambda: save_table(self._desk, panel.model), why_not=why_not, needs=Needs.PARSE,
            ),
        ]  # fmt: skip

    def search(self) -> None:
        """Show the panel, and let the user search its table."""
        self._dock.bring_up()
        self._panel.search.setFocus()
        self._panel.search.selectAll()


class VersusHandler:
    """Compares two parses: their panel, which stands in ``dock``, their picture, their places."""

    def __init__(self, desk: Desk, panel: VersusPanel, dock: Dock) -> None:
        self._desk = desk
        self._panel = panel
        self._dock = dock

    def actions(self) -> list[Action]:
        """What is done with two parses."""
        inspector, panel = self._desk.inspector, self._panel

        def why_not() -> str:
            return why_not_versus(inspector.document)

        def why_no_table() -> str:
            there = panel.model.table is not None
            return why_not() or ("" if there else "Show the table first: Parse › Compare two parses.")

        def why_not_drawn() -> str:
            drawn = "against" in inspector.view.heeds
            return why_not() or ("" if drawn else f"{inspector.view.title} cannot be drawn of two parses at once.")

        return [
            Action(
                "versus.table", "Compare two parses", "Parse",
                "Show what one parse fixes and breaks of another; each figure is a filter.", self._dock.bring_up,
                why_not=why_not, keys=("Ctrl+Shift+B",), group=2, needs=Needs.PARSE,
                words=("fixed", "broken", "versus", "A against B"),
            ),
            Action(
                "versus.draw", "Draw two parses with the gold", "Parse",
                "Draw gold, A and B of the panel Two parses together: in three pictures, or one overlay.",
                lambda: panel.show_in_picture(inspector.look.against is None),
                checked=lambda: inspector.look.against is not None, why_not=why_not_drawn, keys=("Shift+B",),
                context=Context.PICTURE, needs=Needs.PARSE, group=2,
            ),
            Action(
                "versus.swap", "Swap A and B", "Parse",
                "Put B in the place of A in the panel Two parses, and A in that of B.", panel.swap_parses,
                why_not=why_not, needs=Needs.PARSE, group=2,
            ),
            Action(
                "versus.copy", "Copy the table of two parses", "Parse",
                "Copy the rows of the panel Two parses as they are sorted, with tabs between their cells.",
                lambda: copy_table(self._desk, panel.model), why_not=why_no_table, needs=Needs.PARSE, group=2,
            ),
            Action(
                "versus.save", "Save the table of two parses…", "Parse",
                "Write the rows of the panel Two parses as CSV, JSON, LaTeX, HTML or text.",
                lambda: save_table(self._desk, panel.model), why_not=why_no_table, needs=Needs.PARSE, group=2,
            ),
        ]  # fmt: skip
