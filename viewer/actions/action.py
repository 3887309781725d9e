"""What an action is: how it is offered, what it needs, and what it does, declared where it is done. Menus, toolbar,
palette and the sheet of keys are made from one list of them, in whose order they stand there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum

MENUS = ("File", "Edit", "View", "Go", "Parse", "Score", "Review", "Help")
TOOLS = ("file", "go", "view", "compare", "show", "zoom", "figure")  # the groups of the toolbar, in their order


class Context(StrEnum):
    """Where an action's keys act."""

    WINDOW = "anywhere in the window"
    PICTURE = "while a picture or a list beside it has the focus"


class Needs(StrEnum):
    """What must be there for an action to make sense."""

    NOTHING = ""
    DOCUMENT = "document"
    PARSE = "parse"  # a parse is shown
    REVIEW = "review"  # a review session is open


@dataclass(frozen=True, slots=True)
class Action:
    """Something the user can do.

    ``menu`` is a path such as ``View/Theme``; ``keys`` are in Qt's notation, or ``std:`` and the name of one of Qt's
    standard keys. ``checked`` says of what is on or off whether it is on; of those that are ``one_of`` the same, one
    is. ``why_not`` says in a sentence why it cannot be done now, or what to do first; it is empty if it can. Menus
    leave out what is not ``shown`` now, and always what is not ``in_menu``; palette and sheet of keys have all.
    ``aside`` is what the tip says besides, as things are.
    ``short`` is the title on a button of its own. ``group`` changes where a line separates entries of a menu. ``tool``
    places it in the toolbar: the actions of equal tool stand together. ``words`` are further names by which the palette
    finds it. What is ``for_blind`` may be done by who reviews blind: what draws and walks, and what shows nothing that
    tells the sides apart."""

    id: str
    title: str
    menu: str
    description: str
    run: Callable[[], object]
    _: KW_ONLY
    checked: Callable[[], bool] | None = None
    why_not: Callable[[], str] | None = None
    shown: Callable[[], bool] | None = None
    aside: Callable[[], str] = str
    in_menu: bool = True
    keys: tuple[str, ...] = ()
    repeats: bool = True  # as long as its key is held
    context: Context = Context.WINDOW
    needs: Needs = Needs.DOCUMENT
    one_of: str = ""
    icon: str = ""
    short: str = ""
    group: int = 0
    tool: str = ""
    words: tuple[str, ...] = ()
    for_blind: bool = False


def unless(possible: Callable[[], object], why_not: str) -> Callable[[], str]:
    """An `Action.why_not` that always gives the same reason."""
    return lambda: "" if possible() else why_not


def conflicts(keys: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """For each key that has two actions in one place: their ids. ``keys`` are each action's, all in one notation. A key
    that acts anywhere in the window acts in the pictures, too."""
    users: dict[str, list[str]] = {}
    for identity, own in keys.items():
        for key in dict.fromkeys(own):
            users.setdefault(key, []).append(identity)
    return {key: found for key, found in users.items() if len(found) > 1}
