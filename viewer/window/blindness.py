"""What of the window is hidden from somebody who reviews blind: the panels that tell whose the sides are."""

from __future__ import annotations

from collections.abc import Mapping

from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.state.reviewing import Reviewing

_TELLING = ("scores", "errors", "versus", "operations", "problems")


class Blindness:
    """Hides panels while the reviewer is blind, and puts those back that were there."""

    def __init__(self, reviewing: Reviewing, docks: Mapping[str, Dock]) -> None:
        self._reviewing = reviewing
        self._docks = {name: docks[name] for name in _TELLING}
        self._hidden: list[Dock] | None = None  # that were shown before
        reviewing.session_changed.connect(self.apply)

    def apply(self) -> None:
        """Hide what is to be hidden now, also after panels have been put back."""
        blind = self._reviewing.blind
        for dock in self._docks.values():
            switch = dock.toggleViewAction()
            switch.setEnabled(not blind)
            switch.setToolTip(HIDDEN if blind else "")
        if blind:
            self._hide()
        elif self._hidden is not None:
            for dock in self._hidden:
                dock.show()
            self._hidden = None

    def _hide(self) -> None:
        if self._hidden is None:
            self._hidden = [dock for dock in self._docks.values() if not dock.isHidden()]
        for dock in self._docks.values():
            dock.hide()
