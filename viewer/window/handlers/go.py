"""What the actions of the Go and Parse menus do, and those on the filter: moving, saved filters, what was found as a
file; what the Parse menu shows of the parses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu

from goldleaf.core.analysis.search.filtering import Filtered, QueryKind
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import write_whole
from goldleaf.core.steps import Steps
from goldleaf.viewer.actions.action import Action, Context, Needs, unless
from goldleaf.viewer.actions.qt import ActionSet
from goldleaf.viewer.diagram import naming, walking
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.parts import Dock
from goldleaf.viewer.session.filtering import MARK, Queries
from goldleaf.viewer.session.found import ENDINGS, found_in
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.verdicts import VerdictsHandler

PARSES = range(1, 10)
_KINDS = {"text": "Text", "ids": "Ids, a line each", "csv": "CSV", "json": "JSON", "conllu": "CoNLL-U"}


class GoHandler:
    """Moves between sentences, differences, words and parses; in a review a number may be one of the ``verdicts``."""

    def __init__(self, desk: Desk, verdicts: VerdictsHandler) -> None:
        self._desk = desk
        self._says, self._decide = verdicts.number_says, verdicts.number

    def actions(self) -> list[Action]:
        inspector = self._desk.inspector

        def to_end(place: int) -> None:
            if len(inspector.rows):
                inspector.go(int(inspector.rows[place]))

        go = partial(Action, for_blind=True)
        # Without a parse there are no differences, but perhaps words or nodes that the filter has found.
        walks = unless(lambda: inspector.parse >= 0 or inspector.walks_hits, "Choose or add a parse first.")
        differing = partial(go, why_not=walks, context=Context.PICTURE, group=1, tool="go")
        onward = partial(go, context=Context.PICTURE, needs=Needs.PARSE, group=1)

        def walk(way: Way, title: str, key: str, description: str) -> Action:
            def onto() -> None:
                pictures = self._desk.pictures
                if (reached := pictures.drawing.walk(inspector.selection, way, pictures.focused_side)) is not None:
                    inspector.select(reached)

            return go(f"walk.{way.name.lower()}", title, "Go/Walk the tree", description, onto, keys=(key,),
                      context=Context.PICTURE, in_menu=False)  # fmt: skip

        return [
            go("go.previous", "Previous sentence", "Go", "The sentence before this one in the list.",
               lambda: inspector.step(-1), keys=("PgUp",), icon="previous", tool="go"),
            go("go.next", "Next sentence", "Go", "The sentence after this one in the list.", lambda: inspector.step(1),
               keys=("PgDown",), icon="next", tool="go"),
            go("go.first", "First sentence", "Go", "The first sentence of the list.", lambda: to_end(0),
               keys=("Ctrl+Home",)),
            go("go.last", "Last sentence", "Go", "The last sentence of the list.", lambda: to_end(-1),
               keys=("Ctrl+End",)),
            go("go.to", "Go to sentence…", "Go", "Go to an id, a number, or a line of the file.", self.go_to,
               keys=("Ctrl+G",)),
            differing("go.previous-differing", "Previous sentence with a difference", "Go",
                      "Back over sentences without a difference; with has(…) in the filter, to the hit before.",
                      lambda: self.onward(-1), keys=("Shift+N",), icon="previous-difference", words=("previous hit",)),
            differing("go.next-differing", "Next sentence with a difference", "Go",
                      "On over sentences without a difference; with has(…) in the filter, to the next hit.",
                      lambda: self.onward(1), keys=("N",), icon="next-difference", words=("next hit",)),
            onward("go.previous-words", "Previous segmentation error", "Go",
                   "Back to a sentence that the parse cuts into other words.",
                   lambda: self.to_differing(-1, words=True), keys=("Shift+J",)),
            onward("go.next-words", "Next segmentation error", "Go",
                   "On to a sentence that the parse cuts into other words.", lambda: self.to_differing(1, words=True),
                   keys=("J",)),
            onward("go.previous-difference", "Previous difference", "Go",
                   "Select the difference before this one in the sentence.", lambda: self.to_difference(-1),
                   keys=(",",)),
            onward("go.next-difference", "Next difference", "Go",
                   "Select the difference after this one in the sentence.", lambda: self.to_difference(1), keys=(".",)),
            walk(Way.HEAD, "Head or parent", "Up",
                 "Select the head of the selected word; in a tree, what it is in; upright, what stands above."),
            walk(Way.DEPENDENT, "First dependent or child", "Down",
                 "Select the first dependent; in a tree, the first child; upright, what stands below."),
            walk(Way.LEFT, "To the left", "Left",
                 "Select the word that stands to the left; in a tree, the sibling; upright, the head or parent."),
            walk(Way.RIGHT, "To the right", "Right",
                 "Select the word that stands to the right; in a tree, the sibling; upright, the first dependent."),
            Action("parse.0", "Gold only", "Parse", "Show the gold without a parse.", lambda: inspector.set_parse(-1),
                   checked=lambda: inspector.parse < 0, keys=("0",), context=Context.PICTURE, one_of="parse"),
            *map(self._parse, PARSES),
        ]  # fmt: skip

    def go_to(self) -> None:
        from goldleaf.viewer.dialogs.finding import GoToDialog

        dialog = GoToDialog(self._desk.window, self._desk.document)
        if self._desk.ask(dialog):
            self._desk.inspector.go(dialog.row)

    def _parse(self, number: int) -> Action:
        inspector = self._desk.inspector
        # In a review of several annotators a number says who is right.
        return Action(f"parse.{number}", f"Parse {number}", "Parse", f"Compare the gold with parse {number}.",
                      lambda: None if self._decide(number) else inspector.set_parse(number - 1),
                      checked=lambda: inspector.parse == number - 1 and not self._says(number),
                      why_not=unless(lambda: number <= len(self._desk.document.parses) or self._says(number),
                                     "There are fewer parses."), keys=(f"{number}",),
                      context=Context.PICTURE, group=1, one_of="parse", for_blind=True)  # fmt: skip

    def onward(self, by: int) -> None:
        """Go to the next (1) or previous (−1) thing that the filter has found; without such, sentence that differs."""
        inspector, pictures = self._desk.inspector, self._desk.pictures
        if not inspector.walks_hits:
            self.to_differing(by)
            return
        if pictures.step_to_hit(by):
            return
        before = inspector.row
        inspector.step(by)
        if inspector.row != before:
            inspector.select(None)
            pictures.step_to_hit(by)
        else:
            self._desk.tell(f"No hit of the filter {'after' if by > 0 else 'before'} this one in the list")

    def to_differing(self, by: int, *, words: bool = False) -> None:
        """Go to another sentence with a difference, or that the parse cuts into other ``words``; say if none is."""
        if not self._desk.inspector.step_to_differing(by, words=words):
            what, where = ("other words" if words else "a difference"), ("after" if by > 0 else "before")
            self._desk.tell(f"No sentence with {what} {where} this one in the list")

    def to_difference(self, by: int) -> None:
        """Select another difference of the sentence; after the last one, say so."""
        inspector, pictures = self._desk.inspector, self._desk.pictures
        view, look, selected = inspector.view, inspector.look, inspector.selection
        # Some views have a way of their own through their differences, such as through the edits of a script.
        if (step := view.step(view.own(look), pictures.drawing, by, forgiven=inspector.forgiven_listed)) is not None:
            inspector.set_look(look.with_own(view.name, step.options))
            if step.selected is not None:
                inspector.select(step.selected)
            self._desk.tell(step.said)
            return
        known = pictures.drawing.elements
        first = min(walking.positions_of(selected, known), default=None)
        onto = naming.step(inspector.differences, selected, first, by, forgiven=inspector.forgiven_listed)
        if onto is None:
            end = "No further difference" if any(one.scored for one in inspector.differences) else "No difference"
            self._desk.tell(f"{end} in this sentence – N goes to the next sentence with one")
            return
        # Of the gold's and the parse's, the parse's is the one that is wrong; it may be folded away or not drawn.
        drawn = [key for key in reversed(onto.keys) if any(key in elements for elements in known)]
        inspector.select(drawn[0] if drawn else onto.keys[0])


class ParseMenu:
    """Names the actions of the first parses, hides those of parses that there are not, and lists all further ones. In a
    review a number may say who is right instead: ``says`` gives the name."""

    def __init__(self, menu: QMenu, actions: ActionSet, inspector: Inspector, says: Callable[[int], str]) -> None:
        self._inspector, self._says = inspector, says
        self._actions = [actions[f"parse.{number}"] for number in PARSES]
        self._further = menu.addMenu("Further parses")
        self._further.aboutToShow.connect(self._fill)

    def _names(self) -> list[str]:
        document = self._inspector.document
        return [parse.name.replace("&", "&&") for parse in document.parses] if document is not None else []

    def show_parses(self) -> None:
        names, titles = self._names(), self.titles()
        for action in self._actions:
            title = titles.get(action.objectName(), "")
            having(action, text=title, visible=bool(title))
        self._further.menuAction().setVisible(len(names) > len(self._actions))

    def titles(self) -> dict[str, str]:
        """What the actions of the first parses are called, by their ids."""
        found = {f"parse.{number}": name for number, name in zip(PARSES, self._names(), strict=False)}
        names = {f"parse.{number}": self._says(number).replace("&", "&&") for number in PARSES}
        return found | {action: f"{name} is right" for action, name in names.items() if name}

    def _fill(self) -> None:
        self._further.clear()
        for place, name in [*enumerate(self._names())][len(self._actions) :]:
            chosen = place == self._inspector.parse
            action = having(self._further.addAction(name), toolTip=name, checkable=True, checked=chosen)
            action.triggered.connect(lambda _=False, place=place: self._inspector.set_parse(place))


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
                write_whole(path, data)
                return f"Saved {listed.counts} as {path}"

            self.work.start(steps(), "The list could not be exported")

    def _endings(self) -> dict[str, str]:
        # Of files; sentences would tell who is blind whose they are, and those of versions are in no file's order.
        none = self._desk.document.blind is not None or self._desk.document.versions is not None
        return {name: ending for name, ending in ENDINGS.items() if not (none and name == "conllu")}
