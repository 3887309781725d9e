"""What of the window is hidden from somebody who reviews blind: panels that tell whose the sides are, and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldleaf.viewer.panels.dock import Dock
from goldleaf.viewer.panels.message_bar import MessageBar
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.state.reviewing import Reviewing

_SHOWN = ("sentences", "differences", "groups", "review")


class Blindness:
    """Hides panels while the reviewer is blind, and puts those back that were there; ``bars`` say no names then."""

    def __init__(self, reviewing: Reviewing, docks: Mapping[str, Dock], bars: Sequence[MessageBar]) -> None:
        self._reviewing = reviewing
        self._docks = {name: dock for name, dock in docks.items() if name not in _SHOWN}
        for bar in bars:
            bar.seen_as = reviewing.hidden
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
