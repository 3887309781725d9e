"""What menus offer as a list of named entries, found by a few letters of their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from PySide6.QtGui import QAction, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from goldleaf.viewer.actions.qt import ActionSet

BETWEEN = " › "
_UNHEEDED = str.maketrans("", "", " :›")


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
    """All that a menu and the menus in it may offer, in their order; ``start`` stands before each title.

    A section's title is one of the menus that lead to its entries. What menus leave out for now is there, too, with its
    reason; what is off and gives none is left out.
    """
    section = ""
    for action in menu.actions():
        inner, title = action.menu(), f"{start}{section}{text_of(action)}"
        if action.isSeparator():
            section = f"{text_of(action)}{BETWEEN}" if action.text() else ""
        elif isinstance(inner, QMenu):
            inner.aboutToShow.emit()  # such menus are filled when they are shown
            yield from entries_of(inner, actions, f"{title}{BETWEEN}")
        elif action.text() and (action.isEnabled() or action.objectName() in actions.all):
            yield _entry(action, title, actions)


def unlisted_entries(actions: ActionSet) -> Iterator[Entry]:
    """The actions that are in no menu, each below the menu that it belongs to."""
    for action in actions.table.values():
        if not action.in_menu:
            made = actions[action.id]
            yield _entry(made, BETWEEN.join([*action.menu.split("/"), text_of(made)]), actions)


def _entry(action: QAction, title: str, actions: ActionSet) -> Entry:
    known = actions.table.get(action.objectName())
    names = known.words if known is not None else ()
    return Entry(
        title,
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


def matching(text: str, things: Iterable[Sequence[str]]) -> list[tuple[int, str]]:
    """The places of things that have a name with the letters of a text in order, and that name; the closest first.

    Closest are names that have the text as whole words, then those in which words begin with it.
    """
    letters = text.casefold().translate(_UNHEEDED)
    words = r"\b" + r"\W+".join(re.findall(r"\w+", text.casefold()))
    scored = []
    for place, names in enumerate(things):
        ranks = []
        for name in names:
            title = name.casefold()
            gaps = _rank(letters, title)
            if gaps is not None:
                whole, begun = re.search(rf"{words}\b", title), re.search(words, title)
                ranks.append(((not whole, not begun, *gaps), name))
        if ranks:
            rank, name = min(ranks, key=itemgetter(0))
            scored.append((rank, place, name))
    return [(place, name) for _, place, name in sorted(scored)]


def _rank(letters: str, title: str) -> tuple[int, int, int] | None:
    """The fewest gaps between the letters, where the first of them stands, and how long the title is.

    None where they are not found. A word that is meant by its first letter is worth as much as a letter that follows
    at once; to begin inside a word counts as two gaps.
    """
    if not letters:
        return 0, 0, 0
    best: tuple[int, int, int] | None = None
    begins = {place for place in range(len(title)) if place == 0 or title[place - 1] == " "}
    for start in (place for place, letter in enumerate(title) if letter == letters[0]):
        place, gaps = start, 0 if start in begins else 2
        for letter in letters[1:]:
            following = title.find(letter, place + 1)
            if following < 0:
                break
            gaps += following > place + 1 and following not in begins
            place = following
        else:
            rank = gaps, start, len(title)
            best = rank if best is None else min(best, rank)
    return best
