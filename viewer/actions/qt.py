"""The table of actions as Qt's actions: with keys, in menus, in the toolbar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from goldleaf.viewer.actions.table import ACTIONS, Action, Context, Needs, by_id, is_for_blind
from goldleaf.viewer.labels import tip
from goldleaf.viewer.style.icons import Icons
from goldleaf.viewer.views import VIEWS

_EXCLUSIVE = {
    "theme": "theme",
    "parse": "parse",
    "metric": "metric",
    **dict.fromkeys(("view.stacked", "view.beside", "view.overlay"), "mode"),
    **dict.fromkeys((f"view.{name}" for name in VIEWS), "view"),
}


def _of_option(identity: str) -> str:
    """The metric and option that an action chooses a value of; empty for other actions."""
    return identity.rpartition(".")[0] if identity.startswith("score.") and identity.count(".") > 1 else ""


@dataclass(frozen=True, slots=True)
class Command:
    """What an action does; for checkable ones, whether it is checked now.

    ``why_not`` says in a sentence why it cannot be done now, or what to do first; it is empty if it can.
    """

    run: Callable[[], object]
    checked: Callable[[], bool] | None = None
    why_not: Callable[[], str] | None = None


def unless(possible: Callable[[], object], why_not: str) -> Callable[[], str]:
    """A `Command.why_not` that always gives the same reason."""
    return lambda: "" if possible() else why_not


def sequences(keys: Sequence[str]) -> list[QKeySequence]:
    """Keys of the table as Qt's; a standard key is the platform's first one."""
    found: list[QKeySequence] = []
    for key in keys:
        if key.startswith("std:"):
            found.extend(QKeySequence.keyBindings(QKeySequence.StandardKey[key[4:]])[:1])
        else:
            found.append(QKeySequence(key))
    unique: list[QKeySequence] = []
    for sequence in found:
        if not sequence.isEmpty() and sequence not in unique:
            unique.append(sequence)
    return unique


def portable(keys: Sequence[QKeySequence]) -> list[str]:
    """Keys as they are stored and compared."""
    return [key.toString(QKeySequence.SequenceFormat.PortableText) for key in keys]


class ActionSet:
    """All actions with what they do; ``window`` owns them.

    Those of pictures act while one of ``pictures`` has the focus: the pictures themselves, and the lists beside them.
    """

    def __init__(self, window: QWidget, pictures: Sequence[QWidget], commands: Mapping[str, Command]) -> None:
        self._commands = dict(commands)
        self._groups: dict[str, QActionGroup] = {}
        self._changed: dict[str, list[str]] = {}
        self._there = dict.fromkeys(Needs, False) | {Needs.NOTHING: True}
        self._hidden = ""  # why what is not for who reviews blind cannot be done
        self._running = 0  # commands that are under way
        self._tips: dict[str, str] = {}
        self._told: Callable[[str], str] = str
        self._why_not: dict[str, str] = {}
        self.all: dict[str, QAction] = {}
        for action in ACTIONS:
            self.all[action.id] = self._made(action, window, pictures)

    def __getitem__(self, identity: str) -> QAction:
        """The Qt action of this id."""
        return self.all[identity]

    def _made(self, action: Action, window: QWidget, pictures: Sequence[QWidget]) -> QAction:
        made = QAction(action.title, window)
        made.setObjectName(action.id)
        made.setStatusTip(action.description)
        if action.short:
            made.setIconText(action.short)
        made.setCheckable(action.checkable)
        made.setAutoRepeat(action.id != "view.blink")
        if action.context == Context.PICTURE:
            made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for place in pictures:
                place.addAction(made)
        else:
            window.addAction(made)
        group = _EXCLUSIVE.get(action.id) or _EXCLUSIVE.get(action.id.partition(".")[0]) or _of_option(action.id)
        if group:
            self._group(group, window).addAction(made)
        made.triggered.connect(lambda: self.run(action.id))
        self._set_keys(made, action, sequences(action.keys))
        return made

    def _group(self, name: str, window: QWidget) -> QActionGroup:
        if name not in self._groups:
            self._groups[name] = QActionGroup(window)
        return self._groups[name]

    def run(self, identity: str) -> None:
        """Do what an action does."""
        if self._hidden and not is_for_blind(by_id()[identity]):
            return
        self._running += 1
        try:
            self._commands[identity].run()
        finally:
            self._running -= 1
        self.refresh()

    def refresh(self, there: Mapping[Needs, bool] | None = None, *, hidden: str | None = None) -> None:
        """Check and enable all actions as things are; ``there`` says anew what there is of what they need, ``hidden``
        why it cannot be done what is not for who reviews blind, empty if nobody does.
        """
        self._there |= there or {}
        self._hidden = self._hidden if hidden is None else hidden
        if self._running:  # what is being done may change many things, and is not done yet
            return
        for action in ACTIONS:
            made, command = self.all[action.id], self._commands[action.id]
            why_not = self._lacking(action.needs)
            if not why_not and not is_for_blind(action):
                why_not = self._hidden
            if not why_not and command.why_not is not None:
                why_not = command.why_not()
            why_not = self._told(why_not)
            if why_not != self._why_not.get(action.id):
                self._why_not[action.id] = why_not
                self._show_tip(made)
                made.setEnabled(not why_not)
            if command.checked is not None:
                made.setChecked(command.checked())

    def speak(self, told: Callable[[str], str], titles: Mapping[str, str]) -> None:
        """Say in other words what speaks of gold and parse; some actions have ``titles`` of their own."""
        self._told = told
        for action in ACTIONS:
            if action.menu == "File" and action.id not in titles:  # speaks of files that are not open
                continue
            made = self.all[action.id]
            made.setText(titles.get(action.id, told(action.title)))
            made.setStatusTip(told(action.description))
            self._tip(made, action)
        self.refresh()

    def _lacking(self, needs: Needs) -> str:
        if self._there[needs]:
            return ""
        if needs is Needs.REVIEW:
            return "Begin or open a review first."
        return "Choose or add a parse first." if self._there[Needs.DOCUMENT] else "Open a file first."

    def why_not(self, identity: str) -> str:
        """Why an action cannot be done now, as a sentence; empty if it can."""
        return self._why_not[identity]

    def set_icons(self, icons: Icons) -> None:
        """Draw the icons in other colours."""
        for action in ACTIONS:
            if action.icon:
                self.all[action.id].setIcon(icons[action.icon])

    def keys(self) -> dict[str, list[str]]:
        """The keys of each action, as they are now."""
        return {identity: portable(made.shortcuts()) for identity, made in self.all.items()}

    def change_keys(self, changed: dict[str, list[str]]) -> None:
        """Give actions other keys than the table's; those left out have the table's."""
        self._changed = {identity: list(keys) for identity, keys in changed.items()}
        for action in ACTIONS:
            own = self._changed.get(action.id)
            wanted = sequences(action.keys if own is None else own)
            if wanted != self.all[action.id].shortcuts():
                self._set_keys(self.all[action.id], action, wanted)

    def _set_keys(self, made: QAction, action: Action, keys: list[QKeySequence]) -> None:
        made.setShortcuts(keys)
        self._tip(made, action)

    def _tip(self, made: QAction, action: Action) -> None:
        shown = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in made.shortcuts())
        said = self._told(action.description)
        tip = f"{made.text().rstrip('…')} ({shown})\n{said}" if shown else said
        self._tips[action.id] = tip
        self._show_tip(made)

    def _show_tip(self, made: QAction) -> None:
        identity = made.objectName()
        made.setToolTip(tip("\n".join(filter(None, (self._tips[identity], self._why_not.get(identity))))))


def fill_menu_bar(bar: QMenuBar, actions: ActionSet) -> dict[str, QMenu]:
    """Make the menus of the table; returns them by path, such as ``View/Theme``."""
    menus: dict[str, QMenu] = {}
    groups: dict[str, int] = {}
    for action in ACTIONS:
        parts = action.menu.split("/")
        for depth in range(1, len(parts) + 1):
            path, parent = "/".join(parts[:depth]), "/".join(parts[: depth - 1])
            if path not in menus:
                if parent:
                    _separate(menus[parent], groups, parent, action.group)
                menus[path] = menus[parent].addMenu(parts[depth - 1]) if parent else bar.addMenu(f"&{parts[0]}")
                menus[path].setToolTipsVisible(True)
        _separate(menus[action.menu], groups, action.menu, action.group)
        menus[action.menu].addAction(actions[action.id])
    return menus


def _separate(menu: QMenu, groups: dict[str, int], path: str, group: int) -> None:
    if groups.setdefault(path, group) != group:
        menu.addSeparator()
        groups[path] = group
