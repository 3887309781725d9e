"""Actions as Qt's: with keys, in menus, in the toolbar; what keys do in the lists beside the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QMenuBar, QWidget

from goldleaf.viewer.actions.action import Action, Context, Needs
from goldleaf.viewer.labels import having, tip
from goldleaf.viewer.style.appearance import Icons

_LISTS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter)


def sequences(keys: Sequence[str]) -> list[QKeySequence]:
    """Keys of actions as Qt's, each once; a standard key is the platform's first one."""
    wanted: list[QKeySequence] = []
    for key in keys:
        standard = key.startswith("std:")
        own = QKeySequence.keyBindings(QKeySequence.StandardKey[key[4:]])[:1] if standard else [QKeySequence(key)]
        wanted += [sequence for sequence in own if not sequence.isEmpty() and sequence not in wanted]
    return wanted


def portable(keys: Sequence[QKeySequence]) -> list[str]:
    """Keys as they are stored and compared."""
    return [key.toString(QKeySequence.SequenceFormat.PortableText) for key in keys]


class ActionSet:
    """All actions, in ``table`` by their ids; ``window`` owns them. Those of pictures act while one of ``pictures`` has
    the focus: the pictures themselves, and the lists beside them. ``there`` says what there is of what they need, and
    why it cannot be done what is not for who reviews blind, empty if nobody does."""

    def __init__(
        self, window: QWidget, pictures: Sequence[QWidget], actions: Iterable[Action],
        there: Callable[[], tuple[Mapping[Needs, bool], str]],
    ) -> None:  # fmt: skip
        self.table = {action.id: action for action in actions}
        self.all: dict[str, QAction] = {}
        self._there = there
        self._refreshed_by: object = None  # what there was when they were checked last
        self._running = 0  # actions that are under way
        self._tips: dict[str, str] = {}
        self._told: Callable[[str], str] = str
        self._said: dict[str, tuple[str, str]] = {}  # why each cannot be done, and what its tip says besides
        self._soon = QTimer(window, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        groups: dict[str, QActionGroup] = {}
        for action in self.table.values():
            made = self.all[action.id] = having(QAction(action.title, window), objectName=action.id)
            having(made, statusTip=action.description, checkable=action.checked is not None, autoRepeat=action.repeats)
            if action.short:
                made.setIconText(action.short)
            # Single letters must not act while one writes into a line or a dialog.
            if action.context == Context.PICTURE:
                made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for place in pictures if action.context == Context.PICTURE else (window,):
                place.addAction(made)
            if action.one_of:
                groups.setdefault(action.one_of, QActionGroup(window)).addAction(made)
            made.triggered.connect(lambda _=False, identity=action.id: self.run(identity))
            self._set_keys(action, sequences(action.keys))

    def __getitem__(self, identity: str) -> QAction:
        """The Qt action of this id, as things are."""
        if self._soon.isActive():
            self.refresh()
        return self.all[identity]

    def run(self, identity: str) -> None:
        action = self.table[identity]
        if self._there()[1] and not action.for_blind:
            return
        self._running += 1
        try:
            action.run()
        finally:
            self._running -= 1
        self.refresh()

    def refresh_soon(self) -> None:
        """Check and enable all actions once what happens now has happened: one step to a sentence changes many things.
        Where there is something else now that they need, a key that is pressed at once must find it so."""
        if self._there() != self._refreshed_by:
            self.refresh()
        elif not self._running:  # after what is being done there is a refresh
            self._soon.start(0)

    def refresh(self) -> None:
        """Check and enable all actions as things are."""
        if self._running:  # what is being done may change many things, and is not done yet
            return
        self._soon.stop()
        there, hidden = self._refreshed_by = self._there()
        first = {
            Needs.NOTHING: "",
            Needs.DOCUMENT: "Open a file first.",
            Needs.PARSE: "Choose or add a parse first." if there[Needs.DOCUMENT] else "Open a file first.",
            Needs.REVIEW: "Begin or open a review first.",
        }
        lacking = {needs: "" if there[needs] else first[needs] for needs in Needs}
        for identity, action in self.table.items():
            made = self.all[identity]
            why_not = lacking[action.needs] or ("" if action.for_blind else hidden)
            if not why_not and action.why_not is not None:
                why_not = action.why_not()
            why_not = self._told(why_not) if why_not else ""  # most can be done: a word is looked for in no text
            said = why_not, self._told(aside) if (aside := action.aside()) else ""
            if said != self._said.get(identity):  # a tip that is set anew costs more than to compare
                self._said[identity] = said
                self._show_tip(identity)
                made.setEnabled(not why_not)
            if action.checked is not None:
                made.setChecked(action.checked())
            # What a review alone has is in no menu without one, for there it could only be grey.
            if action.needs is Needs.REVIEW or action.shown is not None:
                made.setVisible(there[action.needs] and (action.shown is None or action.shown()))

    def why_not(self, identity: str) -> str:
        """Why an action cannot be done now, as a sentence; empty if it can."""
        if self._soon.isActive():
            self.refresh()
        return self._said[identity][0]

    def speak(self, told: Callable[[str], str], titles: Mapping[str, str]) -> None:
        """Say in other words what speaks of gold and parse; some actions have ``titles`` of their own."""
        self._told = told
        for action in self.table.values():
            if action.menu == "File" and action.id not in titles:  # speaks of files that are not open
                continue
            title = titles.get(action.id, told(action.title))
            having(self.all[action.id], text=title, statusTip=told(action.description))
            self._describe(action)
        self.refresh()

    def set_icons(self, icons: Icons) -> None:
        for action in self.table.values():
            if action.icon:
                self.all[action.id].setIcon(icons[action.icon])

    def keys(self) -> dict[str, list[str]]:
        return {identity: portable(made.shortcuts()) for identity, made in self.all.items()}

    def change_keys(self, changed: dict[str, list[str]]) -> None:
        """Give actions other keys than their own; those left out have their own."""
        for action in self.table.values():
            own = changed.get(action.id)
            wanted = sequences(action.keys if own is None else own)
            if wanted != self.all[action.id].shortcuts():
                self._set_keys(action, wanted)

    def _set_keys(self, action: Action, keys: list[QKeySequence]) -> None:
        self.all[action.id].setShortcuts(keys)
        self._describe(action)

    def _describe(self, action: Action) -> None:
        """Tell title, keys and description in the tip."""
        made, description = self.all[action.id], self._told(action.description)
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in made.shortcuts())
        self._tips[action.id] = f"{made.text().rstrip('…')} ({keys})\n{description}" if keys else description
        self._show_tip(action.id)

    def _show_tip(self, identity: str) -> None:
        parts = dict.fromkeys((self._tips[identity], *self._said.get(identity, ())[::-1]))
        self.all[identity].setToolTip(tip("\n".join(filter(None, parts))))


def fill_menu_bar(bar: QMenuBar, actions: ActionSet) -> dict[str, QMenu]:
    """Make the menus of the actions; returns them by path, such as ``View/Theme``."""
    menus: dict[str, QMenu] = {}
    groups: dict[str, int] = {}  # of the last entry of each menu

    def separate(path: str, group: int) -> None:
        if groups.setdefault(path, group) != group:
            menus[path].addSeparator()
            groups[path] = group

    def leave_out_empty(menu: QMenu) -> None:
        # Qt would open an empty menu as a dot: that of a view's options, say, while another view is shown.
        for entry in menu.actions():
            inner = entry.menu()
            if isinstance(inner, QMenu) and inner.objectName():
                entry.setVisible(any(each.isVisible() and not each.isSeparator() for each in inner.actions()))

    for action in actions.table.values():
        if not action.in_menu:
            continue
        parts = action.menu.split("/")
        for depth in range(1, len(parts) + 1):
            path, parent = "/".join(parts[:depth]), "/".join(parts[: depth - 1])
            if path not in menus:
                if parent:
                    separate(parent, action.group)
                menus[path] = menus[parent].addMenu(parts[depth - 1]) if parent else bar.addMenu(f"&{parts[0]}")
                having(menus[path], objectName=path, toolTipsVisible=True)
                menus[path].aboutToShow.connect(partial(leave_out_empty, menus[path]))
        separate(action.menu, action.group)
        menus[action.menu].addAction(actions[action.id])
    return menus


class ListKeys(QObject):
    """Keeps from actions the arrows and Return, which are a list's, and looks for nothing as one types."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Arrows and Return are the list's own; a letter that is no action's key does nothing."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and event.key() in _LISTS and not event.modifiers():
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.text().isprintable() and event.text().strip():
                event.ignore()
                return True
        return super().eventFilter(watched, event)
