"""What the actions on the filter do: saved filters, and the list of what was found in a file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu

from goldleaf.core.analysis.search.filtering import Filtered, QueryKind
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import replacing
from goldleaf.core.steps import Steps
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import Dock
from goldleaf.viewer.session.filtering import MARK, Queries
from goldleaf.viewer.session.found import ENDINGS, found_in
from goldleaf.viewer.window.desk import Desk

_KINDS = {"text": "Text", "ids": "Ids, a line each", "csv": "CSV", "json": "JSON", "conllu": "CoNLL-U"}


class FiltersHandler:
    """Filters the sentences in ``dock``, keeps filters under names, and writes what the one that is set has found."""

    def __init__(self, desk: Desk, dock: Dock) -> None:
        self._desk, self._dock = desk, dock
        self.queries = Queries()
        self.work = desk.work_beside("exporting the list", "Canceled: no list was written", desk.tell)

    def actions(self) -> list[Action]:
        return [
            Action("edit.filter", "Filter sentences", "Edit", "Write a condition or words to look for.", self.filter,
                   keys=("std:Find",), icon="search", group=2, for_blind=True),
            Action("edit.filter-words", "Only segmentation errors", "Edit",
                   "List only the sentences that the parse cuts into other words.", self.filter_words,
                   keys=("Ctrl+Shift+J",), group=2, needs=Needs.PARSE, for_blind=True),
            Action("edit.clear-filter", "Clear filter", "Edit", "Show all sentences again.",
                   self._desk.filter.line.clear, keys=("Ctrl+Shift+F",), group=2, for_blind=True),
            Action("filters.save", "Save filter…", "Edit/Saved filters",
                   "Keep the condition above the list under a name, for other files and for goldleaf find @name.",
                   self.ask_name, why_not=unless(self._written, "Write a filter first."), group=2, for_blind=True),
            Action("filters.manage", "Manage saved filters…", "Edit/Saved filters",
                   "List the saved filters, to use, rename and delete.", self.manage, group=2, needs=Needs.NOTHING,
                   words=("saved queries",), for_blind=True),
            Action("file.export-list", "Export list…", "File",
                   "Write the listed sentences, with what was found in them, as text, ids, CSV, JSON or CoNLL-U.",
                   self.ask_file, why_not=self._desk.why_none_listed, group=2, for_blind=True),
        ]  # fmt: skip

    def filter(self) -> None:
        """Put the cursor into the filter line, and show it if its panel is hidden."""
        self._dock.bring_up()
        self._desk.filter.focus()

    def filter_words(self) -> None:
        self.filter()
        self._desk.filter.line.setText(f"{self._desk.document.words_differ(self._desk.inspector.parse)} > 0")

    def _written(self) -> str:
        return self._desk.filter.line.text().strip()

    def fill(self, menu: QMenu) -> None:
        """Put the saved filters into their menu, behind the actions."""
        for action in [action for action in menu.actions() if not action.objectName()]:
            menu.removeAction(action)
        try:
            known = self.queries.read()
        except GoldleafError:  # which is told when they are managed
            return
        menu.addSeparator()
        for name, condition in known.items():
            action = having(QAction(f"{MARK}{name}", menu), toolTip=condition, statusTip=condition)
            action.setEnabled(self._desk.inspector.document is not None)
            action.triggered.connect(lambda _, condition=condition: self._desk.filter.use(condition))
            menu.addAction(action)

    def ask_name(self) -> None:
        own = ""
        with suppress(GoldleafError):  # which is told when they are managed
            own = next((name for name, condition in self.queries.read().items() if condition == self._written()), "")
        window, plain = self._desk.window, QLineEdit.EchoMode.Normal
        name, done = QInputDialog.getText(window, "Save filter", "Name, one word:", plain, own)
        if done and name.strip():
            self.save(name.strip().removeprefix(MARK))

    def save(self, name: str) -> None:
        with self._desk.telling():
            self.queries.save(name, self._written())
            self._desk.tell(f"Saved as {MARK}{name}; on the command line: goldleaf find {MARK}{name} …")

    def manage(self) -> None:
        from goldleaf.viewer.dialogs.finding import SavedFiltersDialog

        dialog = SavedFiltersDialog(self._desk.window, self.queries, can_use=self._desk.inspector.document is not None)
        if self._desk.ask(dialog) and dialog.chosen is not None:
            self._desk.filter.use(dialog.chosen)

    def ask_file(self) -> None:
        from goldleaf.viewer.dialogs.parts import ask_where, remember_where

        kinds = {ending: _KINDS[name] for name, ending in self._endings().items()}
        title = f"Export {len(self._desk.inspector.rows):,} sentences of the list"
        path = ask_where(self._desk.window, title, f"found{ENDINGS['csv']}", kinds, self._desk.settings)
        if path is not None:
            remember_where(path, self._desk.settings)
            self.export(path)

    def export(self, path: Path) -> None:
        """Write what is listed to a file in the background, in the format of its ending."""
        document, endings = self._desk.document, self._endings()
        wanted = next((name for name, ending in endings.items() if path.suffix.lower() == ending), None)
        if wanted is None:
            self._desk.fail(f"{path.name}: no such kind of list; there are {', '.join(endings.values())}")
        elif self._desk.has_open([path]):
            self._desk.fail(f"{path.name} would replace a file that is open; give another name.")
        else:
            rows = np.sort(np.asarray(self._desk.inspector.rows)).astype(np.intp)
            found = self._desk.inspector.found or Filtered(QueryKind.ALL, rows)
            parse, condition = self._desk.inspector.parse, self._written()

            def steps() -> Steps[str]:
                yield 0.0
                listed = found_in(document, parse, Queries().resolved(condition), found)
                yield 0.5
                data = listed.written(wanted)
                yield 0.9  # where it may still be given up
                with replacing(path) as temporary:
                    temporary.write_bytes(data)
                return f"Saved {listed.counts} as {path}"

            self.work.start(steps(), "The list could not be exported")

    def _endings(self) -> dict[str, str]:
        # Of files; sentences would tell who is blind whose they are, and those of versions are in no file's order.
        none = self._desk.document.blind is not None or self._desk.document.versions is not None
        return {name: ending for name, ending in ENDINGS.items() if not (none and name == "conllu")}
