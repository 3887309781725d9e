"""What the actions of View › Tree do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.figure.figure import Structure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.settings import (
    TREE_BARS,
    TREE_BOTTOM,
    TREE_FUNCTIONS,
    TREE_LINKS,
    TREE_TRACES,
    Setting,
    Settings,
)
from goldleaf.viewer.views.trees.options import Functions, Style, TreeOptions

_Change = Callable[[TreeOptions, bool], TreeOptions]

_SWITCHES: dict[str, tuple[Setting[bool], _Change]] = {
    "bottom": (TREE_BOTTOM, lambda tree, on: replace(tree, style=Style.BOTTOM if on else Style.SLANTED)),
    "functions": (TREE_FUNCTIONS, lambda tree, on: replace(tree, functions=Functions.AUTO if on else Functions.HIDDEN)),
    "traces": (TREE_TRACES, lambda tree, on: replace(tree, traces=on)),
    "links": (TREE_LINKS, lambda tree, on: replace(tree, links=on)),
    "bars": (TREE_BARS, lambda tree, on: replace(tree, missing_bars=on)),
}


class TreeHandler:
    """Changes how trees are drawn, and remembers it; folds are forgotten with the sentence."""

    def __init__(self, inspector: Inspector, settings: Settings) -> None:
        self._inspector = inspector
        self._settings = settings

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            **{f"tree.{name}": self._switch(name) for name in _SWITCHES},
            "tree.fold": Command(self.fold, possible=self._folds),
            "tree.unfold-all": Command(self.unfold_all, possible=lambda: bool(self._inspector.look.tree.folded)),
        }

    def stored(self) -> TreeOptions:
        """How trees were drawn last."""
        tree = TreeOptions()
        for setting, change in _SWITCHES.values():
            tree = change(tree, self._settings.get(setting))
        return tree

    def fold(self) -> None:
        """Fold or unfold the selected constituent."""
        self._inspector.toggle_fold(self._inspector.selection)

    def unfold_all(self) -> None:
        """Draw all constituents as trees again."""
        self._inspector.set_look(self._inspector.look.unfolded)

    def _shown(self) -> bool:
        return self._inspector.structure in (Structure.TREE, Structure.FUNCTIONS)

    def _folds(self) -> bool:
        selected = self._inspector.selection
        return self._shown() and selected is not None and selected.kind == "node"

    def _switch(self, name: str) -> Command:
        setting, change = _SWITCHES[name]

        def toggle() -> None:
            on = not self._settings.get(setting)
            self._settings.set(setting, on)
            look = self._inspector.look
            self._inspector.set_look(replace(look, tree=change(look.tree, on)))

        return Command(toggle, lambda: self._settings.get(setting), self._shown)
