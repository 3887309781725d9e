"""What menus offer as a list of named entries, for who would rather type than look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from goldleaf.viewer.actions.qt import ActionSet

BETWEEN = " › "


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be chosen: its ``title`` with the menus that lead to it, and further ``names`` of it.

    ``why_not`` says why it cannot be chosen now; ``id`` is empty for what is no action of the table.
    """

    title: str
    choose: Callable[[], object]
    id: str = ""
    names: tuple[str, ...] = ()
    keys: str = ""
    description: str = ""
    why_not: str = ""
    checked: bool = False
    icon: QIcon | None = None


def entries_of(menu: QMenu | QMenuBar, actions: ActionSet, start: str = "") -> Iterator[Entry]:
    """All that a menu and the menus in it offer, in their order; ``start`` stands before each title.

    A section's title is one of the menus that lead to its entries. What is off and gives no reason is left out.
    """
    section = ""
    for action in menu.actions():
        inner = action.menu()
        if action.isSeparator():
            section = f"{text_of(action)}{BETWEEN}" if action.text() else ""
        elif not action.isVisible():
            continue
        elif isinstance(inner, QMenu):
            inner.aboutToShow.emit()  # such menus are filled when they are shown
            yield from entries_of(inner, actions, f"{start}{section}{text_of(action)}{BETWEEN}")
        elif action.isEnabled() or action.objectName() in actions.all:
            known = actions.table.get(action.objectName())
            names = known.words if known is not None else ()
            yield Entry(
                f"{start}{section}{text_of(action)}",
                action.trigger,
                id=action.objectName(),
                names=(*names, action.data()) if isinstance(action.data(), str) else names,
                keys=action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                description=action.statusTip(),
                why_not=actions.why_not(known.id) if known is not None else "",
                checked=action.isChecked(),
                icon=None if action.icon().isNull() else action.icon(),
            )


def text_of(action: QAction) -> str:
    """An action's title without the signs for keys and further questions."""
    return re.sub("&(.)", r"\1", action.text()).rstrip("…")
