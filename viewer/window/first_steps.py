"""First steps: the demo in five minutes, in a window of its own whose settings are gone when it is closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Qt, SignalInstance

from goldleaf.viewer.labels import having
from goldleaf.viewer.state.settings import KEYS, THEME, Settings

Window: TypeAlias = Any  # the main window, whose module knows this one


class Task(NamedTuple):
    """What to do, what tells that it may have been done, and whether it has. ``{id}`` is the key of an action."""

    text: str
    changed: Callable[[Window], SignalInstance]
    done: Callable[[Window], object] = lambda _: True


STEPS = (
    Task("Click the picture Dependencies. It opens seventeen sentences and a parser's trees of them.",
         lambda window: window.opener.ended),
    Task("The gold is above, the parse below; what differs has a line of its own. Click Worst first, over the list on"
         " the left: the sentence with the lowest score comes first.",
         lambda window: window.inspector.rows_changed, lambda window: window.sentences.worst.isChecked()),
    Task("Why is it bad? Press {go.next-difference}, or click an entry of Differences: it is lit, and said below.",
         lambda window: window.inspector.selection_changed, lambda window: window.inspector.selection),
    Task("Press {view.function}: the sentence as what each group of words does. Differences is now what must be changed"
         " in the parse, edit by edit.",
         lambda window: window.inspector.look_changed, lambda window: window.inspector.view.name == "function"),
    Task("Press {figure.export} to save the picture for a paper. Cancel if you need none.",
         lambda window: window.actions_["figure.export"].triggered),
    Task("That was all: your own files open in the same way. {help.manual} opens the manual at what you look at,"
         " {edit.palette} finds anything by its name.",
         lambda window: window.opener.opened),
)  # fmt: skip


class FirstSteps(QObject):
    """Says in a window what to do next, until it is done."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window, self.number = window, 0
        for number, step in enumerate(STEPS[:-1]):
            step.changed(window).connect(partial(self._check, number))
        self._say()

    def _check(self, number: int, *_: object) -> None:
        if number == self.number and STEPS[number].done(self._window):
            self.number += 1
            self._say()

    def _say(self) -> None:
        keys = {name: " or ".join(own) for name, own in self._window.actions_.keys().items()}
        text = re.sub(r"\{(.+?)\}", lambda name: keys[name[1]], STEPS[self.number].text)
        said = f"{self.number + 1} of {len(STEPS)}:  {text}"
        self._window.news.say("info", said, [("End", self._window.close)])


def begin(new: Callable[[Settings], Window], usual: Settings) -> Window:
    """Show a window with the first step; it has looks and keys of ``usual``, and no more of the user's."""
    folder = TemporaryDirectory(prefix="goldleaf-")
    settings = Settings(Path(folder.name) / "settings.json")
    settings.set(THEME, usual.get(THEME))
    settings.set(KEYS, usual.get(KEYS))
    window = having(new(settings), windowTitle="First steps", attribute=Qt.WidgetAttribute.WA_DeleteOnClose)
    window.destroyed.connect(lambda: folder.cleanup())  # which keeps it until then
    FirstSteps(window)
    window.show()
    window.start.steps.hide()
    window.start.setFocus()
    return window
