"""What one does with a table of figures that stands in a dock: copy it, and save it."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from goldleaf.core.analysis.breakdown.beside import BREAK
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.panels.error_model import ErrorModel
from goldleaf.viewer.tables import FORMATS, beside, save
from goldleaf.viewer.window.desk import Desk


class BreakdownTable:
    """Serves the table of ``model``. ``tell`` shows a passing message, ``fail`` an error."""

    def __init__(self, desk: Desk, model: ErrorModel) -> None:
        self._desk = desk
        self._model = model

    @property
    def there(self) -> bool:
        """Whether there is a table."""
        return self._model.table is not None

    def copy(self) -> None:
        """Put the rows that are shown on the clipboard, with tabs between their cells."""
        shown = self._model.shown
        if shown is not None:
            named = shown.rename(lambda name: name.replace(BREAK, " "))
            QGuiApplication.clipboard().setText(named.write_csv(separator="\t"))
            self._desk.tell(f"Copied {shown.height:,} rows of the table")

    def save(self) -> None:
        """Ask where to, and write the rows that are shown there."""
        from goldleaf.viewer.dialogs.saving import ask_where, remember_where

        table, groups = self._model.table, self._model.groups
        if table is None:
            return
        kinds = {one.endings[0]: one.title for one in sorted(FORMATS.values(), key=lambda one: one.name != "csv")}
        path = ask_where(self._desk.window, "Save table", f"{table.name}.csv", kinds, self._desk.settings)
        if path is None:
            return
        try:
            save(path, [beside(table.title, [(one.name, one.frame) for one in groups], table.note)])
        except GoldleafError as error:
            self._desk.fail(str(error))
            return
        remember_where(path, self._desk.settings)
        self._desk.tell(f"Saved {path.name}")
